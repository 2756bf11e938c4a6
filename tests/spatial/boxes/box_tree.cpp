// A tree that is refitted, until it is worn out.
#include <gtest/gtest.h>

#include "spatial/boxes/bounding_tree.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using crowds::cube_at;
using spatial::BoundingTree;
using spatial::Box;
using spatial::Index;

namespace {

void shake(std::vector<Box>& boxes, float most, crowds::Random& rng) {
    for (Box& b : boxes) {
        const float edge = b.max_x - b.min_x;
        b = cube_at(b.min_x + crowds::between(rng, -most, most), b.min_y + crowds::between(rng, -most, most), b.min_z,
                    edge);
    }
}

}  // namespace

TEST(BoundingTree, IsRefittedWhereLittleMoves) {
    BoundingTree tree;
    std::vector<Box> boxes = crowds::cubes(3'000, 10.0f, 0.5f, 1.0f, 101);
    crowds::Random rng(102);
    for (int step = 0; step < 10; ++step) {
        tree.put(boxes);
        ASSERT_EQ(crowds::found_pairs(tree), crowds::expected_pairs(boxes));
        shake(boxes, 0.01f, rng);
    }
    EXPECT_EQ(tree.work().built, 1u);
    EXPECT_EQ(tree.work().refitted, 9u);
}

TEST(BoundingTree, IsBuiltAnewWhenItsBoxesHaveGrown) {
    BoundingTree tree;
    std::vector<Box> boxes = crowds::cubes(3'000, 10.0f, 0.5f, 1.0f, 103);
    tree.put(boxes);
    (void)tree.pairs();
    crowds::Random rng(104);
    shake(boxes, 10.0f, rng);
    tree.put(boxes);
    EXPECT_EQ(crowds::found_pairs(tree), crowds::expected_pairs(boxes));
    EXPECT_EQ(tree.work().built, 2u);
}

TEST(BoundingTree, TakesAFewNewcomersAndGapsAsTheyAre) {
    BoundingTree tree;
    std::vector<Box> boxes = crowds::cubes(3'000, 10.0f, 0.5f, 1.0f, 105);
    std::vector<bool> there(boxes.size(), true);
    for (Index i = 2'990; i < 3'000; ++i) there[i] = false;
    tree.put({boxes.data(), 2'990});
    (void)tree.pairs();
    for (Index i = 0; i < 10; ++i) {
        const Index leaves = 100 * i, comes = 2'990 + i;
        tree.remove({&leaves, 1});
        tree.put({&comes, 1}, {&boxes[comes], 1});
        there[leaves] = false;
        there[comes] = true;
        ASSERT_EQ(crowds::found_pairs(tree), crowds::expected_pairs(boxes, there));
    }
    EXPECT_EQ(tree.work().built, 1u);
    std::vector<Index> many;
    for (Index i = 1; i < 400; i += 2) {
        many.push_back(i);
        there[i] = false;
    }
    tree.remove(many);
    EXPECT_EQ(crowds::found_pairs(tree), crowds::expected_pairs(boxes, there));
    EXPECT_EQ(tree.work().built, 2u);
}

TEST(BoundingTree, AsksFewBoxesForEachQuery) {
    BoundingTree tree;
    tree.put(crowds::cubes(50'000, 40.0f, 0.5f, 1.0f, 106));
    const std::vector<Box> queries = crowds::cubes(1'000, 40.0f, 0.1f, 0.5f, 107);
    tree.touching(queries, [](Index, std::span<const Index>) {});
    EXPECT_LT(tree.counters().candidates, 100 * queries.size());
    EXPECT_LT(tree.counters().lookups, 60 * queries.size());
}

// Subtraction tells boxes apart as comparison does, except for the sign of zero, which columns therefore have not.
TEST(BoundingTree, TakesTheTwoZerosForOne) {
    BoundingTree tree;
    const std::vector<Box> boxes = {{-1, -1, -1, -0.0f, -0.0f, -0.0f}, {0.0f, 0.0f, 0.0f, 1, 1, 1}};
    tree.put(boxes);
    EXPECT_EQ(tree.pairs().size(), 1u);
    const std::vector<Box> queries = {{-0.0f, 0.0f, -0.0f, 0.0f, 0.0f, -0.0f}, {0.0f, -0.0f, 0.0f, 1, 1, 1}};
    EXPECT_EQ(crowds::found_touching(tree, queries), crowds::expected_touching(boxes, queries));
}
