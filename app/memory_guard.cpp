#include "app/memory_guard.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "app/machine.hpp"

namespace app {

namespace {

std::string last_words;  // whole before memory runs out: there is none to make them then

[[noreturn]] void end() {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, last_words.data(), last_words.size());
    _exit(1);
}

}  // namespace

void end_where_memory_ends(const std::string& message) {
    last_words = "weir: " + message + "\n";
    std::set_new_handler(end);
// The shadow memory of a sanitizer takes terabytes of addresses, all of which this limit counts.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    // A sixteenth stays for everybody else. What this process has by now counts as nothing: a few megabytes.
    const std::uint64_t free = free_memory();
    limit.rlim_cur = std::min<std::uint64_t>(limit.rlim_cur, free - free / 16);
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace app
