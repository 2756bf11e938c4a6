// The machine, as recordings and benches write it down.
#pragma once

#include <nlohmann/json.hpp>

namespace app {

/// Processor, cores, instruction set, compiler, build type.
[[nodiscard]] nlohmann::ordered_json machine_json();

}  // namespace app
