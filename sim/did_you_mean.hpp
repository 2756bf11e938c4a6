// What somebody may have meant by a name that does not exist.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sim {

/// The candidate a slip of the fingers away from `word`, if any: a few letters changed, missing, too many or swapped;
/// else the only one that begins with it.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'spacing'?", or "there are: a, b, c" when nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace sim
