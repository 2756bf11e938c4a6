// Anybody's boxes, from a CSV file: a header that names the columns minx, miny, minz, maxx, maxy, maxz, in any order;
// other columns are skipped. One box a line, in metres.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/points.hpp"

namespace app {

/// A file without boxes is fine. Throws UsageError that says what is wrong in which line.
[[nodiscard]] std::vector<spatial::Box> read_boxes(const std::filesystem::path& file);

/// The same for a file's content; `name` is for the errors.
[[nodiscard]] std::vector<spatial::Box> parse_boxes(std::string_view text, const std::string& name);

}  // namespace app
