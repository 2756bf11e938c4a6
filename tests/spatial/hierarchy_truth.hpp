// What the cells of a hierarchical hash should be, told from the points alone.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <utility>

#include "spatial/hierarchical_hash.hpp"
#include "spatial/hierarchy_key.hpp"
#include "tests/spatial/clouds.hpp"

namespace hierarchy {

using clouds::Cloud;
using spatial::Cell;
using spatial::HierarchicalHash;
using spatial::HierarchyClasses;

/// A sheet as sparse as the square of Pouchol et al. 4.1 where nobody has more than five neighbours.
inline Cloud sparse_sheet(std::size_t n, unsigned seed = 50) {
    Cloud cloud = clouds::random("sparse sheet", n, 0.0f, 1048.576f * std::sqrt(static_cast<float>(n)), {234.0f}, seed);
    for (float& z : cloud.z) z = 0.0f;
    return cloud;
}

inline void wander(Cloud& cloud, std::mt19937& rng, float step) {
    std::uniform_real_distribution<float> draw(-step, step);
    for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
        for (float& value : *axis) value += draw(rng);
}

/// The cells of every class and their children, from the points alone; counted from zero.
using Truth = std::map<std::pair<int, Cell>, std::uint64_t>;
inline Truth cells_of(const Cloud& cloud, const HierarchyClasses& classes) {
    Truth truth;
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        const auto coordinate = [&](float v) { return static_cast<int>(std::floor(double{v} * classes.inverse_edge)); };
        const double reach = double{cloud.view().reach_of(i)} * spatial::cell_margin;
        int own = 0;
        while (!classes.holds(own) || classes.size(own) < reach) ++own;
        std::uint64_t child = 0;
        for (int c = own; c < classes.count; ++c) {
            const int e = classes.exponent[c];
            const Cell cell{coordinate(cloud.x[i]) >> e, coordinate(cloud.y[i]) >> e, coordinate(cloud.z[i]) >> e};
            truth[{c, cell}] |= child;
            if (c < classes.largest()) child = std::uint64_t{1} << spatial::child_number(cell, classes.step(c));
        }
    }
    return truth;
}

inline Truth cells_in(const HierarchicalHash& hash) {
    Truth cells;
    hash.for_each_class_cell([&](const HierarchicalHash::ClassCell& c) {
        EXPECT_TRUE(cells.emplace(std::pair{c.level, c.cell}, c.children).second) << "made twice";
    });
    return cells;
}

/// (4), spelt out.
inline std::uint64_t key_of(Cell cell, int c, const HierarchyClasses& classes) {
    std::uint64_t key = 0;
    for (int up = classes.largest(); up >= c; --up) {
        const int e = classes.exponent[up] - classes.exponent[c];
        const auto from_origin = [&](int x, int origin) { return (x >> e) - (origin >> classes.exponent[up]); };
        key = spatial::additive_key(key, {from_origin(cell.x, classes.origin.x), from_origin(cell.y, classes.origin.y),
                                          from_origin(cell.z, classes.origin.z)});
    }
    return key;
}

}  // namespace hierarchy
