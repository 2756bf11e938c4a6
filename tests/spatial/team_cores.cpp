// Where threads run is the kernel's to say, in tests too: it may part two by itself, or put them together again at
// once. So they are put on one core many times, and most times count.
#include "spatial/team_cores.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>

#include <array>
#include <vector>

namespace {

constexpr int tries = 20;

// Puts a team of two on one core, as a busy machine may leave them. Nobody is kept there.
void stack_team() {
    cpu_set_t allowed;
    ::sched_getaffinity(0, sizeof allowed, &allowed);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(::sched_getcpu(), &here);
#pragma omp parallel num_threads(2)
    ::sched_setaffinity(0, sizeof here, &here);
#pragma omp parallel num_threads(2)
    ::sched_setaffinity(0, sizeof allowed, &allowed);
}

}  // namespace

TEST(TeamCores, PartsThreadsThatShareACore) {
    if (omp_get_num_procs() < 2) GTEST_SKIP() << "needs two cores";
    int apart = 0;
    for (int i = 0; i < tries; ++i) {
        spatial::TeamCores cores;
        stack_team();
        std::array<int, 2> at{};
#pragma omp parallel num_threads(2)
        {
            // One after the other, as what a thread says is read by those behind it.
#pragma omp for ordered schedule(static, 1)
            for (std::size_t thread = 0; thread < 2; ++thread)
#pragma omp ordered
            {
                cores.part();
                at[thread] = ::sched_getcpu();
            }
        }
        apart += at[0] != at[1];
    }
    EXPECT_GE(apart, tries * 3 / 4);
}

TEST(TeamCores, LetsThreadsRunWhereTheyMightBefore) {
    cpu_set_t before;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    spatial::TeamCores cores;
    stack_team();
    std::array<bool, 2> same{};
    for (int turn = 0; turn < 3; ++turn)
#pragma omp parallel num_threads(2)
    {
        cores.part();
        cpu_set_t now;
        ::sched_getaffinity(0, sizeof now, &now);
        same[static_cast<std::size_t>(omp_get_thread_num())] = CPU_EQUAL(&now, &before);
    }
    EXPECT_TRUE(same[0] && same[1]);
}

// More threads than cores, or more than it keeps in mind, have no better place to go.
TEST(TeamCores, LeavesATeamThatIsTooLargeAlone) {
    spatial::TeamCores cores;
    const int before = omp_get_max_threads();
    omp_set_num_threads(70);
    std::vector<int> turns(70, 0);
#pragma omp parallel
    {
        cores.part();
        ++turns[static_cast<std::size_t>(omp_get_thread_num())];
    }
    omp_set_num_threads(before);
    EXPECT_EQ(turns, std::vector<int>(70, 1));
}
