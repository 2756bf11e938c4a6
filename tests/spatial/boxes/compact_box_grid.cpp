// Ours, from inside: rows that fold, levels that are planned, and the same answers on every instruction set.
#include <gtest/gtest.h>

#include "spatial/boxes/row_levels.hpp"
#include "spatial/boxes/spread_grid.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using crowds::between;
using spatial::Box;
using spatial::Index;
using spatial::RowAxis;

namespace {

spatial::BoxStore store_of(const std::vector<Box>& boxes) {
    spatial::BoxStore store;
    spatial::BoxStore::Changes changes;
    store.put({}, boxes, changes);
    return store;
}

/// A few large ones all over the hall, and a heap of small ones in a corner.
std::vector<Box> heap_in_a_hall(unsigned seed) {
    std::vector<Box> boxes = crowds::cubes(100, 450.0f, 50.0f, 200.0f, seed);
    const std::vector<Box> heap = crowds::cubes(1'900, 1.0f, 0.02f, 0.05f, seed + 1, -400.0f);
    boxes.insert(boxes.end(), heap.begin(), heap.end());
    return boxes;
}

}  // namespace

TEST(RowGrid, AStretchOfAFoldedAxisGoesOnAtZero) {
    const RowAxis axis{.corner = 0.0, .edge = 1.0, .inverse_edge = 1.0, .cells = 8, .folded = true};
    const auto over_the_end = axis.stretch(6, 9);
    EXPECT_EQ(over_the_end.first, 6);
    EXPECT_EQ(over_the_end.count, 4);
    EXPECT_EQ(axis.stretch(-3, 40).count, 8) << "no cell twice, however far it goes";
    EXPECT_EQ(axis.index_of(-1), 7);
}

TEST(RowGrid, AStretchBesideAGridIsItsOutermostCell) {
    const RowAxis axis{.corner = 0.0, .edge = 1.0, .inverse_edge = 1.0, .cells = 5, .folded = false};
    EXPECT_EQ(axis.stretch(-9, -1).first, 0);
    EXPECT_EQ(axis.stretch(-9, -1).count, 1);
    EXPECT_EQ(axis.stretch(5, 9).first, 4);
    EXPECT_EQ(axis.stretch(5, 9).count, 1);
    EXPECT_EQ(axis.stretch(-9, 9).count, 5);
    EXPECT_EQ(axis.stretch(3, 2).count, 0);
}

// A few outliers make the box around everybody enormous; rows then fold and memory stays what it was.
TEST(RowLevels, OutliersCostNoMemory) {
    std::vector<Box> boxes = crowds::cubes(3'000, 10.0f, 0.5f, 1.0f, 1);
    spatial::RowLevels rows;
    rows.build(store_of(boxes));
    const std::size_t usual = rows.bytes();
    boxes[5] = crowds::cube_at(1e7f, 0.0f, 0.0f, 1.0f);
    boxes[6] = crowds::cube_at(0.0f, -3e8f, 2e9f, 0.7f);
    spatial::RowLevels wide;
    wide.build(store_of(boxes));
    EXPECT_LT(wide.bytes(), 2 * usual);
    std::vector<spatial::BoxPair> found;
    (void)wide.find_pairs(found);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, crowds::expected_pairs(boxes));
}

// Rows are laid for a crowd that has moved on and grown since: beyond their ends, and longer than any box was.
TEST(RowLevels, ServeACrowdThatHasMovedOnAndGrown) {
    std::vector<Box> boxes = heap_in_a_hall(11);
    boxes.push_back(crowds::cube_at(900.0f, 900.0f, 900.0f, 1.0f));  // far enough out for rows to fold
    spatial::RowLevels rows;
    for (int step = 0; step < 40; ++step) {
        rows.build(store_of(boxes));
        std::vector<spatial::BoxPair> found;
        (void)rows.find_pairs(found);
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, crowds::expected_pairs(boxes)) << "step " << step;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            Box& b = boxes[i];
            const float edge = b.max_x - b.min_x, way = (i % 2 == 0 ? 0.15f : -0.1f) * edge;
            b = {b.min_x + way,          b.min_y,      b.min_z - way, b.max_x + way + 0.01f * edge,
                 b.max_y + 0.02f * edge, b.max_z - way};
        }
    }
}

// Sizes that come and go, from one step to the next: nobody of a size that there was not is lost.
TEST(RowLevels, ServeSizesThatWereNotThere) {
    spatial::RowLevels rows;
    for (const float largest : {1.0f, 1.2f, 300.0f, 0.1f, 40.0f}) {
        std::vector<Box> boxes = crowds::cubes(1'000, 10.0f, 0.5f, 1.0f, 12);
        for (std::size_t i = 0; i < 20; ++i) boxes[i * 7] = crowds::cube_at(float(i), 1.0f, 2.0f, largest);
        rows.build(store_of(boxes));
        std::vector<spatial::BoxPair> found;
        (void)rows.find_pairs(found);
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, crowds::expected_pairs(boxes)) << "largest " << largest;
    }
}

TEST(SpreadPlan, PutsSizesFarApartOnLevelsOfTheirOwn) {
    const auto one_size = spatial::census_of(store_of(crowds::cubes(2'000, 10.0f, 0.9f, 1.0f, 2)));
    spatial::SpreadPlan plan;
    plan.make(one_size, {0.1, 0.1, 0.1});
    EXPECT_EQ(plan.levels().size(), 1u);
    plan.make(spatial::census_of(store_of(heap_in_a_hall(3))), {0.1, 0.1, 0.1});
    EXPECT_GT(plan.levels().size(), 1u);
    // Every size has its level, and only one.
    for (std::size_t l = 1; l < plan.levels().size(); ++l)
        EXPECT_LE(plan.levels()[l].classes_to, plan.levels()[l - 1].classes_from);
}

TEST(SpreadPlan, ServesUntilTheCrowdIsAnother) {
    std::vector<Box> boxes = crowds::cubes(2'000, 10.0f, 0.5f, 1.0f, 4);
    spatial::SpreadPlan plan;
    plan.make(spatial::census_of(store_of(boxes)), {0.1, 0.1, 0.1});
    for (Box& b : boxes) b = {b.min_x + 0.2f, b.min_y, b.min_z, b.max_x + 0.2f, b.max_y, b.max_z};
    EXPECT_TRUE(plan.still_fits(spatial::census_of(store_of(boxes)))) << "everybody a little on";
    std::vector<Box> more = boxes;
    more.insert(more.end(), boxes.begin(), boxes.end());
    EXPECT_FALSE(plan.still_fits(spatial::census_of(store_of(more)))) << "twice as many";
    std::vector<Box> another_size = boxes;
    another_size[0] = crowds::cube_at(0.0f, 0.0f, 0.0f, 4.0f);
    EXPECT_FALSE(plan.still_fits(spatial::census_of(store_of(another_size)))) << "a size that was not there";
    std::vector<Box> elsewhere = boxes;
    for (Box& b : elsewhere) b = {b.min_x + 9.0f, b.min_y, b.min_z, b.max_x + 9.0f, b.max_y, b.max_z};
    EXPECT_FALSE(plan.still_fits(spatial::census_of(store_of(elsewhere)))) << "somewhere else";
}

// Whoever lies outside of what a plan was made for is in the outermost cells, and is found there.
TEST(SpreadGrid, AnswersWithAPlanMadeForAnotherPlace) {
    const std::vector<Box> first = crowds::cubes(800, 10.0f, 0.5f, 1.0f, 5);
    std::vector<Box> later = first;
    for (Box& b : later) b.max_x += 0.9f;
    const auto broad = spatial::make_broad_phase("compact-grid");
    const std::vector<Box> queries = crowds::cubes(300, 14.0f, 0.05f, 2.0f, 6);
    for (const auto& boxes : {first, later}) {
        broad->put(boxes);
        EXPECT_EQ(crowds::found_touching(*broad, queries), crowds::expected_touching(boxes, queries));
    }
}

TEST(SpreadGrid, TellsAQueryOverAllCellsOfEachBoxOnce) {
    const std::vector<Box> boxes = heap_in_a_hall(7);
    const auto broad = spatial::make_broad_phase("compact-grid");
    broad->put(boxes);
    const std::vector<Box> queries = {{-1e9f, -1e9f, -1e9f, 1e9f, 1e9f, 1e9f}, {-3e38f, 0, 0, 3e38f, 900, 0.5f}};
    EXPECT_EQ(crowds::found_touching(*broad, queries), crowds::expected_touching(boxes, queries));
}

TEST(CompactBoxGrid, FindsTheSameInTheSameOrderOnEveryInstructionSet) {
    const std::vector<Box> boxes = crowds::cubes(3'000, 15.0f, 0.1f, 4.0f, 8),
                           queries = crowds::cubes(800, 15.0f, 0.01f, 2.0f, 9);
    std::vector<spatial::BoxPair> pairs;
    std::vector<std::vector<Index>> touched;
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        const auto broad = spatial::make_broad_phase("compact-grid");
        broad->put(boxes);
        const auto found = broad->pairs();
        if (pairs.empty()) {
            pairs.assign(found.begin(), found.end());
            touched = crowds::found_touching(*broad, queries);
            EXPECT_EQ(touched, crowds::expected_touching(boxes, queries));
        }
        EXPECT_TRUE(std::ranges::equal(found, pairs)) << set;
        EXPECT_EQ(crowds::found_touching(*broad, queries), touched) << set;
    }
    spatial::use_instruction_set({});
}

// What it counts is what it did: a crowd that no query can miss, and one where the numbers can be told beforehand.
TEST(CompactBoxGrid, CountsWhatItTests) {
    const std::vector<Box> boxes(40, crowds::cube_at(0.0f, 0.0f, 0.0f, 1.0f));
    const auto broad = spatial::make_broad_phase("compact-grid");
    broad->put(boxes);
    EXPECT_EQ(broad->pairs().size(), 40u * 39u / 2u);
    EXPECT_EQ(broad->counters().candidates, 40u * 39u / 2u);
    const std::vector<Box> query = {crowds::cube_at(0.2f, 0.2f, 0.2f, 0.1f)};
    std::size_t hits = 0;
    broad->touching(query, [&](Index, std::span<const Index> found) { hits += found.size(); });
    EXPECT_EQ(hits, 40u);
    EXPECT_EQ(broad->counters().candidates, 40u);
    EXPECT_EQ(broad->counters().lookups, 1u);
    EXPECT_EQ(broad->counters().cells, 1u);
}
