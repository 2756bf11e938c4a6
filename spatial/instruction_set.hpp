// Which instruction set the SIMD passes run with. One binary holds them all (Highway) and takes the best the
// machine has; choosing a lesser one is for tests and comparisons.
#pragma once

#include <string_view>
#include <vector>

namespace spatial {

/// The one in use, e.g. "AVX2".
[[nodiscard]] std::string_view instruction_set();

/// Those that this machine and this program share, best first.
[[nodiscard]] std::vector<std::string_view> instruction_sets();

/// Not while a search or a simulation runs. Empty = the best there is. Throws std::invalid_argument listing the
/// choices when the machine lacks the named one.
void use_instruction_set(std::string_view name);

}  // namespace spatial
