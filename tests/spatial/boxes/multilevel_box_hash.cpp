// Multilevel hashing after Eitz and Lixu 2007: P2 to P8 of the list of claims; of the classes see box_ladder.cpp.
#include "spatial/boxes/multilevel_box_hash.hpp"

#include <gtest/gtest.h>

#include "tests/spatial/boxes/crowds.hpp"

using crowds::Crowd;
using spatial::Box;
using spatial::BroadSettings;
using spatial::Index;
using spatial::MultilevelBoxHash;

namespace {

struct Shown {
    std::size_t cells = 0, registered = 0;
};
Shown shown_by(spatial::BroadPhase& broad) {
    Shown shown;
    broad.for_each_cell([&](const spatial::BoxCellView& cell) {
        ++shown.cells;
        shown.registered += cell.boxes;
        EXPECT_FALSE(cell.has_children);
    });
    return shown;
}

}  // namespace

// P4.
TEST(MultilevelBoxHash, HoldsABoxInAtMostEightCells) {
    for (int k = 0; k < 200; ++k) {
        MultilevelBoxHash hash;
        hash.put(crowds::cubes(1, 20.0f, 0.5f, 1.0f, 100 + k));
        EXPECT_LE(shown_by(hash).registered, 8u);
        EXPECT_GE(shown_by(hash).registered, 1u);
    }
    MultilevelBoxHash flat;
    flat.put(std::vector<Box>{{0.9f, 0.9f, 0, 1.9f, 1.9f, 0}});
    EXPECT_EQ(shown_by(flat).registered, 4u) << "in two dimensions";
}

// P5, and P27: the form of the table decides how long it takes, and nothing else.
TEST(MultilevelBoxHash, AnswersTheSameFromOneTableOrMany) {
    for (const Crowd& crowd : crowds::all())
        for (const std::uint32_t table_size : {0u, 1u, 7u, 1000u, 100'000u})
            for (const bool table_per_class : {false, true}) {
                MultilevelBoxHash hash({.table_size = table_size, .table_per_class = table_per_class});
                hash.put(crowd.boxes);
                EXPECT_EQ(crowds::found_pairs(hash), crowds::expected_pairs(crowd.boxes))
                    << crowd.name << ", " << table_size << (table_per_class ? ", a table a class" : "");
                EXPECT_EQ(crowds::found_touching(hash, crowd.queries),
                          crowds::expected_touching(crowd.boxes, crowd.queries))
                    << crowd.name << ", " << table_size << (table_per_class ? ", a table a class" : "");
            }
}

// P8: a query looks into every class there is.
TEST(MultilevelBoxHash, AsksEveryClass) {
    std::vector<Box> boxes;
    for (int k = 0; k < 10; ++k) boxes.push_back(crowds::cube_at(0, 0, 0, std::ldexp(1.0f, 3 * k)));
    MultilevelBoxHash hash;
    hash.put(boxes);
    hash.touching(std::vector<Box>{{0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f}}, [](Index, std::span<const Index>) {});
    EXPECT_EQ(hash.counters().lookups, 10u);
    EXPECT_EQ(hash.counters().pairs, 10u);
    EXPECT_EQ(hash.ladder().count(), 10);
}

TEST(MultilevelBoxHash, CountsCollisions) {
    const std::vector<Box> boxes = crowds::cubes(500, 20.0f, 0.3f, 5.0f, 71);
    const auto collisions = [&](std::uint32_t table_size, bool table_per_class) {
        MultilevelBoxHash hash({.table_size = table_size, .table_per_class = table_per_class});
        hash.put(boxes);
        (void)hash.pairs();
        return hash.counters().collisions;
    };
    EXPECT_EQ(collisions(0, false), 0u);
    EXPECT_EQ(collisions(1, false), 1u);
    EXPECT_GT(collisions(500, false), 100u);
    EXPECT_LT(collisions(50'000, false), collisions(500, false));
    EXPECT_LT(collisions(50'000, true), collisions(50'000, false)) << "a table for each class is longer together";
}
