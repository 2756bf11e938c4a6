#include "app/commands/points_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "app/commands/points_text.hpp"
#include "app/commands/usage.hpp"
#include "app/commands/whole_file.hpp"

namespace app {

namespace {

/// Where to count an axis from. Points further from zero than they are from each other are floats of one spacing, or of
/// wider ones: less such a float, every float stays what it is to the last bit, and a number with more digits keeps
/// more.
double origin_for(const std::vector<double>& values) {
    const auto is_float = [](double value) { return value == static_cast<double>(static_cast<float>(value)); };
    if (std::ranges::all_of(values, is_float)) return 0.0;
    const auto [least, most] = std::ranges::minmax(values);
    const double nearest = std::min(std::abs(least), std::abs(most));
    const bool far_out = (least > 0.0 || most < 0.0) && most - least <= nearest;
    return far_out ? static_cast<double>(static_cast<float>(least + (most - least) / 2.0)) : 0.0;
}

std::vector<float> cut(const std::vector<double>& values, double origin, double& lost) {
    std::vector<float> floats(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = values[i] - origin;
        floats[i] = static_cast<float>(value);
        lost = std::max(lost, std::abs(value - static_cast<double>(floats[i])));
    }
    return floats;
}

}  // namespace

PointCloud read_points(const std::filesystem::path& file) { return parse_points(read_whole(file), file.string()); }

PointCloud parse_points(std::string_view text, const std::string& name) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark some editors put before UTF-8
    Lines lines(text);
    const ExactPoints points =
        lines.next() == "ply" ? parse_ply_points(lines.rest(), name) : parse_csv_points(text, name);
    PointCloud cloud;
    std::vector<float>* const axes[] = {&cloud.x, &cloud.y, &cloud.z};
    for (std::size_t axis = 0; axis < 3; ++axis) *axes[axis] = cut(points[axis], origin_for(points[axis]), cloud.lost);
    double of_reaches = 0.0;
    cloud.reach = cut(points[reach_column], 0.0, of_reaches);
    return cloud;
}

std::optional<std::size_t> point_column(std::string_view name) noexcept {
    const auto found = std::ranges::find(point_columns, name);
    if (found == point_columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - point_columns.begin());
}

std::string_view objection(double value, std::size_t column) noexcept {
    const auto single = static_cast<float>(value);  // what it will be
    if (!std::isfinite(single)) return "not a finite number";
    if (column == reach_column && single <= 0.0f) return "not greater than zero";
    return {};
}

std::string_view Lines::next() noexcept {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return trimmed(line);
}

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::optional<double> number_in(std::string_view text) noexcept {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    double value = 0.0;
    const std::from_chars_result result = std::from_chars(text.data(), end, value);
    if (result.ptr != end || result.ec == std::errc::invalid_argument) return std::nullopt;
    if (result.ec == std::errc::result_out_of_range) {  // too small or too large: one answer for both
        const bool tiny = text.find("e-") != text.npos || text.find("E-") != text.npos;
        return tiny ? 0.0 : HUGE_VAL;
    }
    return value;
}

void fail_at(const std::string& name, std::size_t line, const std::string& message) {
    throw UsageError(name + ":" + std::to_string(line) + ": " + message);
}

}  // namespace app
