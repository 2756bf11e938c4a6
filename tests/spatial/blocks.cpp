// Blocks of queries, and their ranges joined.
#include "spatial/blocks.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <mutex>
#include <random>
#include <set>

using spatial::Index;
using spatial::Range;

namespace {

/// What is left when every slot is taken once and neighbours in the row are joined.
std::vector<Range> joined(const std::vector<Range>& runs) {
    std::set<Index> slots;
    for (const Range r : runs)
        for (Index slot = r.begin; slot < r.end; ++slot) slots.insert(slot);
    std::vector<Range> all;
    for (const Index slot : slots)
        if (!all.empty() && all.back().end == slot)
            ++all.back().end;
        else
            all.push_back({slot, slot + 1});
    return all;
}

void expect_joined(const std::vector<Range>& runs) {
    const std::vector<Range> before = {{7, 9}, {3, 4}};  // of other blocks: not to be touched
    std::vector<Range> after = before;
    after.insert(after.end(), runs.begin(), runs.end());
    spatial::join_runs(after, before.size());
    ASSERT_GE(after.size(), before.size());
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
    EXPECT_EQ(std::vector<Range>(after.begin() + 2, after.end()), joined(runs)) << runs.size() << " runs";
}

}  // namespace

TEST(JoinRuns, TakesEverySlotOnceAndJoinsWhatTouches) {
    std::mt19937 rng(2);
    const auto below = [&](std::size_t n) { return static_cast<Index>(rng() % n); };
    // Around 32 and 64 the way of sorting changes.
    for (const std::size_t count : {0u, 1u, 2u, 5u, 27u, 31u, 32u, 33u, 50u, 63u, 64u, 65u, 200u})
        for (const std::size_t slots : {1u, 20u, 300u, 5'000u})
            for (int draw = 0; draw < 20; ++draw) {
                std::vector<Range> runs(count);
                for (Range& run : runs) {
                    run.begin = below(slots);
                    run.end = run.begin + below(9);  // empty ones among them
                }
                expect_joined(runs);
            }
}

TEST(JoinRuns, TakesRunsOfOneBeginAndDifferentLength) {
    expect_joined({{10, 12}, {10, 17}, {10, 11}, {2, 3}});
    expect_joined({{2, 3}, {10, 17}, {10, 12}, {17, 18}});
}

TEST(JoinRuns, LeavesAnAscendingRowAsItIs) {
    std::vector<Range> runs;
    for (Index slot = 0; slot < 1'000; slot += 10) runs.push_back({slot, slot + 3});
    expect_joined(runs);
}

TEST(JoinRuns, WorksUpToTheLastSlotThereCanBe) {
    std::vector<Range> runs = {
        {0xffff'ff00, 0xffff'fff0}, {0x7fff'ffff, 0x8000'0001}, {0, 5}, {0x8000'0001, 0x8000'0002}};
    spatial::join_runs(runs, 0);
    EXPECT_EQ(runs, (std::vector<Range>{{0, 5}, {0x7fff'ffff, 0x8000'0002}, {0xffff'ff00, 0xffff'fff0}}));
}

TEST(BlockTable, CutsLongRunsIntoPortionsAndFindsTheRangesOfEach) {
    spatial::BlockTable blocks;
    // More than one chunk of blocks, and longer and shorter than a portion.
    std::vector<Range> cells;
    for (Index begin = 0; begin < 60'000;) {
        const Index end = begin + 1 + begin * 2654435761u % 200;
        cells.push_back({begin, end});
        begin = end;
    }
    const auto ranges_of = [](Range queries) {
        return std::vector<Range>{{queries.end + 10, queries.end + 12}, {queries.begin, queries.begin + 5}, queries};
    };
    for (const int threads : {1, 3}) {
        const int before = omp_get_max_threads();
        omp_set_num_threads(threads);
        blocks.clear();
        for (const Range cell : cells) blocks.add(cell);
        const spatial::SearchCounters counters = blocks.find_ranges([&](Range queries, std::vector<Range>& runs) {
            for (const Range r : ranges_of(queries)) runs.push_back(r);
            return spatial::SearchCounters{.lookups = 2, .empty = queries.size()};
        });
        EXPECT_EQ(counters.blocks, blocks.size());
        EXPECT_EQ(counters.lookups, 2 * blocks.size());
        EXPECT_EQ(counters.empty, cells.back().end) << "summed over all blocks";

        std::mutex mutex;
        std::vector<int> visits(cells.back().end);
        std::size_t visited = 0;
        blocks.for_each({}, [&](Range queries, std::span<const Range> ranges) {
            const std::lock_guard lock(mutex);
            ++visited;
            EXPECT_LE(queries.size(), spatial::longest_block);
            for (Index slot = queries.begin; slot < queries.end; ++slot) ++visits[slot];
            EXPECT_EQ(std::vector<Range>(ranges.begin(), ranges.end()), joined(ranges_of(queries)));
        });
        EXPECT_EQ(visited, blocks.size());
        EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
        omp_set_num_threads(before);
    }
}

TEST(BlockTable, VisitsOnlyBlocksWithAQuery) {
    spatial::BlockTable blocks;
    for (Index begin = 0; begin < 1'000; begin += 10) blocks.add({begin, begin + 10});
    blocks.find_ranges([](Range queries, std::vector<Range>& runs) {
        runs.push_back(queries);
        return spatial::SearchCounters{};
    });
    std::vector<std::uint8_t> active(1'000);
    active[0] = active[537] = active[538] = active[999] = 1;
    std::mutex mutex;
    std::set<Index> visited;
    blocks.for_each({active}, [&](Range queries, std::span<const Range>) {
        const std::lock_guard lock(mutex);
        visited.insert(queries.begin);
    });
    EXPECT_EQ(visited, (std::set<Index>{0, 530, 990}));
}
