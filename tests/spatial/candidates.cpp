#include "spatial/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "spatial/instruction_set.hpp"
#include "spatial/neighbour_rule.hpp"

TEST(Candidates, KeepTheirMemoryWhenLessIsAsked) {
    const std::vector<float> a(5'000, 1.0f);
    const spatial::Nearness all{{0.0f, 0.0f, 0.0f, 2.0f, 2.0f, 2.0f}, 1.0f};
    const auto gather = [&](auto& candidates, spatial::Range range) {
        candidates.gather_near({&range, 1}, {a.data(), a.data(), a.data()}, a.size(), all, {0.0f, 0.0f, 0.0f});
    };
    spatial::Candidates<3> candidates;
    gather(candidates, {0, 5'000});
    const float* const column = candidates.column(0);
    gather(candidates, {20, 30});
    EXPECT_EQ(candidates.column(0), column);
    EXPECT_EQ(candidates.count(), 10u);
}

TEST(Candidates, KnowTheirSlotsAndCountThoseWithAReachOfTheirOwn) {
    std::mt19937 rng(6);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::vector<float> x(500), y(500), z(500), reach(500);
    for (auto* values : {&x, &y, &z, &reach})
        for (float& value : *values) value = unit(rng);
    const spatial::Box box{0.4f, 0.4f, 0.4f, 0.5f, 0.6f, 0.5f};
    const std::vector<spatial::Range> ranges = {{3, 250}, {251, 500}};
    for (const std::string_view set : spatial::instruction_sets())
        for (const bool halfway : {false, true}) {
            spatial::use_instruction_set(set);
            spatial::Candidates<3, spatial::CandidateSlots::kept> candidates;
            candidates.gather_near(ranges, {x.data(), y.data(), z.data()}, x.size(),
                                   {box, 0.05f, reach.data(), halfway}, {9.0f, 9.0f, 9.0f});
            std::size_t at = 0;
            for (spatial::Index slot = 0; slot < x.size(); ++slot) {
                const auto outside = [](float v, float min, float max) { return std::max({0.0f, min - v, v - max}); };
                const float squared = spatial::squared_distance(outside(x[slot], box.min_x, box.max_x),
                                                                outside(y[slot], box.min_y, box.max_y),
                                                                outside(z[slot], box.min_z, box.max_z));
                const float pair = halfway ? 0.5f * (0.05f + reach[slot]) : std::max(0.05f, reach[slot]);
                if (slot < 3 || slot == 250 || !spatial::in_reach(squared, pair, pair)) continue;
                // Those beyond the reach by less than the margin may come along.
                while (at < candidates.count() && candidates.slots()[at] < slot) ++at;
                ASSERT_LT(at, candidates.count());
                EXPECT_EQ(candidates.slots()[at], slot) << set;
                EXPECT_EQ(candidates.column(1)[at], y[slot]) << set;
            }
            EXPECT_LT(candidates.count(), halfway ? 300u : 450u) << "what is far away stays there";
        }
    spatial::use_instruction_set({});
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
            candidates.gather_near(everybody, {x.data(), y.data(), z.data(), tag.data()}, x.size(), {box, 0.2f},
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
