#include "app/simulation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include "scenes.hpp"
#include "sim/scene_reader.hpp"

namespace {

std::shared_ptr<const sim::Scene> small_scene() {
    return std::make_shared<const sim::Scene>(sim::parse_scene(small_dam, "small.json"));
}

/// Until the condition holds; a simulation that never gets there fails by the caller's next expectation.
template <class Condition>
void wait_for(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace

TEST(Simulation, ShowsItsFirstStateAtOnce) {
    const app::Simulation simulation(small_scene(), 1, false);
    EXPECT_EQ(simulation.latest()->frame, 0u);
    EXPECT_GT(simulation.latest()->x.size(), 500u);
    EXPECT_EQ(simulation.latest()->x.size(), simulation.latest()->value.size());
}

TEST(Simulation, SimulatesOneFrameWhenAskedForOne) {
    app::Simulation simulation(small_scene(), 1, false);
    simulation.step_once();
    wait_for([&] { return simulation.latest()->frame >= 1; });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(simulation.latest()->frame, 1u);
    EXPECT_EQ(simulation.take_reports().size(), 1u);
    EXPECT_TRUE(simulation.take_reports().empty());
}

TEST(Simulation, ReportsEveryFrameInItsOrder) {
    app::Simulation simulation(small_scene(), 1, true);
    std::vector<sim::FrameReport> reports;
    wait_for([&] {
        for (sim::FrameReport& report : simulation.take_reports()) reports.push_back(std::move(report));
        return reports.size() >= 10;
    });
    ASSERT_GE(reports.size(), 10u);
    for (std::size_t i = 0; i < reports.size(); ++i) EXPECT_EQ(reports[i].frame, i + 1);
}

TEST(Simulation, LeavesAPublishedStateAsItIs) {
    app::Simulation simulation(small_scene(), 1, true);
    const std::shared_ptr<const app::Snapshot> kept = simulation.latest();
    const std::vector<float> before = kept->z;
    wait_for([&] { return simulation.latest()->frame >= kept->frame + 10; });
    EXPECT_GE(simulation.latest()->frame, kept->frame + 10);
    EXPECT_EQ(kept->z, before);
}

TEST(Simulation, DoesNotOutrunTheClock) {
    app::Simulation simulation(small_scene(), 1, false);
    simulation.set_speed(0.05);  // a frame of 1/60 s then lasts a third of a second
    simulation.play(true);
    const auto begin = std::chrono::steady_clock::now();
    wait_for([&] { return simulation.latest()->frame >= 3; });
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
}

TEST(Simulation, RunsTasksInTheOrderPosted) {
    app::Simulation simulation(small_scene(), 1, true);
    std::vector<int> order;
    std::promise<void> done;
    simulation.post([&](sim::World&) { order.push_back(1); });
    simulation.post([&](sim::World&) { order.push_back(2); }, app::Simulation::When::next_frame);
    simulation.post([&](sim::World&) { order.push_back(3); });
    simulation.post([&](sim::World&) { done.set_value(); });
    done.get_future().wait();
    EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(Simulation, SwitchesTheSearchWithoutChangingAParticle) {
    app::Simulation plain(small_scene(), 1, false), switched(small_scene(), 1, false);
    const auto hash_after = [](app::Simulation& simulation, std::uint64_t frames) {
        while (simulation.latest()->frame < frames) {
            const std::uint64_t frame = simulation.latest()->frame;
            simulation.step_once();
            wait_for([&] { return simulation.latest()->frame > frame; });
        }
        std::promise<std::uint64_t> hash;
        simulation.post([&](sim::World& world) { hash.set_value(world.state_hash()); },
                        app::Simulation::When::next_frame);
        return hash.get_future().get();
    };
    EXPECT_EQ(hash_after(plain, 2), hash_after(switched, 2));
    switched.post([](sim::World& world) { world.set_neighbour_search("all-pairs"); });
    switched.step_once();
    wait_for([&] { return switched.latest()->neighbours == "all-pairs"; });
    EXPECT_EQ(switched.latest()->neighbours, "all-pairs");
    EXPECT_NE(plain.latest()->neighbours, "all-pairs");
}

// All pairs of many particles: a frame takes seconds, and what is asked for must not wait for its end.
TEST(Simulation, ObeysWithinAFrame) {
    sim::World world(*small_scene());
    sim::World twin(*small_scene());
    unsigned asked = 0;
    const sim::FrameReport whole = world.advance_frame([&] {
        ++asked;
        return true;
    });
    ASSERT_GT(whole.substeps, 1u);
    EXPECT_EQ(asked, whole.substeps - 1);

    const sim::FrameReport part = twin.advance_frame([] { return false; });
    EXPECT_EQ(part.substeps, 1u);
    EXPECT_EQ(twin.frame(), 0u);
    const sim::FrameReport rest = twin.advance_frame();
    EXPECT_EQ(rest.substeps, whole.substeps - 1);
    EXPECT_EQ(twin.frame(), 1u);
    EXPECT_EQ(twin.state_hash(), world.state_hash());
}

TEST(Simulation, TellsWhatATaskThrewAndGoesOn) {
    app::Simulation simulation(small_scene(), 1, true);
    simulation.post([](sim::World&) { throw std::runtime_error("the water is too wet"); });
    std::string trouble;
    wait_for([&] { return !(trouble = simulation.take_trouble()).empty(); });
    EXPECT_EQ(trouble, "the water is too wet");
    const std::uint64_t frame = simulation.latest()->frame;
    wait_for([&] { return simulation.latest()->frame > frame; });
    EXPECT_GT(simulation.latest()->frame, frame);
}

TEST(Simulation, GoesBackToTheLastGoodStateWithWhatIsSetNow) {
    app::Simulation simulation(small_scene(), 1, false);
    simulation.step_once();
    wait_for([&] { return simulation.latest()->frame >= 1; });
    simulation.post([](sim::World& world) {
        sim::Parameters changed = world.parameters();
        changed.gravity.x = 1.0f;
        world.set_parameters(changed);
        world.set_brush(sim::Brush{{0.1f, 0.1f, 0.1f}, 0.2f, 1e38f, glm::vec3(0.0f)});
    });
    simulation.play(true);
    std::string trouble;
    wait_for([&] { return !(trouble = simulation.take_trouble()).empty(); });
    EXPECT_NE(trouble.find("particle "), std::string::npos) << trouble;
    EXPECT_FALSE(simulation.playing());

    simulation.return_to_last_good();
    std::promise<std::pair<std::string, float>> looked;
    simulation.post([&](sim::World& world) { looked.set_value({world.validate(), world.parameters().gravity.x}); });
    EXPECT_EQ(looked.get_future().get(), std::pair(std::string(), 1.0f));
    const std::uint64_t frame = simulation.latest()->frame;
    simulation.play(true);
    wait_for([&] { return simulation.latest()->frame > frame + 1; });
    EXPECT_GT(simulation.latest()->frame, frame + 1);
    EXPECT_EQ(simulation.take_trouble(), "");
}

TEST(Simulation, KeepsTheOldSceneWhenTheNewOneIsImpossible) {
    const auto scene = small_scene();
    app::Simulation simulation(scene, 1, true);
    sim::Scene empty = *scene;
    empty.volumes.clear();
    simulation.restart(std::make_shared<const sim::Scene>(empty));
    std::string trouble;
    wait_for([&] { return !(trouble = simulation.take_trouble()).empty(); });
    EXPECT_NE(trouble, "");
    EXPECT_EQ(simulation.latest()->scene, scene);
}

TEST(Simulation, BeginsAnotherSceneWithAnotherGeneration) {
    app::Simulation simulation(small_scene(), 1, true);
    const std::uint64_t generation = simulation.latest()->generation;
    const auto other = small_scene();
    simulation.restart(other);
    wait_for([&] { return simulation.latest()->scene == other; });
    EXPECT_EQ(simulation.latest()->scene, other);
    EXPECT_GT(simulation.latest()->generation, generation);
}

TEST(Simulation, RefusesAnImpossibleFirstScene) {
    sim::Scene empty = *small_scene();
    empty.volumes.clear();
    EXPECT_THROW(app::Simulation(std::make_shared<const sim::Scene>(empty), 1, true), std::exception);
}

TEST(Simulation, ColoursThePausedStateAnew) {
    app::Simulation simulation(small_scene(), 1, false);
    simulation.set_colouring(sim::Colouring::density);
    wait_for([&] { return simulation.latest()->colouring == sim::Colouring::density; });
    EXPECT_EQ(simulation.latest()->colouring, sim::Colouring::density);
    EXPECT_NEAR(simulation.latest()->value.front(), 1000.0f, 100.0f);
}
