// What is particular to cell indexing: keys and their widths, what it refuses, subdivision, counters, memory.
#include "spatial/cell_indexing.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "spatial/neighbour_rule.hpp"
#include "spatial/unfit.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::CellIndexing;
using spatial::Index;
using spatial::KeyLayout;
using spatial::Range;

namespace {

using Coordinates = std::tuple<int, int, int>;

Cloud flattened(Cloud cloud, bool y, bool z) {
    if (y) cloud.y.assign(cloud.y.size(), -3.0f);
    if (z) cloud.z.assign(cloud.z.size(), 0.25f);
    return cloud;
}

CellIndexing divided_by(int subdivision) { return CellIndexing({.subdivision = subdivision}); }

/// Cell coordinates as the paper has them: from the least corner of all points.
std::vector<Coordinates> cells_of(const Cloud& cloud, int subdivision) {
    const double edge = *std::max_element(cloud.reach.begin(), cloud.reach.end()) * spatial::cell_margin / subdivision;
    const auto corner = [](const std::vector<float>& v) { return double{*std::min_element(v.begin(), v.end())}; };
    const double x = corner(cloud.x), y = corner(cloud.y), z = corner(cloud.z);
    const auto coordinate = [&](float v, double from) {
        return static_cast<int>(std::floor((v - from) * (1.0 / edge)));
    };
    std::vector<Coordinates> cells;
    for (std::size_t i = 0; i < cloud.x.size(); ++i)
        cells.emplace_back(coordinate(cloud.x[i], x), coordinate(cloud.y[i], y), coordinate(cloud.z[i], z));
    return cells;
}

struct Work {
    std::uint64_t tests = 0, longest = 0, blocks = 0;
};

/// How many pairs the ranges offer for testing.
Work work_of(const CellIndexing& search) {
    std::mutex mutex;
    Work work;
    search.for_each_block({}, [&](Range block, std::span<const Range> ranges) {
        const std::lock_guard lock(mutex);
        work.tests += block.size() * spatial::size_of(ranges);
        work.longest = std::max<std::uint64_t>(work.longest, block.size());
        ++work.blocks;
    });
    return work;
}

}  // namespace

TEST(CellIndexing, FindsWhatBruteForceFindsForEverySubdivisionAndDimension) {
    const Cloud dense = clouds::random("dense", 1'500, -0.7f, 0.3f, {0.11f}, 41);
    const Cloud sparse = clouds::random("sparse", 1'500, -20.0f, -4.0f, {0.7f}, 42);
    for (const Cloud& cloud :
         {dense, flattened(dense, false, true), flattened(dense, true, true), sparse, flattened(sparse, false, true),
          flattened(sparse, true, true), clouds::lattice("lattice", 9, 0.125f, 0.375f, -0.5f),
          clouds::mixed_reaches("reaches 1:16", 800, 0.02f, 0.32f, 43),
          clouds::mixed_reaches("reaches 1:1000", 500, 0.001f, 1.0f, 44)}) {
        const auto truth = clouds::expected(cloud);
        for (const int subdivision : {0, 1, 2, 3, 4}) {
            CellIndexing search = divided_by(subdivision);
            EXPECT_TRUE(spatial::find_neighbours(search, cloud.view()) == truth)
                << cloud.name << " with " << subdivision << " cells a reach";
        }
    }
}

TEST(CellIndexing, SortsByCellAndThenByIndex) {
    const Cloud cloud = clouds::random("some", 6'000, -2.0f, 1.0f, {0.2f}, 45);
    const auto cells = cells_of(cloud, 2);
    CellIndexing search = divided_by(2);
    search.build(cloud.view());
    std::vector<Index> order(cloud.x.size());
    for (Index i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
        const auto [ax, ay, az] = cells[a];
        const auto [bx, by, bz] = cells[b];
        return std::tie(az, ay, ax, a) < std::tie(bz, by, bx, b);
    });
    EXPECT_TRUE(std::equal(order.begin(), order.end(), search.order().begin(), search.order().end()));
    for (Index slot = 0; slot < order.size(); ++slot) {
        const auto [x, y, z] = cells[order[slot]];
        ASSERT_EQ(search.keys()[slot], search.layout().key(order[slot], {x, y, z}));
    }
}

TEST(CellIndexing, SortsTheSameForEveryTeam) {
    const Cloud cloud = clouds::random("many", 70'000, -1.0f, 1.0f, {0.04f}, 55);  // enough to sort together
    const int before = omp_get_max_threads();
    std::vector<std::vector<std::uint64_t>> keys;
    for (const int threads : {1, 2, 3, 5}) {
        omp_set_num_threads(threads);
        CellIndexing search;
        search.build(cloud.view());
        keys.emplace_back(search.keys().begin(), search.keys().end());
        EXPECT_TRUE(std::is_sorted(search.keys().begin(), search.keys().end()));
        Index next = 0;
        search.for_each_cell([&](const spatial::CellView& cell) {
            EXPECT_EQ(cell.slots.begin, next);
            next = cell.slots.end;
        });
        EXPECT_EQ(next, 70'000u);
    }
    omp_set_num_threads(before);
    for (const auto& some : keys) EXPECT_EQ(some, keys.front());
}

TEST(CellIndexing, ChoosesFieldsAsWideAsThePointsAndTheirBoxNeed) {
    Cloud cloud = clouds::random("long and flat", 70'000, 0.0f, 1.0f, {1.0f}, 46);
    for (float& x : cloud.x) x *= 500.0f;
    for (float& y : cloud.y) y *= 30.0f;
    cloud = flattened(cloud, false, true);
    CellIndexing search = divided_by(1);
    search.build(cloud.view());
    EXPECT_EQ(search.layout(), (KeyLayout{17, 9, 5, 0})) << "70,000 points, 500 x 30 x 1 cells";
    EXPECT_EQ(search.note(), "key: 17 bits index + 9 + 5 + 0 bits of cell, H = 1");
    cloud.x[12] = 512.5f;
    search.build(cloud.view());
    EXPECT_EQ(search.layout(), (KeyLayout{17, 10, 5, 0})) << "chosen anew with every build";
}

TEST(CellIndexing, MovesItsCellsWithThePoints) {
    const Cloud cloud = clouds::lattice("lattice", 10, 0.125f, 0.3f);
    CellIndexing search = divided_by(2);
    search.build(cloud.view());
    const std::vector<std::uint64_t> keys(search.keys().begin(), search.keys().end());
    for (const float by : {-1'000.0f, -0.5f, 77.125f, 4'096.0f}) {  // none of which rounds a coordinate
        Cloud moved = cloud;
        for (auto* axis : {&moved.x, &moved.y, &moved.z})
            for (float& value : *axis) value += by;
        search.build(moved.view());
        EXPECT_TRUE(std::equal(keys.begin(), keys.end(), search.keys().begin(), search.keys().end())) << by;
    }
}

TEST(CellIndexing, RefusesABoxTooWideForItsKeysAndKeepsTheLastBuild) {
    const Cloud cloud = clouds::random("some", 2'000, 0.0f, 1.0f, {0.1f}, 47);
    const auto truth = clouds::expected(cloud);
    CellIndexing search;
    search.build(cloud.view());
    const std::vector<Index> order(search.order().begin(), search.order().end());
    const auto counters = search.counters();
    const std::string note = search.note();

    Cloud wide = cloud;
    wide.add(3e6f, 2e6f, 1e7f);
    try {
        search.build(wide.view());
        FAIL() << "took a box of 1e8 cells along an axis";
    } catch (const spatial::Unfit& unfit) {
        const std::string text = unfit.what();
        for (const char* said : {"2001 points", "3e+07 x 2e+07 x 9.999e+07 cells", "11 bits index + 25 + 25 + 27",
                                 "88 in all", "use uniform-hash"})
            EXPECT_NE(text.find(said), std::string::npos) << said << " is not in: " << text;
    }
    EXPECT_TRUE(std::equal(order.begin(), order.end(), search.order().begin(), search.order().end()));
    EXPECT_EQ(search.counters(), counters);
    EXPECT_EQ(search.note(), note);
    EXPECT_TRUE(spatial::find_neighbours(search, cloud.view()) == truth);
}

TEST(CellIndexing, TakesTheWidestBoxThatFits) {
    // 30 bits for an axis, and no more than 64 in all.
    Cloud cloud{"far apart", {0.0f, 0.5f, 0x1p30f - 64.0f}, {0.0f, 0.0f, 0x1p30f - 64.0f}, {1.0f, 1.0f, 1.0f}, {1.0f}};
    CellIndexing search;
    EXPECT_TRUE(spatial::find_neighbours(search, cloud.view()) == clouds::expected(cloud));
    EXPECT_EQ(search.layout(), (KeyLayout{2, 30, 30, 0}));
    cloud.x[2] = 0x1p31f;
    EXPECT_THROW(search.build(cloud.view()), spatial::Unfit);
}

TEST(CellIndexing, ChoosesMoreCellsForMoreNeighbours) {
    const auto chosen = [](float reach) {
        const Cloud cloud = clouds::lattice("lattice", 24, 1.0f, reach);
        CellIndexing search;
        search.build(cloud.view());
        return search.subdivision();
    };
    EXPECT_EQ(chosen(1.5f), 1);
    EXPECT_EQ(chosen(2.0f), 1);
    EXPECT_EQ(chosen(5.0f), 2);
    EXPECT_GT(chosen(8.0f), 2);
}

TEST(CellIndexing, StaysWithOneCellAReachWhereMoreDoNotFit) {
    // A crowd that calls for smaller cells, and one point so far out that only these fit.
    Cloud cloud = clouds::random("crowd", 1'000, 0.0f, 2.0f, {1.0f}, 48);
    cloud.add(0x1p18f - 20.0f, 0x1p18f - 20.0f, 0x1p18f - 20.0f);
    CellIndexing search;
    EXPECT_TRUE(spatial::find_neighbours(search, cloud.view()) == clouds::expected(cloud));
    EXPECT_EQ(search.layout(), (KeyLayout{10, 18, 18, 18}));
    EXPECT_EQ(search.subdivision(), 1);
    EXPECT_THROW(divided_by(2).build(cloud.view()), spatial::Unfit);
}

// "Sub-cell precision": the smaller the cells, the fewer points are tested in vain.
TEST(CellIndexing, TestsFewerCandidatesTheSmallerTheCells) {
    // So crowded that the smallest cells, too, are blocks of their own.
    const Cloud cloud = clouds::random("crowd", 60'000, 0.0f, 1.0f, {0.25f}, 49);
    std::uint64_t before = ~std::uint64_t{0};
    for (const int subdivision : {1, 2, 3, 4}) {
        CellIndexing search = divided_by(subdivision);
        search.build(cloud.view());
        const std::uint64_t tests = work_of(search).tests;
        EXPECT_LT(static_cast<double>(tests), 0.9 * static_cast<double>(before)) << subdivision;
        before = tests;
    }
}

TEST(CellIndexing, LeavesOutCellsThatNeitherSideReaches) {
    // Two of a thousand points reach far. Cells are made for those, and everybody else is to profit.
    Cloud cloud = clouds::random("two of a thousand", 4'000, 0.0f, 1.0f, std::vector<float>(4'000, 0.05f), 50);
    for (std::size_t i = 0; i < 8; ++i) cloud.reach[500 * i] = 0.2f;
    CellIndexing unequal = divided_by(4), equal = divided_by(4);
    EXPECT_TRUE(spatial::find_neighbours(unequal, cloud.view()) == clouds::expected(cloud));
    cloud.reach = {0.2f};
    equal.build(cloud.view());
    EXPECT_LT(3 * work_of(unequal).tests, work_of(equal).tests);
}

TEST(CellIndexing, CountsWhatALookAtEveryCellCounts) {
    for (const int subdivision : {1, 2, 3}) {
        const Cloud cloud = clouds::random("wide", 5'000, -20.0f, 5.0f, {1.5f}, 51);
        const auto cells = cells_of(cloud, subdivision);
        const spatial::HMask mask(subdivision);
        const std::set<Coordinates> occupied(cells.begin(), cells.end());
        Coordinates last{0, 0, 0};
        for (const auto& [x, y, z] : cells)
            last = {std::max(x, std::get<0>(last)), std::max(y, std::get<1>(last)), std::max(z, std::get<2>(last))};

        CellIndexing search = divided_by(subdivision);
        search.build(cloud.view());
        std::uint64_t blocks = 0, lookups = 0, empty = 0;
        std::mutex mutex;
        search.for_each_block({}, [&](Range block, std::span<const Range>) {
            const std::lock_guard lock(mutex);
            ++blocks;
            const auto [x, y, z] = cells[search.order()[block.begin]];
            const int to = std::get<0>(cells[search.order()[block.end - 1]]);
            for (const auto& row : mask.rows())
                for (int cx = std::max(x - row.width, 0); cx <= std::min(to + row.width, std::get<0>(last)); ++cx) {
                    const int cy = y + row.dy, cz = z + row.dz;
                    if (cy < 0 || cy > std::get<1>(last) || cz < 0 || cz > std::get<2>(last)) continue;
                    ++lookups;
                    empty += !occupied.contains({cx, cy, cz});
                }
        });
        const auto counters = search.counters();
        EXPECT_EQ(counters.cells, occupied.size());
        EXPECT_EQ(counters.blocks, blocks);
        EXPECT_EQ(counters.lookups, lookups);
        EXPECT_EQ(counters.empty, empty);
        EXPECT_GT(empty, 1'000u) << "this cloud is here to leave cells empty";
        EXPECT_EQ(counters.collisions, 0u);
    }
}

TEST(CellIndexing, ShowsEveryCellWithThePointsInIt) {
    const Cloud cloud = clouds::random("some", 3'000, -1.0f, 1.0f, {0.2f}, 52);
    CellIndexing search;
    search.build(cloud.view());
    Index next = 0;
    std::uint64_t cells = 0;
    search.for_each_cell([&](const spatial::CellView& cell) {
        EXPECT_EQ(cell.slots.begin, next);
        EXPECT_LT(cell.slots.begin, cell.slots.end);
        next = cell.slots.end;
        ++cells;
        EXPECT_NEAR(cell.box.max_x - cell.box.min_x, 0.2f / static_cast<float>(search.subdivision()), 1e-4f);
        for (Index slot = cell.slots.begin; slot < cell.slots.end; ++slot) {
            const Index i = search.order()[slot];
            constexpr float rounding = 1e-6f;
            EXPECT_TRUE(cloud.x[i] >= cell.box.min_x - rounding && cloud.x[i] <= cell.box.max_x + rounding);
            EXPECT_TRUE(cloud.y[i] >= cell.box.min_y - rounding && cloud.y[i] <= cell.box.max_y + rounding);
            EXPECT_TRUE(cloud.z[i] >= cell.box.min_z - rounding && cloud.z[i] <= cell.box.max_z + rounding);
        }
    });
    EXPECT_EQ(next, 3'000u);
    EXPECT_EQ(cells, search.counters().cells);
}

TEST(CellIndexing, HandsOutACrowdedCellInEqualPortions) {
    const Cloud crowd = clouds::random("all in one cell", 6'500, 0.0f, 0.01f, {1.0f}, 53);
    CellIndexing search = divided_by(1);
    search.build(crowd.view());
    const Work work = work_of(search);
    EXPECT_EQ(search.counters().cells, 1u);
    EXPECT_EQ(work.blocks, 102u) << "6,500 queries in portions of at most 64";
    EXPECT_LE(work.longest, 64u);
}

TEST(CellIndexing, HoldsKeysASortBufferTheOrderAndTheCellsAndNothingElse) {
    const Cloud cloud = clouds::lattice("lattice", 40, 1.0f, 2.0f);  // 64,000 points, eight a cell
    CellIndexing search;
    search.build(cloud.view());
    const auto bytes = static_cast<double>(search.bytes()) / 64'000.0;
    EXPECT_GE(bytes, 8.0 + 8.0 + 4.0 + 12.0 / 8.0);
    EXPECT_LE(bytes, 8.0 + 8.0 + 4.0 + 12.0 / 8.0 + 1.75)
        << "a byte a point for keys out of place, and less for counters of the sort";
}

TEST(CellIndexing, NeedsNoMoreMemoryForPointsThatHardlyMove) {
    Cloud cloud = clouds::random("some", 30'000, 0.0f, 1.0f, {0.06f}, 54);
    CellIndexing search;
    search.build(cloud.view());
    search.build(cloud.view());
    const std::size_t bytes = search.bytes();
    for (int step = 0; step < 10; ++step) {
        for (float& x : cloud.x) x = std::min(1.0f, x * 1.0001f);
        search.build(cloud.view());
    }
    EXPECT_LE(search.bytes(), bytes + bytes / 50);
}
