// Curves of probes, and what a recording in the window writes of them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>

#include "app/window/probe_history.hpp"
#include "sim/scene_reader.hpp"
#include "watched_laboratory.hpp"

namespace {

using Probes = std::vector<sim::Probe>;

sim::FrameReport frame_of(const Probes& probes, double time, std::vector<double> values) {
    sim::FrameReport report;
    report.time = time;
    report.probes = std::move(values);
    report.probed = std::make_shared<const Probes>(probes);
    return report;
}

sim::Probe level(const char* name, float x = 0.0f) {
    sim::Probe probe;
    probe.name = name;
    probe.kind = sim::ProbeKind::level;
    probe.position.x = x;
    return probe;
}

}  // namespace

TEST(ProbeHistory, PutsCurvesOfOneUnitTogether) {
    app::ProbeHistory history;
    history.begin(sim::parse_scene(probed_dam, "s"));
    const auto groups = history.by_unit();
    ASSERT_EQ(groups.size(), 5u);
    EXPECT_EQ(groups[0], (std::vector<std::size_t>{0, 1, 2})) << "metres";
    EXPECT_EQ(groups[1], (std::vector<std::size_t>{3, 4})) << "pascals";
    EXPECT_EQ(history.columns()[groups[2][0]].unit, "N");
}

TEST(ProbeHistory, KeepsTheLastFramesAndBeginsAnewWithTime) {
    app::ProbeHistory history;
    sim::Scene scene;
    scene.probes = {level("H")};
    history.begin(scene);
    for (std::size_t i = 0; i < app::ProbeHistory::length + 5; ++i)
        history.add(frame_of(scene.probes, static_cast<double>(i), {static_cast<double>(2 * i)}));
    ASSERT_EQ(history.size(), app::ProbeHistory::length);
    EXPECT_EQ(history.time(0), 5.0);
    EXPECT_EQ(history.value(0, 0), 10.0);
    history.add(frame_of({level("a", 1.0f), level("b", 2.0f)}, 1e6, {1.0, 2.0}));
    EXPECT_EQ(history.size(), app::ProbeHistory::length) << "a frame of another scene";
    history.add(frame_of(scene.probes, 0.5, {1.0}));
    EXPECT_EQ(history.size(), 1u) << "the scene was reset";
}

// The simulation is frames behind what is set here, and what it says of those frames is not lost.
TEST(ProbeHistory, TakesWhatFramesFromBeforeAChangeHaveOfItsProbes) {
    app::ProbeHistory history;
    sim::Scene scene;
    const sim::Probe a = level("a"), b = level("b", 1.0f), c = level("c", 2.0f), renamed = level("d", 1.0f);
    scene.probes = {a, b};
    history.begin(scene);
    history.add(frame_of({a, b}, 1.0, {1.0, 10.0}));
    history.change({c, renamed});
    history.add(frame_of({a, b}, 2.0, {2.0, 20.0}));
    history.add(frame_of({c, renamed}, 3.0, {300.0, 30.0}));
    ASSERT_EQ(history.size(), 3u);
    for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(history.value(1, i), 10.0 * static_cast<double>(i + 1));
    EXPECT_TRUE(std::isnan(history.value(0, 0)));
    EXPECT_TRUE(std::isnan(history.value(0, 1)));
    EXPECT_EQ(history.value(0, 2), 300.0);
    EXPECT_EQ(history.last(0), 300.0);
    history.change({c});
    EXPECT_EQ(history.size(), 1u) << "curves begin where one of them does";
    history.change({a, c});
    EXPECT_FALSE(history.last(0)) << "it has said nothing since it was set in again";
    EXPECT_EQ(history.last(1), 300.0);
}

// Two at one place differ by their names alone.
TEST(ProbeHistory, DoesNotTakeTheCurveOfATwinForThatOfARenamedProbe) {
    app::ProbeHistory history;
    sim::Scene scene;
    scene.probes = {level("a"), level("b")};
    history.begin(scene);
    history.add(frame_of(scene.probes, 1.0, {1.0, 2.0}));
    history.change({level("b"), level("c")});
    EXPECT_EQ(history.value(0, 0), 2.0);
    EXPECT_EQ(history.value(1, 0), 1.0);
}

TEST(Laboratory, DrawsCurvesOfProbesAndRecordsThem) {
    const SceneFolder folder;
    app::WindowOptions options;
    options.scene = folder.write("probed.json", probed_dam);
    options.out = folder.path() / "out";
    app::Laboratory laboratory(options);
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 5; }));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.is_recording(); }));
    EXPECT_GE(laboratory.probe_history.size(), 5u);

    std::ifstream file(std::filesystem::directory_iterator(folder.path() / "out")->path() / "probes.csv");
    std::string header, first;
    std::getline(file, header);
    std::getline(file, first);
    EXPECT_TRUE(
        header.starts_with("time_s,front.x_m,back.height_m,H.level_m,p.pressure_Pa,end.pressure_Pa,end.force_N"))
        << header;
    std::istringstream cells(first);
    std::string time, front;
    std::getline(cells, time, ',');
    std::getline(cells, front, ',');
    EXPECT_NEAR(std::stod(front), 0.4, 0.05);

    laboratory.open_scene(folder.write("dam.json", small_dam));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Small dam"; }));
    EXPECT_TRUE(laboratory.probe_history.columns().empty());
    laboratory.open_scene(folder.write("probed.json", probed_dam));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.probe_history.size() > 2; }));
}
