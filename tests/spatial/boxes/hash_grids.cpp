// What the paper says of hierarchical hash grids, and where it slips.
#include "spatial/boxes/hash_grids.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/spatial/boxes/crowds.hpp"

using crowds::cube_at;
using spatial::Box;
using spatial::GridShape;
using spatial::HashGrids;
using spatial::Index;

namespace {

/// As many far away, one by one and all of one size, as it takes to make grids be used.
std::vector<Box> strangers(float edge) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i <= HashGrids::few; ++i)
        boxes.push_back(cube_at(-1000.0f * edge - 3.0f * edge * static_cast<float>(i), 0, 0, edge));
    return boxes;
}

/// Cubes of one size, about two pairs each.
std::vector<Box> equal_cubes(std::size_t n, float edge, unsigned seed) {
    const float half = 0.5f * edge * std::cbrt(2.0f * static_cast<float>(n));
    return crowds::cubes(n, half, edge, edge, seed);
}

}  // namespace

TEST(HashGrids, MakeOnlyTheGridsThatSizesAskFor) {
    HashGrids grids({});
    EXPECT_TRUE(grids.grids().empty());
    grids.put(strangers(1.0f));  // the first object is of size 1
    Index number = 10'000;
    for (const float size : {1.3f, 9.0f, 0.1f}) {
        const Box box = cube_at(0, 0, 0, size);
        grids.put({&number, 1}, {&box, 1});
        ++number;
    }
    std::vector<double> sizes;
    for (const auto* grid : grids.grids()) sizes.push_back(grid->cell_size());
    // c0 = sqrt(2), and 1.3 fits under it; 9 goes up by three doublings, 0.1 down by three: what is between is left
    // out.
    const double c0 = std::sqrt(2.0);
    ASSERT_EQ(sizes.size(), 3u);
    EXPECT_DOUBLE_EQ(sizes[0], c0 / 8);
    EXPECT_DOUBLE_EQ(sizes[1], c0);
    EXPECT_DOUBLE_EQ(sizes[2], c0 * 8);
    for (const auto* grid : grids.grids()) EXPECT_EQ(grid->shape(), GridShape{});
}

TEST(HashGrids, PutWhoIsAsLargeAsACellIntoTheNextGrid) {
    const spatial::HashGrid grid(1.0, 2.0, 0, {});
    EXPECT_TRUE(grid.suits(1.0));
    EXPECT_TRUE(grid.suits(std::nextafter(2.0, 0.0)));
    EXPECT_FALSE(grid.suits(2.0));
    EXPECT_FALSE(grid.suits(std::nextafter(1.0, 0.0)));
    EXPECT_GT(grid.edge(), 2.0) << "cells are laid a hair wider";
}

TEST(HashGrids, LeaveNeitherGapsNorOverlapsBetweenTheirSizes) {
    for (const float factor : {1.125f, 1.5f, 2.0f, 3.0f}) {
        HashGrids grids({.factor = factor});
        std::vector<Box> boxes = strangers(1.0f);
        crowds::Random rng(8);
        for (int i = 0; i < 2'000; ++i) boxes.push_back(cube_at(0, 0, 0, crowds::any_scale(rng, 1e-3f, 1e3f)));
        grids.put(boxes);
        const auto all = grids.grids();
        for (std::size_t k = 0; k + 1 < all.size(); ++k) {
            EXPECT_LT(all[k]->cell_size(), all[k + 1]->cell_size());
            EXPECT_EQ(all[k]->cell_size(), all[k + 1]->smallest()) << "sizes this dense leave no grid out";
        }
    }
}

TEST(HashGrids, FindTheSamePairsWhateverTheFactor) {
    const std::vector<Box> boxes = crowds::cubes(1'500, 8.0f, 0.02f, 3.0f, 71);
    const auto expected = crowds::expected_pairs(boxes);
    for (const float factor : {1.125f, 1.5f, 2.0f, 3.0f, 4.0f, 16.0f}) {
        HashGrids grids({.factor = factor});
        grids.put(boxes);
        EXPECT_EQ(crowds::found_pairs(grids), expected) << factor;
    }
}

// With four cells along an axis, the cell two to the left is the one two to the right, but the next ones differ.
TEST(HashGrids, MeetEveryPairOnceWithFourCellsAlongAnAxis) {
    for (const GridShape shape : {GridShape{2, 2, 2}, GridShape{6, 6, 2}, GridShape{2, 5, 3}, GridShape{7, 2, 2}}) {
        // More than an eighth of the cells makes a grid grow: so few that it does not, and folded several times.
        for (const float half : {3.0f, 40.0f}) {
            HashGrids grids({}, shape);
            std::vector<Box> boxes = strangers(64.0f);
            for (const Box& b : crowds::cubes(std::min<std::size_t>(shape.cells() / 8, 60), half, 0.999f, 1.0f, 72))
                boxes.push_back(b);
            grids.put(boxes);
            EXPECT_EQ(grids.grids().front()->shape(), shape);
            EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
            const std::vector<Box> queries = crowds::cubes(200, half, 0.1f, 10.0f, 73);
            EXPECT_EQ(crowds::found_touching(grids, queries), crowds::expected_touching(boxes, queries));
        }
    }
    EXPECT_THROW(HashGrids({}, GridShape{1, 4, 4}), std::invalid_argument);
}

TEST(HashGrids, TakeWhoFoldsIntoOneCellForACandidateOnly) {
    HashGrids grids({});
    std::vector<Box> boxes = strangers(1.0f);
    std::vector<Index> everybody(boxes.size());
    for (Index i = 0; i < everybody.size(); ++i) everybody[i] = i;
    grids.put(boxes);
    grids.remove(everybody);  // grids are in use from now on, and empty
    boxes = {cube_at(0.1f, 0.1f, 0.1f, 1.0f)};
    const double length = 16 * grids.grids().front()->edge();
    for (const double x : {length, -length, 3 * length})  // the same cell, once folded
        boxes.push_back(cube_at(static_cast<float>(x + 0.1), 0.1f, 0.1f, 1.0f));
    grids.put(boxes);
    EXPECT_EQ(grids.grids().front()->occupied_cells(), 1u);
    EXPECT_TRUE(grids.pairs().empty());
    EXPECT_EQ(grids.counters().candidates, 6u);
    EXPECT_GE(grids.counters().collisions, 1u);
    EXPECT_EQ(crowds::found_touching(grids, boxes), crowds::expected_touching(boxes, boxes));
    int places = 0;
    grids.for_each_cell([&](const spatial::BoxCellView& cell) { places += cell.level == 0 ? 1 : 0; });
    EXPECT_EQ(places, 4) << "drawn where the objects are";
}

// Up to three objects of a cell are listed at once; nobody of a fuller one may be left out, nor anybody listed twice.
TEST(HashGrids, ListCellsOfAnyNumberOfObjects) {
    std::vector<Box> boxes;
    std::size_t pairs = 0;
    for (int place = 0; boxes.size() <= 2 * HashGrids::few; ++place) {
        const int here = 1 + place % 9;
        const float x = 10.0f * static_cast<float>(place);
        for (int k = 0; k < here; ++k) boxes.push_back({x, 0.0f, 0.0f, x + 1.0f, 1.0f, 1.0f});
        pairs += static_cast<std::size_t>(here * (here - 1) / 2);
    }
    HashGrids grids({});
    grids.put(boxes);
    ASSERT_TRUE(grids.uses_grids());
    EXPECT_EQ(crowds::found_pairs(grids).size(), pairs);
}

TEST(HashGrids, GrowAtAnEighthAndNeverShrink) {
    HashGrids grids({});
    const std::vector<Box> boxes = equal_cubes(40'000, 1.0f, 74);
    std::size_t there = 0;
    const auto put_up_to = [&](std::size_t n) {
        std::vector<Index> numbers;
        for (; there < n; ++there) numbers.push_back(static_cast<Index>(there));
        grids.put(numbers, std::span(boxes).subspan(n - numbers.size(), numbers.size()));
    };
    put_up_to(512);
    EXPECT_EQ(grids.grids()[0]->growths(), 0);
    put_up_to(513);
    EXPECT_EQ(grids.grids()[0]->growths(), 1);
    EXPECT_EQ(grids.grids()[0]->shape(), (GridShape{5, 5, 5}));
    put_up_to(4'096);
    EXPECT_EQ(grids.grids()[0]->growths(), 1);
    put_up_to(40'000);
    EXPECT_EQ(grids.grids()[0]->growths(), 3);
    for (int round = 0; round < 4; ++round) {
        std::vector<Index> leavers;
        for (Index i = 100; i < 40'000; ++i) leavers.push_back(i);
        grids.remove(leavers);
        grids.put(boxes);
    }
    EXPECT_EQ(grids.grids()[0]->growths(), 3) << "no to and fro";
    // Objects are at most an eighth of the cells, and cells in use are no more than objects (S31).
    EXPECT_LE(8 * grids.grids()[0]->occupied_cells(), grids.grids()[0]->shape().cells());
}

// The paper's example: 100,000 objects in 128^3 cells take 64 MB there.
TEST(HashGrids, TakeAFractionOfThePapersMemory) {
    HashGrids grids({});
    grids.put(equal_cubes(100'000, 1.0f, 75));
    ASSERT_EQ(grids.grids().size(), 1u);
    const auto& grid = *grids.grids()[0];
    EXPECT_EQ(grid.shape(), (GridShape{7, 7, 7}));
    EXPECT_LT(grid.bytes() + 100'000 * sizeof(spatial::GridPlace), 8u << 20);
    // Even if everybody is in a cell as far from the others as can be: a head for each cell of the grid and no more.
    HashGrids scattered({});
    scattered.put(crowds::cubes(100'000, 1e5f, 0.999f, 1.0f, 76));
    EXPECT_LT(scattered.grids()[0]->bytes(), 16u << 20);
}

TEST(HashGrids, VisitNoEmptyCell) {
    std::uint64_t lookups[2];
    for (const int large : {0, 1}) {
        HashGrids grids({}, large == 1 ? GridShape{8, 8, 8} : GridShape{});
        grids.put(equal_cubes(500, 1.0f, 77));
        (void)grids.pairs();
        lookups[large] = grids.counters().lookups;
        EXPECT_EQ(grids.counters().lookups, 14 * grids.grids()[0]->occupied_cells())
            << "a cell and half its neighbours";
    }
    EXPECT_LE(lookups[1], 14 * 500u) << "four thousand times the cells";
}

// An entering or leaving object touches its cell, and in its list the one before and the one after. What an operation
// does is looked at from outside: places of all others stay the same.
TEST(HashGrids, EnterAndLeaveWithoutTouchingMoreThanTwoOthers) {
    for (const std::size_t n : {1'000u, 30'000u}) {
        const std::vector<Box> boxes = crowds::cubes(n, 2.0f, 0.999f, 1.0f, 78);  // crowded
        spatial::HashGrid grid(0.5, 2.0, 0, {6, 6, 6});
        std::vector<spatial::GridPlace> places(n);
        for (Index i = 0; i < n; ++i) grid.insert(i, boxes, places);
        const auto same = [](const spatial::GridPlace& a, const spatial::GridPlace& b) {
            return a.next == b.next && a.before == b.before && a.cell == b.cell && a.grid() == b.grid();
        };
        crowds::Random rng(79);
        for (int k = 0; k < 50; ++k) {
            const auto who = static_cast<Index>(rng() % n);
            for (const bool leaves : {true, false}) {
                const auto before = places;
                if (leaves)
                    grid.remove(who, places);
                else
                    grid.insert(who, boxes, places);
                int changed = 0;
                for (Index i = 0; i < n; ++i) changed += i != who && !same(before[i], places[i]) ? 1 : 0;
                EXPECT_LE(changed, 2);
            }
        }
        EXPECT_EQ(grid.objects(), n);
    }
}

// The paper mirrors negative coordinates, and puts -1 cell where -2 belongs.
TEST(HashGrids, PutExactNegativeMultiplesOfACellWhereTheFloorIs) {
    const spatial::HashGrid grid(1.0, 2.0 / (1.0 + 0x1p-20), 0, {});
    ASSERT_EQ(grid.edge(), 2.0);
    for (int k = -100; k <= 100; ++k) {
        const float x = 2.0f * static_cast<float>(k);
        EXPECT_EQ(grid.true_cell(cube_at(x, x, x, 1.0f)), (spatial::Cell{k, k, k}));
        const float below = std::nextafter(x, -1e9f);
        EXPECT_EQ(grid.true_cell(cube_at(below, x, x, 1.0f)).x, k == 0 ? -1 : k - 1);
        EXPECT_EQ(grid.cell_of(cube_at(x, 0, 0, 1.0f)), static_cast<std::uint32_t>(k) & 15u);
    }
}

// Cells exactly as wide as the objects, computed with rounding, would put some neighbours two cells apart.
TEST(HashGrids, LoseNoPairThatTouchesExactlyAcrossACell) {
    crowds::Random rng(80);
    for (int draw = 0; draw < 300; ++draw) {
        HashGrids grids({});
        std::vector<Box> boxes = strangers(1.0f);
        // The largest size that still goes into the grid.
        const float edge = std::nextafter(std::sqrt(2.0f), 0.0f);
        const float from = crowds::between(rng, -1e4f, 1e4f);
        for (int k = 0; k < 12; ++k) {
            const float x = from + edge * static_cast<float>(k);
            boxes.push_back({x, 0, 0, from + edge * static_cast<float>(k + 1), edge, edge});
        }
        grids.put(boxes);
        EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
    }
}

// 4 km with 0.2 mm of sand: 2 * 10^7 cells, more than floats tell apart. Sizes are taken as no less than 2^-22 of the
// farthest coordinate, so that there are never more than 2^22 cells to a side.
TEST(HashGrids, HoldGrainsOfATenthOfAMillimetreInFourKilometres) {
    std::vector<Box> boxes = crowds::cubes(1'000, 2000.0f, 1.99e-4f, 2e-4f, 81);
    crowds::Random rng(82);
    for (std::size_t k = 0; k < 1'000; ++k) {  // a companion each, near enough to touch where floats can tell
        const Box& b = boxes[k];
        const auto near = [&](float x) { return x + crowds::between(rng, -2e-4f, 2e-4f); };
        boxes.push_back(cube_at(near(b.min_x), near(b.min_y), near(b.min_z), 2e-4f));
    }
    HashGrids grids({});
    grids.put(boxes);
    const auto expected = crowds::expected_pairs(boxes);
    EXPECT_GT(expected.size(), 100u);
    EXPECT_EQ(crowds::found_pairs(grids), expected);
    EXPECT_EQ(crowds::found_touching(grids, boxes), crowds::expected_touching(boxes, boxes));
}

TEST(HashGrids, UseGridsFromAThresholdOnAndForGood) {
    HashGrids grids({});
    const std::vector<Box> boxes = equal_cubes(HashGrids::few + 1, 1.0f, 83);
    grids.put({boxes.data(), HashGrids::few});
    EXPECT_FALSE(grids.uses_grids());
    EXPECT_EQ(grids.pairs().size(), crowds::expected_pairs({boxes.begin(), boxes.end() - 1}).size());
    EXPECT_EQ(grids.counters().candidates, HashGrids::few * (HashGrids::few - 1) / 2);
    grids.put(boxes);
    EXPECT_TRUE(grids.uses_grids());
    EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
    std::vector<Index> all_but_two;
    for (Index i = 2; i < boxes.size(); ++i) all_but_two.push_back(i);
    grids.remove(all_but_two);
    EXPECT_TRUE(grids.uses_grids());
    EXPECT_EQ(grids.boxes().finite(), 2u);
}

// A cube that spins is up to sqrt(3) times as large as at rest, so with a factor of 2 it may change between two grids,
// or never: that depends on its size (2.7 of the paper).
TEST(HashGrids, SeeSpinningCubesChangeGridsRarely) {
    const auto edge_of = [](float rest, float angle) {  // spinning about a diagonal of a face, nearly
        return rest * (1.0f + 0.73f * 0.5f * (1.0f - std::cos(angle)));
    };
    for (const float rest : {1.0f, 0.75f}) {
        HashGrids grids({});
        std::vector<Box> boxes = strangers(1.0f);  // cells of sqrt(2) for sizes from 0.71
        const std::size_t first = boxes.size();
        for (const Box& b : crowds::cubes(200, 10.0f, 1.0f, 1.0f, 86)) boxes.push_back(b);
        constexpr int steps = 100;
        std::uint64_t before = 0;
        for (int step = 0; step <= steps; ++step) {  // one turn
            const float angle = 6.2831853f * static_cast<float>(step) / steps;
            for (std::size_t k = first; k < boxes.size(); ++k)
                boxes[k] = cube_at(boxes[k].min_x, boxes[k].min_y, boxes[k].min_z, edge_of(rest, angle));
            grids.put(boxes);
            if (step == 0) before = grids.work().changed_grid;
            if (step % 20 == 0) EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
        }
        const std::uint64_t changes = grids.work().changed_grid - before;
        EXPECT_EQ(changes, rest == 1.0f ? 2u * 200 : 0u) << "up and down again once a turn, or never";
    }
}

TEST(HashGrids, PointsFarAwayDoNotShareACellForWantOfNumbers) {
    std::vector<Box> points;
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(1e9 + 1e6 * i);
        points.push_back({x, 0.0f, 0.0f, x, 0.0f, 0.0f});
    }
    HashGrids grids({});
    grids.put(points);
    EXPECT_TRUE(grids.pairs().empty());
    EXPECT_LT(grids.counters().candidates, 100'000u) << "of 499,500; some cells are one, once folded";
}

TEST(HashGrids, TellWhyTheyDoWhatTheyDo) {
    HashGrids grids({});
    EXPECT_NE(grids.note().find("all against all"), std::string::npos);
    grids.put(equal_cubes(1'000, 1.0f, 87));
    EXPECT_NE(grids.note().find("occupied by 1000"), std::string::npos) << grids.note();
}
