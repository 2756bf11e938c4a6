// The H-mask covers the reach, and the one printed in the paper does not.
#include "spatial/h_mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "tests/spatial/clouds.hpp"

using spatial::Cell;
using spatial::HMask;

namespace {

std::set<Cell> cells_of(const HMask& mask) {
    std::set<Cell> cells;
    for (const HMask::Row& row : mask.rows())
        for (int dx = -row.width; dx <= row.width; ++dx)
            EXPECT_TRUE(cells.insert({dx, row.dy, row.dz}).second) << "a cell twice";
    return cells;
}

/// Of the pairs in reach, the share whose cells, `cells_a_reach` along a reach, are not in each other's mask.
double miss_rate(const clouds::Cloud& cloud, double cells_a_reach, const std::set<Cell>& mask) {
    const spatial::Points points = cloud.view();
    const double inverse_edge = cells_a_reach / (double{cloud.reach[0]} * spatial::cell_margin);
    const auto truth = clouds::expected(cloud);
    std::size_t missed = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Cell from = cell_of(points, i, inverse_edge);
        for (const spatial::Index j : truth.of(i)) {
            const Cell to = cell_of(points, j, inverse_edge);
            missed += !mask.contains({to.x - from.x, to.y - from.y, to.z - from.z});
        }
    }
    EXPECT_GT(truth.ids.size(), 10'000u);
    return static_cast<double>(missed) / static_cast<double>(truth.ids.size());
}

}  // namespace

TEST(HMask, HoldsTheCellsWhoseNearestPointsAreInReachAndNoOthers) {
    const std::size_t cells[] = {27, 125, 311, 613};
    for (int h = 1; h <= 8; ++h) {
        std::set<Cell> near;
        const auto gap = [](int d) { return std::max(std::abs(d) - 1, 0); };
        for (int z = -h - 1; z <= h + 1; ++z)
            for (int y = -h - 1; y <= h + 1; ++y)
                for (int x = -h - 1; x <= h + 1; ++x)
                    if (gap(x) * gap(x) + gap(y) * gap(y) + gap(z) * gap(z) < h * h) near.insert({x, y, z});
        const HMask mask(h);
        EXPECT_EQ(cells_of(mask), near) << "H = " << h;
        EXPECT_EQ(mask.cells(), near.size());
        if (h <= 4) {
            EXPECT_EQ(mask.cells(), cells[h - 1]) << "H = " << h;
        }
    }
}

TEST(HMask, HasItsRowsInTheOrderOfCells) {
    for (int h = 1; h <= 8; ++h) {
        const HMask mask(h);
        EXPECT_TRUE(std::is_sorted(mask.rows().begin(), mask.rows().end(), [](HMask::Row a, HMask::Row b) {
            return std::tie(a.dz, a.dy) < std::tie(b.dz, b.dy);
        }));
    }
}

TEST(HMask, ContainsAllSmallerOnes) {
    for (int h = 2; h <= 8; ++h) {
        const auto larger = cells_of(HMask(h)), smaller = cells_of(HMask(h - 1));
        EXPECT_GT(larger.size(), smaller.size());
        EXPECT_TRUE(std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end())) << "H = " << h;
    }
}

// More, smaller cells cover the sphere of a reach more tightly: a mask's volume, in reaches cubed, is what a query has
// for candidates.
TEST(HMask, CoversLessInVainTheSmallerTheCells) {
    double before = 1e9;
    for (int h = 1; h <= 8; ++h) {
        const double volume = static_cast<double>(HMask(h).cells()) / (h * h * h);
        EXPECT_LT(volume, before) << "H = " << h;
        EXPECT_GT(volume, 4.18879);
        before = volume;
    }
}

TEST(HMask, MissesNobodyWhereThePrintedOneMissesMost) {
    const clouds::Cloud cloud = clouds::random("dense", 4'000, -1.0f, 1.0f, {0.2f}, 41);
    for (int h = 1; h <= 4; ++h) {
        EXPECT_EQ(miss_rate(cloud, h, cells_of(HMask(h))), 0.0) << "H = " << h;

        const auto printed = spatial::mask_as_printed(h);
        EXPECT_EQ(printed.size(), static_cast<std::size_t>((2 * h + 1) * (2 * h + 1) * (2 * h + 1))) << "no corner";
        const double missed = miss_rate(cloud, 2 * h + 1, {printed.begin(), printed.end()});
        RecordProperty("miss_rate_of_printed_mask_" + std::to_string(h), std::to_string(missed));
        std::printf("  H = %d: the mask as printed misses %.1f %% of the neighbours\n", h, 100.0 * missed);
        EXPECT_GT(missed, 0.0) << "H = " << h;
    }
}
