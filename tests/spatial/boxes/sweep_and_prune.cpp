// Ends that pass each other, and when it is better to start anew.
#include "spatial/boxes/sweep_and_prune.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/spatial/boxes/crowds.hpp"

using crowds::cube_at;
using spatial::Box;
using spatial::BoxPair;
using spatial::Index;
using spatial::SweepAndPrune;

TEST(SweepAndPrune, KeepsUpByFewSwapsWhereLittleMoves) {
    SweepAndPrune sweep;
    std::vector<Box> boxes = crowds::cubes(2'000, 8.0f, 0.999f, 1.0f, 91);
    sweep.put(boxes);
    (void)sweep.pairs();
    crowds::Random rng(92);
    for (int step = 0; step < 20; ++step) {
        for (Box& b : boxes) {
            const float by = crowds::between(rng, -1e-4f, 1e-4f);
            b = {b.min_x + by, b.min_y, b.min_z - by, b.max_x + by, b.max_y, b.max_z - by};
        }
        sweep.put(boxes);
        ASSERT_EQ(crowds::found_pairs(sweep), crowds::expected_pairs(boxes)) << step;
    }
    EXPECT_EQ(sweep.work().from_scratch, 1u) << "only the setup";
    EXPECT_GT(sweep.work().swaps, 0u);
}

TEST(SweepAndPrune, StartsAnewWhenMuchHasChanged) {
    SweepAndPrune sweep;
    for (unsigned seed = 1; seed < 5; ++seed) {
        const std::vector<Box> boxes = crowds::cubes(3'000, 8.0f, 0.5f, 1.0f, seed);
        sweep.put(boxes);
        ASSERT_EQ(crowds::found_pairs(sweep), crowds::expected_pairs(boxes));
    }
    EXPECT_EQ(sweep.work().from_scratch, 4u);
}

// Ten thousand objects took the paper's sweep and prune a minute to set up.
TEST(SweepAndPrune, IsSetUpBySortingNotByInserting) {
    SweepAndPrune sweep;
    sweep.put(crowds::cubes(20'000, 30.0f, 0.999f, 1.0f, 93));
    (void)sweep.pairs();
    EXPECT_EQ(sweep.work().swaps, 0u);
    std::vector<Index> numbers;
    const std::vector<Box> few = crowds::cubes(300, 30.0f, 0.999f, 1.0f, 94);
    for (Index i = 0; i < few.size(); ++i) numbers.push_back(20'000 + i);
    sweep.put(numbers, few);
    (void)sweep.pairs();
    EXPECT_EQ(sweep.work().merged, 300u);
    EXPECT_EQ(sweep.work().swaps, 0u);
    EXPECT_EQ(sweep.work().from_scratch, 1u);
}

// Boxes are closed: at one place beginnings come before ends, whoever came there first, and the two zeros are one.
TEST(SweepAndPrune, FindsBoxesThatOnlyTouchWhicheverSideTheyComeFrom) {
    SweepAndPrune sweep;
    std::vector<Box> boxes = {cube_at(0, 0, 0, 1), cube_at(5, 0, 0, 1)};
    const auto touch = [&](float x) {
        boxes[1] = cube_at(x, 0, 0, 1);
        sweep.put(boxes);
        return sweep.pairs().size() == 1;
    };
    EXPECT_FALSE(touch(5.0f));
    EXPECT_TRUE(touch(1.0f));
    EXPECT_FALSE(touch(std::nextafter(1.0f, 2.0f)));
    EXPECT_TRUE(touch(0.5f));
    EXPECT_TRUE(touch(-1.0f));
    EXPECT_FALSE(touch(std::nextafter(-1.0f, -2.0f)));
    EXPECT_TRUE(touch(-1.0f));
    boxes[0].min_x = -0.0f;
    boxes[1] = {-1.0f, 0, 0, 0.0f, 1, 1};
    sweep.put(boxes);
    EXPECT_EQ(sweep.pairs().size(), 1u);
    boxes[1].max_x = -1e-30f;
    sweep.put(boxes);
    EXPECT_EQ(sweep.pairs().size(), 0u);
    boxes[0].min_x = 0.0f;
    boxes[1].max_x = -0.0f;
    sweep.put(boxes);
    EXPECT_EQ(sweep.pairs().size(), 1u);
}

TEST(SweepAndPrune, ForgetsWhoLeftAndTakesBackWhoReturnsElsewhere) {
    SweepAndPrune sweep;
    std::vector<Box> boxes = crowds::cubes(400, 5.0f, 0.5f, 1.0f, 95);
    sweep.put(boxes);
    (void)sweep.pairs();
    const Index who = 17;
    sweep.remove({&who, 1});
    boxes[who] = cube_at(0, 0, 0, 3);
    sweep.put({&who, 1}, {&boxes[who], 1});  // before anybody asked
    EXPECT_EQ(crowds::found_pairs(sweep), crowds::expected_pairs(boxes));
    std::vector<bool> there(boxes.size(), true);
    there[who] = false;
    sweep.remove({&who, 1});
    EXPECT_EQ(crowds::found_pairs(sweep), crowds::expected_pairs(boxes, there));
}

TEST(PairSet, IsASetWhateverComesAndGoes) {
    spatial::PairSet pairs;
    std::set<BoxPair> expected;
    crowds::Random rng(96);
    for (int k = 0; k < 200'000; ++k) {
        const auto a = static_cast<Index>(rng() % 60), b = a + 1 + static_cast<Index>(rng() % 60);
        // Grows for a while, then shrinks, and so on.
        if (rng() % 100 < ((k / 20'000) % 2 == 0 ? 70u : 30u)) {
            pairs.insert({a, b});
            expected.insert({a, b});
        } else {
            pairs.erase({a, b});
            expected.erase({a, b});
        }
        ASSERT_EQ(pairs.pairs().size(), expected.size());
        if (k % 5'000 == 0) {
            const std::set<BoxPair> found(pairs.pairs().begin(), pairs.pairs().end());
            ASSERT_EQ(found, expected);
        }
    }
}
