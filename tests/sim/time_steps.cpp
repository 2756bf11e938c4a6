// Who is due when, and which steps are planned: the bookkeeping of individual time steps without any fluid.
#include "sim/time_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "sim/slots_below.hpp"
#include "sim/time_plan.hpp"
#include "spatial/instruction_set.hpp"

using sim::BlockPlan;
using sim::plan_block;
using sim::TimeSteps;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Particles along x, `apart` from each other, and a search that keeps their order.
struct Line {
    sim::Particles particles;
    sim::PairTerms terms;
    std::unique_ptr<spatial::NeighbourSearch> search = spatial::make_neighbour_search("all-pairs");
    float reach = 1.0f;

    Line(std::size_t n, float apart) {
        particles.resize(n);
        terms.resize(n);
        for (std::size_t i = 0; i < n; ++i) particles.x[i] = apart * static_cast<float>(i);
        search->build({particles.x, particles.y, particles.z, {&reach, 1}});
    }

    /// As the force pass tells it.
    void find_clues(TimeSteps& steps) const {
        const std::vector<float>& x = particles.x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            float& deepest = steps.clues.deepest[i] = 0.0f;
            float& shallowest = steps.clues.shallowest[i] = 100.0f;
            for (std::size_t j = 0; j < x.size(); ++j) {
                if (std::abs(x[i] - x[j]) > reach) continue;
                deepest = std::max(deepest, steps.clues.level[j]);
                shallowest = std::min(shallowest, steps.clues.level[j]);
            }
        }
    }
};

std::vector<spatial::Index> active(const TimeSteps& steps) {
    std::vector<spatial::Index> slots;
    for (std::size_t k = 0; k < steps.active().parts(); ++k)
        slots.insert(slots.end(), steps.active().part(k).begin(), steps.active().part(k).end());
    return slots;
}

void set_limit(TimeSteps& steps, std::size_t slot, float seconds) { steps.limits()[slot] = -std::log2(seconds); }

void begin(TimeSteps& steps, const Line& line, const std::vector<float>& limits, const BlockPlan& plan, int deepest) {
    steps.ask_all(limits.size());
    for (std::size_t i = 0; i < limits.size(); ++i) set_limit(steps, i, limits[i]);
    steps.keep_limits(true, *line.search, line.particles, line.terms, line.reach);
    steps.begin(plan, deepest);
}

}  // namespace

// An independent scheduler that knows no ticks: each particle has a time and a length in exact binary fractions of
// dt_max, takes the longest halving that its limit allows, though no more than four times its last, and waits for a
// moment that the longer step divides.
TEST(TimeSteps, AreDueWhenABruteForceSchedulerSays) {
    std::mt19937 rng(5);
    std::uniform_real_distribution<double> octaves(0.0, 6.0);
    constexpr std::size_t n = 40;
    constexpr int deepest = 6;
    const Line line(n, 5.0f);  // nobody has neighbours
    for (int draw = 0; draw < 20; ++draw) {
        std::vector<float> limits(n);
        const auto any_limit = [&] { return static_cast<float>(0.013 * std::exp2(-octaves(rng))); };
        for (float& limit : limits) limit = any_limit();
        constexpr double dt_max = 0.01;
        TimeSteps steps;
        begin(steps, line, limits, {dt_max, deepest}, deepest);

        const auto longest = [&](std::size_t i, double now, double last) {
            double length = std::min(1.0, 4.0 * last);
            while (length * dt_max > static_cast<double>(limits[i]) * (1.0 + 1e-6)) length *= 0.5;
            while (std::fmod(now, length) != 0.0) length *= 0.5;
            return length;
        };
        std::vector<double> ends(n), lengths(n);
        for (std::size_t i = 0; i < n; ++i) ends[i] = lengths[i] = longest(i, 0.0, 1.0);
        for (double now = 0.0; now < 1.0;) {
            const double next = *std::ranges::min_element(ends);
            ASSERT_NEAR(steps.to_next(infinity), (next - now) * dt_max, 1e-12);
            steps.advance(steps.to_next(infinity));
            now = next;
            steps.find_active(line.particles);
            std::vector<spatial::Index> expected;
            for (std::size_t i = 0; i < n; ++i)
                if (ends[i] == now) expected.push_back(static_cast<spatial::Index>(i));
            ASSERT_TRUE(std::ranges::equal(active(steps), expected)) << "draw " << draw << " at " << now;
            if (now == 1.0) break;
            line.find_clues(steps);
            for (const spatial::Index i : expected) {
                limits[i] = any_limit();
                set_limit(steps, i, limits[i]);
                lengths[i] = longest(i, now, lengths[i]);
                ends[i] = now + lengths[i];
            }
            steps.choose_levels(*line.search, line.particles, line.terms, line.reach);
        }
        EXPECT_TRUE(steps.everybody_due());
    }
}

TEST(TimeSteps, OfNeighboursDifferByTwoLevelsAtMost) {
    std::mt19937 rng(9);
    std::uniform_int_distribution<int> dice(0, 19);
    constexpr std::size_t n = 60;
    constexpr int deepest = 7;
    const Line line(n, 0.4f);  // two neighbours on each side
    int called = 0;
    for (int draw = 0; draw < 20; ++draw) {
        std::vector<float> limits(n);
        const auto any_limit = [&] { return dice(rng) == 0 ? 0.0001f : 0.02f; };
        for (float& limit : limits) limit = any_limit();
        TimeSteps steps;
        begin(steps, line, limits, {0.01, deepest}, deepest);
        double time = 0.0;
        for (;;) {
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = i + 1; j < std::min(n, i + 3); ++j)
                    ASSERT_LE(std::abs(steps.clues.level[i] - steps.clues.level[j]), 2.0f)
                        << "draw " << draw << ", " << i << " and " << j << " at " << time;
            const double dt = steps.to_next(infinity);
            steps.advance(dt);
            time += dt;
            steps.find_active(line.particles);
            if (steps.everybody_due()) break;
            line.find_clues(steps);
            const std::vector<float> before = steps.clues.level;
            for (const spatial::Index i : active(steps)) set_limit(steps, i, any_limit());
            std::vector<bool> is_active(n);
            for (const spatial::Index i : active(steps)) is_active[i] = true;
            steps.choose_levels(*line.search, line.particles, line.terms, line.reach);
            for (std::size_t i = 0; i < n; ++i) called += !is_active[i] && steps.clues.level[i] > before[i];
        }
        EXPECT_NEAR(time, 0.01, 1e-12);
    }
    EXPECT_GT(called, 0) << "somebody should have been called on in the middle of a step";
}

TEST(TimeSteps, EndTheirBlockWhenSomebodyNeedsAShorterStepThanThereIs) {
    const Line line(3, 5.0f);
    TimeSteps steps;
    begin(steps, line, {0.01f, 0.01f, 0.005f}, {0.01, 1}, 3);
    EXPECT_DOUBLE_EQ(steps.to_next(infinity), 0.005);
    steps.advance(0.005);
    steps.find_active(line.particles);
    ASSERT_EQ(active(steps).size(), 1u);
    line.find_clues(steps);
    set_limit(steps, 2, 1e-5f);
    steps.choose_levels(*line.search, line.particles, line.terms, line.reach);
    EXPECT_DOUBLE_EQ(steps.to_next(infinity), 0.01 / 8);
    steps.advance(0.01 / 8);
    steps.find_active(line.particles);
    EXPECT_TRUE(steps.everybody_due());
}

// Springs of different stiffness, each with the step that suits it: as long as the steps stay, the leapfrog goes back
// the way it came, and keeps the energy.
TEST(TimeSteps, RunBackwardsWhereTheyDoNotChange) {
    constexpr std::size_t n = 24;
    const Line line(n, 5.0f);
    sim::Particles p;
    p.resize(n);
    std::vector<float> stiffness(n), limits(n);
    for (std::size_t i = 0; i < n; ++i) {
        stiffness[i] = std::exp2(static_cast<float>(i) / 2.0f);
        limits[i] = 0.2f / std::sqrt(stiffness[i]);
        p.x[i] = 1.0f;
        p.ax[i] = -stiffness[i];
    }
    const auto run_blocks = [&](int count) {
        TimeSteps steps;
        for (int block = 0; block < count; ++block) {
            begin(steps, line, limits, {0.05, 6}, 6);
            for (;;) {
                const double dt = steps.to_next(infinity);
                steps.advance(dt);
                for (std::size_t i = 0; i < n; ++i) {
                    p.x[i] += static_cast<float>(dt) * (p.vx[i] + static_cast<float>(0.5 * dt) * p.ax[i]);
                    p.vx[i] += static_cast<float>(dt) * p.ax[i];
                }
                steps.find_active(p);
                for (const spatial::Index i : active(steps)) {
                    p.ax[i] = -stiffness[i] * p.x[i];
                    steps.correct(p, i);
                    set_limit(steps, i, limits[i]);
                }
                if (steps.everybody_due()) break;
                line.find_clues(steps);
                steps.choose_levels(*line.search, line.particles, line.terms, line.reach);
            }
        }
    };
    const auto energy = [&](std::size_t i) { return p.vx[i] * p.vx[i] + stiffness[i] * p.x[i] * p.x[i]; };
    run_blocks(20);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(energy(i) / stiffness[i], 1.0, 0.02) << i;
    EXPECT_LT(*std::ranges::min_element(p.x), -0.5f) << "they should have swung";
    for (float& v : p.vx) v = -v;
    run_blocks(20);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(p.x[i], 1.0f, 2e-4f) << i;
}

// Parts are as long as a few hundred slots, vectors as 16: numbers on both sides of either.
TEST(TimeSteps, FindWhoIsDueAmongAnyNumber) {
    std::mt19937 rng(3);
    std::bernoulli_distribution coin(0.4);
    for (const std::size_t n : {0u, 1u, 255u, 256u, 257u, 5000u}) {
        std::vector<bool> is_due(n);
        std::vector<spatial::Index> expected, found;
        for (std::size_t i = 0; i < n; ++i)
            if ((is_due[i] = coin(rng))) expected.push_back(static_cast<spatial::Index>(i));
        sim::DueSlots slots;
        std::vector<std::uint8_t> prepared(n);  // a vector of bool is not for several threads
        slots.find(
            n, [&](std::size_t begin, std::size_t end) { std::fill(&prepared[begin], prepared.data() + end, 1); },
            [&](std::size_t i) { return prepared[i] == 1 && is_due[i]; });
        for (std::size_t k = 0; k < slots.parts(); ++k)
            found.insert(found.end(), slots.part(k).begin(), slots.part(k).end());
        EXPECT_EQ(found, expected) << n;
        EXPECT_EQ(slots.size(), expected.size()) << n;
    }
}

TEST(TimeSteps, FindWhoIsBelowALimitWithEveryInstructionSet) {
    std::mt19937 rng(4);
    std::uniform_int_distribution<int> level(0, 6);
    std::vector<float> values(90);
    for (float& value : values) value = static_cast<float>(level(rng));
    const std::vector<spatial::Range> ranges = {{0, 3}, {5, 22}, {30, 62}, {62, 63}, {70, 90}};
    std::vector<spatial::Index> expected, found = {7};
    for (const spatial::Range range : ranges)
        for (spatial::Index slot = range.begin; slot < range.end; ++slot)
            if (values[slot] < 2.0f) expected.push_back(slot);
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        sim::find_below(values, ranges, 2.0f, found);
        EXPECT_EQ(found, expected) << set;
    }
    spatial::use_instruction_set({});
}

TEST(TimePlan, IsOneStepForAllWhereAllAreInTheSameHurry) {
    const std::vector<float> hurry(1000, 10.0f);
    EXPECT_FALSE(plan_block({hurry, 1.0 / 60.0, std::exp2(-10.0), 6, 2.0f}));
}

TEST(TimePlan, LetsTheCalmSleepWhereFewAreInAHurry) {
    for (const double left : {1.0 / 60.0, 1.0 / 240.0, infinity}) {
        std::vector<float> hurry(1000, 8.0f);
        for (std::size_t i = 0; i < 50; ++i) hurry[i] = 12.3f;
        const BlockPlan plan = plan_block({hurry, left, std::exp2(-12.3), 6, 2.0f});
        ASSERT_TRUE(plan) << left;
        EXPECT_LE(plan.length, left);
        EXPECT_GE(plan.depth, 2);
        EXPECT_LE(std::ldexp(plan.length, -plan.depth), std::exp2(-12.3) * (1.0 + 1e-6));
        if (std::isfinite(left)) {
            EXPECT_NEAR(left / plan.length, std::round(left / plan.length), 1e-9) << "a whole number";
        }
    }
}
