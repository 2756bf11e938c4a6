// Who is due when, and which steps are planned: the bookkeeping of individual time steps without any fluid.
#include "sim/time_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

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

std::vector<spatial::Index> active(const TimeSteps& steps, std::size_t n) {
    std::vector<spatial::Index> slots;
    for (std::size_t i = 0; i < n; ++i)
        if (steps.everybody_due() || steps.queries().active[i] != 0) slots.push_back(static_cast<spatial::Index>(i));
    EXPECT_EQ(slots.size(), steps.due_count());
    return slots;
}

spatial::Range everybody(const Line& line) { return {0, static_cast<spatial::Index>(line.particles.size())}; }

void choose_levels(TimeSteps& steps, const Line& line) {
    TimeSteps::Tally tally;
    steps.choose(everybody(line), line.terms, tally);
    steps.settle(tally.chosen, *line.search, line.particles, line.terms, line.reach);
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
            ASSERT_TRUE(std::ranges::equal(active(steps, n), expected)) << "draw " << draw << " at " << now;
            if (now == 1.0) break;
            line.find_clues(steps);
            for (const spatial::Index i : expected) {
                limits[i] = any_limit();
                set_limit(steps, i, limits[i]);
                lengths[i] = longest(i, now, lengths[i]);
                ends[i] = now + lengths[i];
            }
            choose_levels(steps, line);
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
            for (const spatial::Index i : active(steps, n)) set_limit(steps, i, any_limit());
            std::vector<bool> is_active(n);
            for (const spatial::Index i : active(steps, n)) is_active[i] = true;
            choose_levels(steps, line);
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
    ASSERT_EQ(active(steps, 3).size(), 1u);
    line.find_clues(steps);
    set_limit(steps, 2, 1e-5f);
    choose_levels(steps, line);
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
                for (const spatial::Index i : active(steps, n)) {
                    p.ax[i] = -stiffness[i] * p.x[i];
                    set_limit(steps, i, limits[i]);
                }
                TimeSteps::Tally tally;
                steps.correct(p, everybody(line), tally);
                EXPECT_TRUE(tally.all_finite);
                if (steps.everybody_due()) break;
                line.find_clues(steps);
                choose_levels(steps, line);
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

// Against the rules one particle at a time, in ranges that begin and end within vectors and beside others' slots.
TEST(TimeSteps, GoOnAsTheirRulesSayWithEveryInstructionSet) {
    constexpr std::size_t n = 203;
    constexpr spatial::Range slots{3, 198};
    std::mt19937 rng(7);
    const auto any = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(rng); };
    std::vector<std::uint8_t> due(n);
    std::vector<float> hurry(n), deepest(n), shallowest(n), push(n), level(n), vx(n), vy(n), vz(n);
    std::vector<std::vector<float>> pulls(6, std::vector<float>(n));
    std::vector<std::uint16_t> since(n), until(n);
    for (std::size_t i = 0; i < n; ++i) {
        due[i] = i > 64 && i < 96 ? 0 : static_cast<std::uint8_t>(rng() % 2);
        hurry[i] = any(6.0f, 13.5f);
        level[i] = std::floor(any(0.0f, 6.99f));
        deepest[i] = level[i] + std::floor(any(0.0f, 2.99f));
        shallowest[i] = level[i] - std::floor(any(0.0f, 2.99f));
        push[i] = rng() % 2 == 0 ? 0.0f : 1.0f;
        for (auto* values : {&vx, &vy, &vz}) (*values)[i] = any(-1.0f, 1.0f);
        for (auto& values : pulls) values[i] = any(-9.0f, 9.0f);
        since[i] = static_cast<std::uint16_t>(rng() % 24);
        until[i] = static_cast<std::uint16_t>(24 + rng() % 40);
    }
    constexpr float length = -7.0f, first = 3.0f, last = 6.0f, tick_length = 1e-4f;
    constexpr std::uint16_t tick = 24;
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        auto x = vx, y = vy, z = vz, levels = level;
        auto begun = since, ends = until;
        std::vector<std::uint8_t> calls(n);
        std::vector<std::uint64_t> by_level(8), expected_by_level(8);
        EXPECT_TRUE(sim::correct_velocities(
            {due.data(), x.data(), y.data(), z.data(), pulls[0].data(), pulls[1].data(), pulls[2].data(),
             pulls[3].data(), pulls[4].data(), pulls[5].data(), level.data(), since.data(), tick_length, tick},
            slots, by_level));
        const sim::LevelsChosen chosen = sim::choose_next_levels(
            {due.data(), hurry.data(), deepest.data(), shallowest.data(), push.data(), levels.data(), begun.data(),
             ends.data(), calls.data(), length, first, last, TimeSteps::limiter, TimeSteps::limiter_of_pushers, tick},
            slots);
        bool too_slow = false, some_call = false;
        for (std::size_t i = 0; i < n; ++i) {
            const bool mine = due[i] != 0 && i >= slots.begin && i < slots.end;
            const float half = mine ? 0.5f * tick_length * static_cast<float>(tick - since[i]) : 0.0f;
            EXPECT_NEAR(x[i], vx[i] + half * (pulls[0][i] - pulls[3][i]), 1e-6f) << set << ", " << i;
            EXPECT_NEAR(y[i], vy[i] + half * (pulls[1][i] - pulls[4][i]), 1e-6f) << set << ", " << i;
            EXPECT_NEAR(z[i], vz[i] + half * (pulls[2][i] - pulls[5][i]), 1e-6f) << set << ", " << i;
            if (!mine) {
                EXPECT_EQ(levels[i], level[i]) << set << ", " << i;
                EXPECT_EQ(begun[i], since[i]);
                EXPECT_EQ(ends[i], until[i]);
                EXPECT_EQ(calls[i], 0);
                continue;
            }
            ++expected_by_level[static_cast<std::size_t>(level[i])];
            const float wanted = std::ceil(hurry[i] + length);
            const float next = std::clamp(std::max(wanted, deepest[i] - 2.0f), first, last);
            const bool calls_others = next > level[i] || next > shallowest[i] + (push[i] != 0.0f ? 1.0f : 2.0f);
            too_slow |= wanted > last;
            some_call |= calls_others;
            EXPECT_EQ(levels[i], next) << set << ", " << i;
            EXPECT_EQ(begun[i], tick);
            EXPECT_EQ(ends[i], tick + (1 << static_cast<int>(last - next)));
            EXPECT_EQ(calls[i], calls_others ? 1 : 0) << set << ", " << i;
        }
        EXPECT_EQ(by_level, expected_by_level) << set;
        EXPECT_EQ(chosen.too_slow, too_slow);
        EXPECT_EQ(chosen.some_call, some_call);

        pulls[1][100] = std::numeric_limits<float>::quiet_NaN();
        for (const bool is_due : {false, true}) {
            due[100] = is_due ? 1 : 0;
            auto u = vx, v = vy, w = vz;
            EXPECT_EQ(sim::correct_velocities({due.data(), u.data(), v.data(), w.data(), pulls[0].data(),
                                               pulls[1].data(), pulls[2].data(), pulls[3].data(), pulls[4].data(),
                                               pulls[5].data(), level.data(), since.data(), tick_length, tick},
                                              slots, by_level),
                      !is_due);
        }
        pulls[1][100] = 0.0f;
    }
    spatial::use_instruction_set({});
}

TEST(TimeSteps, CallOnWhoIsInReachAndTooSlowWithEveryInstructionSet) {
    std::mt19937 rng(4);
    const auto any = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(rng); };
    constexpr std::size_t n = 90;
    std::vector<float> level(n), x(n), y(n), z(n), supports(n);
    for (std::size_t i = 0; i < n; ++i) {
        level[i] = std::floor(any(0.0f, 6.99f));
        for (auto* values : {&x, &y, &z}) (*values)[i] = any(0.0f, 1.0f);
        supports[i] = any(0.2f, 0.8f);
    }
    const std::vector<spatial::Range> ranges = {{0, 3}, {5, 22}, {30, 62}, {62, 63}, {70, 90}};
    const std::vector<sim::Caller> callers = {{0.2f, 0.6f, 0.5f, 0.9f, 3.0f}, {0.5f, 0.5f, 0.5f, 0.3f, 5.0f}};
    for (const bool own : {false, true}) {
        std::vector<std::pair<spatial::Index, float>> expected;
        for (const spatial::Range range : ranges)
            for (spatial::Index i = range.begin; i < range.end; ++i)
                for (const sim::Caller& caller : {callers[1], callers[0]}) {  // the more demanding first
                    const double reach = 0.5 * double{caller.support + (own ? supports[i] : 0.5f)};
                    const double distance =
                        std::hypot(double{x[i] - caller.x}, double{y[i] - caller.y}, double{z[i] - caller.z});
                    if (distance > reach || level[i] >= caller.level) continue;
                    expected.emplace_back(i, caller.level);
                    break;
                }
        ASSERT_GT(expected.size(), 5u);
        for (const std::string_view set : spatial::instruction_sets()) {
            spatial::use_instruction_set(set);
            std::vector<sim::Call> calls = {{7, 1.0f}};  // those of a block before
            sim::find_called({level, x.data(), y.data(), z.data(), own ? supports.data() : nullptr, 0.5f}, ranges,
                             callers, calls);
            std::vector<std::pair<spatial::Index, float>> found;
            for (const sim::Call& call : std::span(calls).subspan(1)) found.emplace_back(call.slot, call.level);
            EXPECT_EQ(found, expected) << set;
        }
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
