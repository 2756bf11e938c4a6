// What reading points from CSV and from PLY have in common: lines with numbers, cells, checked coordinates.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/points_file.hpp"

namespace app {

/// What a point may have, by the names of columns and properties.
inline constexpr std::array<std::string_view, 4> point_columns = {"x", "y", "z", "reach"};
inline constexpr std::size_t reach_column = 3;

/// Place of `name` in point_columns, if it is there.
[[nodiscard]] std::optional<std::size_t> point_column(std::string_view name) noexcept;

/// The numbers of a file as it has them, by point_columns.
using ExactPoints = std::array<std::vector<double>, point_columns.size()>;

/// What keeps a value out of that column, as in "not a finite number"; empty when nothing does.
[[nodiscard]] std::string_view objection(double value, std::size_t column) noexcept;

/// Walks through a text line by line; line ends may be \n or \r\n, the last one may be missing.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool more() const noexcept { return !rest_.empty(); }
    /// Without its end and without spaces around it.
    std::string_view next() noexcept;
    /// Of the line last given, from 1.
    [[nodiscard]] std::size_t number() const noexcept { return number_; }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// The whole text as a number, spaces and a leading plus allowed; too large a number is infinite, too small zero.
[[nodiscard]] std::optional<double> number_in(std::string_view text) noexcept;

/// Throws UsageError "name:line: message".
[[noreturn]] void fail_at(const std::string& name, std::size_t line, const std::string& message);

/// The body of each format. `text` is everything; parse_ply begins behind the line "ply".
[[nodiscard]] ExactPoints parse_csv_points(std::string_view text, const std::string& name);
[[nodiscard]] ExactPoints parse_ply_points(std::string_view text, const std::string& name);

}  // namespace app
