#include "sim/json_mistake.hpp"

#include <array>
#include <cctype>
#include <cstdio>
#include <string>

#include "sim/wording.hpp"

namespace sim {
namespace {

using Last = ParseProgress::Last;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view number_characters = "+-.0123456789";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// A run of characters that somebody meant as one word or number.
std::string_view word_at(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && (is_word(text[end]) || number_characters.find(text[end]) != std::string_view::npos))
        ++end;
    return text.substr(0, end);
}

/// A word, which is ASCII, for a message of one line.
std::string shortened(std::string_view word) {
    constexpr std::size_t longest = 60;
    return std::string(word.substr(0, longest)) + (word.size() > longest ? "…" : "");
}

/// The character at the start of the text when it takes several bytes, else nothing.
std::string_view long_character_at(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    std::size_t end = 1;
    while (end < text.size() && continues_character(text[end])) ++end;
    return length == end ? text.substr(0, end) : std::string_view();
}

/// What stands at the start of the text, for "found …".
std::string found_at(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte > 0x20 && byte < 0x7F) return in_quotes(is_word(text.front()) ? word_at(text) : text.substr(0, 1));
    if (const std::string_view character = long_character_at(text); !character.empty()) return in_quotes(character);
    std::array<char, 16> code;
    std::snprintf(code.data(), code.size(), "the byte 0x%02X", static_cast<unsigned>(byte));
    return code.data();
}

std::string name_and_place(const ParseProgress::Container& container) {
    return std::string(container.type == JsonType::list ? "the list" : "the object") + " opened " + at(container.place);
}

char closer_of(const ParseProgress::Container& container) { return container.type == JsonType::list ? ']' : '}'; }

/// The text in double quotes at the cursor does not come to a good end. JSON allows eight escapes, no control
/// characters, and the encoding is UTF-8.
Complaint explain_text(TextCursor cursor) {
    const Place start = cursor.place();
    cursor.advance();
    while (!cursor.at_end() && cursor.peek() != '\n' && cursor.peek() != '"') {
        const Place here = cursor.place();
        const char c = cursor.peek();
        if (static_cast<unsigned char>(c) < 0x20) {
            return {here,
                    "a text may not hold " + std::string(c == '\t' ? "a tab: write \\t" : found_at(cursor.rest()))};
        }
        if (c == '\\') {
            cursor.advance();
            if (std::string_view("\"\\/bfnrtu").find(cursor.peek()) == std::string_view::npos || cursor.at_end()) {
                return {here,
                        "a backslash in a text begins one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; write \\\\ for "
                        "a backslash itself"};
            }
            if (cursor.peek() == 'u') {
                const std::string_view code = cursor.rest().substr(1, 4);
                bool hexadecimal = code.size() == 4;
                for (const char digit : code) hexadecimal &= std::isxdigit(static_cast<unsigned char>(digit)) != 0;
                if (!hexadecimal) return {here, "\\u must be followed by four hexadecimal digits"};
            }
        }
        cursor.advance();
    }
    if (cursor.peek() != '"') return {start, "the text that begins here is not closed with \" on its line"};
    return {start, "the text that begins here is not valid UTF-8, or has half a \\u pair"};
}

/// A value should stand at the cursor, and what stands there is none.
Complaint explain_value(const TextCursor& cursor) {
    const char c = cursor.peek();
    const std::string word(word_at(cursor.rest()));
    const auto here = [&](std::string message) { return Complaint{cursor.place(), std::move(message)}; };
    if (c == '"') return explain_text(cursor);
    if (c == '\'') return here("texts are written in double quotes: \"…\"");
    if (c == '/') return here("JSON has no comments: remove this one");
    if (c == ',') return here("a value is missing before this comma");
    for (const char* special :
         {"NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "+Infinity", "+inf", "-NaN", "-nan"}) {
        if (word == special) return here(in_quotes(word) + " is not a number that a scene can use");
    }
    for (const char* literal : {"true", "false", "null"}) {
        std::string lower = word;
        for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        if (lower == literal) return here(in_quotes(word) + " is written " + literal);
    }
    if (number_characters.find(c) != std::string_view::npos) {
        TextCursor end = cursor;
        if (end.skip_token() == word && word != "-") return here("the number " + in_quotes(word) + " is too large");
        return here(in_quotes(word) + " is not a number: write it like 0.5, -2 or 1e-3, without unit");
    }
    if (!word.empty()) return here("texts are written in double quotes: \"" + shortened(word) + "\"");
    return here("expected a value, found " + found_at(cursor.rest()));
}

/// A key should stand at the cursor.
Complaint explain_key(const TextCursor& cursor) {
    const char c = cursor.peek();
    const auto here = [&](std::string message) { return Complaint{cursor.place(), std::move(message)}; };
    if (c == '"') return explain_text(cursor);
    if (c == '\'') return here("keys are written in double quotes: \"…\"");
    if (c == '/') return here("JSON has no comments: remove this one");
    if (c == ',') return here("a comma without an entry before it: remove it");
    if (is_word(c)) return here("keys are written in double quotes: \"" + shortened(word_at(cursor.rest())) + "\"");
    return here("expected a key in double quotes, found " + found_at(cursor.rest()));
}

/// A value has ended inside a list or an object, and neither a comma nor the end follows.
Complaint explain_separator(const TextCursor& cursor, const ParseProgress& progress) {
    const auto& container = progress.open.back();
    const char c = cursor.peek();
    const auto here = [&](std::string message) { return Complaint{cursor.place(), std::move(message)}; };
    if (c == '}' || c == ']') {
        return here(in_quotes({&c, 1}) + " does not close " + name_and_place(container) + ": that needs '" +
                    closer_of(container) + "'");
    }
    if (c == '/') return here("JSON has no comments: remove this one");
    if (c == '"' || c == '{' || c == '[' || is_word(c) || c == '-') return here("a comma is missing before this");
    return here(std::string("expected ',' or '") + closer_of(container) + "', found " + found_at(cursor.rest()));
}

/// A number went wrong in its middle: its good beginning was read as a number, and its rest is stuck to it.
std::optional<Complaint> explain_number_tail(const ParseProgress& progress) {
    const bool after_number = progress.last == Last::value && !progress.last_token.empty() &&
                              number_characters.find(progress.last_token.front()) != std::string_view::npos;
    const std::string_view tail = word_at(progress.cursor.rest());
    if (!after_number || tail.empty()) return std::nullopt;
    return Complaint{progress.last_place, in_quotes(std::string(progress.last_token) + std::string(tail)) +
                                              " is not a number: write it like 0.5, -2 or 1e-3, without unit"};
}

}  // namespace

Complaint explain_mistake(const ParseProgress& progress) {
    if (auto tail = explain_number_tail(progress)) return *std::move(tail);

    TextCursor cursor = progress.cursor;
    cursor.skip(blanks);
    const bool inside = !progress.open.empty();
    std::optional<Place> comma;
    if (inside && progress.last == Last::value && cursor.peek() == ',') {
        comma = cursor.place();
        cursor.advance();
        cursor.skip(blanks);
    }
    const bool colon = progress.last == Last::key && cursor.peek() == ':';
    if (colon) {
        cursor.advance();
        cursor.skip(blanks);
    }

    if (cursor.at_end()) {
        if (!inside) return {cursor.place(), "the file is empty; a scene is an object: { … }"};
        return {cursor.place(), "the file ends here, but " + name_and_place(progress.open.back()) + " is never closed"};
    }
    const char c = cursor.peek();
    if (!inside && progress.last == Last::value) {
        return {cursor.place(), "the scene has ended before this: remove " + found_at(cursor.rest())};
    }
    if (comma && c == closer_of(progress.open.back())) {
        return {*comma, "a comma before '" + std::string(1, c) + "': remove it, the last entry has none"};
    }
    if (progress.last == Last::key) {
        const std::string key = in_quotes(progress.last_token.substr(1, progress.last_token.size() - 2));
        if (!colon) return {cursor.place(), "expected ':' after the key " + key + ", found " + found_at(cursor.rest())};
        if (c == '}' || c == ',') return {cursor.place(), "the key " + key + " has no value"};
        return explain_value(cursor);
    }
    if (inside && progress.last == Last::value && !comma) return explain_separator(cursor, progress);
    if (inside && progress.open.back().type == JsonType::object) return explain_key(cursor);
    return explain_value(cursor);
}

std::optional<Complaint> explain_encoding(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) {
        return Complaint{{}, "the file begins with a byte order mark: save it as UTF-8 without one"};
    }
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        return Complaint{{}, "the file is UTF-16: save it as UTF-8"};
    }
    // The parser takes this byte for the end of the text, and would never see what comes behind it.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
        TextCursor cursor(text);
        cursor.advance(zero);
        return Complaint{cursor.place(), "a scene holds no byte 0x00: the file is damaged, or not UTF-8"};
    }
    return std::nullopt;
}

}  // namespace sim
