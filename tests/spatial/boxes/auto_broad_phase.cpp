// How the broad phase that picks for itself picks. Costs are made up: the clock is the test's.
#include "spatial/boxes/auto_broad_phase.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::Index;

namespace {

/// A clock that is read before and after each piece of work, and moves on by what the running module is said to cost.
struct Bench {
    std::map<std::string, double, std::less<>> cost;  // s a reading; 1 for who is not named
    double now = 0.0;
    spatial::AutoBroadPhase* broad = nullptr;

    spatial::AutoBroadPhase::Clock clock() {
        return [this] {
            if (broad == nullptr) return now;
            const auto found = cost.find(broad->running());
            return now += found == cost.end() ? 1.0 : found->second;
        };
    }
};

void move_a_little(std::vector<Box>& boxes) {
    for (Box& b : boxes) {
        b.min_x += 0.01f;
        b.max_x += 0.01f;
    }
}

}  // namespace

TEST(AutoBroadPhase, KeepsWhoeverCostsLeastAndFindsTheSameAllTheWay) {
    Bench bench;
    bench.cost = {{"compact-grid", 0.1}};
    spatial::AutoBroadPhase broad({}, bench.clock());
    bench.broad = &broad;
    std::vector<Box> boxes = crowds::cubes(150, 5.0f, 0.2f, 2.0f, 1);
    std::set<std::string, std::less<>> tried;
    for (int step = 0; step < 200; ++step) {
        move_a_little(boxes);
        broad.put(boxes);
        tried.emplace(broad.running());
        ASSERT_EQ(crowds::found_pairs(broad), crowds::expected_pairs(boxes)) << step << ", " << broad.running();
    }
    EXPECT_EQ(tried.size(), spatial::broad_phase_modules().size() - 1) << "everybody but itself had a turn";
    EXPECT_FALSE(broad.on_trial());
    EXPECT_EQ(broad.running(), "compact-grid");
    EXPECT_EQ(broad.note().rfind("chose compact-grid: compact-grid ", 0), 0u) << broad.note();
}

TEST(AutoBroadPhase, ChoosesAnewWhenTheCrowdIsAnotherSize) {
    Bench bench;
    bench.cost = {{"compact-grid", 0.1}};
    spatial::AutoBroadPhase broad({}, bench.clock());
    bench.broad = &broad;
    std::vector<Box> boxes = crowds::cubes(100, 5.0f, 0.2f, 2.0f, 2);
    const auto run = [&](int steps) {
        for (int step = 0; step < steps; ++step) {
            move_a_little(boxes);
            broad.put(boxes);
            (void)broad.pairs();
        }
    };
    run(150);
    EXPECT_EQ(broad.running(), "compact-grid");
    bench.cost = {{"all-pairs", 0.1}};
    boxes = crowds::cubes(200, 5.0f, 0.2f, 2.0f, 3);
    run(150);
    EXPECT_EQ(broad.running(), "all-pairs");
}

// Solids that never move are asked about in every step: questions alone have to bring a choice about, too.
TEST(AutoBroadPhase, ChoosesByQuestionsAloneWhereNothingMoves) {
    Bench bench;
    bench.cost = {{"compact-grid", 0.1}};
    spatial::AutoBroadPhase broad({}, bench.clock());
    bench.broad = &broad;
    const std::vector<Box> boxes = crowds::cubes(100, 5.0f, 0.2f, 2.0f, 4),
                           queries = crowds::cubes(200, 5.0f, 0.1f, 1.0f, 5);
    broad.put(boxes);
    const auto expected = crowds::expected_touching(boxes, queries);
    for (int k = 0; k < 200; ++k) ASSERT_EQ(crowds::found_touching(broad, queries), expected) << broad.running();
    EXPECT_FALSE(broad.on_trial());
    EXPECT_EQ(broad.running(), "compact-grid");
}

TEST(AutoBroadPhase, DoesNotTryAllPairsOnACrowd) {
    spatial::AutoBroadPhase broad({});
    std::vector<Box> boxes = crowds::cubes(4'000, 20.0f, 0.2f, 1.0f, 6);
    for (int step = 0; step < 40; ++step) {
        move_a_little(boxes);
        broad.put(boxes);
        (void)broad.pairs();
        EXPECT_NE(broad.running(), "all-pairs");
    }
}
