// What the bars of the suite `step` make of measurements made up for it, and that its tanks are the reference tanks.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/fill.hpp"
#include "sim/scene_reader.hpp"
#include "tests/bench/step.hpp"

namespace {

bench::StepMeasurement measured(std::string tank, int threads, double ms, double lists_ms = 0.0) {
    bench::StepMeasurement m;
    m.tank = std::move(tank);
    m.particles = 50'000;
    m.threads = threads;
    m.set = "AVX3";
    m.ms = ms;
    m.stage_ms.fill(ms / 8.0);
    m.lists_ms = lists_ms;
    m.pairs = 650'000;
    m.listed = lists_ms > 0.0 ? m.pairs : 0;
    m.hash = 7;
    return m;
}

bench::Finding judged(std::vector<bench::StepMeasurement> steps, std::string_view expected) {
    const std::vector<bench::Finding> findings = bench::judge_steps({std::move(steps), {}});
    const auto found = std::ranges::find_if(
        findings, [&](const bench::Finding& f) { return f.expected.find(expected) != std::string::npos; });
    if (found == findings.end()) throw std::logic_error("no such bar");
    return *found;
}

}  // namespace

TEST(StepVerdicts, WithoutMeasurementsNothingIsJudged) {
    for (const bench::Finding& f : bench::judge_steps({})) {
        EXPECT_EQ(f.verdict, bench::Verdict::not_measured) << f.claim;
        EXPECT_NE(f.because, "") << f.claim;
    }
}

TEST(StepVerdicts, AStepIsHeldAgainstTheListsOfItsOwnTankWithTwoThreads) {
    const auto verdict = [](double lists_ms) {
        return judged(
            {measured("50k", 1, 1.0, 1.0), measured("200k", 2, 4.0, 99.0), measured("50k", 2, 10.0, lists_ms)},
            ">= 7 (stretch 10), 50k");
    };
    EXPECT_EQ(verdict(71.0).verdict, bench::Verdict::holds);
    EXPECT_EQ(verdict(69.0).verdict, bench::Verdict::does_not_hold);
    EXPECT_EQ(verdict(0.0).verdict, bench::Verdict::not_measured);
}

TEST(StepVerdicts, ASecondThreadIsJudgedByTheIdleMachine) {
    auto beside = measured("200k", 2, 100.0);
    beside.with_others = true;
    EXPECT_EQ(judged({measured("200k", 1, 40.0), beside, measured("200k", 2, 21.0)}, ">= 1.85").verdict,
              bench::Verdict::holds);
    EXPECT_EQ(judged({measured("200k", 1, 40.0), beside, measured("200k", 2, 22.0)}, ">= 1.85").verdict,
              bench::Verdict::does_not_hold);
}

TEST(StepVerdicts, AnotherHashOrPairIsSeen) {
    auto other = measured("5k", 2, 1.0);
    EXPECT_EQ(judged({measured("5k", 1, 1.0), other}, "one hash").verdict, bench::Verdict::holds);
    other.hash = 8;
    EXPECT_EQ(judged({measured("5k", 1, 1.0), other}, "one hash").verdict, bench::Verdict::does_not_hold);
    other = measured("5k", 2, 1.0, 1.0);
    other.listed += 1;
    EXPECT_EQ(judged({measured("5k", 1, 1.0), other}, "one hash").verdict, bench::Verdict::does_not_hold);
}

TEST(StepTanks, AreTheShippedScenes) {
    for (const auto& [name, spacing] : {std::pair{"5k", 0.0454f}, {"50k", 0.0215f}, {"200k", 0.01332f}}) {
        const sim::Scene shipped = sim::read_scene(std::string(WEIR_SCENES) + "/reference-tank-" + name + ".json");
        const sim::Scene measured = bench::scene_of({name, spacing});
        EXPECT_EQ(shipped.spacing, measured.spacing);
        EXPECT_EQ(shipped.support, measured.support);
        EXPECT_EQ(shipped.domain.max, measured.domain.max);
        EXPECT_EQ(shipped.volumes[0].max, measured.volumes[0].max);
        EXPECT_EQ(sim::count_particles(shipped), sim::count_particles(measured));
    }
}
