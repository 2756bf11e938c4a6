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

/// Of a number that no float can hold: whether it is too small, not too large, for which from_chars has one answer.
bool is_tiny(std::string_view text) noexcept {
    double wide = 0.0;
    const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), wide);
    if (result.ec == std::errc{}) return std::abs(wide) < 1.0;
    return text.find("e-") != text.npos || text.find("E-") != text.npos;
}

}  // namespace

PointCloud read_points(const std::filesystem::path& file) { return parse_points(read_whole(file), file.string()); }

PointCloud parse_points(std::string_view text, const std::string& name) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark some editors put before UTF-8
    Lines lines(text);
    return lines.next() == "ply" ? parse_ply_points(lines.rest(), name) : parse_csv_points(text, name);
}

std::optional<std::size_t> point_column(std::string_view name) noexcept {
    const auto found = std::ranges::find(point_columns, name);
    if (found == point_columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - point_columns.begin());
}

std::vector<float>& values_of(PointCloud& cloud, std::size_t column) noexcept {
    std::vector<float>* const columns[] = {&cloud.x, &cloud.y, &cloud.z, &cloud.reach};
    return *columns[column];
}

std::string_view objection(float value, std::size_t column) noexcept {
    if (!std::isfinite(value)) return "not a finite number";
    if (column == reach_column && value <= 0.0f) return "not greater than zero";
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

std::optional<float> number_in(std::string_view text) noexcept {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    float value = 0.0f;
    const std::from_chars_result result = std::from_chars(text.data(), end, value);
    if (result.ptr != end || result.ec == std::errc::invalid_argument) return std::nullopt;
    if (result.ec == std::errc::result_out_of_range) return is_tiny(text) ? 0.0f : HUGE_VALF;
    return value;
}

void fail_at(const std::string& name, std::size_t line, const std::string& message) {
    throw UsageError(name + ":" + std::to_string(line) + ": " + message);
}

}  // namespace app
