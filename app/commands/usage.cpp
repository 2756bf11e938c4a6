#include "app/commands/usage.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "sim/wording.hpp"

namespace app {

namespace {

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const std::from_chars_result end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

namespace {

/// A unit as it follows a number; some numbers have none.
std::string in_brackets(std::string_view unit) { return unit.empty() ? std::string() : " (" + std::string(unit) + ")"; }

}  // namespace

std::string said_as(const std::string& override) {
    return override == real_time_override ? "--real-time" : "--set " + override;
}

double parse_number(std::string_view option, std::string_view text, double min, double max, std::string_view unit) {
    const std::optional<double> value = number<double>(text);
    if (!value || !(*value >= min && *value <= max))
        throw UsageError(std::string(option) + " " + std::string(text) + ": give a number from " +
                         sim::number_text(min) + " to " + sim::number_text(max) + in_brackets(unit));
    return *value;
}

long parse_count(std::string_view option, std::string_view text, long min, long max, std::string_view unit) {
    const std::optional<long> value = number<long>(text);
    if (!value || *value < min || *value > max)
        throw UsageError(std::string(option) + " " + std::string(text) + ": give a whole number from " +
                         std::to_string(min) + " to " + std::to_string(max) + in_brackets(unit));
    return *value;
}

}  // namespace app
