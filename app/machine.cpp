#include "app/machine.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <thread>

namespace app {

int available_cores() {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
    // More than the 1024 cores a cpu_set_t has room for.
    return static_cast<int>(std::thread::hardware_concurrency());
}

std::uint64_t free_memory() {
    std::uint64_t free = std::numeric_limits<std::uint64_t>::max();  // where nobody knows, asking for it will tell
    std::ifstream info("/proc/meminfo");
    for (std::string word; info >> word;)
        if (std::uint64_t kibibytes = 0; word == "MemAvailable:" && info >> kibibytes) free = kibibytes * 1024;
    rlimit limit{};
    std::uint64_t pages = 0;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        std::ifstream("/proc/self/statm") >> pages) {
        const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
        free = std::min<std::uint64_t>(free, limit.rlim_cur - std::min<std::uint64_t>(used, limit.rlim_cur));
    }
    return free;
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
