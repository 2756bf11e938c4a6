// Cells: their coordinates, and what modules show of them.
#include "spatial/cells.hpp"

#include <gtest/gtest.h>

#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;

TEST(Cells, AreCountedDownwardsBelowZero) {
    for (const double inverse_edge : {0.5, 1.0, 2.0, 1.0 / 0.3, 1e4})
        for (const float x : {0.0f, -0.0f, 0.25f, -0.25f, 0.5f, -0.5f, 1.0f, -1.0f, -3.0f, 1e-30f, -1e-30f, 12345.678f,
                              -12345.678f, std::nextafter(1.0f, 0.0f), std::nextafter(-1.0f, -2.0f)})
            EXPECT_EQ(spatial::cell_coordinate(x, inverse_edge), std::floor(x * inverse_edge))
                << x << " * " << inverse_edge;
}

TEST(Cells, EndWhereIntegersWould) {
    EXPECT_EQ(spatial::cell_coordinate(3e38f, 1e18), 1 << 30);
    EXPECT_EQ(spatial::cell_coordinate(-3e38f, 1e18), -(1 << 30));
    EXPECT_EQ(spatial::cell_coordinate(1073741760.0f, 1.0), 1073741760) << "the last float before";
}

TEST(Cells, ShownByAModuleHoldEverySlotOnceAndTheirPointsAreInTheirBoxes) {
    for (const Cloud& cloud : clouds::all())
        for (const auto& module : spatial::neighbour_modules()) {
            // Beyond 2^30 cells a box no longer says where its points are.
            if (cloud.name == "as far as floats go") continue;
            for (const int subdivision : {1, 2, 3, 4}) {
                const auto search = module.make({.subdivision = subdivision});
                search->build(cloud.view());
                Index next = 0;
                search->for_each_cell([&](const spatial::CellView& cell) {
                    ASSERT_EQ(cell.slots.begin, next) << module.name << " on " << cloud.name;
                    ASSERT_LT(cell.slots.begin, cell.slots.end);
                    next = cell.slots.end;
                    const auto inside = [&](float value, float low, float high) {
                        const float rounding = 1e-6f * (1.0f + std::abs(value));
                        return value >= low - rounding && value <= high + rounding;
                    };
                    for (Index slot = cell.slots.begin; slot < cell.slots.end; ++slot) {
                        const Index i = search->order()[slot];
                        ASSERT_TRUE(inside(cloud.x[i], cell.box.min_x, cell.box.max_x) &&
                                    inside(cloud.y[i], cell.box.min_y, cell.box.max_y) &&
                                    inside(cloud.z[i], cell.box.min_z, cell.box.max_z))
                            << module.name << " on " << cloud.name << ", point " << i;
                    }
                });
                EXPECT_EQ(next, cloud.x.size()) << module.name << " on " << cloud.name;
            }
        }
}
