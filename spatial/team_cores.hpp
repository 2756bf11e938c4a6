// Keeps the threads of a team on cores of their own.
//
// Threads that wait for each other wake each other, and the kernel likes to wake a thread where its waker is. Where
// another process keeps all cores busy, two threads of a team may so come to share one core and stay there: to the
// kernel two cores with two tasks each are even. But whoever of the team waits then spins on the very core that the
// other needs. In one of ten runs beside two busy loops a step of 50,000 particles took 23 ms like that, for some forty
// barriers, and 5.5 otherwise (2.5 on an idle machine).
//
// Binding threads to cores for good would be simpler, and wrong beside a window's driver or another team.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace spatial {

class TeamCores {
public:
    TeamCores() noexcept;

    /// Called now and then by each thread of a team within a parallel region: notes where it is, and moves it to a core
    /// that nobody of the team is on where it shares one with a thread before it and there is such a core.
    void part() noexcept;

private:
    static constexpr std::size_t most_threads = 64;
    // As each thread said it last, which may be a step ago. Not a lock: who is moved by a stale word is moved back.
    std::array<std::atomic<int>, most_threads> cores_;
};

}  // namespace spatial
