// What is particular to the kd-tree: leaves of equal size, tight boxes, few looks, whatever the cloud.
#include "spatial/kd_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "spatial/instruction_set.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;
using spatial::KdTree;
using spatial::Range;

namespace {

/// The box around the points of some slots, plainly.
spatial::Box around(const Cloud& cloud, std::span<const Index> points) {
    const auto of = [&](const std::vector<float>& axis, auto better) {
        float best = axis[points.front()];
        for (const Index i : points) best = better(axis[i], best) ? axis[i] : best;
        return best;
    };
    const std::less<> less;
    const std::greater<> more;
    return {of(cloud.x, less), of(cloud.y, less), of(cloud.z, less),
            of(cloud.x, more), of(cloud.y, more), of(cloud.z, more)};
}

std::size_t longest_leaf(const KdTree& tree) {
    std::size_t longest = 0;
    tree.for_each_cell(
        [&](const spatial::CellView& leaf) { longest = std::max<std::size_t>(longest, leaf.slots.size()); });
    return longest;
}

/// Boxes looked at for each leaf, on average.
double looks_a_leaf(const KdTree& tree) {
    return static_cast<double>(tree.counters().lookups) / static_cast<double>(tree.counters().cells);
}

Cloud coincident(std::size_t n) {
    return {
        "coincident", std::vector<float>(n, 0.25f), std::vector<float>(n, -3.0f), std::vector<float>(n, 7.5f), {0.1f}};
}

}  // namespace

TEST(KdTree, LeavesFollowOneAnotherAndHaveTightBoxes) {
    for (const Cloud& cloud : clouds::all()) {
        KdTree tree;
        tree.build(cloud.view());
        Index next = 0;
        tree.for_each_cell([&](const spatial::CellView& leaf) {
            EXPECT_EQ(leaf.slots.begin, next) << cloud.name;
            next = leaf.slots.end;
            const spatial::Box box = around(cloud, tree.order().subspan(leaf.slots.begin, leaf.slots.size()));
            EXPECT_EQ(std::tie(leaf.box.min_x, leaf.box.min_y, leaf.box.min_z, leaf.box.max_x, leaf.box.max_y,
                               leaf.box.max_z),
                      std::tie(box.min_x, box.min_y, box.min_z, box.max_x, box.max_y, box.max_z))
                << cloud.name;
        });
        EXPECT_EQ(next, cloud.x.size()) << cloud.name;
    }
}

TEST(KdTree, LeavesStayAboutEqualWhateverTheCloud) {
    std::vector<Cloud> all = clouds::all();
    all.push_back(clouds::lattice("lattice", 40, 0.1f, 0.2f));
    all.push_back(coincident(100'000));
    Cloud half = clouds::random("half of it at one place", 60'000, -1.0f, 1.0f, {0.05f});
    for (std::size_t i = 0; i < half.x.size(); i += 2) half.x[i] = half.y[i] = half.z[i] = 0.5f;
    all.push_back(half);
    Cloud pipe = clouds::line(50'000, 0.1f, 0.25f, 0.0f);  // up and down again: what misleads a choice of pivots
    for (std::size_t i = 0; i < pipe.x.size() / 2; ++i) pipe.x[pipe.x.size() - 1 - i] = pipe.x[i];
    all.push_back(pipe);
    for (const Cloud& cloud : all) {
        KdTree tree;
        tree.build(cloud.view());
        EXPECT_LE(longest_leaf(tree), 2 * KdTree::leaf_size) << cloud.name;
        EXPECT_LE(tree.counters().cells, 1 + 4 * cloud.x.size() / KdTree::leaf_size) << cloud.name;
    }
}

// Each of their 2,700 leaves is in reach of each other: asking all of them would be a look for each pair of leaves.
TEST(KdTree, TakesManyPointsAtOnePlaceWithoutALookAtEachPairOfLeaves) {
    KdTree tree;
    tree.build(coincident(20'000).view());
    EXPECT_LT(looks_a_leaf(tree), 10.0);
    tree.for_each_block({}, [](Range, std::span<const Range> candidates) {
        ASSERT_EQ(candidates.size(), 1u);
        EXPECT_EQ(candidates.front(), (Range{0, 20'000}));
    });
}

TEST(KdTree, LooksAtFewBoxesHoweverManyThereAre) {
    std::vector<double> looks;
    for (const std::size_t n : {3'000u, 24'000u, 192'000u}) {
        KdTree tree;
        const float spacing = std::cbrt(1.0f / static_cast<float>(n));
        tree.build(clouds::random("ever denser", n, 0.0f, 1.0f, {2.0f * spacing}).view());
        looks.push_back(looks_a_leaf(tree));
    }
    EXPECT_LT(looks.front(), 200.0);
    // 64 times the points: two levels more, and no longer so many leaves at the surface.
    EXPECT_LT(looks.back(), 2.0 * looks.front());
}

TEST(KdTree, OnePointOfLongReachCostsTheOthersLittle) {
    Cloud cloud = clouds::random("a giant among them", 20'000, 0.0f, 1.0f, std::vector<float>(20'000, 0.03f));
    KdTree without, with;
    without.build(cloud.view());
    cloud.reach[777] = 3.0f;  // everybody
    with.build(cloud.view());
    // Its own leaf takes all, and every other leaf goes down to that one: some boxes more, no cells of its size.
    EXPECT_LT(looks_a_leaf(with), looks_a_leaf(without) + 8.0 * 5.0);
    EXPECT_TRUE(clouds::found_by("kd-tree", cloud) == clouds::expected(cloud));
}

// The side of their box is beyond the floats: as infinity it would win against every other for ever.
TEST(KdTree, HalvesAcrossTheLongestSideAlsoWhereItOverflows) {
    Cloud cloud = clouds::random("as far as floats go, in a thin plane", 4'000, -1.0f, 1.0f, {1.0f});
    for (float& value : cloud.x) value *= 3e38f;
    for (float& value : cloud.y) value *= 3.2e38f;
    KdTree tree;
    tree.build(cloud.view());
    // 512 leaves in a plane: a box is about 1/23 of the square in x and in y.
    tree.for_each_cell([](const spatial::CellView& leaf) {
        EXPECT_LT(double{leaf.box.max_x} - leaf.box.min_x, 6e38 / 8);
        EXPECT_LT(double{leaf.box.max_y} - leaf.box.min_y, 6.4e38 / 8);
    });
}

TEST(KdTree, OrdersAreTheSameForEveryInstructionSet) {
    for (const Cloud& cloud : clouds::all()) {
        std::vector<std::vector<Index>> orders;
        for (const std::string_view set : spatial::instruction_sets()) {
            spatial::use_instruction_set(set);
            KdTree tree;
            tree.build(cloud.view());
            orders.emplace_back(tree.order().begin(), tree.order().end());
        }
        for (const auto& order : orders) EXPECT_EQ(order, orders.front()) << cloud.name;
    }
    spatial::use_instruction_set({});
}

TEST(KdTree, SaysHowDeepItIs) {
    KdTree tree;
    EXPECT_EQ(tree.note(), "0 leaves, 0 halvings deep");
    tree.build(clouds::random("some", 1'000, 0.0f, 1.0f, {0.1f}).view());
    EXPECT_EQ(tree.note(), "128 leaves, 7 halvings deep");
    EXPECT_EQ(tree.counters().empty, 0u);
}
