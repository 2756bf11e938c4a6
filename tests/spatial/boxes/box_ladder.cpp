// The classes of sizes that broad phases of several cell sizes have.
#include "spatial/boxes/box_ladder.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::BoxLadder;
using spatial::BoxStore;
using spatial::Index;

namespace {

/// A store and its ladder, told of changes as a broad phase is.
struct Laddered {
    BoxStore store;
    BoxLadder ladder;
    void put(std::span<const Box> boxes) {
        BoxStore::Changes changes;
        store.put({}, boxes, changes);
        for (const Index number : changes.inserted) ladder.insert(store[number]);
        ladder.place(store);
    }
    [[nodiscard]] std::vector<int> exponents() const {
        std::vector<int> all;
        for (int level = 0; level < ladder.count(); ++level) all.push_back(ladder.exponent(level));
        return all;
    }
    [[nodiscard]] int exponent_of(Index number) const { return ladder.exponent(ladder.level_of(number)); }
};

}  // namespace

// P2: s = 2^ceil(log2 l).
TEST(BoxLadder, GivesASizeTheNextPowerOfTwo) {
    for (int k = -20; k <= 20; ++k) {
        const float edge = std::ldexp(1.0f, k);
        EXPECT_EQ(spatial::class_of(crowds::cube_at(0, 0, 0, edge)), k);
        EXPECT_EQ(spatial::class_of(crowds::cube_at(0, 0, 0, std::nextafter(edge, 0.0f))), k) << "an ulp less";
        EXPECT_EQ(spatial::class_of(crowds::cube_at(0, 0, 0, std::nextafter(edge, 1e9f))), k + 1) << "an ulp more";
    }
    EXPECT_EQ(spatial::class_of({0, 0, 0, 0, 0, 0}), spatial::finest_class) << "no size at all";
    EXPECT_EQ(spatial::class_of({1, 1, 1, 1, 1, 1}), -22) << "no size, but a place: no finer than floats are there";
    EXPECT_EQ(spatial::class_of({0, 0, 0, 1, 5, 2}), 3) << "the longest edge counts";
}

// P3, with the paper's own sizes.
TEST(BoxLadder, HasOnlyClassesThatOccur) {
    Laddered l;
    l.put(std::vector<Box>{crowds::cube_at(0, 0, 0, 0.25f), crowds::cube_at(0, 0, 0, 16.0f),
                           crowds::cube_at(0, 0, 0, 32768.0f), crowds::cube_at(1, 2, 3, 12.0f)});
    EXPECT_EQ(l.exponents(), (std::vector<int>{15, 4, -2}));
    EXPECT_EQ(l.ladder.step(1), 11);
    EXPECT_EQ(l.ladder.boxes_in(1, 2).size(), 2u);

    l = {};
    const std::vector<Box> boxes = crowds::cubes(3'000, 50.0f, 0.01f, 900.0f, 3);
    l.put(boxes);
    std::set<int, std::greater<>> occurring;
    for (const Box& b : boxes) occurring.insert(spatial::class_of(b));
    EXPECT_EQ(l.exponents(), std::vector<int>(occurring.begin(), occurring.end()));
    std::size_t sum = 0;
    for (int level = 0; level < l.ladder.count(); ++level)
        for (const Index number : l.ladder.boxes_in(level, level + 1)) {
            EXPECT_EQ(l.ladder.exponent(level), spatial::class_of(boxes[number]));
            ++sum;
        }
    EXPECT_EQ(sum, boxes.size());
}

// P4: because scaling by a power of two is exact, also for edges that are one.
TEST(BoxLadder, PutsABoxIntoAtMostTwoCellsAlongAnAxis) {
    for (const crowds::Crowd& crowd : crowds::all()) {
        Laddered l;
        l.put(crowd.boxes);
        for (Index number = 0; number < crowd.boxes.size(); ++number) {
            if (!l.store.is_finite(number)) continue;
            const auto range = l.ladder.cells(crowd.boxes[number], l.ladder.level_of(number));
            EXPECT_LE(range.max.x - range.min.x, 1) << crowd.name;
            EXPECT_LE(range.max.y - range.min.y, 1) << crowd.name;
            EXPECT_LE(range.max.z - range.min.z, 1) << crowd.name;
        }
    }
}

TEST(BoxLadder, FindsTheCellsOfLargerClassesAboveThoseOfSmallerOnes) {
    for (const crowds::Crowd& crowd : crowds::all()) {
        Laddered l;
        l.put(crowd.boxes);
        for (Index number = 0; number < crowd.boxes.size(); ++number) {
            if (!l.store.is_finite(number)) continue;
            for (int level = l.ladder.level_of(number); level > 0; --level) {
                const auto below = l.ladder.cells(crowd.boxes[number], level),
                           above = l.ladder.cells(crowd.boxes[number], level - 1);
                const int step = std::min(l.ladder.step(level), 31);
                EXPECT_EQ(below.min.x >> step, above.min.x) << crowd.name;
                EXPECT_EQ(below.max.y >> step, above.max.y) << crowd.name;
                EXPECT_EQ(below.max.z >> step, above.max.z) << crowd.name;
            }
        }
    }
}

// P6.
TEST(BoxLadder, MovesADeformableToTheNearestGreaterClassThereIs) {
    Laddered l;
    std::vector<Box> boxes(8, crowds::cube_at(0, 0, 0, 1.0f));
    boxes[1] = boxes[2] = crowds::cube_at(0, 0, 0, 8.0f);
    l.put(boxes);
    EXPECT_EQ(l.exponents(), (std::vector<int>{3, 0}));
    boxes[7] = crowds::cube_at(0, 0, 0, 1.5f);
    l.put(boxes);
    EXPECT_EQ(l.exponent_of(7), 3) << "there is no class of 2 m";
    EXPECT_EQ(l.exponents(), (std::vector<int>{3, 0}));
    boxes[7] = crowds::cube_at(0, 0, 0, 0.1f);
    l.put(boxes);
    EXPECT_EQ(l.exponent_of(7), 0);
    for (Index i = 3; i < 8; ++i) boxes[i] = crowds::cube_at(0, 0, 0, 0.1f);
    l.put(boxes);
    EXPECT_EQ(l.exponent_of(7), -3) << "more than half have another size than they came with";
}

// P7.
TEST(BoxLadder, SubdividesWhatHasOutgrownTheLargestClass) {
    Laddered l;
    std::vector<Box> boxes(20, crowds::cube_at(0, 0, 0, 1.0f));
    l.put(boxes);
    boxes[5] = crowds::cube_at(0.5f, 0.5f, 0.5f, 10.0f);
    l.put(boxes);
    EXPECT_EQ(l.exponents(), (std::vector<int>{0}));
    EXPECT_EQ(l.ladder.cells(boxes[5], 0).count(), 11.0 * 11.0 * 11.0);
    boxes[5] = crowds::cube_at(0.5f, 0.5f, 0.5f, 1e5f);
    l.put(boxes);
    EXPECT_EQ(l.exponents(), (std::vector<int>{17, 0})) << "that would be 10^15 cells";

    l = {};
    boxes[5] = boxes[4];
    l.put(boxes);
    boxes[5] = {3e7f, 0, 0, 3e7f, 0, 0};
    l.put(boxes);
    EXPECT_EQ(l.exponent_of(5), spatial::class_of(boxes[5])) << "cells of 1 m have no numbers there";
}
