#include "spatial/team_cores.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>

namespace spatial {

namespace {

constexpr int nowhere = -1;

/// The kernel moves a thread only if it may not stay. Then it may run anywhere again that it might before.
void move_to(int core, const cpu_set_t& allowed) noexcept {
    cpu_set_t there;
    CPU_ZERO(&there);
    CPU_SET(core, &there);
    if (::sched_setaffinity(0, sizeof there, &there) == 0) (void)::sched_setaffinity(0, sizeof allowed, &allowed);
}

}  // namespace

TeamCores::TeamCores() noexcept {
    for (auto& core : cores_) core.store(nowhere, std::memory_order_relaxed);
}

void TeamCores::part() noexcept {
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t team = std::min(static_cast<std::size_t>(omp_get_num_threads()), most_threads);
    if (me >= team) return;
    const int mine = ::sched_getcpu();
    cores_[me].store(mine, std::memory_order_relaxed);
    const auto is_on = [&](std::size_t thread, int core) {
        return cores_[thread].load(std::memory_order_relaxed) == core;
    };
    bool is_shared = false;
    for (std::size_t other = 0; other < me; ++other) is_shared |= is_on(other, mine);
    if (!is_shared) return;
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (!CPU_ISSET(core, &allowed)) continue;
        bool is_free = true;
        for (std::size_t other = 0; other < team; ++other) is_free &= !is_on(other, core);
        if (!is_free) continue;
        cores_[me].store(core, std::memory_order_relaxed);  // so that no third thread goes there too
        return move_to(core, allowed);
    }
}

}  // namespace spatial
