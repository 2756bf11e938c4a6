// Every turn is taken once, however many threads there are and however long turns take.
#include "spatial/shared_loop.hpp"

#include <gtest/gtest.h>

#include <chrono>
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
        }
    }
    omp_set_num_threads(before);
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
