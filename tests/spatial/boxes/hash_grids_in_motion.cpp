// Hierarchical hash grids whose boxes move, come, go and change.
#include <gtest/gtest.h>

#include "spatial/boxes/hash_grids.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using crowds::cube_at;
using spatial::Box;
using spatial::HashGrids;
using spatial::Index;

namespace {

void move(std::vector<Box>& boxes, float part, crowds::Random& rng) {
    for (Box& b : boxes) {
        const float edge = b.max_x - b.min_x, most = part * edge;
        b = cube_at(b.min_x + crowds::between(rng, -most, most), b.min_y + crowds::between(rng, -most, most),
                    b.min_z + crowds::between(rng, -most, most), edge);
    }
}

}  // namespace

TEST(HashGrids, FindTheSamePairsByUpdateAndByRebuild) {
    HashGrids update({}), rebuild({.rebuild = true});
    std::vector<Box> boxes = crowds::cubes(3'000, 12.0f, 0.3f, 3.0f, 84);
    crowds::Random rng(85);
    for (int step = 0; step < 20; ++step) {
        move(boxes, step % 2 == 0 ? 0.2f : 0.01f, rng);
        update.put(boxes);
        rebuild.put(boxes);
        const auto expected = crowds::expected_pairs(boxes);
        EXPECT_EQ(crowds::found_pairs(update), expected) << step;
        EXPECT_EQ(crowds::found_pairs(rebuild), expected) << step;
    }
    EXPECT_EQ(rebuild.work().changed_cell, 0u);
    EXPECT_EQ(update.work().inserted, 3'000u) << "each once";
    EXPECT_GT(update.work().stayed, 4 * update.work().changed_cell) << "most stay where they are";
    EXPECT_EQ(update.work().changed_grid, 0u) << "nobody changes size by more than rounding";
}

// What is done to all broad phases, with the grids in use however few there are: come, go, jump, change size, be
// endless.
TEST(HashGrids, KeepUpWithWhateverHappensOnceGridsAreUsed) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const bool rebuild : {false, true}) {
        HashGrids grids({.factor = rebuild ? 1.3f : 2.0f, .rebuild = rebuild});
        crowds::Random rng(88);
        std::vector<Box> boxes = crowds::cubes(500, 8.0f, 0.05f, 20.0f, 89);
        std::vector<bool> there(boxes.size(), true);
        grids.put(boxes);
        for (int step = 0; step < 60; ++step) {
            std::vector<Index> put, removed;
            std::vector<Box> places;
            for (Index i = 0; i < boxes.size(); ++i) {
                const auto chance = rng() % 100;
                // Half of them leave at the 20th step: fewer than the threshold.
                if (there[i] && (chance == 0 || (step == 20 && chance < 50))) {
                    removed.push_back(i);
                    there[i] = false;
                } else if (chance < 40 && (there[i] || chance < 5)) {
                    const auto near = [&](float x) { return x + crowds::between(rng, -0.3f, 0.3f); };
                    const float far = chance == 1 ? 1e4f : 0.0f;
                    const float edge = chance < 8 ? crowds::any_scale(rng, 0.01f, 30.0f) : 1.0f;
                    boxes[i] = cube_at(near(boxes[i].min_x) + far, near(boxes[i].min_y), near(boxes[i].min_z), edge);
                    if (chance == 2) boxes[i].max_z = inf;
                    if (std::abs(boxes[i].min_x) > 9e3f) boxes[i] = cube_at(0, 0, 0, edge);
                    there[i] = true;
                    put.push_back(i);
                    places.push_back(boxes[i]);
                }
            }
            grids.remove(removed);
            grids.put(put, places);
            if (step % 4 == 3) continue;  // changes pile up
            ASSERT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes, there)) << step;
        }
        EXPECT_TRUE(grids.uses_grids());
    }
}
