// What this program was built with and what it runs on: without it a timing says little.
#pragma once

#include <cstdint>
#include <string>

namespace app {

/// Cores this process may use (its affinity mask, as set by taskset or a container), not those of the machine.
[[nodiscard]] int available_cores();

/// Memory that this process can still get, in bytes: of the machine, or up to its own limit (ulimit -v).
[[nodiscard]] std::uint64_t free_memory();

[[nodiscard]] std::string processor_model();

[[nodiscard]] std::string compiler();
[[nodiscard]] std::string build_type();
[[nodiscard]] std::string version();

}  // namespace app
