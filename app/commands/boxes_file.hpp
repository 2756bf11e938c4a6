// Anybody's boxes, from a CSV file: a header that names the columns minx, miny, minz, maxx, maxy, maxz, in any order;
// other columns are skipped. One box a line, in metres.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/points.hpp"

namespace app {

/// The six numbers of a box as the file has them, the minima first.
using ExactBox = std::array<double, 6>;

/// Whether boxes, which are closed, have a point in common.
[[nodiscard]] bool overlap(const ExactBox& a, const ExactBox& b) noexcept;

/// Rounding keeps the order of numbers or makes them equal: boxes that overlap do so as floats, too, and those that
/// touch only as floats are told apart by the exact ones.
struct BoxList {
    std::vector<spatial::Box> boxes;
    std::vector<ExactBox> exact;
};

/// A file without boxes is fine. Throws UsageError that says what is wrong in which line.
[[nodiscard]] BoxList read_boxes(const std::filesystem::path& file);

/// The same for a file's content; `name` is for the errors.
[[nodiscard]] BoxList parse_boxes(std::string_view text, const std::string& name);

}  // namespace app
