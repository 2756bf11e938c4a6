// Anybody's point cloud, from a file.
//
//   csv   a header that names the columns: x, y, z and, if each point has its own, reach; in any order, other columns
//         are skipped. One point a line.
//   ply   ascii or binary of either byte order; the same names as properties of `vertex`, in any order and of any type;
//         other properties and elements are skipped.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct PointCloud {
    std::vector<float> x, y, z;  // m, from an origin near them where they are far from that of the file
    std::vector<float> reach;    // m; empty when the file has none
    double lost = 0.0;           // m, the most that a coordinate of the file was changed by becoming a float

    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
};

/// The format is seen from the content. A file without points is fine. Throws UsageError that says what is wrong in
/// which line (or, in binary files, at which vertex).
[[nodiscard]] PointCloud read_points(const std::filesystem::path& file);

/// The same for a file's content; `name` is for the errors.
[[nodiscard]] PointCloud parse_points(std::string_view text, const std::string& name);

}  // namespace app
