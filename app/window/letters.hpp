// Text as people type it to find something: in whatever case.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace app {

[[nodiscard]] inline bool same_letter(char a, char b) noexcept {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

[[nodiscard]] inline bool begins_like(std::string_view text, std::string_view part) noexcept {
    return text.size() >= part.size() && std::ranges::equal(text.substr(0, part.size()), part, same_letter);
}

[[nodiscard]] inline bool holds_letters(std::string_view text, std::string_view part) noexcept {
    return part.empty() || !std::ranges::search(text, part, same_letter).empty();
}

}  // namespace app
