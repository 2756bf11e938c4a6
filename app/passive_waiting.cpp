#include "app/passive_waiting.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace app {

namespace {

// Turns of libgomp's loop, 0.2 to 0.5 ms by the processor: longer than from one stage of a step to the next.
constexpr const char* spins = "20000";

}  // namespace

void wait_passively(char** argv) {
    if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
    // Without the variable in place the new program would come by here again, for ever.
    if (::setenv("OMP_WAIT_POLICY", "passive", 1) != 0 || ::setenv("GOMP_SPINCOUNT", spins, 1) != 0) return;
    // The link's target, so that the process keeps its name in ps and top.
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) ::execv(self.c_str(), argv);
}

}  // namespace app
