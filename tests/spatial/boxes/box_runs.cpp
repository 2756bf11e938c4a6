// The test of a cell's boxes, with every instruction set this machine has.
#include "spatial/boxes/box_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "spatial/boxes/box_rounding.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::BoxRun;
using spatial::Index;

namespace {

/// Whom a query touches in runs, in any order.
std::vector<Index> found_in(const spatial::BoxRuns& runs, const Box& query, const std::vector<BoxRun>& asked) {
    std::vector<spatial::AskedRun> all;
    std::size_t room = spatial::BoxRuns::spare;
    for (const BoxRun& run : asked) {
        all.push_back({0, run});
        room += run.count;
    }
    std::vector<Index> found(room);
    std::uint32_t end = 0;
    runs.touching({&query, 1}, all, found.data(), &end);
    found.resize(end);
    return found;
}

class OnEveryInstructionSet : public testing::TestWithParam<std::string_view> {
protected:
    void SetUp() override { spatial::use_instruction_set(GetParam()); }
    void TearDown() override { spatial::use_instruction_set({}); }
};

}  // namespace

TEST_P(OnEveryInstructionSet, NobodyIsFoundWhereARunIsFilledUp) {
    for (const float height : {0.0f, 1.0f})
        for (Index count = 0; count <= 33; ++count) {
            const std::vector<Box> boxes = crowds::cubes(count, 1.0f, 0.1f, 2.0f, 124 + count);
            const BoxRun run{.first = 0, .count = (count + 15) / 16 * 16};
            spatial::BoxRuns runs;
            runs.start(run.count, {-9.0f, -9.0f, -height, 9.0f, 9.0f, height});
            std::vector<Index> expected;
            for (Index k = 0; k < count; ++k) {
                const Box& b = boxes[k];
                runs.set(run, k, height == 0.0f ? Box{b.min_x, b.min_y, 0.0f, b.max_x, b.max_y, 0.0f} : b, k);
                expected.push_back(k);
            }
            for (Index k = count; k < run.count; ++k) runs.set_nobody(run, k);
            EXPECT_EQ(runs.boxes_in(run), count);
            const float far = std::numeric_limits<float>::max();
            const Box everywhere{-far, -far, -far, far, far, far};
            EXPECT_EQ(found_in(runs, everywhere, {run}), expected);
        }
}

TEST_P(OnEveryInstructionSet, RunsOfAnyLengthAreTestedExactly) {
    std::mt19937 rng(121);
    for (Index count = 0; count < 45; ++count) {
        std::vector<Box> boxes = crowds::cubes(count, 1.0f, 0.1f, 2.0f, 122 + count);
        for (Box& b : boxes)
            if (rng() % 3 == 0) b = {b.min_x, -0.0f, b.min_z, b.min_x, 0.0f, b.min_z};
        const BoxRun run{.first = 3, .count = count};
        std::vector<std::uint32_t> begins;
        spatial::BoxRuns runs;
        runs.start(3 + count, {-9.0f, -9.0f, -9.0f, 9.0f, 9.0f, 9.0f});
        for (Index k = 0; k < count; ++k) {
            begins.push_back(static_cast<std::uint32_t>(rng() % 8));
            runs.set(run, k, boxes[k], (100 + k) | begins[k] << spatial::begins_shift);
        }
        for (const Box& query : crowds::cubes(30, 1.0f, 0.01f, 2.0f, 123)) {
            BoxRun part = run;
            part.from = static_cast<Index>(rng() % (count + 1));
            part.begins = static_cast<std::uint32_t>(rng() % 8);
            std::vector<Index> expected;
            for (Index k = part.from; k < count; ++k)
                if ((begins[k] & part.begins) == part.begins && spatial::overlap(boxes[k], query))
                    expected.push_back(100 + k);
            EXPECT_EQ(found_in(runs, query, {part}), expected) << count << " boxes from " << part.from;
        }
        for (Index k = 0; k < count; ++k) {
            EXPECT_TRUE(spatial::same(runs.box(run, k), boxes[k]));
            EXPECT_EQ(runs.tag(run, k) & spatial::record_number, 100 + k);
        }
    }
}

// Many queries at a time, their runs in any order, and each writes to its own place alone: behind what it has room for
// begins the next one's.
TEST_P(OnEveryInstructionSet, EveryQueryIsTestedAgainstItsOwnRuns) {
    constexpr Index lengths[] = {16, 3, 32, 17, 16, 40, 1};
    const std::vector<Box> boxes = crowds::cubes(125, 1.0f, 0.1f, 2.0f, 127);
    std::mt19937 rng(128);
    spatial::BoxRuns records;
    records.start(boxes.size(), {-9.0f, -9.0f, -9.0f, 9.0f, 9.0f, 9.0f});
    std::vector<BoxRun> all;
    std::vector<std::uint32_t> begins;
    for (Index first = 0; const Index length : lengths) {
        all.push_back({.first = first, .count = length});
        for (Index k = 0; k < length; ++k) {
            begins.push_back(static_cast<std::uint32_t>(rng() % 8));
            records.set(all.back(), k, boxes[first + k], (first + k) | begins.back() << spatial::begins_shift);
        }
        first += length;
    }
    for (int draw = 0; draw < 200; ++draw) {
        const std::vector<Box> queries = crowds::cubes(20, 1.0f, 0.01f, 2.0f, 129 + static_cast<unsigned>(draw));
        std::vector<spatial::AskedRun> asked;
        std::vector<std::vector<Index>> expected(queries.size()), found(queries.size());
        std::vector<std::uint32_t> room(queries.size(), spatial::BoxRuns::spare);
        for (std::uint32_t q = 0; q < queries.size(); ++q)
            for (BoxRun run : all) {
                if (rng() % 3 != 0) continue;
                run.begins = static_cast<std::uint32_t>(rng() % 8 & rng() % 8);
                if (rng() % 4 == 0) run.from = static_cast<Index>(rng() % (run.count + 1));
                asked.push_back({q, run});
                room[q] += run.count;
                for (Index k = run.first + run.from; k < run.first + run.count; ++k)
                    if ((begins[k] & run.begins) == run.begins && spatial::overlap(boxes[k], queries[q]))
                        expected[q].push_back(k);
            }
        std::ranges::shuffle(asked, rng);
        std::vector<std::uint32_t> first(queries.size(), 0);
        std::exclusive_scan(room.begin(), room.end(), first.begin(), 0u);
        std::vector<std::uint32_t> ends = first;
        std::vector<Index> out(first.back() + room.back());
        records.touching(queries, asked, out.data(), ends.data());
        for (std::uint32_t q = 0; q < queries.size(); ++q) {
            found[q].assign(out.begin() + first[q], out.begin() + ends[q]);
            std::ranges::sort(found[q]);
            std::ranges::sort(expected[q]);
        }
        EXPECT_EQ(found, expected) << draw;
    }
}

// Boxes at one height along an axis have no columns for it; whoever is asked reaches it.
TEST_P(OnEveryInstructionSet, RunsInAPlaneAreTestedExactly) {
    constexpr Index count = 37;
    const auto flattened = [](Box b, int axis, float lower, float upper) {
        (axis == 0 ? b.min_x : axis == 1 ? b.min_y : b.min_z) = lower;
        (axis == 0 ? b.max_x : axis == 1 ? b.max_y : b.max_z) = upper;
        return b;
    };
    for (int axis = 0; axis < 3; ++axis) {
        const float height = axis == 1 ? 0.0f : 2.5f;
        std::vector<Box> boxes = crowds::cubes(count, 1.0f, 0.1f, 2.0f, 125);
        for (Box& b : boxes) b = flattened(b, axis, height, height);
        const BoxRun run{.first = 5, .count = count};
        spatial::BoxRuns runs;
        runs.start(5 + count, flattened({-9.0f, -9.0f, -9.0f, 9.0f, 9.0f, 9.0f}, axis, height, height));
        for (Index k = 0; k < count; ++k)
            runs.set(run, k, boxes[k], k | spatial::begins_everywhere << spatial::begins_shift);
        for (Index k = 0; k < count; ++k) {
            EXPECT_TRUE(spatial::same(runs.box(run, k), boxes[k]));
            EXPECT_EQ(runs.tag(run, k) & spatial::record_number, k);
        }
        std::size_t touching = 0;
        for (Box query : crowds::cubes(60, 1.0f, 0.01f, 1.0f, 126)) {
            query = flattened(query, axis, height - 1.0f, height);
            std::vector<Index> expected;
            for (Index k = 0; k < count; ++k)
                if (spatial::overlap(boxes[k], query)) expected.push_back(k);
            EXPECT_EQ(found_in(runs, query, {run}), expected) << "flat along axis " << axis;
            touching += expected.size();
        }
        EXPECT_GT(touching, 60u);
    }
}

TEST_P(OnEveryInstructionSet, BoxesAreRoundedToTheSameCells) {
    const Box bounds{-90.0f, -80.0f, -70.0f, 90.0f, 80.0f, 70.0f};
    std::vector<Box> boxes = crowds::cubes(500, 100.0f, 0.01f, 50.0f, 124);
    for (const Box& b : crowds::touching_lattice(4, 0.25f, -0.5f)) boxes.push_back(b);
    for (const int exponent : {-10, -2, 0, 5}) {
        std::vector<spatial::CellRange> ranges(boxes.size());
        std::vector<std::uint32_t> numbers(boxes.size());
        const double inverse = spatial::inverse_size(exponent);
        numbers.resize(spatial::round_boxes(boxes, bounds, static_cast<float>(inverse), ranges.data(), numbers.data()));
        std::vector<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < boxes.size(); ++k) {
            if (!spatial::overlap(boxes[k], bounds)) continue;
            expected.push_back(k);
            const auto range = spatial::cells_under(spatial::common(boxes[k], bounds), inverse);
            EXPECT_EQ(ranges[k].min, range.min);
            EXPECT_EQ(ranges[k].max, range.max);
        }
        EXPECT_EQ(numbers, expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Boxes, OnEveryInstructionSet, testing::ValuesIn(spatial::instruction_sets()),
                         [](const auto& set) { return std::string(set.param); });
