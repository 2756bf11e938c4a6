// Curves of probes, and what a recording in the window writes of them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/window/probe_history.hpp"
#include "sim/scene_reader.hpp"
#include "watched_laboratory.hpp"

namespace {

sim::FrameReport frame_of(double time, std::vector<double> values) {
    sim::FrameReport report;
    report.time = time;
    report.probes = std::move(values);
    return report;
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
    scene.probes.resize(1);
    history.begin(scene);
    for (std::size_t i = 0; i < app::ProbeHistory::length + 5; ++i)
        history.add(frame_of(static_cast<double>(i), {static_cast<double>(2 * i)}));
    ASSERT_EQ(history.size(), app::ProbeHistory::length);
    EXPECT_EQ(history.time(0), 5.0);
    EXPECT_EQ(history.value(0, 0), 10.0);
    history.add(frame_of(1e6, {1.0, 2.0}));
    EXPECT_EQ(history.size(), app::ProbeHistory::length) << "a frame of another scene";
    history.add(frame_of(0.5, {1.0}));
    EXPECT_EQ(history.size(), 1u) << "the scene was reset";
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
