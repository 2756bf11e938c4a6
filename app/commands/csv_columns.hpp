// Numbers from a CSV file whose first line names its columns, in any order; others are skipped.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct CsvColumns {
    std::span<const std::string_view> names;
    std::size_t required;  // so many of them, the first, have to be there
    const char* advice;    // what the first line should say, for those who forgot one
    /// What keeps a value out of a column, as in "not a finite number"; empty when nothing does.
    std::string_view (*objection)(double value, std::size_t column);
};

struct CsvReader {
    /// Before the first row: which of the columns are there, and how many rows at most.
    std::function<void(const std::vector<bool>& there, std::size_t rows)> start;
    /// For each row: a value for each column; 0 for those that are not there.
    std::function<void(std::span<const double> values, std::size_t line)> row;
};

/// Blank lines at the end are no rows. Throws UsageError "name:line: what".
void read_csv(std::string_view text, const std::string& name, const CsvColumns& columns, const CsvReader& reader);

}  // namespace app
