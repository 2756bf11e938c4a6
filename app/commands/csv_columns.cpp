#include "app/commands/csv_columns.hpp"

#include <algorithm>

#include "app/commands/points_text.hpp"

namespace app {

namespace {

/// What each column of the file is: a place in columns.names, or one beyond the last for those to skip.
std::vector<std::size_t> read_header(std::string_view line, const std::string& name, const CsvColumns& columns) {
    std::vector<std::size_t> found;
    for (bool more = true; more;) {
        const std::size_t comma = std::min(line.find(','), line.size());
        const auto known = std::ranges::find(columns.names, trimmed(line.substr(0, comma)));
        if (known != columns.names.end() &&
            std::ranges::find(found, static_cast<std::size_t>(known - columns.names.begin())) != found.end())
            fail_at(name, 1, "column '" + std::string(*known) + "' is there twice");
        found.push_back(static_cast<std::size_t>(known - columns.names.begin()));
        more = comma < line.size();
        line.remove_prefix(std::min(comma + 1, line.size()));
    }
    for (std::size_t column = 0; column < columns.required; ++column)
        if (std::ranges::find(found, column) == found.end())
            fail_at(name, 1,
                    "there is no column '" + std::string(columns.names[column]) +
                        "'; the first line names the columns: " + columns.advice);
    return found;
}

double checked_number(std::string_view cell, std::size_t column, const CsvColumns& columns, const std::string& name,
                      std::size_t line) {
    const std::optional<double> value = number_in(cell);
    const auto complain = [&](std::string_view what) {
        fail_at(name, line,
                std::string(columns.names[column]) + " is '" + std::string(trimmed(cell).substr(0, 40)) + "', " +
                    std::string(what));
    };
    if (!value) complain("not a number");
    if (const std::string_view wrong = columns.objection(*value, column); !wrong.empty()) complain(wrong);
    return *value;
}

}  // namespace

void read_csv(std::string_view text, const std::string& name, const CsvColumns& columns, const CsvReader& reader) {
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    Lines lines(text);
    const std::vector<std::size_t> found = read_header(lines.next(), name, columns);
    std::vector<bool> there(columns.names.size());
    for (const std::size_t column : found)
        if (column < there.size()) there[column] = true;
    reader.start(there, static_cast<std::size_t>(std::ranges::count(lines.rest(), '\n')) + 1);

    std::vector<double> values(columns.names.size());
    while (lines.more()) {
        std::string_view line = lines.next();
        const auto cells = line.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
        if (cells != found.size())
            fail_at(name, lines.number(),
                    std::to_string(cells) + (cells == 1 ? " value" : " values") + " where the first line names " +
                        std::to_string(found.size()) + " columns");
        for (const std::size_t column : found) {
            const std::size_t comma = std::min(line.find(','), line.size());
            if (column < values.size())
                values[column] = checked_number(line.substr(0, comma), column, columns, name, lines.number());
            line.remove_prefix(std::min(comma + 1, line.size()));
        }
        reader.row(values, lines.number());
    }
}

}  // namespace app
