// The data that a case is compared with: CSV files whose first lines, each after a #, say where they come from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/validation/curve.hpp"

namespace validation {

class Reference {
public:
    /// Throws std::runtime_error naming the file when it is not there or no such table.
    explicit Reference(const std::filesystem::path& file);

    /// A column of numbers by its name in the header; throws when there is none of that name.
    [[nodiscard]] const std::vector<double>& operator[](const std::string& column) const;
    [[nodiscard]] Curve curve(const std::string& x, const std::string& y) const;

private:
    std::string name_;
    std::vector<std::string> header_;
    std::vector<std::vector<double>> columns_;
};

}  // namespace validation
