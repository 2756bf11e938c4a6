// Baselines and libraries that found less would look faster: all find what the plainest loop finds.
#include "tests/bench/broadphase_peers.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include "tests/bench/broadphase_crowds.hpp"

namespace {

using bench::Box;
using bench::BoxPair;
using bench::CrowdPlan;
using bench::Entrant;
using bench::Question;
using spatial::Index;

std::vector<BoxPair> expected_pairs(const std::vector<Box>& boxes) {
    std::vector<BoxPair> pairs;
    for (Index i = 0; i < boxes.size(); ++i)
        for (Index j = i + 1; j < boxes.size(); ++j)
            if (overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
    return pairs;
}

std::vector<BoxPair> sorted_pairs(bench::Contestant& contestant) {
    const auto found = contestant.pairs();
    std::vector<BoxPair> pairs(found.begin(), found.end());
    std::ranges::sort(pairs);
    return pairs;
}

/// As pairs of a query and a box, ascending.
std::vector<BoxPair> touched(bench::Contestant& contestant, const std::vector<Box>& queries) {
    std::vector<std::vector<Index>> lists(queries.size());
    contestant.touching(queries, [&](Index query, std::span<const Index> boxes) {
        lists[query].insert(lists[query].end(), boxes.begin(), boxes.end());
    });
    std::vector<BoxPair> all;
    for (Index q = 0; q < lists.size(); ++q)
        for (const Index box : lists[q]) all.push_back({q, box});
    std::ranges::sort(all);
    return all;
}

}  // namespace

TEST(BoxPeers, FindAllPairsOfBoxesThatMove) {
    for (const Entrant& entrant : bench::peer_entrants(Question::pairs)) {
        if (!entrant.make) continue;
        for (const CrowdPlan::Sizes sizes :
             {CrowdPlan::Sizes::equal, CrowdPlan::Sizes::up_to_1000, CrowdPlan::Sizes::beams, CrowdPlan::Sizes::dust})
            for (const CrowdPlan::Motion motion : {CrowdPlan::Motion::usual, CrowdPlan::Motion::everywhere}) {
                bench::MovingCrowd crowd({.boxes = 600, .sizes = sizes, .motion = motion});
                const auto contestant = entrant.make();
                for (int step = 0; step < 6; ++step) {
                    omp_set_num_threads(1 + step % 3);
                    contestant->put(crowd.boxes());
                    ASSERT_EQ(sorted_pairs(*contestant), expected_pairs(crowd.boxes()))
                        << entrant.who << ' ' << entrant.variant << ", " << crowd.plan().text() << ", step " << step;
                    crowd.step();
                }
                EXPECT_GT(contestant->bytes(), 600 * sizeof(Box)) << entrant.who;
            }
    }
}

TEST(BoxPeers, FindWhomQueriesTouch) {
    const std::vector<Box> boxes = bench::squares(400), queries = bench::segments(2'000, 300.0);
    std::vector<BoxPair> expected;
    for (Index q = 0; q < queries.size(); ++q)
        for (Index i = 0; i < boxes.size(); ++i)
            if (overlap(queries[q], boxes[i])) expected.push_back({q, i});
    for (const Entrant& entrant : bench::peer_entrants(Question::touching)) {
        if (!entrant.make) continue;
        for (const bool tuned : {false, true})
            for (const int threads : {1, 3}) {
                omp_set_num_threads(threads);
                const auto contestant = entrant.make();
                if (tuned) contestant->tune(boxes, std::span(queries).first(100));
                contestant->put(boxes);
                EXPECT_EQ(touched(*contestant, queries), expected) << entrant.who;
                EXPECT_GT(contestant->bytes(), 400 * sizeof(Box)) << entrant.who;
            }
    }
}

// A lattice of boxes that share faces, and queries beyond everything: closed boxes, clamped cells.
TEST(BoxPeers, CountTouchingFacesAndQueriesOutside) {
    std::vector<Box> boxes;
    for (int i = 0; i < 216; ++i) {
        const auto x = static_cast<float>(i % 6), y = static_cast<float>(i / 6 % 6), z = static_cast<float>(i / 36);
        boxes.push_back({x, y, z, x + 1.0f, y + 1.0f, z + 1.0f});
    }
    for (const Entrant& entrant : bench::peer_entrants(Question::pairs)) {
        if (!entrant.make) continue;
        const auto contestant = entrant.make();
        contestant->put(boxes);
        EXPECT_EQ(sorted_pairs(*contestant), expected_pairs(boxes)) << entrant.who;
    }
    const std::vector<Box> queries = {{-9, -9, -9, -1, -1, -1}, {-9, -9, -9, 0, 0, 0}, {6, 6, 6, 7, 7, 7},
                                      {-9, -9, -9, 9, 9, 9},    {2, 2, 2, 2, 2, 2},    {7, 7, 7, 9, 9, 9}};
    for (const Entrant& entrant : bench::peer_entrants(Question::touching)) {
        if (!entrant.make) continue;
        const auto contestant = entrant.make();
        contestant->put(boxes);
        EXPECT_EQ(touched(*contestant, queries).size(), 0u + 1 + 1 + 216 + 8 + 0) << entrant.who;
    }
}

TEST(BoxPeers, AModuleThatIsNotThereSaysSo) {
    const Entrant entrant = bench::module_entrant("octree-of-the-future");
    EXPECT_EQ(entrant.missing, "there is no broad phase octree-of-the-future");
    EXPECT_FALSE(entrant.make);
    EXPECT_EQ(bench::module_entrants().front().who, bench::oracle);
}
