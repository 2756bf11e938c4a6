#include "app/recording/machine_json.hpp"

#include <string>

#include "app/machine.hpp"
#include "spatial/instruction_set.hpp"

namespace app {

nlohmann::ordered_json machine_json() {
    return {{"processor", processor_model()},
            {"cores", available_cores()},
            {"instruction_set", std::string(spatial::instruction_set())},
            {"compiler", compiler()},
            {"build_type", build_type()}};
}

}  // namespace app
