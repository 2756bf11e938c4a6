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
