// A loop whose turns differ in length, shared by a team such that a thread gets mostly the same turns in loop after
// loop: what it wrote in one is in its own cache in the next. Each begins with its own part of the turns, and helps the
// others when that is done. (Turns dealt out as they come leave half of a step's lines in the other core's cache: where
// the two cores of a virtual machine are far apart, which changes by the minute, two threads took 2.85 ms for a step of
// 50,000 particles and take 2.47 with this; 2.33 either way where they are near.)
#pragma once

#include <omp.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace spatial {

/// Calls turn(k) once for every k below `count`, in parallel if `worth_it`.
template <class F>
void for_each_shared(std::size_t count, bool worth_it, F turn) {
    constexpr std::size_t most_parts = 64;
    struct alignas(64) Part {
        std::atomic<std::size_t> next;
        std::size_t end;
    };
    std::array<Part, most_parts> parts;
#pragma omp parallel if (worth_it)
    {
        const auto team = static_cast<std::size_t>(omp_get_num_threads());
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        const std::size_t used = team < most_parts ? team : most_parts;
        if (me < used) {
            parts[me].next = count * me / used;
            parts[me].end = count * (me + 1) / used;
        }
#pragma omp barrier
        for (std::size_t k = 0; k < used; ++k) {
            Part& part = parts[(me + k) % used];
            for (std::size_t at; (at = part.next.fetch_add(1, std::memory_order_relaxed)) < part.end;) turn(at);
        }
    }
}

}  // namespace spatial
