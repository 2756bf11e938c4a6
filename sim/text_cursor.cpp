#include "sim/text_cursor.hpp"

#include <algorithm>

namespace sim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t digits(std::string_view text, std::size_t from) {
    while (from < text.size() && is_digit(text[from])) ++from;
    return from;
}

/// Length of the number at the start, by JSON's grammar: "01" begins with the number "0", "1.x" with "1".
std::size_t number_length(std::string_view text) {
    std::size_t end = text.starts_with('-') ? 1 : 0;
    end = text.substr(end).starts_with('0') ? end + 1 : digits(text, end);
    if (text.substr(end).starts_with('.')) {
        const std::size_t fraction = digits(text, end + 1);
        if (fraction > end + 1) end = fraction;
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        std::size_t exponent = end + 1;
        if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
        if (digits(text, exponent) > exponent) end = digits(text, exponent);
    }
    return end;
}

std::size_t string_length(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

std::size_t token_length(std::string_view text) {
    const char first = text.empty() ? '\0' : text.front();
    if (first == '"') return string_length(text);
    if (is_digit(first) || first == '-') return number_length(text);
    if (!is_letter(first)) return std::min<std::size_t>(1, text.size());
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
}

}  // namespace

void TextCursor::advance() noexcept {
    if (at_end()) return;
    const char passed = text_[offset_++];
    if (passed == '\n') {
        ++line_;
        column_ = 1;
    } else if (at_end() || !continues_character(text_[offset_])) {
        ++column_;
    }
}

void TextCursor::advance(std::size_t bytes) noexcept {
    while (bytes-- > 0) advance();
}

void TextCursor::skip(std::string_view characters) noexcept {
    while (!at_end() && characters.find(peek()) != std::string_view::npos) advance();
}

std::string_view TextCursor::skip_token() noexcept {
    const std::string_view token = rest().substr(0, token_length(rest()));
    advance(token.size());
    return token;
}

}  // namespace sim
