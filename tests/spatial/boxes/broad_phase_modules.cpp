// Every broad phase, on every crowd, against brute force.
#include <gtest/gtest.h>
#include <omp.h>

#include "tests/spatial/boxes/crowds.hpp"

using crowds::Crowd;
using spatial::Box;
using spatial::BroadPhase;
using spatial::BroadPhaseModule;
using spatial::Index;

namespace {

class BroadPhases : public testing::TestWithParam<BroadPhaseModule> {
protected:
    static std::unique_ptr<BroadPhase> make() { return spatial::make_broad_phase(GetParam().name); }
    void TearDown() override { omp_set_num_threads(threads_); }

private:
    int threads_ = omp_get_max_threads();
};

}  // namespace

TEST_P(BroadPhases, FindEveryPairAndNoOther) {
    for (const Crowd& crowd : crowds::all()) {
        const auto broad = make();
        broad->put(crowd.boxes);
        EXPECT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(crowd.boxes)) << crowd.name;
        EXPECT_EQ(broad->counters().pairs, broad->pairs().size()) << crowd.name;
    }
}

TEST_P(BroadPhases, FindWhomEveryQueryTouches) {
    for (const Crowd& crowd : crowds::all()) {
        const auto broad = make();
        broad->put(crowd.boxes);
        EXPECT_EQ(crowds::found_touching(*broad, crowd.queries), crowds::expected_touching(crowd.boxes, crowd.queries))
            << crowd.name;
        // The boxes themselves as queries: same sizes, same classes, exact copies.
        const std::vector<Box> own = [&] {
            std::vector<Box> finite;
            for (const Box& b : crowd.boxes)
                if (!spatial::is_unbounded(b)) finite.push_back(b);
            return finite;
        }();
        EXPECT_EQ(crowds::found_touching(*broad, own), crowds::expected_touching(crowd.boxes, own)) << crowd.name;
    }
}

TEST_P(BroadPhases, DoNotCareInWhichOrderBoxesArrive) {
    for (const Crowd& crowd : crowds::all()) {
        std::vector<Index> numbers(crowd.boxes.size());
        for (Index i = 0; i < numbers.size(); ++i) numbers[i] = i;
        std::shuffle(numbers.begin(), numbers.end(), std::mt19937(5));
        const auto broad = make();
        for (const Index number : numbers) broad->put({&number, 1}, {&crowd.boxes[number], 1});
        EXPECT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(crowd.boxes)) << crowd.name;
    }
}

// Boxes that drift, grow, shrink, jump across the hall, leave and come back, and a few that do not move at all.
TEST_P(BroadPhases, KeepUpWithAHundredMovingSteps) {
    for (const unsigned seed : {1u, 2u}) {
        std::mt19937 rng(seed);
        const float largest = seed == 1 ? 2.0f : 40.0f;
        std::vector<Box> boxes = crowds::cubes(220, 8.0f, 0.05f, largest, seed);
        std::vector<bool> there(boxes.size(), true);
        const std::vector<Box> queries = crowds::cubes(40, 10.0f, 0.01f, 6.0f, seed + 50);
        const auto broad = make();
        broad->put(boxes);
        for (int step = 0; step < 100; ++step) {
            std::vector<Index> put, removed;
            for (Index i = 0; i < boxes.size(); ++i) {
                Box& b = boxes[i];
                const auto chance = rng() % 100;
                const float edge = b.max_x - b.min_x;
                if (chance < 60) {  // on a little
                    const float dx = crowds::between(rng, -0.2f, 0.2f) * edge,
                                dz = crowds::between(rng, -0.2f, 0.2f) * edge;
                    b = {b.min_x + dx, b.min_y, b.min_z + dz, b.max_x + dx, b.max_y, b.max_z + dz};
                } else if (chance < 65) {  // another size
                    b = crowds::cube_at(b.min_x, b.min_y, b.min_z, crowds::any_scale(rng, 0.05f, largest));
                } else if (chance < 67) {  // elsewhere
                    b = crowds::cube_at(crowds::between(rng, -90.0f, 90.0f), crowds::between(rng, -9.0f, 9.0f),
                                        crowds::between(rng, -9.0f, 9.0f), edge);
                } else if (chance < 70) {
                    if (there[i]) removed.push_back(i);
                    there[i] = false;
                    continue;
                } else {
                    if (!there[i] && chance < 80) continue;
                }
                there[i] = true;
                put.push_back(i);
            }
            std::vector<Box> places;
            for (const Index i : put) places.push_back(boxes[i]);
            broad->remove(removed);
            broad->put(put, places);
            if (step % 3 != 0)
                ASSERT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(boxes, there)) << "step " << step;
            if (step % 2 == 0)
                ASSERT_EQ(crowds::found_touching(*broad, queries), crowds::expected_touching(boxes, queries, there))
                    << "step " << step;
        }
    }
}

TEST_P(BroadPhases, AnswerTheSameOnAnyNumberOfThreads) {
    const std::vector<Box> boxes = crowds::cubes(6'000, 25.0f, 0.2f, 3.0f, 31);
    const std::vector<Box> queries = crowds::cubes(3'000, 25.0f, 0.05f, 1.0f, 32);
    std::vector<spatial::BoxPair> pairs;
    std::vector<std::vector<Index>> touched;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        const auto broad = make();
        broad->put(boxes);
        const auto found = broad->pairs();
        if (threads == 1) {
            pairs.assign(found.begin(), found.end());
            touched = crowds::found_touching(*broad, queries);
            std::vector<spatial::BoxPair> sorted = pairs;
            std::sort(sorted.begin(), sorted.end());
            EXPECT_EQ(sorted, crowds::expected_pairs(boxes));
            EXPECT_EQ(touched, crowds::expected_touching(boxes, queries));
        } else {
            ASSERT_EQ(found.size(), pairs.size()) << threads << " threads";
            if (GetParam().reproducible)
                EXPECT_TRUE(std::equal(found.begin(), found.end(), pairs.begin())) << threads << " threads";
            EXPECT_EQ(crowds::found_touching(*broad, queries), touched) << threads << " threads";
        }
    }
}

// An unbounded box of a high number is none of a module's business, but raises the numbers there are.
TEST_P(BroadPhases, DoNotMindNumbersTheyWereNeverTold) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const std::vector<Box> boxes = crowds::cubes(40, 3.0f, 0.2f, 2.0f, 45);
    const std::vector<Box> plane = {{-inf, -inf, -inf, inf, inf, 0.0f}};
    const auto broad = make();
    broad->put(boxes);
    (void)broad->pairs();
    const Index leaving = 3, high = 5'000;
    broad->remove({&leaving, 1});
    broad->put({&high, 1}, plane);
    std::vector<Box> all = boxes;
    all.resize(high + 1);
    all[high] = plane[0];
    std::vector<bool> there(all.size(), false);
    std::fill_n(there.begin(), boxes.size(), true);
    there[leaving] = false;
    there[high] = true;
    EXPECT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(all, there));
    EXPECT_EQ(crowds::found_touching(*broad, boxes), crowds::expected_touching(all, boxes, there));
}

TEST_P(BroadPhases, AreEmptyAgainOnceEverybodyHasLeft) {
    const std::vector<Box> boxes = crowds::cubes(500, 5.0f, 0.1f, 2.0f, 41);
    std::vector<Index> everybody(boxes.size());
    for (Index i = 0; i < everybody.size(); ++i) everybody[i] = i;
    const auto broad = make();
    for (int round = 0; round < 3; ++round) {
        broad->put(boxes);
        EXPECT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(boxes));
        broad->remove(everybody);
        EXPECT_TRUE(broad->pairs().empty());
        broad->touching(boxes, [](Index, std::span<const Index>) { FAIL() << "somebody is still there"; });
    }
}

// Nobody's results depend on where zero is (P33 of the list of claims).
TEST_P(BroadPhases, DoNotCareWhereTheOriginIs) {
    std::vector<Box> boxes = crowds::cubes(400, 4.0f, 0.25f, 2.0f, 51);
    for (Box& b : boxes)  // to a grid that floats resolve at a hundred thousand, too
        for (float* side : {&b.min_x, &b.min_y, &b.min_z, &b.max_x, &b.max_y, &b.max_z})
            *side = std::round(*side * 16.0f) / 16.0f;
    const auto expected = crowds::expected_pairs(boxes);
    for (const float shift : {1e5f, -1e5f, -3.0f}) {
        std::vector<Box> shifted = boxes;
        for (Box& b : shifted)
            for (float* side : {&b.min_x, &b.min_y, &b.min_z, &b.max_x, &b.max_y, &b.max_z}) *side += shift;
        const auto broad = make();
        broad->put(shifted);
        EXPECT_EQ(crowds::found_pairs(*broad), expected) << shift;
    }
}

TEST_P(BroadPhases, ShowCellsThatHoldEverybody) {
    const std::vector<Box> boxes = crowds::cubes(200, 3.0f, 0.2f, 2.0f, 61);
    const auto broad = make();
    broad->put(boxes);
    std::vector<Box> cells;
    std::size_t registered = 0;
    broad->for_each_cell([&](const spatial::BoxCellView& cell) {
        EXPECT_GE(cell.level, 0);
        registered += cell.boxes;
        if (cell.boxes > 0) cells.push_back(cell.box);
    });
    EXPECT_GE(registered, boxes.size());
    for (const Box& b : boxes)
        EXPECT_TRUE(
            std::any_of(cells.begin(), cells.end(), [&](const Box& cell) { return spatial::overlap(b, cell); }));
}

INSTANTIATE_TEST_SUITE_P(Every, BroadPhases,
                         testing::ValuesIn(spatial::broad_phase_modules().begin(),
                                           spatial::broad_phase_modules().end()),
                         [](const auto& module) {
                             std::string name(module.param.name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
