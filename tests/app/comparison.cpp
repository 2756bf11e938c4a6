// All searches on the same points, in the background.
#include "app/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <thread>

#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

using app::ComparedModule;
using app::ComparedStage;
using app::Comparison;

namespace {

app::ComparisonSubject subject_of(const sim::Scene& scene, int threads = 2) {
    sim::World world(scene);
    world.advance_frame();
    const sim::Particles& p = world.particles();
    return {scene, p.x, p.y, p.z, world.time(), std::string(world.neighbour_search()), threads};
}

std::vector<ComparedModule> outcome_of(Comparison& comparison) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (comparison.status() == Comparison::Status::running && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(comparison.status(), Comparison::Status::finished);
    return comparison.modules();
}

ComparedModule made_up(std::string name, double ms, std::uint64_t pairs) {
    ComparedModule module;
    module.name = std::move(name);
    for (auto& cost : module.stages) cost = {ms, 2.0 * ms};
    module.pairs = pairs;
    return module;
}

}  // namespace

TEST(Comparison, MeasuresEveryModuleAndFindsThemAgreed) {
    const sim::Scene scene = scenes::dam_break();
    Comparison comparison(subject_of(scene));
    const auto modules = outcome_of(comparison);
    ASSERT_EQ(modules.size(), spatial::neighbour_modules().size());
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const ComparedModule& m = modules[i];
        EXPECT_EQ(m.name, spatial::neighbour_modules()[i].name);
        EXPECT_EQ(m.left_out, "");
        EXPECT_GE(m.repeats, 3) << m.name;
        for (const ComparedStage stage : {ComparedStage::build, ComparedStage::ranges, ComparedStage::density}) {
            EXPECT_GT(m.of(stage).wall_ms, 0.0) << m.name;
            EXPECT_TRUE(std::isfinite(m.of(stage).processor_ms)) << m.name;
        }
        EXPECT_GE(m.bytes, 4u * 1'000u) << m.name;
        EXPECT_GE(m.candidates, m.pairs + 1'000) << m.name << " proposes at least everybody who is one";
        EXPECT_GT(m.pairs, 10u * 1'000u);
    }
    EXPECT_EQ(modules.front().candidates, 1'000u * 1'000u) << "all pairs";
    EXPECT_EQ(app::disagreement(modules), "");
    EXPECT_EQ(comparison.progress().done, comparison.progress().all);
}

// The same numbers as the solver's: what is compared is what runs.
TEST(Comparison, CountsWhatTheSolverCounts) {
    sim::Scene scene = scenes::dam_break();
    scene.neighbours = "uniform-hash";
    scene.search.table_size = 61;
    scene.support = 2.0f;   // so that there are more cells than buckets
    scene.shifting = 0.0f;  // moves on after pairs were counted
    sim::World world(scene);
    const auto report = world.advance_frame();
    Comparison comparison(subject_of(scene));
    const auto modules = outcome_of(comparison);
    const auto same = std::ranges::find(modules, report.neighbours, &ComparedModule::name);
    ASSERT_NE(same, modules.end());
    EXPECT_EQ(same->pairs, report.pairs);
    EXPECT_EQ(same->candidates, report.candidates);
    EXPECT_EQ(same->counters.collisions, report.collisions);
    EXPECT_EQ(same->counters.cells, report.cells);
    EXPECT_GT(same->counters.collisions, 30u) << "the settings of the scene count";
}

TEST(Comparison, LeavesAllPairsOutWhereTheyAreTooMany) {
    sim::Scene scene = scenes::tank({2.0f, 1.0f, 1.0f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.6f, 0.6f, 0.6f}));
    sim::World world(scene);
    ASSERT_GT(world.particles().size(), Comparison::most_for_all_pairs);
    const sim::Particles& p = world.particles();
    Comparison comparison({scene, p.x, p.y, p.z, 0.0, "uniform-hash", 2});
    const auto modules = outcome_of(comparison);
    EXPECT_NE(modules.front().left_out, "");
    EXPECT_EQ(modules.front().pairs, 0u);
    EXPECT_EQ(app::disagreement(modules), "") << "who was left out does not disagree";
    for (const ComparedModule& module : app::ranked(modules)) EXPECT_NE(module.name, "all-pairs");
}

TEST(Comparison, EndsSoonWhenItIsCancelledOrForgotten) {
    const app::ComparisonSubject subject = subject_of(scenes::wide_dam_break());
    const auto begin = std::chrono::steady_clock::now();
    {
        Comparison cancelled(subject);
        cancelled.cancel();
        while (cancelled.status() == Comparison::Status::running)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_EQ(cancelled.status(), Comparison::Status::cancelled);
        EXPECT_LT(cancelled.modules().size(), spatial::neighbour_modules().size());
    }
    for (int i = 0; i < 5; ++i) Comparison forgotten(subject);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Comparison, TwoMayRunAtATime) {
    const app::ComparisonSubject subject = subject_of(scenes::dam_break());
    Comparison a(subject), b(subject);
    const auto one = outcome_of(a), other = outcome_of(b);
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].pairs, other[i].pairs);
}

TEST(Comparison, SaysLoudlyWhoFoundWhatWhenTheyDisagree) {
    const std::string sentence =
        app::disagreement({made_up("slow", 3.0, 100), made_up("quick", 1.0, 99), made_up("middling", 2.0, 100)});
    EXPECT_EQ(sentence,
              "The searches disagree, so at least one of them is wrong: quick found 99 neighbours, middling found 100 "
              "neighbours, slow found 100 neighbours.");
    EXPECT_EQ(app::disagreement({}), "");
}

TEST(Comparison, RanksByTheProcessorTimeOfAStep) {
    ComparedModule left_out = made_up("left out", 0.0, 0);
    left_out.left_out = "for a reason";
    const auto order = app::ranked({made_up("b", 3.0, 1), left_out, made_up("a", 1.0, 1), made_up("c", 2.0, 1)});
    ASSERT_EQ(order.size(), 3u);
    EXPECT_EQ(order[0].name + order[1].name + order[2].name, "acb");
    EXPECT_DOUBLE_EQ(order[0].step().processor_ms, 3.0) << "build, move and density; the walk is part of the latter";
    EXPECT_DOUBLE_EQ(order[0].step().wall_ms, 6.0);
}

TEST(Comparison, GoesIntoATableWithTextsThatHoldCommas) {
    app::ComparisonSubject subject{scenes::dam_break(), {0.0f, 1.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.5, "a", 2};
    subject.scene.name = "Dam, break";
    ComparedModule chooser = made_up("chooser", 1.0, 12);
    chooser.note = "took \"grid\", as it was the fastest";
    std::istringstream lines(app::comparison_csv(subject, {chooser, made_up("plain", 2.0, 12)}));
    std::string header, first, second, end;
    std::getline(lines, header);
    std::getline(lines, first);
    std::getline(lines, second);
    EXPECT_FALSE(std::getline(lines, end));
    EXPECT_TRUE(header.starts_with("module,scene,time_s,particles,threads,repeats,build_processor_ms,build_wall_ms,"));
    EXPECT_TRUE(first.starts_with("chooser,\"Dam, break\",0.5,2,2,0,1,2,")) << first;
    EXPECT_NE(first.find(",1500000,"), std::string::npos) << "3 ms for two particles, in ns: " << first;
    EXPECT_NE(first.find("\"took \"\"grid\"\", as it was the fastest\""), std::string::npos) << first;
    EXPECT_EQ(std::ranges::count(second, ','), std::ranges::count(header, ',') + 1) << "the scene's name has one";
}
