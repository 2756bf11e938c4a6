// Going back in time, and states in files: exact to the last bit.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <iterator>
#include <thread>

#include "app/past.hpp"
#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "watched_laboratory.hpp"

namespace {

sim::Scene small_scene() { return sim::parse_scene(small_dam, "small.json"); }

std::uint64_t hash_after(sim::World& world, int frames) {
    for (int i = 0; i < frames; ++i) (void)world.advance_frame();
    return world.state_hash();
}

std::uint64_t hash_of(app::Simulation& simulation) {
    std::promise<std::uint64_t> hash;
    simulation.post([&](sim::World& world) { hash.set_value(world.state_hash()); }, app::Simulation::When::next_frame);
    return hash.get_future().get();
}

template <class Condition>
bool wait_for(const Condition& condition) {
    for (int i = 0; i < 4000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
}

}  // namespace

TEST(Past, KeepsSingleFramesAndForgetsWhatWillBeAnother) {
    sim::World world(small_scene());
    app::Past past;
    past.begin(world, {});
    EXPECT_FALSE(past.frame_before(0));
    std::vector<std::uint64_t> hashes = {world.state_hash()};
    for (int i = 0; i < 4; ++i) {
        const sim::FrameReport report = world.advance_frame();
        past.keep(world, report, true);
        hashes.push_back(world.state_hash());
    }
    for (std::uint64_t frame = 4; frame > 0; --frame) {
        ASSERT_EQ(past.frame_before(frame), frame - 1);
        EXPECT_EQ(past.world_at(frame - 1).state_hash(), hashes[frame - 1]);
    }
    EXPECT_EQ(past.report_of(3).frame, 3u);
    sim::World again = past.world_at(1);
    const sim::FrameReport report = again.advance_frame();
    past.keep(again, report, true);
    EXPECT_EQ(past.frame_before(9), 2u);
    EXPECT_THROW((void)past.world_at(4), std::logic_error) << "frames 3 and 4 were of another time";
}

TEST(Past, KeepsTheLatestWithinItsMemory) {
    sim::World world(small_scene());
    const std::size_t each = sim::save_checkpoint(world).size();
    app::Past past(5 * each + each / 2);
    past.begin(world, {});
    for (int i = 0; i < 20; ++i) past.keep(world, world.advance_frame(), true);
    EXPECT_EQ(past.frame_before(17), 16u);
    EXPECT_FALSE(past.frame_before(16));
    app::Past tiny(1);
    tiny.begin(world, {});
    tiny.keep(world, world.advance_frame(), true);
    EXPECT_FALSE(tiny.frame_before(22)) << "what does not fit is not kept";
}

TEST(States, StepsBackFrameByFrameToTheSameBits) {
    sim::World world(small_scene());
    const std::uint64_t third = hash_after(world, 3), fourth = hash_after(world, 1);
    app::Simulation simulation(std::make_shared<const sim::Scene>(small_scene()), 1, false);
    for (int i = 0; i < 5; ++i) simulation.step_once();
    const auto wait_for_frame = [&](std::uint64_t frame) {
        for (int i = 0; i < 4000 && simulation.latest()->frame != frame; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return simulation.latest()->frame == frame;
    };
    ASSERT_TRUE(wait_for_frame(5));
    EXPECT_EQ(simulation.latest()->earlier_frame, 4u);
    simulation.step_back();
    ASSERT_TRUE(wait_for_frame(4));
    EXPECT_EQ(simulation.latest()->report.frame, 4u) << "with what that frame said of itself";
    simulation.step_back();
    EXPECT_EQ(hash_of(simulation), third);
    ASSERT_TRUE(wait_for_frame(3));
    simulation.step_once();
    ASSERT_TRUE(wait_for_frame(4));
    EXPECT_EQ(hash_of(simulation), fourth) << "and on from there as it was";
    for (int i = 0; i < 9; ++i) simulation.step_back();
    ASSERT_TRUE(wait_for_frame(0));
    EXPECT_FALSE(simulation.latest()->earlier_frame);
}

// It once went one state too far: the one that the frame began with was taken for the frame itself.
TEST(States, StepsBackFromAFrameThatBrokeOffToWhereItBegan) {
    app::Simulation simulation(std::make_shared<const sim::Scene>(small_scene()), 1, false);
    for (std::uint64_t frame = 1; frame <= 3; ++frame) {
        simulation.step_once();
        ASSERT_TRUE(wait_for([&] { return simulation.latest()->frame == frame; }));
    }
    const std::uint64_t before = hash_of(simulation);
    simulation.post([](sim::World& world) {
        world.set_brush(sim::Brush{{0.1f, 0.1f, 0.1f}, 0.2f, 1e38f, glm::vec3(0.0f)});
    });
    simulation.step_once();
    ASSERT_TRUE(wait_for([&] { return !simulation.latest()->report.trouble.empty(); }));
    EXPECT_EQ(simulation.latest()->frame, 3u) << "not over";
    EXPECT_EQ(simulation.latest()->earlier_frame, 3u);
    simulation.step_back();
    ASSERT_TRUE(wait_for([&] { return simulation.latest()->report.trouble.empty(); }));
    EXPECT_EQ(simulation.latest()->frame, 3u);
    EXPECT_EQ(hash_of(simulation), before);
}

// The numbers beside the picture were once zeros until the next frame.
TEST(States, TellsOfTheLastGoodStateWhatItsFrameSaidOfItself) {
    app::Simulation simulation(std::make_shared<const sim::Scene>(small_scene()), 1, false);
    for (std::uint64_t frame = 1; frame <= 2; ++frame) {
        simulation.step_once();
        ASSERT_TRUE(wait_for([&] { return simulation.latest()->frame == frame; }));
    }
    simulation.step_back();  // the last good state is then the one gone back to
    ASSERT_TRUE(wait_for([&] { return simulation.latest()->frame == 1; }));
    simulation.step_once();
    ASSERT_TRUE(wait_for([&] { return simulation.latest()->frame == 2; }));
    simulation.return_to_last_good();
    ASSERT_TRUE(wait_for([&] { return simulation.latest()->frame == 1; }));
    EXPECT_EQ(simulation.latest()->report.frame, 1u);
    EXPECT_GT(simulation.latest()->report.substeps, 0u);
}

TEST(States, ASavedCheckpointGoesOnToTheSameBits) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame >= 3; }));
    laboratory.save_checkpoint();
    const auto saved = [&] { return std::filesystem::exists(folder.path() / "out"); };
    ASSERT_TRUE(update_until(laboratory, [&] { return saved() && !laboratory.toasts.all().empty(); }));
    const std::filesystem::path file = std::filesystem::directory_iterator(folder.path() / "out")->path();
    EXPECT_EQ(file.filename().string().find("Small-dam-0000"), 0u) << file;

    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    sim::World kept = sim::load_checkpoint(bytes, file.string());
    sim::World whole(small_scene());
    ASSERT_EQ(hash_after(whole, static_cast<int>(kept.frame())), kept.state_hash());

    app::Laboratory other(options_for(folder, folder.write("bay.json", small_bay)));
    other.open_scene(file);
    ASSERT_TRUE(update_until(other, [&] { return other.scene().name == "Small dam"; }));
    EXPECT_FALSE(other.playing());
    EXPECT_EQ(other.state().frame, kept.frame());
    EXPECT_EQ(other.scene_file(), file);
    other.step_once();
    ASSERT_TRUE(update_until(other, [&] { return other.state().frame == kept.frame() + 1; }));
    other.save_checkpoint();
    const auto next = [&] {
        return std::distance(std::filesystem::directory_iterator(folder.path() / "out"), {}) == 2;
    };
    ASSERT_TRUE(update_until(other, next));
    (void)kept.advance_frame();
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out")) {
        if (entry.path() == file) continue;
        std::ifstream later(entry.path(), std::ios::binary);
        const std::string there{std::istreambuf_iterator<char>(later), {}};
        EXPECT_EQ(sim::load_checkpoint(there, "later").state_hash(), kept.state_hash());
    }
    other.reset();
    ASSERT_TRUE(update_until(other, [&] { return other.state().frame == 0; })) << "of the scene that it brought";
}

TEST(States, ACheckpointGivesWayToAnotherSceneThatIsChosenMeanwhile) {
    sim::World world(small_scene());
    (void)hash_after(world, 2);
    const auto small = std::make_shared<const sim::Scene>(small_scene());
    app::Simulation simulation(small, 1, false);
    std::promise<void> both_ordered;
    simulation.post([&](sim::World&) { both_ordered.get_future().wait(); }, app::Simulation::When::next_frame);
    auto resumed = simulation.resume({sim::save_checkpoint(world), "kept.weir"});
    const auto bay = std::make_shared<const sim::Scene>(sim::parse_scene(small_bay, "bay.json"));
    simulation.restart(bay);
    simulation.play(true);
    both_ordered.set_value();
    EXPECT_THROW((void)resumed.get(), std::runtime_error);
    for (int i = 0; i < 4000 && (simulation.latest()->scene != bay || simulation.latest()->frame == 0); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(simulation.latest()->scene, bay);
    EXPECT_TRUE(simulation.playing()) << "as was asked for with that scene";
}

// It once waited for the world of the checkpoint to come as far, recorded that, and was lost where the window closed.
TEST(States, EndsARecordingBeforeACheckpointTakesItsPlace) {
    const SceneFolder folder;
    sim::World later(small_scene());
    (void)hash_after(later, 60);
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    laboratory.toggle_recording();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.recorded_frames() >= 3; }));
    laboratory.toggle_play();
    laboratory.open_scene(folder.write("later.weir", sim::save_checkpoint(later)));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame == 60; }));
    laboratory.update(0.0);
    EXPECT_FALSE(laboratory.is_recording());
    const auto run = std::filesystem::directory_iterator(folder.path() / "out")->path();
    std::ifstream stream(run / "summary.json");
    const std::string summary{std::istreambuf_iterator<char>(stream), {}};
    char hash[32];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(later.state_hash()));
    EXPECT_FALSE(summary.empty());
    EXPECT_EQ(summary.find(hash), std::string::npos) << "of another world";
}

TEST(States, WritesACheckpointThatWasAskedForBeforeItCloses) {
    const SceneFolder folder;
    {
        app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
        laboratory.save_checkpoint();
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out"));
}

TEST(States, BeginsWithACheckpoint) {
    const SceneFolder folder;
    sim::World world(small_scene());
    (void)hash_after(world, 2);
    app::WindowOptions options = options_for(folder, folder.write("kept.weir", sim::save_checkpoint(world)));
    options.neighbours = "all-pairs";
    app::Laboratory laboratory(options);
    EXPECT_EQ(laboratory.scene().name, "Small dam");
    EXPECT_EQ(laboratory.state().frame, 2u);
    EXPECT_FALSE(laboratory.playing());
    laboratory.step_once();
    EXPECT_TRUE(update_until(laboratory, [&] { return laboratory.state().neighbours == "all-pairs"; }));
    options.overrides = {"spacing=0.1"};
    EXPECT_THROW(app::Laboratory{options}, std::invalid_argument);
    options.overrides = {"time.real_time=true"};
    try {
        app::Laboratory refused(options);
        ADD_FAILURE() << "a checkpoint brings its scene";
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()).find("--real-time: "), 0u) << error.what();
    }
    options.overrides.clear();
    options.scene = folder.write("broken.weir", "WEIRCHK5");
    EXPECT_THROW(app::Laboratory{options}, std::invalid_argument);
}
