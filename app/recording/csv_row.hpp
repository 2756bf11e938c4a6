// One line of a CSV file. Numbers are written with the fewest digits that read back as the same number, and with a
// point whatever the locale says; texts in quotes where they need it (RFC 4180).
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
        if (!is_first_) line_ += ',';
        is_first_ = false;
        if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
            line_ += cell;
            return *this;
        }
        line_ += '"';
        for (const char c : cell) line_.append(c == '"' ? 2 : 1, c);
        line_ += '"';
        return *this;
    }

    /// The line with its end; the row is empty afterwards and keeps its memory.
    [[nodiscard]] std::string_view finish() {
        line_ += '\n';
        finished_.swap(line_);
        line_.clear();
        is_first_ = true;
        return finished_;
    }

private:
    std::string line_, finished_;
    bool is_first_ = true;
};

}  // namespace app
