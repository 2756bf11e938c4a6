// A kernel that runs out of memory kills without a word: lists of pairs that cannot fit are not begun.
#pragma once

#include <cstdint>
#include <string>

namespace app {

/// Throws std::runtime_error: "cloud.csv has 199 990 000 pairs: to list them takes 3.6 GB of memory, and 1 GB are free;
/// use a smaller --reach". `many` is the number in words, `instead` what would do.
void refuse_without_room(const std::string& file, const std::string& many, std::uint64_t bytes,
                         const std::string& instead);

}  // namespace app
