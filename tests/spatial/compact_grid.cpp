// What is particular to the compact grid: its memory, its counters, its cells.
#include "spatial/compact_grid.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "spatial/neighbour_rule.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;

namespace {

const std::vector<Cloud> large = {
    clouds::random("dense", 100'000, 0.0f, 1.0f, {0.04f}),
    clouds::random("sparse", 100'000, 0.0f, 1.0f, {0.002f}),
    clouds::random("dust", 100'000, -1e6f, 1e6f, {1.0f}),
};

}  // namespace

TEST(CompactGrid, TakesAtMost24BytesAPointHoweverSparseTheyAre) {
    for (const Cloud& cloud : large) {
        spatial::CompactGrid grid;
        grid.build(cloud.view());
        EXPECT_LE(static_cast<double>(grid.bytes()) / static_cast<double>(cloud.x.size()), 24.0) << cloud.name;
    }
}

TEST(CompactGrid, CountsTheCellsItLooksAt) {
    const Cloud cloud = clouds::random("wide", 5'000, 0.0f, 30.0f, {2.0f}, 31);
    spatial::CompactGrid grid;
    grid.build(cloud.view());

    std::map<std::tuple<int, int, int>, int> points_of_cell;
    const double inverse_edge = 1.0 / (2.0 * spatial::cell_margin);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        const spatial::Cell cell = spatial::cell_of(cloud.view(), i, inverse_edge);
        ++points_of_cell[{cell.x, cell.y, cell.z}];
    }
    const int outermost = spatial::cell_coordinate(30.0f, inverse_edge);
    std::uint64_t lookups = 0, empty = 0;
    for (const auto& [cell, count] : points_of_cell)
        for (int n = 0; n < 27; ++n) {
            const auto [x, y, z] = cell;
            const std::tuple near{x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1};
            const auto on = [&](int c) { return c >= 0 && c <= outermost; };
            if (!on(std::get<0>(near)) || !on(std::get<1>(near)) || !on(std::get<2>(near))) continue;
            ++lookups;
            empty += !points_of_cell.contains(near);
        }
    const auto counters = grid.counters();
    EXPECT_EQ(counters.cells, points_of_cell.size());
    EXPECT_EQ(counters.blocks, points_of_cell.size());
    EXPECT_EQ(counters.lookups, lookups);
    EXPECT_EQ(counters.empty, empty);
    EXPECT_EQ(counters.collisions, 0u) << "a grid that is not folded has none";
}

TEST(CompactGrid, CountsStrangersThatShareAFoldedCell) {
    spatial::CompactGrid grid;
    Cloud pair{"far apart", {0.5f, 0.5f + 4096.0f}, {0.5f, 0.5f}, {0.5f, 0.5f}, {1.0f / 1.0001f}};
    grid.build(pair.view());  // cells of one metre, folded at a power of two
    EXPECT_EQ(grid.counters().collisions, 1u);
    EXPECT_EQ(spatial::find_neighbours(grid, pair.view()).ids.size(), 0u);
}

TEST(CompactGrid, CellsHoldTheirPointsAndEverySlotIsInOne) {
    std::vector<Cloud> some = {large[0], clouds::mixed_reaches("reaches", 3'000, 0.02f, 0.32f, 9)};
    for (const Cloud& cloud : some) {
        spatial::CompactGrid grid;
        grid.build(cloud.view());
        Index next = 0;
        int last_level = 100;
        grid.for_each_cell([&](const spatial::CellView& cell) {
            EXPECT_EQ(cell.slots.begin, next);
            next = cell.slots.end;
            EXPECT_LE(cell.level, last_level) << "the coarsest come first";
            last_level = cell.level;
            if (cell.box.min_x > cell.box.max_x) return;
            for (Index slot = cell.slots.begin; slot < cell.slots.end; ++slot) {
                const Index i = grid.order()[slot];
                EXPECT_TRUE(cloud.x[i] >= cell.box.min_x - 1e-5f && cloud.x[i] <= cell.box.max_x + 1e-5f);
                EXPECT_TRUE(cloud.z[i] >= cell.box.min_z - 1e-5f && cloud.z[i] <= cell.box.max_z + 1e-5f);
            }
        });
        EXPECT_EQ(next, cloud.x.size());
    }
}

TEST(CompactGrid, HasALevelForEachFactorOfTwoOfReach) {
    const Cloud cloud = clouds::mixed_reaches("reaches", 3'000, 0.021f, 0.32f, 9);
    spatial::CompactGrid grid;
    grid.build(cloud.view());
    const std::string note = grid.note();
    EXPECT_EQ(std::count(note.begin(), note.end(), ';'), 3) << note;
}
