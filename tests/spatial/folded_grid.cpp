#include "spatial/folded_grid.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>
#include <vector>

using spatial::Box;
using spatial::Cell;
using spatial::FoldedGrid;

namespace {

const std::vector<std::tuple<Box, double>> grids = {
    {{0, 0, 0, 5, 3, 2}, 1000},         // fits as it is
    {{-3, -3, -3, -3, -3, -3}, 64},     // a single cell
    {{-7, 2, -1, 900, 2, 300}, 200},    // flat, folded along two axes
    {{-90, -90, -90, 90, 90, 90}, 64},  // folded as far as it goes
    {{-3e38f, -3e38f, 0, 3e38f, 3e38f, 0}, 128},
};

}  // namespace

TEST(FoldedGrid, HasNoMoreCellsThanItIsGiven) {
    for (const auto& [box, most] : grids) {
        const FoldedGrid grid(box, 1.0, most);
        EXPECT_LE(grid.cells(), most);
        EXPECT_GE(grid.cells(), 1u);
    }
    EXPECT_FALSE(FoldedGrid({0, 0, 0, 5, 3, 2}, 1.0, 1000).folded());
    EXPECT_EQ(FoldedGrid({0, 0, 0, 5, 3, 2}, 1.0, 1000).cells(), 6u * 4u * 3u);
    EXPECT_TRUE(FoldedGrid({-90, -90, -90, 90, 90, 90}, 1.0, 64).folded());
}

TEST(FoldedGrid, NamesAllCellsAroundACellOnceHoweverItIsFolded) {
    std::mt19937 rng(3);
    for (const auto& [box, most] : grids) {
        const FoldedGrid grid(box, 1.0, most);
        std::uniform_real_distribution<float> x(std::max(box.min_x, -1e4f), std::min(box.max_x, 1e4f)),
            y(std::max(box.min_y, -1e4f), std::min(box.max_y, 1e4f)), z(box.min_z, box.max_z);
        for (int draw = 0; draw < 300; ++draw) {
            const Cell cell = grid.cell_at(x(rng), y(rng), z(rng));
            const FoldedGrid::Key middle = grid.key_of(cell);
            ASSERT_LT(middle, grid.cells());
            std::multiset<FoldedGrid::Key> named;
            grid.for_each_run_around(middle, middle, [&](FoldedGrid::Key first, FoldedGrid::Key last) {
                for (FoldedGrid::Key key = first; key <= last; ++key) named.insert(key);
            });
            for (const FoldedGrid::Key key : named) {
                EXPECT_LT(key, grid.cells());
                EXPECT_EQ(named.count(key), 1u);
            }
            EXPECT_LE(named.size(), 27u);
            for (int n = 0; n < 27; ++n) {
                const Cell near{cell.x + n % 3 - 1, cell.y + n / 3 % 3 - 1, cell.z + n / 9 - 1};
                const auto inside = [](int c, double min, double max) {
                    return c >= 0 && c <= spatial::cell_coordinate(max - min, 1.0);
                };
                if (inside(near.x, box.min_x, box.max_x) && inside(near.y, box.min_y, box.max_y) &&
                    inside(near.z, box.min_z, box.max_z))
                    EXPECT_TRUE(named.contains(grid.key_of(near)));
            }
        }
    }
}

TEST(FoldedGrid, NamesEveryCellThatABoxComesNear) {
    std::mt19937 rng(4);
    for (const auto& [bounds, most] : grids) {
        const FoldedGrid grid(bounds, 1.0, most);
        std::uniform_real_distribution<float> place(-20.0f, 20.0f), size(0.0f, 6.0f);
        for (int draw = 0; draw < 200; ++draw) {
            Box box{place(rng), place(rng), place(rng), 0, 0, 0};
            box.max_x = box.min_x + size(rng);
            box.max_y = box.min_y + size(rng);
            box.max_z = box.min_z + size(rng);
            const float reach = size(rng);
            std::multiset<FoldedGrid::Key> named;
            grid.for_each_run_near(box, reach, [&](FoldedGrid::Key first, FoldedGrid::Key last) {
                for (FoldedGrid::Key key = first; key <= last; ++key) named.insert(key);
            });
            for (const FoldedGrid::Key key : named) EXPECT_EQ(named.count(key), 1u);
            std::uniform_real_distribution<float> within(0.0f, 1.0f);
            for (int probe = 0; probe < 20; ++probe) {
                // A place within reach of the box along every axis, and within the bounds of the grid.
                const auto place_near = [&](float min, float max, float low, float high) {
                    return std::clamp(min - reach + within(rng) * (max - min + 2 * reach), low, high);
                };
                const float px = place_near(box.min_x, box.max_x, bounds.min_x, bounds.max_x),
                            py = place_near(box.min_y, box.max_y, bounds.min_y, bounds.max_y),
                            pz = place_near(box.min_z, box.max_z, bounds.min_z, bounds.max_z);
                const auto near = [&](float v, float min, float max) { return v >= min - reach && v <= max + reach; };
                if (near(px, box.min_x, box.max_x) && near(py, box.min_y, box.max_y) && near(pz, box.min_z, box.max_z))
                    EXPECT_TRUE(named.contains(grid.key_of(grid.cell_at(px, py, pz))));
            }
        }
    }
}

TEST(FoldedGrid, KeysOfManyAreThoseOfEach) {
    std::mt19937 rng(5);
    std::uniform_real_distribution<float> place(-50.0f, 50.0f);
    std::vector<float> x(1'777), y(1'777), z(1'777);
    for (auto* axis : {&x, &y, &z})
        for (float& value : *axis) value = place(rng);
    const std::vector<float> reach = {1.0f};
    const spatial::Points points{x, y, z, reach};
    for (const double most : {1e7, 500.0}) {
        const FoldedGrid grid({-50, -50, -50, 50, 50, 50}, 0.7, most);
        std::vector<FoldedGrid::Key> keys(1'700);
        grid.keys_of(points, 77, keys);
        for (std::size_t i = 0; i < keys.size(); ++i)
            EXPECT_EQ(keys[i], grid.key_of(grid.cell_at(x[i + 77], y[i + 77], z[i + 77])));
        if (grid.folded()) continue;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const Box box = grid.box_of_key(keys[i]);
            const auto inside = [](float v, float low, float high) { return v >= low - 1e-4f && v <= high + 1e-4f; };
            EXPECT_TRUE(inside(x[i + 77], box.min_x, box.max_x) && inside(y[i + 77], box.min_y, box.max_y) &&
                        inside(z[i + 77], box.min_z, box.max_z));
        }
    }
}
