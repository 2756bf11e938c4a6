// Bad usage, and the words for it: what, where, and what would do instead, in one line.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace app {

/// What the user asked for cannot be done as asked: exit status 2.
class UsageError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// What --real-time stands for.
inline constexpr std::string_view real_time_override = "time.real_time=true";
/// As the user said it: "--real-time", "--set PATH=VALUE".
[[nodiscard]] std::string said_as(const std::string& override);

/// The whole text as a number within [min, max] ("nan" and "inf" are none), or a UsageError naming `option` and `unit`.
[[nodiscard]] double parse_number(std::string_view option, std::string_view text, double min, double max,
                                  std::string_view unit);
[[nodiscard]] long parse_count(std::string_view option, std::string_view text, long min, long max,
                               std::string_view unit);

}  // namespace app
