// How messages about scenes write things down.
#pragma once

#include <cstdint>
#include <glm/ext/vector_double3.hpp>
#include <span>
#include <string>
#include <string_view>

#include "sim/text_cursor.hpp"

namespace sim {

/// Shortened when long, and always one line: what is not printable is written as \xNN.
[[nodiscard]] std::string in_one_line(std::string_view text);
/// The same in single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// With U+FFFD in place of every byte that is no UTF-8: names of files may be anything, names of scenes may not.
[[nodiscard]] std::string as_utf8(std::string_view text);

/// The shortest decimals that read back as the same number, as JSON: "0.0001", "1e-07".
[[nodiscard]] std::string number_text(float value);
[[nodiscard]] std::string number_text(double value);

/// A count, its digits in groups: "208 125"; "5.1e+12" where nobody reads digits any more.
[[nodiscard]] std::string count_text(double count);

/// "one place", "208 places".
[[nodiscard]] std::string places_text(std::uint64_t places);

/// To four digits, for distances and places that were calculated.
[[nodiscard]] std::string metres(double length);
[[nodiscard]] std::string metres(const glm::dvec3& place);

/// "a, b, c".
[[nodiscard]] std::string joined(std::span<const std::string> words);

/// "at line 3, column 5".
[[nodiscard]] std::string at(const Place& place);

}  // namespace sim
