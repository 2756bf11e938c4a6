// A search that was used before answers as a new one does: nothing of an earlier build shines through. Hash tables that
// are never swept are the reason for this test.
#include <gtest/gtest.h>
#include <omp.h>

#include <mutex>

#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;
using spatial::Range;

namespace {

/// All that a build can be asked for.
struct Answer {
    std::vector<Index> order;
    std::vector<std::vector<Range>> blocks;  // by first slot: the queries, then the ranges
    spatial::SearchCounters counters;
    bool operator==(const Answer&) const = default;
};

Answer answer_of(spatial::NeighbourSearch& search, const Cloud& cloud) {
    search.build(cloud.view());
    Answer answer;
    answer.order.assign(search.order().begin(), search.order().end());
    std::mutex mutex;
    search.for_each_block({}, [&](Range queries, std::span<const Range> ranges) {
        const std::lock_guard lock(mutex);
        answer.blocks.push_back({queries});
        answer.blocks.back().insert(answer.blocks.back().end(), ranges.begin(), ranges.end());
    });
    std::sort(answer.blocks.begin(), answer.blocks.end(),
              [](const auto& a, const auto& b) { return a.front().begin < b.front().begin; });
    answer.counters = search.counters();
    return answer;
}

/// Moves all points, lets some vanish and others appear.
void go_on(Cloud& cloud, std::mt19937& rng) {
    std::normal_distribution<float> step(0.0f, 0.2f);
    std::uniform_real_distribution<float> place(-4.0f, 4.0f);
    for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
        for (float& value : *axis) value += step(rng);
    const std::size_t stay = cloud.x.size() - rng() % (cloud.x.size() / 4);
    for (auto* axis : {&cloud.x, &cloud.y, &cloud.z}) axis->resize(stay);
    for (std::size_t more = rng() % 200; more > 0; --more) cloud.add(place(rng), place(rng), place(rng));
}

}  // namespace

TEST(UsedAgain, AHundredBuildsLeaveNoTrace) {
    for (const auto& module : spatial::neighbour_modules())
        for (const std::uint32_t table_size : {0u, 97u, 5'000u}) {
            if (!module.reproducible) continue;  // builds differ anyhow
            const spatial::SearchSettings settings{.table_size = table_size};
            const auto used = module.make(settings);
            std::mt19937 rng(50);
            Cloud cloud = clouds::random("moving", 600, -4.0f, 4.0f, {1.0f}, 51);
            for (int build = 0; build < 100; ++build) {
                const auto fresh = module.make(settings);
                ASSERT_TRUE(answer_of(*used, cloud) == answer_of(*fresh, cloud))
                    << module.name << ", table of " << table_size << ", build " << build;
                if (build % 20 == 0) {
                    ASSERT_TRUE(spatial::find_neighbours(*used, cloud.view()) == expected(cloud))
                        << module.name << ", table of " << table_size << ", build " << build;
                }
                go_on(cloud, rng);
                cloud.reach = {0.7f + 0.1f * static_cast<float>(build % 6)};
            }
        }
}

// With one thread: scratch grows when another than before comes by the largest block, on a busy machine at any time.
TEST(UsedAgain, ASettledSceneAsksForNoMoreMemory) {
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    for (const auto& module : spatial::neighbour_modules()) {
        if (!module.reproducible) continue;
        const auto search = module.make({});
        const Cloud cloud = clouds::random("settled", 10'000, 0.0f, 1.0f, {0.06f}, 52);
        for (int build = 0; build < 3; ++build) search->build(cloud.view());
        const std::size_t bytes = search->bytes();
        EXPECT_GE(bytes, 10'000 * sizeof(Index)) << module.name;
        for (int build = 0; build < 5; ++build) search->build(cloud.view());
        EXPECT_EQ(search->bytes(), bytes) << module.name;
    }
    omp_set_num_threads(threads);
}
