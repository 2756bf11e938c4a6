// One line of a CSV file. Numbers are written with the fewest digits that read back as the same number, and with a
// point whatever the locale says.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace app {

class CsvRow {
public:
    template <class T>
    requires(std::integral<T> || std::floating_point<T>) CsvRow& operator<<(T number) {
        char text[32];
        const std::to_chars_result end = std::to_chars(text, text + sizeof text, number);
        return *this << std::string_view(text, end.ptr);
    }
    CsvRow& operator<<(std::string_view cell) {
        if (!line_.empty()) line_ += ',';
        line_ += cell;
        return *this;
    }

    /// The line with its end; the row is empty afterwards and keeps its memory.
    [[nodiscard]] std::string_view finish() {
        line_ += '\n';
        finished_.swap(line_);
        line_.clear();
        return finished_;
    }

private:
    std::string line_, finished_;
};

}  // namespace app
