// Every turn is taken once, however many threads there are and however long turns take.
#include "spatial/shared_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

TEST(SharedLoop, TakesEveryTurnOnce) {
    const int before = omp_get_max_threads();
    for (const int threads : {1, 2, 3, 7, 70}) {
        omp_set_num_threads(threads);
        for (const std::size_t count : {0u, 1u, 2u, 5u, 1'000u}) {
            std::vector<int> taken(count, 0);
            spatial::for_each_shared(count, true, [&](std::size_t k) { ++taken[k]; });
            EXPECT_EQ(taken, std::vector<int>(count, 1)) << threads << " threads";
            // The same where the last thread is to begin with nearly all.
            const auto first_of = [&](std::size_t i, std::size_t) { return std::min(i, count); };
            spatial::for_each_shared(
                count, true, [&](std::size_t k) { ++taken[k]; }, first_of);
            EXPECT_EQ(taken, std::vector<int>(count, 2)) << threads << " threads";
        }
    }
    omp_set_num_threads(before);
}

// Else two threads that meet in the middle would each have every other turn there.
TEST(SharedLoop, HelpersTakeTheLastTurnsFirst) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(2);
    std::atomic<int> done = 0;
    int team = 1;
    std::vector<std::size_t> helped;
    // All turns are the first thread's, who is busy with one until all others are done.
    const auto first_of = [](std::size_t i, std::size_t) { return i == 0 ? std::size_t{0} : std::size_t{50}; };
    const auto turn = [&](std::size_t k) {
        if (k == 0) team = omp_get_num_threads();
        if (omp_get_thread_num() == 1) helped.push_back(k);
        const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (k == 0 && done < 49 && team > 1 && std::chrono::steady_clock::now() < patience)
            std::this_thread::yield();
        ++done;
    };
    spatial::for_each_shared(50, true, turn, first_of);
    omp_set_num_threads(before);
    if (team == 1) return;
    // All but the first, and that, too, where the other thread came late.
    ASSERT_FALSE(helped.empty());
    EXPECT_EQ(helped.front(), 49);
    EXPECT_TRUE(std::ranges::is_sorted(helped, std::greater{}));
}

TEST(SharedLoop, HelpsWhoeverIsSlow) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(2);
    // The first turn does not end before all others are done, also those beside it in the same part.
    std::atomic<int> done = 0;
    int team = 1;
    bool was_helped = false;
    spatial::for_each_shared(100, true, [&](std::size_t k) {
        if (k == 0) {
            team = omp_get_num_threads();
            const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
            while (team > 1 && done < 99 && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
            was_helped = team == 1 || done == 99;
        }
        ++done;
    });
    omp_set_num_threads(before);
    EXPECT_TRUE(was_helped);
    EXPECT_EQ(done, 100);
}
