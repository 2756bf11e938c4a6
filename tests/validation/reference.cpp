#include "tests/validation/reference.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace validation {

namespace {

/// Cells of a line; commas in quotes are part of a cell.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (const char c : line) {
        if (c == '"')
            is_quoted = !is_quoted;
        else if (c == ',' && !is_quoted)
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    return cells;
}

/// What is no number, as the name of a row, is not one.
double number_of(const std::string& cell) {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return value;
}

}  // namespace

Reference::Reference(const std::filesystem::path& file) : name_(file.string()) {
    std::ifstream stream(file);
    if (!stream)
        throw std::runtime_error("cannot open " + name_ +
                                 ", with which is compared; reinstall weir, or run it from its build folder");
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::vector<std::string> cells = cells_of(line);
        if (header_.empty()) {
            header_ = cells;
            columns_.resize(cells.size());
            continue;
        }
        if (cells.size() != header_.size()) throw std::runtime_error(name_ + " has rows of different lengths");
        for (std::size_t i = 0; i < cells.size(); ++i) columns_[i].push_back(number_of(cells[i]));
    }
    if (columns_.empty() || columns_.front().empty()) throw std::runtime_error(name_ + " has no rows");
}

const std::vector<double>& Reference::operator[](const std::string& column) const {
    const auto found = std::ranges::find(header_, column);
    if (found == header_.end()) throw std::runtime_error(name_ + " has no column '" + column + "'");
    return columns_[static_cast<std::size_t>(found - header_.begin())];
}

Curve Reference::curve(const std::string& x, const std::string& y) const { return {(*this)[x], (*this)[y]}; }

}  // namespace validation
