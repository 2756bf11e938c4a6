#include "sim/wording.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

constexpr std::size_t longest_quote = 60;  // bytes; a message is one line

template <class Number>
std::string shortest(Number value) {
    std::array<char, 32> digits;
    char* const last = digits.data() + digits.size();
    const Number size = std::abs(value);
    const bool is_plain = size == 0 || (size >= Number(1e-5) && size < Number(1e9));
    const auto [end, error] = is_plain ? std::to_chars(digits.data(), last, value, std::chars_format::fixed)
                                       : std::to_chars(digits.data(), last, value);
    return {digits.data(), end};
}

}  // namespace

std::string in_one_line(std::string_view text) {
    std::size_t length = std::min(text.size(), longest_quote);
    while (length > 0 && length < text.size() && continues_character(text[length])) --length;
    std::string line;
    for (const char c : text.substr(0, length)) {
        if (is_control(c)) {
            std::array<char, 8> code;
            std::snprintf(code.data(), code.size(), "\\x%02X", static_cast<unsigned>(c));
            line += code.data();
        } else {
            line += c;
        }
    }
    return line + (length < text.size() ? "…" : "");
}

std::string in_quotes(std::string_view text) { return "'" + in_one_line(text) + "'"; }

std::string as_utf8(std::string_view text) {
    const std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return nlohmann::json::parse(json).get<std::string>();
}

std::string number_text(float value) { return shortest(value); }
std::string number_text(double value) { return shortest(value); }

std::string count_text(double count) {
    std::array<char, 32> digits;
    const bool is_readable = count < 1e12;
    std::snprintf(digits.data(), digits.size(), is_readable ? "%.0f" : "%.2g", count);
    std::string text = digits.data();
    if (!is_readable || text.size() < 5) return text;
    for (std::size_t i = text.size() - 3; i > 0 && i < text.size(); i -= std::min<std::size_t>(i, 3))
        text.insert(i, 1, ' ');
    return text;
}

std::string places_text(std::uint64_t places) {
    return places == 1 ? "one place" : count_text(static_cast<double>(places)) + " places";
}

std::string metres(double length) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.4g m", length);
    return text.data();
}

std::string metres(const glm::dvec3& place) {
    std::array<char, 96> text;
    std::snprintf(text.data(), text.size(), "(%.4g, %.4g, %.4g) m", place.x, place.y, place.z);
    return text.data();
}

std::string joined(std::span<const std::string> words) {
    std::string line;
    for (const std::string& word : words) line += line.empty() ? word : ", " + word;
    return line;
}

std::string at(const Place& place) {
    return "at line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

}  // namespace sim
