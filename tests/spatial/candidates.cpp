#include "spatial/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string_view>

#include "spatial/instruction_set.hpp"

TEST(Candidates, HoldTheRangesOneAfterTheOtherAndThenPadding) {
    std::vector<float> a(100), b(100);
    std::iota(a.begin(), a.end(), 0.0f);
    std::iota(b.begin(), b.end(), 1000.0f);
    const std::vector<spatial::Range> ranges = {{3, 6}, {10, 11}, {50, 70}, {97, 100}};
    spatial::Candidates<2> candidates;
    candidates.gather(ranges, {a.data(), b.data()}, {-1.0f, -2.0f});

    EXPECT_EQ(candidates.count(), 27u);
    EXPECT_EQ(candidates.padded(), 32u);
    std::size_t at = 0;
    for (const auto r : ranges)
        for (auto slot = r.begin; slot < r.end; ++slot, ++at) {
            EXPECT_EQ(candidates.column(0)[at], a[slot]);
            EXPECT_EQ(candidates.column(1)[at], b[slot]);
        }
    for (; at < candidates.padded(); ++at) {
        EXPECT_EQ(candidates.column(0)[at], -1.0f);
        EXPECT_EQ(candidates.column(1)[at], -2.0f);
    }
}

TEST(Candidates, KeepTheirMemoryWhenLessIsAsked) {
    std::vector<float> a(5'000, 1.0f);
    spatial::Candidates<1> candidates;
    candidates.gather(std::vector<spatial::Range>{{0, 5'000}}, {a.data()}, {0.0f});
    const float* const column = candidates.column(0);
    candidates.gather(std::vector<spatial::Range>{{0, 10}}, {a.data()}, {0.0f});
    EXPECT_EQ(candidates.column(0), column);
    EXPECT_EQ(candidates.count(), 10u);
}

TEST(Candidates, NearABlockLoseNobodyAndKeepTheirOrder) {
    std::mt19937 rng(5);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::vector<float> x(300), y(300), z(300), tag(300);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = unit(rng);
        y[i] = unit(rng);
        z[i] = unit(rng);
        tag[i] = static_cast<float>(i);
    }
    const std::vector<spatial::Range> everybody = {{0, 5}, {5, 90}, {90, 299}, {299, 300}};  // ends included
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        for (spatial::Index first = 0; first < 290; first += 7) {
            const spatial::Box box = spatial::box_around(x.data(), y.data(), z.data(), {first, first + 3});
            spatial::Candidates<4> candidates;
            candidates.gather_near(everybody, {x.data(), y.data(), z.data(), tag.data()}, x.size(), box, 0.2f,
                                   {9.0f, 9.0f, 9.0f, -1.0f});

            std::vector<float> kept(candidates.column(3), candidates.column(3) + candidates.count());
            EXPECT_LT(kept.size(), 300u);
            EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end())) << set;
            for (std::size_t i = 0; i < candidates.count(); ++i)
                EXPECT_EQ(candidates.column(0)[i], x[static_cast<std::size_t>(kept[i])]);
            for (std::size_t at = candidates.count(); at < candidates.padded(); ++at)
                EXPECT_EQ(candidates.column(3)[at], -1.0f) << "padding again";
            for (std::size_t i = 0; i < x.size(); ++i)
                for (spatial::Index q = first; q < first + 3; ++q) {
                    const float squared = spatial::squared_distance(x[i] - x[q], y[i] - y[q], z[i] - z[q]);
                    if (spatial::in_reach(squared, 0.2f, 0.2f))
                        EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), tag[i])) << set << ": lost " << i;
                }
        }
    }
    spatial::use_instruction_set({});
}
