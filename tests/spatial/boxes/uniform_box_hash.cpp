// Spatial hashing with one cell size.
#include "spatial/boxes/uniform_box_hash.hpp"

#include <gtest/gtest.h>

#include "tests/spatial/boxes/crowds.hpp"

using crowds::Crowd;
using spatial::Box;
using spatial::Index;
using spatial::UniformBoxHash;

TEST(UniformBoxHash, FindsTheSameWithCellsOfAnySize) {
    for (const Crowd& crowd : crowds::all())
        for (const float cell_size : {1e-18f, 0.01f, 0.3f, 1.0f, 100.0f, 1e18f}) {
            UniformBoxHash hash({.cell_size = cell_size});
            hash.put(crowd.boxes);
            EXPECT_EQ(crowds::found_pairs(hash), crowds::expected_pairs(crowd.boxes))
                << crowd.name << ", " << cell_size;
            EXPECT_EQ(crowds::found_touching(hash, crowd.queries),
                      crowds::expected_touching(crowd.boxes, crowd.queries))
                << crowd.name << ", " << cell_size;
        }
}

TEST(UniformBoxHash, HoldsABoxInEveryCellItCovers) {
    UniformBoxHash hash({.cell_size = 1.0f});
    hash.put(std::vector<Box>{{0.5f, 0.5f, 0.5f, 3.5f, 2.5f, 0.6f}});
    std::size_t cells = 0;
    hash.for_each_cell([&](const spatial::BoxCellView& cell) {
        ++cells;
        EXPECT_EQ(cell.boxes, 1u);
        EXPECT_EQ(cell.box.max_x - cell.box.min_x, 1.0f);
    });
    EXPECT_EQ(cells, 4u * 3u);
}

// One that would be in a million cells is in none, and found all the same.
TEST(UniformBoxHash, ListsBigBoxes) {
    std::vector<Box> boxes = crowds::cubes(100, 5.0f, 0.5f, 1.0f, 81);
    boxes.push_back(crowds::cube_at(-50, -50, -50, 100.0f));
    boxes.push_back(crowds::cube_at(-60, -60, -60, 100.0f));
    UniformBoxHash hash({.cell_size = 1.0f});
    hash.put(boxes);
    EXPECT_EQ(crowds::found_pairs(hash), crowds::expected_pairs(boxes));
    EXPECT_NE(hash.note().find("2 boxes in the list of big ones"), std::string::npos) << hash.note();
    EXPECT_LT(hash.bytes(), 200'000u);
}

TEST(UniformBoxHash, ChoosesACellSizeThatHoldsNoBoxTooOften) {
    for (const Crowd& crowd : crowds::all()) {
        UniformBoxHash hash;
        hash.put(crowd.boxes);
        std::size_t registered = 0;
        hash.for_each_cell([&](const spatial::BoxCellView& cell) { registered += cell.boxes; });
        EXPECT_LE(registered, 17 * crowd.boxes.size() + 4096) << crowd.name;
    }
}
