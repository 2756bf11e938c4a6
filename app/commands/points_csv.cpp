#include <algorithm>

#include "app/commands/points_text.hpp"
#include "app/commands/usage.hpp"

namespace app {

namespace {

constexpr std::size_t skipped = point_columns.size();

/// What each column of the file is: a place in point_columns, or `skipped`.
std::vector<std::size_t> read_header(std::string_view line, const std::string& name) {
    constexpr const char* advice = "; the first line names the columns: x,y,z and, if each point has its own, reach";
    std::vector<std::size_t> columns;
    for (bool more = true; more;) {
        const std::size_t comma = std::min(line.find(','), line.size());
        const std::size_t column = point_column(trimmed(line.substr(0, comma))).value_or(skipped);
        if (column != skipped && std::ranges::find(columns, column) != columns.end())
            fail_at(name, 1, "column '" + std::string(point_columns[column]) + "' is there twice");
        columns.push_back(column);
        more = comma < line.size();
        line.remove_prefix(std::min(comma + 1, line.size()));
    }
    for (std::size_t column = 0; column < reach_column; ++column)
        if (std::ranges::find(columns, column) == columns.end())
            fail_at(name, 1, "there is no column '" + std::string(point_columns[column]) + "'" + advice);
    return columns;
}

float checked_number(std::string_view cell, std::size_t column, const std::string& name, std::size_t line) {
    const std::string_view label = point_columns[column];
    const std::optional<float> value = number_in(cell);
    const auto complain = [&](std::string_view what) {
        fail_at(name, line,
                std::string(label) + " is '" + std::string(trimmed(cell).substr(0, 40)) + "', " + std::string(what));
    };
    if (!value) complain("not a number");
    if (const std::string_view wrong = objection(*value, column); !wrong.empty()) complain(wrong);
    return *value;
}

}  // namespace

PointCloud parse_csv_points(std::string_view text, const std::string& name) {
    PointCloud cloud;
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);  // blank lines at the end are no points
    if (text.empty()) return cloud;

    Lines lines(text);
    const std::vector<std::size_t> columns = read_header(lines.next(), name);
    const auto points = static_cast<std::size_t>(std::ranges::count(lines.rest(), '\n')) + 1;
    for (const std::size_t column : columns)
        if (column != skipped) values_of(cloud, column).reserve(points);

    while (lines.more()) {
        std::string_view line = lines.next();
        const auto cells = line.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
        if (cells != columns.size())
            fail_at(name, lines.number(),
                    std::to_string(cells) + (cells == 1 ? " value" : " values") + " where the first line names " +
                        std::to_string(columns.size()) + " columns");
        for (const std::size_t column : columns) {
            const std::size_t comma = std::min(line.find(','), line.size());
            if (column != skipped)
                values_of(cloud, column).push_back(checked_number(line.substr(0, comma), column, name, lines.number()));
            line.remove_prefix(std::min(comma + 1, line.size()));
        }
    }
    return cloud;
}

}  // namespace app
