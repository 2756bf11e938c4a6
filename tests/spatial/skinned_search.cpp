// A skin saves builds and loses nobody.
#include "spatial/skinned_search.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "spatial/instruction_set.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;
using spatial::NeighbourSearch;
using spatial::Range;

namespace {

/// Builds, moves the cloud into the order as every caller does, and lists the neighbours by slot.
spatial::NeighbourLists step(NeighbourSearch& search, Cloud& cloud) {
    search.build(cloud.view());
    const std::span<const Index> order = search.order();
    const auto move = [&](std::vector<float>& values) {
        std::vector<float> moved;
        for (const Index i : order) moved.push_back(values[i]);
        values = std::move(moved);
    };
    move(cloud.x);
    move(cloud.y);
    move(cloud.z);
    if (cloud.reach.size() > 1) move(cloud.reach);
    return clouds::listed_in_order(search, cloud);
}

/// One step, checked.
::testing::AssertionResult finds_everybody(NeighbourSearch& search, Cloud& cloud) {
    const auto found = step(search, cloud);
    return found == clouds::expected(cloud) ? ::testing::AssertionSuccess()
                                            : ::testing::AssertionFailure() << search.name() << " lost somebody";
}

bool is_identity(std::span<const Index> order) {
    for (std::size_t slot = 0; slot < order.size(); ++slot)
        if (order[slot] != slot) return false;
    return true;
}

void jiggle(Cloud& cloud, float most, std::mt19937& rng) {
    std::uniform_real_distribution<float> by(-most, most);
    for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
        for (float& value : *axis) value += by(rng);
}

std::unique_ptr<NeighbourSearch> with_skin(std::string_view module, float skin) {
    return spatial::make_neighbour_search(module, {.skin = skin});
}

/// Proposes exactly those that are in reach and nobody else, as no true module does: every pair that a skin loses
/// shows.
class JustThose final : public NeighbourSearch {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "just those"; }
    void build(const spatial::Points& points) override {
        order_.resize(points.size());
        ranges_.assign(points.size(), {});
        for (Index i = 0; i < points.size(); ++i) {
            order_[i] = i;
            for (Index j = 0; j < points.size(); ++j) {
                const float squared = spatial::squared_distance(points.x[i] - points.x[j], points.y[i] - points.y[j],
                                                                points.z[i] - points.z[j]);
                if (spatial::in_reach(squared, points.reach_of(i), points.reach_of(j)))
                    ranges_[i].push_back({j, j + 1});
            }
        }
    }
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_; }
    void for_each_block(spatial::Queries, spatial::BlockVisitor visit) const override {
        for (Index i = 0; i < order_.size(); ++i) visit({i, i + 1}, ranges_[i]);
    }
    [[nodiscard]] spatial::SearchCounters counters() const override { return {}; }
    void for_each_cell(spatial::CellVisitor) const override {}
    [[nodiscard]] std::size_t bytes() const noexcept override { return 0; }

private:
    std::vector<Index> order_;
    std::vector<std::vector<Range>> ranges_;
};

}  // namespace

TEST(SkinnedSearch, FindsEverybodyOver200StepsAndKeepsMostBuilds) {
    for (const auto& module : spatial::neighbour_modules())
        for (const bool mixed : {false, true}) {
            Cloud cloud = mixed ? clouds::mixed_reaches("mixed", 300, 0.02f, 0.32f, 40)
                                : clouds::random("moving", 300, 0.0f, 1.0f, {0.15f}, 41);
            const auto search = with_skin(module.name, 0.2f);
            std::mt19937 rng(42);
            int reused = 0;
            for (int k = 0; k < 200; ++k) {
                ASSERT_TRUE(finds_everybody(*search, cloud)) << "step " << k;
                if (search->reused()) {
                    ++reused;
                    ASSERT_TRUE(is_identity(search->order())) << module.name;
                }
                jiggle(cloud, 0.002f, rng);
            }
            EXPECT_GT(reused, 120) << module.name;
            EXPECT_LT(reused, 199) << module.name << ": they move further than half a skin in 200 steps";
            EXPECT_NE(search->note().find("kept for " + std::to_string(reused) + " of 200 builds"), std::string::npos)
                << search->note();
        }
}

// Two points at the edge of the lengthened reach come towards each other, each by as much as it may, or a hair less or
// more. The hair that the neighbour rule's rounding takes is what a leash of exactly half the skin forgets.
TEST(SkinnedSearch, LosesNoPairAtTheEdgeOfItsSkin) {
    std::mt19937 rng(43);
    std::uniform_real_distribution<double> unit(0.0, 1.0), around(-1.0, 1.0);
    int reused = 0, pairs_after_reuse = 0;
    for (int draw = 0; draw < 100'000; ++draw) {
        const double scale = std::pow(10.0, 3.0 * around(rng));
        const auto reach = static_cast<float>(scale * (0.1 + unit(rng)));
        const auto skin = static_cast<float>(0.01 + 0.5 * unit(rng));
        const double surplus = double{skin} * reach, longer = reach + surplus, hair = 1.5e-6 * longer;
        double d[3] = {around(rng), around(rng), around(rng)};
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const double apart = longer + hair * (1.5 * unit(rng) - 1.2),
                     by = 0.5 * surplus + hair * (0.6 * unit(rng) - 0.5);
        Cloud before{"pair", {}, {}, {}, {reach}}, after = before;
        const double middle = longer * around(rng);
        const auto at = [&](double side, int axis) { return static_cast<float>(middle + side * d[axis] / length); };
        before.add(at(-apart / 2, 0), at(-apart / 2, 1), at(-apart / 2, 2));
        before.add(at(apart / 2, 0), at(apart / 2, 1), at(apart / 2, 2));
        const double now = apart / 2 - by;
        after.add(at(-now, 0), at(-now, 1), at(-now, 2));
        after.add(at(now, 0), at(now, 1), at(now, 2));

        spatial::SkinnedSearch search(std::make_unique<JustThose>(), skin);
        search.build(before.view());
        const auto found = step(search, after);
        ASSERT_TRUE(found == clouds::expected(after)) << "draw " << draw << ", reused: " << search.reused();
        reused += search.reused();
        pairs_after_reuse += search.reused() && !found.ids.empty();
    }
    // The draws are about the edge: both sides of it come up.
    EXPECT_GT(reused, 10'000);
    EXPECT_LT(reused, 90'000);
    EXPECT_GT(pairs_after_reuse, 1'000);
}

TEST(SkinnedSearch, BuildsAnewOnceSomebodyMovedTooFar) {
    for (const auto& module : spatial::neighbour_modules()) {
        Cloud cloud = clouds::random("still", 5'000, 0.0f, 1.0f, {0.1f}, 44);
        const auto search = with_skin(module.name, 0.5f);
        step(*search, cloud);
        EXPECT_FALSE(search->reused());
        cloud.y[3'333] += 0.0249f;
        search->build(cloud.view());
        EXPECT_TRUE(search->reused()) << module.name;
        cloud.y[3'333] += 0.0002f;
        search->build(cloud.view());
        EXPECT_FALSE(search->reused()) << module.name;
    }
}

// Whoever it is: distances are found by whole vectors, and for those that are left over at an end.
TEST(SkinnedSearch, SeesAnybodyWhoMovedTooFarWithEveryInstructionSet) {
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        const auto search = with_skin("compact-grid", 0.2f);
        Cloud cloud = clouds::random("crowd", 2'090, -1.0f, 1.0f, {0.1f}, 31);
        (void)step(*search, cloud);
        for (std::size_t i = 0; i < cloud.x.size(); i += i < 2'030 ? 13 : 1)
            for (auto* axis : {&cloud.x, &cloud.y, &cloud.z}) {
                search->build(cloud.view());
                EXPECT_TRUE(search->reused()) << set << ", slot " << i;
                (*axis)[i] -= 0.011f;
                (void)step(*search, cloud);
                EXPECT_FALSE(search->reused()) << set << ", slot " << i;
            }
    }
    spatial::use_instruction_set({});
}

TEST(SkinnedSearch, BuildsAnewForOtherNumbersAndReaches) {
    for (const auto& module : spatial::neighbour_modules()) {
        Cloud cloud = clouds::random("some", 500, 0.0f, 1.0f, std::vector<float>(500, 0.1f), 45);
        const auto search = with_skin(module.name, 0.3f);
        const auto reused = [&] {
            EXPECT_TRUE(finds_everybody(*search, cloud));
            return search->reused();
        };
        EXPECT_FALSE(reused());
        EXPECT_TRUE(reused());
        cloud.reach[7] = 0.11f;
        EXPECT_FALSE(reused()) << module.name;
        EXPECT_TRUE(reused());
        cloud.reach = {0.1f};
        EXPECT_FALSE(reused()) << module.name;
        EXPECT_TRUE(reused());
        cloud.reach = {0.09f};
        EXPECT_FALSE(reused()) << module.name << ": shorter, too: its skin is another";
        cloud.add(0.5f, 0.5f, 0.5f);
        EXPECT_FALSE(reused()) << module.name;
        EXPECT_TRUE(reused());
        cloud.x.pop_back();
        cloud.y.pop_back();
        cloud.z.pop_back();
        EXPECT_FALSE(reused()) << module.name;
        cloud.x.clear();
        cloud.y.clear();
        cloud.z.clear();
        EXPECT_FALSE(reused()) << module.name;
    }
}

TEST(SkinnedSearch, ForgetsWhenTold) {
    for (const auto& module : spatial::neighbour_modules()) {
        Cloud cloud = clouds::random("some", 500, 0.0f, 1.0f, {0.1f}, 46), same = cloud;
        const auto search = with_skin(module.name, 0.3f), fresh = with_skin(module.name, 0.3f);
        step(*search, cloud);
        std::mt19937 rng(47);
        jiggle(cloud, 0.001f, rng);
        same = cloud;
        search->forget();
        step(*search, cloud);
        EXPECT_FALSE(search->reused()) << module.name;
        step(*fresh, same);
        EXPECT_EQ(cloud.x, same.x) << module.name << ": what was before forget() shows in the order";
    }
}

TEST(SkinnedSearch, KeepsWhatItHasWhenItRefuses) {
    for (const auto& module : spatial::neighbour_modules()) {
        Cloud cloud = clouds::random("some", 500, 0.0f, 1.0f, {0.1f}, 48);
        const auto search = with_skin(module.name, 0.3f);
        step(*search, cloud);
        for (const bool identity : {false, true}) {
            const std::vector<Index> order(search->order().begin(), search->order().end());
            for (const float wrong :
                 {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
                Cloud bad = cloud;
                bad.z[99] = wrong;
                EXPECT_THROW(search->build(bad.view()), std::invalid_argument);
                bad = cloud;
                bad.reach = {-1.0f};
                EXPECT_THROW(search->build(bad.view()), std::invalid_argument);
            }
            EXPECT_TRUE(std::equal(order.begin(), order.end(), search->order().begin(), search->order().end()));
            EXPECT_EQ(search->reused(), identity);
            EXPECT_TRUE(finds_everybody(*search, cloud));
            EXPECT_TRUE(search->reused()) << module.name << ": a refusal is no reason to build";
        }
    }
}

TEST(SkinnedSearch, HasNoSkinWhereReachesCannotBeLonger) {
    Cloud cloud = clouds::random("gigantic", 50, 0.0f, 3e18f, {0.9e18f}, 49);
    const auto search = with_skin("kd-tree", 1.0f);
    EXPECT_TRUE(finds_everybody(*search, cloud));
    EXPECT_TRUE(finds_everybody(*search, cloud));
}

TEST(SkinnedSearch, CountsItsOwnMemory) {
    const Cloud cloud = clouds::random("some", 1'000, 0.0f, 1.0f, {0.1f}, 50);
    const auto search = with_skin("uniform-hash", 0.3f);
    search->build(cloud.view());
    Cloud longer = cloud;
    longer.reach = {0.13f};
    const auto bare = spatial::make_neighbour_search("uniform-hash");
    bare->build(longer.view());
    EXPECT_GE(search->bytes(), bare->bytes() + 1'000 * (3 * sizeof(float) + sizeof(Index)));
    EXPECT_EQ(search->name(), "uniform-hash");
}
