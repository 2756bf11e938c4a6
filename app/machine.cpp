#include "app/machine.hpp"

#include <sched.h>

#include <fstream>
#include <thread>

namespace app {

int available_cores() {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
    // More than the 1024 cores a cpu_set_t has room for.
    return static_cast<int>(std::thread::hardware_concurrency());
}

std::string processor_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return "unknown";
}

std::string compiler() {
#ifdef __clang__
    return __VERSION__;
#else
    return "GCC " __VERSION__;
#endif
}

std::string build_type() { return WEIR_BUILD_TYPE; }
std::string version() { return WEIR_VERSION; }

}  // namespace app
