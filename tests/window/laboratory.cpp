#include "app/window/laboratory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <utility>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"
#include "watched_laboratory.hpp"

namespace {

app::WindowOptions options_for(const SceneFolder& folder) {
    return options_for(folder, folder.write("small.json", small_dam));
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

}  // namespace

TEST(Laboratory, RecordsEveryFrameAndWhichSearchRan) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 5; }));
    const std::string first = laboratory.neighbours(), second = first == "all-pairs" ? "uniform-hash" : "all-pairs";
    laboratory.choose_neighbours(second);
    const std::uint64_t before = laboratory.recorded_frames();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= before + 5; }));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.is_recording(); }));

    const auto run = std::filesystem::directory_iterator(folder.path() / "out")->path();
    const std::vector<std::string> rows = lines_of(run / "timings.csv");
    ASSERT_GE(rows.size(), 11u);
    std::set<std::string> searches;
    for (const std::string& row : rows)
        for (const std::string& name : {first, second})
            if (row.find(name) != std::string::npos) searches.insert(name);
    EXPECT_EQ(searches.size(), 2u);
    EXPECT_TRUE(std::filesystem::exists(run / "summary.json"));
    EXPECT_TRUE(std::filesystem::exists(run / "trace.json"));
}

// It once lost them all. A limit on the length of files stands for the full disk: only the trace is as long as that.
TEST(Laboratory, KeepsTheFramesOfARecordingWhoseTraceFillsTheDisk) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 40; }));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit short_files{40'000, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &short_files), 0);
    laboratory.toggle_recording();
    EXPECT_TRUE(update_until(laboratory, [&] { return !laboratory.is_recording(); }));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);

    const auto run = std::filesystem::directory_iterator(folder.path() / "out")->path();
    EXPECT_GE(lines_of(run / "timings.csv").size(), 41u);
    EXPECT_TRUE(std::filesystem::exists(run / "summary.json"));
    EXPECT_FALSE(std::filesystem::exists(run / "trace.json"));
    const std::string said = laboratory.toasts.all().back().text;
    EXPECT_NE(said.find("trace.json: File too large"), std::string::npos) << said;
    EXPECT_NE(said.find("frames kept in " + run.string()), std::string::npos) << said;
}

// Overrides of the command line are for scenes that are read; the recording once stated them all the same.
TEST(Laboratory, StatesNoOverridesInARecordingOfACheckpoint) {
    const SceneFolder folder;
    app::WindowOptions options = options_for(folder);
    options.overrides = {"fluids.0.viscosity=2"};
    app::Laboratory laboratory(options);
    const sim::World world(sim::parse_scene(probed_dam, "probed.json"));
    laboratory.open_scene(folder.write("state.weir", sim::save_checkpoint(world)));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Probed dam"; }));
    laboratory.toggle_recording();
    laboratory.step_once();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() == 1; }));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.is_recording(); }));
    const auto run = std::filesystem::directory_iterator(folder.path() / "out")->path();
    std::string summary;
    for (const std::string& line : lines_of(run / "summary.json")) summary += line;
    EXPECT_NE(summary.find("\"overrides\": []"), std::string::npos);
    EXPECT_NE(summary.find("\"touched_frames\": 0"), std::string::npos);
}

TEST(Laboratory, FinishesItsRecordingWhenItIsClosed) {
    const SceneFolder folder;
    {
        app::Laboratory laboratory(options_for(folder));
        laboratory.toggle_recording();
        ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 3; }));
    }
    const auto run = std::filesystem::directory_iterator(folder.path() / "out")->path();
    EXPECT_GE(lines_of(run / "timings.csv").size(), 4u);
}

TEST(Laboratory, ListsEveryErrorOfABadSceneWhileTheOldOneGoesOn) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    const std::filesystem::path file = folder.write("small.json", bad_scene);
    touch_later(file);
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.scene_errors().empty(); }));
    EXPECT_EQ(laboratory.scene_errors().size(), 2u);
    for (const std::string& error : laboratory.scene_errors())
        EXPECT_NE(error.find("small.json:"), std::string::npos) << error;
    const std::uint64_t frame = laboratory.state().frame;
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame > frame + 2; }));
    EXPECT_EQ(laboratory.scene().name, "Small dam");

    folder.write("small.json", small_dam);
    touch_later(file);
    touch_later(file);
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.scene_errors().empty(); }));
}

TEST(Laboratory, KeepsChangedParametersOverAResetAndRestoresThemOnDemand) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    const float usual = laboratory.scene().fluids.front().viscosity;
    laboratory.parameters().fluids.front().viscosity = usual + 1.0f;
    laboratory.gravity().tilt = 10.0f;
    laboratory.apply_parameters();
    laboratory.reset();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
    EXPECT_EQ(laboratory.parameters().fluids.front().viscosity, usual + 1.0f);
    EXPECT_NEAR(laboratory.gravity().tilt, 10.0f, 1e-3f);
    laboratory.restore_parameters();
    EXPECT_EQ(laboratory.parameters().fluids.front().viscosity, usual);
    EXPECT_NEAR(laboratory.gravity().tilt, 0.0f, 1e-3f);
}

TEST(Laboratory, GoesThroughAllSearchesAndBack) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    const std::string first = laboratory.neighbours();
    std::set<std::string> seen;
    do {
        laboratory.choose_next_neighbours();
        seen.insert(laboratory.neighbours());
    } while (laboratory.neighbours() != first && seen.size() < 100);
    EXPECT_EQ(seen.size(), spatial::neighbour_modules().size());
}

TEST(Laboratory, GoesThroughAllBroadPhasesAndBack) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    const std::string first = laboratory.broadphase();
    std::set<std::string> seen;
    do {
        laboratory.choose_next_broadphase();
        seen.insert(laboratory.broadphase());
    } while (laboratory.broadphase() != first && seen.size() < 100);
    EXPECT_EQ(seen.size(), spatial::broad_phase_modules().size());
}

TEST(Laboratory, BeginsWithTheBroadPhaseAskedForAndKeepsHowItIsAskedOverAReset) {
    const SceneFolder folder;
    app::WindowOptions options = options_for(folder);
    options.scene = folder.write("bay.json", small_bay);
    options.broadphase = spatial::broad_phase_modules().back().name;
    app::Laboratory laboratory(options);
    EXPECT_EQ(laboratory.broadphase(), options.broadphase);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().report.broadphase == options.broadphase; }));
    EXPECT_EQ(laboratory.state().broadphase, options.broadphase);

    const std::uint64_t by_cells = laboratory.state().report.solid_questions;
    laboratory.set_solid_queries(sim::SolidQueries::particles);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().report.solid_questions > by_cells; }));
    EXPECT_EQ(laboratory.state().report.solid_questions, laboratory.state().report.particles);
    laboratory.reset();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
    EXPECT_EQ(laboratory.solid_queries(), sim::SolidQueries::particles);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame >= 1; }));
    EXPECT_EQ(laboratory.state().report.solid_questions, laboratory.state().report.particles);

    laboratory.broad_settings().factor = 3.0f;
    laboratory.apply_broad_settings();
    laboratory.broad_settings().factor = -1.0f;
    laboratory.apply_broad_settings();
    EXPECT_TRUE(update_until(laboratory, [&] { return !laboratory.toasts.all().empty(); })) << "what is wrong is said";
}

TEST(Laboratory, SetsTheSearchWhileItRunsAndKeepsThatOverAReset) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.choose_neighbours("uniform-hash");
    laboratory.search_settings().table_size = 13;
    laboratory.apply_search_settings();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().report.search.table_size == 13u; }));
    EXPECT_EQ(laboratory.state().report.collisions, 13u) << "all buckets are crowded";
    laboratory.reset();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
    EXPECT_EQ(laboratory.search_settings().table_size, 13u);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame >= 1; }));
    EXPECT_EQ(laboratory.state().report.search.table_size, 13u);
    laboratory.choose_next_neighbours();
    EXPECT_EQ(laboratory.search_settings().table_size, 13u) << "another search is set to the same";
}

TEST(Laboratory, ComparesAllSearchesWhileTheFluidFlows) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    EXPECT_EQ(laboratory.comparison(), nullptr);
    const std::uint64_t frame = laboratory.state().frame;
    laboratory.compare_searches();
    const app::Comparison* first = laboratory.comparison();
    laboratory.compare_searches();
    EXPECT_EQ(laboratory.comparison(), first) << "one at a time";
    ASSERT_TRUE(update_until(laboratory, [&] { return first->status() == app::Comparison::Status::finished; }));
    // Meanwhile, or right after it where that took no longer than a frame.
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame > frame; }));
    laboratory.update(0.01);
    EXPECT_EQ(first->modules().size(), spatial::neighbour_modules().size());
    EXPECT_EQ(app::disagreement(first->modules()), "");

    laboratory.save_comparison();
    laboratory.save_comparison();
    const auto rows = lines_of(folder.path() / "out" / "comparison-1.csv");
    EXPECT_EQ(rows.size(), 1 + spatial::neighbour_modules().size());
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "comparison-2.csv"));
    laboratory.compare_searches();
    EXPECT_NE(laboratory.comparison(), first) << "now another may begin";
}

// The comparison has points of its own: whatever happens to the scene, it goes on or ends in peace.
TEST(Laboratory, MayChangeItsSceneOrCloseWhileItCompares) {
    const SceneFolder folder;
    {
        app::Laboratory laboratory(options_for(folder));
        laboratory.compare_searches();
        laboratory.open_scene(
            folder.write("other.json", std::string(small_dam).replace(small_dam.find("Small dam"), 9, "Other dam")));
        ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Other dam"; }));
        ASSERT_TRUE(update_until(
            laboratory, [&] { return laboratory.comparison()->status() == app::Comparison::Status::finished; }));
        EXPECT_EQ(laboratory.comparison()->subject().scene.name, "Small dam");
        laboratory.update(0.01);
        laboratory.compare_searches();
        EXPECT_EQ(laboratory.comparison()->subject().scene.name, "Other dam");
    }
    for (int i = 0; i < 3; ++i) {
        app::Laboratory closed_at_once(options_for(folder));
        closed_at_once.compare_searches();
    }
}

TEST(Laboratory, SaysWhatIsWrongWithASceneThatIsNotThere) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.toasts.clear();
    laboratory.open_scene("no-such-scene");
    ASSERT_EQ(laboratory.scene_errors().size(), 1u);
    EXPECT_NE(laboratory.scene_errors().front().find("no-such-scene"), std::string::npos);
    EXPECT_TRUE(laboratory.toasts.all().empty()) << "the list says it; a message would outlive the mending";
}

TEST(Laboratory, SaysOnlyTheErrorOfAReloadedSceneThatCannotBegin) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.toasts.clear();
    std::string buried = small_dam;
    buried.insert(buried.find("\"volumes\""), R"("solids": [{"shape": "box", "size": [5, 5, 5]}], )");
    touch_later(folder.write("small.json", buried));
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.scene_errors().empty(); }));
    EXPECT_NE(laboratory.scene_errors().front().find("inside of solids"), std::string::npos)
        << laboratory.scene_errors().front();
    EXPECT_TRUE(laboratory.toasts.all().empty());
}

// The list of errors promises that the file is read again when it is saved. What was watched was the file that ran.
TEST(Laboratory, TakesABadSceneThatWasOpenedOnceItIsMended) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    const std::filesystem::path other = folder.write("other.json", bad_scene);
    laboratory.open_scene(other);
    ASSERT_FALSE(laboratory.scene_errors().empty());
    touch_later(folder.write("other.json", probed_dam));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Probed dam"; }));
    EXPECT_TRUE(laboratory.scene_errors().empty());
    EXPECT_EQ(laboratory.scene_file(), other);

    // Somebody who waves the errors away goes on with the scene that runs.
    laboratory.open_scene(folder.write("third.json", bad_scene));
    laboratory.dismiss_scene_errors();
    touch_later(folder.write("other.json", small_dam));
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Small dam"; }));
}

// It once read -0.76 for a second: the time before the way back was taken for the beginning.
TEST(Laboratory, NeverRunsBackwards) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame > 90; }));
    const double before = laboratory.state().time;
    laboratory.return_to_last_good();
    double least = 0.0;
    ASSERT_TRUE(update_until(laboratory, [&] {
        least = std::min(least, laboratory.real_time_ratio());
        return laboratory.state().time < before;
    }));
    for (int i = 0; i < 20; ++i) {
        laboratory.update(0.01);
        least = std::min(least, laboratory.real_time_ratio());
    }
    EXPECT_EQ(least, 0.0);
}

// The scene would be refused that says so, and so were the checkpoints of one that was changed so while it ran.
TEST(Laboratory, TakesNoTensionThatReachesFurtherThanAPeriodicTankIsWide) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("thin.json", R"({
      "domain": {"min": [0, 0, 0], "max": [0.8, 0.12, 0.4], "periodic": {"y": true}}, "spacing": 0.04, "support": 2,
      "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.12, 0.2]}]})")));
    laboratory.toasts.clear();
    laboratory.parameters().fluids.front().tension = 0.07f;
    laboratory.apply_parameters();
    EXPECT_EQ(laboratory.parameters().fluids.front().tension, 0.0f) << "as it was";
    EXPECT_FALSE(laboratory.changes().can_undo());
    ASSERT_EQ(laboratory.toasts.all().size(), 1u);
    const std::string said = laboratory.toasts.all().front().text;
    EXPECT_NE(said.find("less than the reach of tension (3.5 spacings"), std::string::npos) << said;

    laboratory.gravity().tilt = 10.0f;
    laboratory.apply_parameters();
    EXPECT_TRUE(laboratory.changes().can_undo()) << "other changes are taken";
    laboratory.reset();
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
}

// It once took the settings of the scene before, and its name.
TEST(Laboratory, RecordsTheSceneThatIsComing) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.open_scene(folder.write("probed.json", probed_dam));
    ASSERT_EQ(laboratory.scene().name, "Small dam") << "the other one is being built";
    laboratory.toggle_recording();
    const std::string said = laboratory.toasts.all().back().text;
    EXPECT_EQ(said, "recording begins once the scene is there");
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 3; }));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.is_recording(); }));

    const auto runs = std::filesystem::directory_iterator(folder.path() / "out");
    EXPECT_EQ(runs->path().filename().string().find("probed"), 0u) << runs->path();
    EXPECT_TRUE(std::filesystem::exists(runs->path() / "probes.csv"));
    EXPECT_EQ(std::distance(runs, {}), 1) << "and no other";
}

TEST(Laboratory, RecordsNothingWhereTheSceneThatIsComingDoesNotComeOrTheWishIsTakenBack) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder));
    laboratory.open_scene(folder.write("broken.weir", "WEIRCHK5"));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.scene_errors().empty(); }));
    for (int i = 0; i < 5; ++i) laboratory.update(0.01);
    EXPECT_FALSE(laboratory.is_recording());

    laboratory.open_scene(folder.write("probed.json", probed_dam));
    laboratory.toggle_recording();
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Probed dam"; }));
    for (int i = 0; i < 5; ++i) laboratory.update(0.01);
    EXPECT_FALSE(laboratory.is_recording());

    const float factor = std::exchange(laboratory.broad_settings().factor, -1.0f);
    laboratory.toasts.clear();
    laboratory.reset();  // which no world can begin with
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.toasts.all().size() == 2; })) << "trouble is told";
    for (int i = 0; i < 5; ++i) laboratory.update(0.01);
    EXPECT_FALSE(laboratory.is_recording());
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
    laboratory.broad_settings().factor = factor;
    laboratory.toggle_recording();
    EXPECT_TRUE(laboratory.is_recording()) << "of the scene that goes on";
}
