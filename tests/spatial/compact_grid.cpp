// What is particular to the compact grid: its memory, its counters, its cells.
#include "spatial/compact_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "spatial/bounds.hpp"
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

    const double inverse_edge = 1.0 / (2.0 * spatial::cell_margin);
    const spatial::FoldedGrid cells(spatial::box_around(cloud.view()), 1.0 / inverse_edge, 1e6);
    const auto cell_of = [&](std::size_t i) { return cells.cell_at(cloud.x[i], cloud.y[i], cloud.z[i]); };
    std::set<spatial::Cell> full;
    for (std::size_t i = 0; i < cloud.x.size(); ++i) full.insert(cell_of(i));

    // Around the cells of a block, from its first point's to its last's, which are all in one row.
    spatial::Cell outermost{0, 0, 0};
    for (const spatial::Cell cell : full)
        outermost = {std::max(outermost.x, cell.x), std::max(outermost.y, cell.y), std::max(outermost.z, cell.z)};
    std::uint64_t blocks = 0, lookups = 0, empty = 0, longest = 0;
    std::mutex mutex;
    grid.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range>) {
        const std::lock_guard lock(mutex);
        const spatial::Cell first = cell_of(grid.order()[block.begin]), last = cell_of(grid.order()[block.end - 1]);
        EXPECT_TRUE(first.y == last.y && first.z == last.z && first.x <= last.x);
        longest = std::max<std::uint64_t>(longest, last.x - first.x + 1);
        ++blocks;
        for (int z = first.z - 1; z <= first.z + 1; ++z)
            for (int y = first.y - 1; y <= first.y + 1; ++y)
                for (int x = first.x - 1; x <= last.x + 1; ++x) {
                    const auto on = [](int c, int last_one) { return c >= 0 && c <= last_one; };
                    if (!on(x, outermost.x) || !on(y, outermost.y) || !on(z, outermost.z)) continue;
                    ++lookups;
                    empty += !full.contains({x, y, z});
                }
    });
    EXPECT_EQ(longest, 3u) << "cells of few points share a block";
    const auto counters = grid.counters();
    EXPECT_EQ(counters.cells, full.size());
    EXPECT_EQ(counters.blocks, blocks);
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

// A pool of coarse points with one fine drop in it: only coarse blocks around the drop need look at fine points, and
// fine points not at more coarse ones than there are around them.
TEST(CompactGrid, LooksForFinePointsOnlyWhereThereAreSome) {
    Cloud cloud = clouds::lattice("pool", 16, 0.1f, 0.2f);
    const auto coarse = static_cast<Index>(cloud.x.size());
    const Cloud drop = clouds::lattice("drop", 8, 0.025f, 0.05f, 0.7f);
    for (const auto& [all, some] : {std::pair(&cloud.x, &drop.x), {&cloud.y, &drop.y}, {&cloud.z, &drop.z}})
        all->insert(all->end(), some->begin(), some->end());
    // A few far away: without them the fine grid would be small enough not to be folded.
    for (const float far : {0.05f, 1.45f})
        for (auto* values : {&cloud.x, &cloud.y, &cloud.z}) values->push_back(far);
    cloud.reach.assign(coarse, 0.2f);
    cloud.reach.resize(cloud.x.size(), 0.05f);

    spatial::CompactGrid grid;
    grid.build(cloud.view());
    std::mutex mutex;
    std::uint64_t candidates = 0, blocks_with_fine = 0, coarse_blocks = 0;
    const auto is_fine = [&](Index slot) { return grid.order()[slot] >= coarse; };
    grid.for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        const std::lock_guard lock(mutex);
        candidates += block.size() * spatial::size_of(ranges);
        if (is_fine(block.begin)) return;
        ++coarse_blocks;
        bool any = false;
        for (const spatial::Range range : ranges)
            for (Index slot = range.begin; slot < range.end; ++slot) any = any || is_fine(slot);
        blocks_with_fine += any;
    });
    EXPECT_GT(blocks_with_fine, 0u);
    EXPECT_LT(blocks_with_fine, coarse_blocks / 3);
    EXPECT_LT(candidates, 300 * cloud.x.size());
}
