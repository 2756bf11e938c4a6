// What all broad phases share: what is refused, planes, and that nothing is done twice.
#include <gtest/gtest.h>

#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::Index;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

std::string message_of(auto action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing was refused";
}

/// Counts how often it is told of changes and asked for pairs.
class Watched final : public spatial::BroadPhase {
public:
    int changes = 0, questions = 0;
    spatial::BoxStore::Changes last;
    [[nodiscard]] std::string_view name() const noexcept override { return "watched"; }
    void for_each_cell(spatial::BoxCellVisitor) override {}

protected:
    void change(const spatial::BoxStore::Changes& what) override {
        ++changes;
        last = what;
    }
    spatial::BroadCounters find_pairs(std::vector<spatial::BoxPair>&) override {
        ++questions;
        return {};
    }
    spatial::BroadCounters find_touching(std::span<const Box>, spatial::TouchVisitor) override { return {}; }
    [[nodiscard]] std::size_t structure_bytes() const noexcept override { return 0; }
};

}  // namespace

TEST(BroadCounters, AddUpOneByOne) {
    spatial::BroadCounters sum{1, 2, 3, 4, 5};
    sum += {10, 20, 30, 40, 50};
    EXPECT_EQ(sum, (spatial::BroadCounters{11, 22, 33, 44, 55}));
}

TEST(BroadPhase, RefusesWhatIsNoBoxAndKeepsWhatItHas) {
    const auto broad = spatial::make_broad_phase("all-pairs");
    const std::vector<Box> good = {{0, 0, 0, 1, 1, 1}, {1, 0, 0, 2, 1, 1}};
    broad->put(good);
    const std::vector<Box> inverted = {{5, 5, 5, 6, 6, 6}, {0, 0, 3, 1, 1, 2}};
    EXPECT_EQ(message_of([&] { broad->put(inverted); }),
              "box 1, from (0, 0, 3) to (1, 1, 2), has a minimum above its maximum");
    const std::vector<Box> no_number = {{0, std::nanf(""), 0, 1, 1, 1}};
    EXPECT_EQ(message_of([&] { broad->put(no_number); }),
              "box 0, from (0, nan, 0) to (1, 1, 1), has a coordinate that is not a number");
    const std::vector<Box> endless = {{0, 0, 0, inf, 1, 1}};
    EXPECT_EQ(message_of([&] { broad->touching(endless, [](Index, std::span<const Index>) {}); }),
              "box 0, from (0, 0, 0) to (inf, 1, 1), is not finite; what is asked for has to be");
    const std::vector<Index> two = {0, 1};
    EXPECT_EQ(message_of([&] { broad->put(two, endless); }), "2 numbers for 1 boxes; there has to be one each");
    const Index absurd = 4'000'000'000u;
    EXPECT_EQ(message_of([&] {
                  broad->put({&absurd, 1}, {good.data(), 1});
              }),
              "a box of the number 4000000000; numbers go up to 67108863");
    EXPECT_EQ(broad->pairs().size(), 1u) << "what was there is still there";
}

TEST(BroadPhase, KnowsItsModules) {
    const std::string message = message_of([] { (void)spatial::make_broad_phase("octree"); });
    EXPECT_EQ(message.rfind("no broad phase named 'octree'; there are: all-pairs", 0), 0u) << message;
    for (const auto& module : spatial::broad_phase_modules())
        EXPECT_NE(message.find(module.name), std::string::npos) << message;
    EXPECT_EQ(message_of([] { (void)spatial::make_broad_phase("all-pairs", {.factor = 1.0f}); }),
              "the factor between two grids is 1.000000; it is 1.125000 to 16.000000");
}

TEST(BroadPhase, TellsAModuleOnlyWhatChanged) {
    Watched watched;
    std::vector<Box> boxes = crowds::cubes(10, 5.0f, 1.0f, 2.0f, 1);
    watched.put(boxes);
    EXPECT_EQ(watched.last.inserted.size(), 10u);
    (void)watched.pairs();
    (void)watched.pairs();
    EXPECT_EQ(watched.questions, 1) << "nothing changed between the two questions";
    watched.put(boxes);
    EXPECT_EQ(watched.changes, 1) << "the same boxes again are no news";
    boxes[3].max_x += 1.0f;
    watched.put(boxes);
    EXPECT_EQ(watched.last.moved, std::vector<Index>{3});
    boxes[3] = {-inf, -inf, -inf, inf, inf, 0.0f};
    watched.put(boxes);
    EXPECT_EQ(watched.last.removed, std::vector<Index>{3}) << "an unbounded box is none of a module's business";
    boxes[3].max_z = 2.0f;
    watched.put(boxes);
    EXPECT_EQ(watched.changes, 3);
    (void)watched.pairs();
    EXPECT_EQ(watched.questions, 2) << "but it changes the pairs";
    boxes[3] = {0, 0, 0, 1, 1, 1};
    watched.put(boxes);
    EXPECT_EQ(watched.last.inserted, std::vector<Index>{3});
}

// Puts that only move those who are there go a short way of their own.
TEST(BroadPhase, TellsWhoMovedWhateverTheOrder) {
    Watched watched;
    std::vector<Box> boxes = crowds::cubes(10, 5.0f, 1.0f, 2.0f, 1);
    boxes[4].min_x = 0.0f;
    watched.put(boxes);
    const auto raised = [&](Index number, float by) {
        Box b = boxes[number];
        b.max_z += by;
        return b;
    };
    const std::vector<Index> numbers = {7, 2, 7, 5};
    watched.put(numbers, std::vector<Box>{raised(7, 1.0f), boxes[2], boxes[7], raised(5, 1.0f)});
    EXPECT_EQ(watched.last.moved, (std::vector<Index>{7, 7, 5})) << "there and back is a move each";
    EXPECT_TRUE(watched.last.inserted.empty() && watched.last.removed.empty());
    boxes[5] = raised(5, 1.0f);
    boxes[4].min_x = -0.0f;
    watched.put(boxes);
    EXPECT_EQ(watched.changes, 2) << "all are where they were, and -0 is 0";
    const std::vector<Index> with_a_new_one = {3, 10};
    watched.put(with_a_new_one, std::vector<Box>{raised(3, 1.0f), boxes[0]});
    EXPECT_EQ(watched.last.moved, std::vector<Index>{3});
    EXPECT_EQ(watched.last.inserted, std::vector<Index>{10});
}

TEST(BroadPhase, PlanesTouchEachOtherOnce) {
    const auto broad = spatial::make_broad_phase("all-pairs");
    const std::vector<Box> boxes = {{-inf, -inf, -inf, inf, inf, 0.0f},
                                    {0, 0, -1, 1, 1, 1},
                                    {-inf, -inf, -inf, 0.0f, inf, inf},
                                    {5, 5, 5, 6, 6, 6}};
    broad->put(boxes);
    EXPECT_EQ(crowds::found_pairs(*broad), (std::vector<spatial::BoxPair>{{0, 1}, {0, 2}, {1, 2}}));
    const Index plane = 0;
    broad->remove({&plane, 1});
    EXPECT_EQ(crowds::found_pairs(*broad), (std::vector<spatial::BoxPair>{{1, 2}}));
}
