// Walks through a JSON text and knows its line and column all the way.
#pragma once

#include <compare>
#include <cstddef>
#include <string_view>

namespace sim {

/// A place in what a scene was read from: the file, or one of the changes that --set makes to it.
struct Place {
    int change = 0;            // 0 = the file; n = the n-th --set, which has no lines
    int line = 1, column = 1;  // from 1; columns count characters, not bytes
    auto operator<=>(const Place&) const = default;
};

/// Whether a byte is the second or a later one of a character in UTF-8.
[[nodiscard]] constexpr bool continues_character(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// Whether a byte is an order to a terminal, or ends a line.
[[nodiscard]] constexpr bool is_control(char byte) noexcept {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
}

class TextCursor {
public:
    explicit TextCursor(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const noexcept { return offset_ >= text_.size(); }
    [[nodiscard]] char peek() const noexcept { return at_end() ? '\0' : text_[offset_]; }
    [[nodiscard]] Place place() const noexcept { return {0, line_, column_}; }
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(offset_); }

    /// One byte further.
    void advance() noexcept;
    void advance(std::size_t bytes) noexcept;

    /// Over any of these characters.
    void skip(std::string_view characters) noexcept;

    /// Over one well-formed JSON token, which is returned. Of what is not well-formed, over what resembles one.
    std::string_view skip_token() noexcept;

private:
    std::string_view text_;
    std::size_t offset_ = 0;
    int line_ = 1, column_ = 1;
};

}  // namespace sim
