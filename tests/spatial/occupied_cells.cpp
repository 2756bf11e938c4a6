// Ranks of cells in use, against a sorted set of them.
#include "spatial/occupied_cells.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <numeric>
#include <random>
#include <set>

using spatial::Index;
using spatial::OccupiedCells;
using Key = OccupiedCells::Key;

namespace {

std::vector<Key> some_keys(std::size_t n, Key cells, unsigned seed) {
    std::mt19937 rng(seed);
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = i % 3 == 1 ? keys[i - 1] : static_cast<Key>(rng() % cells);
    return keys;
}

}  // namespace

TEST(OccupiedCells, RanksCellsInUseInTheOrderOfTheirKeys) {
    OccupiedCells occupied;
    EXPECT_TRUE(occupied.none_noted());
    for (const auto& [n, cells] :
         {std::pair(1u, 1u), {5u, 31u}, {5u, 32u}, {40u, 33u}, {1'000u, 100'000u}, {200'000u, 3'000'000u}})
        for (const int threads : {1, 2, 3}) {
            const int before = omp_get_max_threads();
            omp_set_num_threads(threads);
            const std::vector<Key> keys = some_keys(n, cells, n);
            std::vector<Key> ranks = keys;
            occupied.note(ranks, cells);
            omp_set_num_threads(before);

            const std::set<Key> in_use(keys.begin(), keys.end());
            const std::vector<Key> sorted(in_use.begin(), in_use.end());
            ASSERT_EQ(occupied.count(), sorted.size());
            bool right = true;
            for (std::size_t i = 0; i < n; ++i) right = right && sorted[ranks[i]] == keys[i];
            EXPECT_TRUE(right) << n << " keys of " << cells << " cells, " << threads << " threads";
        }
}

TEST(OccupiedCells, GivesTheFirstSlotOfTheNextCellInUse) {
    constexpr Key cells = 5'000;
    std::vector<Key> keys = some_keys(300, cells, 4);
    const std::set<Key> in_use(keys.begin(), keys.end());
    OccupiedCells occupied;
    occupied.note(keys, cells);
    std::vector<Index> first(occupied.count() + 1);
    for (std::size_t rank = 0; rank < first.size(); ++rank) first[rank] = static_cast<Index>(10 * rank);

    std::vector<Key> asked(cells + 1);  // the one behind the last, too
    std::iota(asked.begin(), asked.end(), Key{0});
    std::vector<Index> slots(asked.size());
    occupied.first_slots(asked, first.data(), slots.data());
    for (const Key key : asked)
        ASSERT_EQ(slots[key], 10 * std::distance(in_use.begin(), in_use.lower_bound(key))) << key;
}

TEST(OccupiedCells, VisitsCellsInUseBetweenTwoKeys) {
    constexpr Key cells = 2'000;
    std::vector<Key> keys = some_keys(200, cells, 9);
    const std::set<Key> in_use(keys.begin(), keys.end());
    OccupiedCells occupied;
    occupied.note(keys, cells);
    for (const Key begin : {0u, 64u, 992u})
        for (const Key end : {begin, begin + 1, begin + 31, begin + 32, begin + 500, cells}) {
            std::vector<Key> seen;
            occupied.for_each(begin, end, [&](Key key, Key rank) {
                EXPECT_EQ(rank, std::distance(in_use.begin(), in_use.find(key)));
                seen.push_back(key);
            });
            EXPECT_EQ(seen, std::vector(in_use.lower_bound(begin), in_use.lower_bound(end))) << begin << " " << end;
        }
}

// Ten cells a row and seven rows a layer, with three cells to spare behind each row and one such row behind each layer;
// all cells in use, and so few that most rows around a group hold nobody.
TEST(OccupiedCells, FindsTheRunsAroundGroups) {
    constexpr Key width = 75, height = 7, depth = 5, row = width + 3, layer = row * (height + 1), cells = layer * depth;
    std::mt19937 rng(6);
    for (const unsigned one_of : {1u, 2u, 9u, 60u, 1000u}) {
        std::set<Key> in_use;
        for (Key key = 0; key < cells; ++key)
            // Nearly full rows, too: a hole every now and then ends what one look-up serves for.
            if (key % row < width && key % layer / row < height &&
                (one_of < 1000 ? rng() % one_of == 0 : rng() % 50 != 0))
                in_use.insert(key);
        in_use.insert(layer - row - 4);
        std::vector<Key> keys(in_use.begin(), in_use.end());
        OccupiedCells occupied;
        occupied.note(keys, cells, layer + row + 1);
        std::vector<Index> first(occupied.count() + 1);
        for (std::size_t rank = 0; rank < first.size(); ++rank) first[rank] = static_cast<Index>(3 * rank);
        const auto slot = [&](Key key) {
            return static_cast<Index>(3 * std::distance(in_use.begin(), in_use.lower_bound(key)));
        };
        for (auto next = in_use.begin(); next != in_use.end();) {
            std::vector<OccupiedCells::Group> groups;
            for (; next != in_use.end() && groups.size() < OccupiedCells::most_groups; ++next)
                groups.push_back({{}, *next, in_use.contains(*next + 2) ? *next + 2 : *next});
            std::vector<spatial::Range> runs(9 * groups.size()), expected;
            std::vector<std::uint32_t> ends(groups.size());
            occupied.find_runs(groups, {row, layer}, first.data(), runs.data(), ends.data());
            for (std::size_t g = 0; g < groups.size(); ++g) {
                const std::size_t before = expected.size();
                for (int dz = -1; dz <= 1; ++dz)
                    for (int dy = -1; dy <= 1; ++dy) {
                        const long shift = dz * long{layer} + dy * long{row};
                        const auto at = [&](long key) { return slot(static_cast<Key>(std::max(key + shift, 0l))); };
                        const spatial::Range run{at(long{groups[g].first} - 1), at(long{groups[g].last} + 2)};
                        if (run.size() == 0) continue;
                        if (expected.size() > before && expected.back().end == run.begin)
                            expected.back().end = run.end;
                        else
                            expected.push_back(run);
                    }
                ASSERT_EQ(ends[g], expected.size()) << "one of " << one_of << ", cell " << groups[g].first;
            }
            runs.resize(expected.size());
            EXPECT_EQ(runs, expected) << "one of " << one_of;
        }
    }
}
