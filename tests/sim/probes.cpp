// Each kind of probe against something that can be worked out by hand.
#include "sim/probes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/world.hpp"
#include "small_scenes.hpp"

namespace {

constexpr double g = 9.81, rho = 1000.0;

sim::Probe probe(const char* name, sim::ProbeKind kind, glm::vec3 position = glm::vec3(0.0f)) {
    sim::Probe one;
    one.name = name;
    one.kind = kind;
    one.position = position;
    return one;
}

sim::Probe patch(const char* name, sim::Side side, glm::vec3 min, glm::vec3 max) {
    sim::Probe one = probe(name, sim::ProbeKind::wall_pressure);
    one.side = side;
    one.min = min;
    one.max = max;
    return one;
}

double value(const sim::Scene& scene, std::span<const double> values, const std::string& column) {
    const auto columns = sim::probe_columns(scene.probes);
    EXPECT_EQ(values.size(), columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == column) return values[i];
    ADD_FAILURE() << "no column " << column;
    return 0.0;
}

/// What the probes say before the first step, in which all particles are on their lattice.
double at_start(const sim::Scene& scene, const std::string& column) {
    const sim::World world(scene);
    sim::ProbeReader reader(world);
    return value(scene, reader.read(world), column);
}

/// Water of 0.2 m in a tank of 0.2 m x 0.2 m x 0.4 m, at rest.
sim::Scene pool(float spacing = 0.0125f) {
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.4f}, spacing);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.2f}));
    scene.fluids[0].artificial_viscosity = 0.3f;
    scene.fluids[0].sound_speed = 20.0f;
    return scene;
}

void run(sim::World& world, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_EQ(world.advance_frame().trouble, "");
}

}  // namespace

TEST(Probes, NameTheirColumnsWithUnits) {
    sim::Scene scene = pool();
    scene.probes = {probe("front", sim::ProbeKind::front),  probe("back", sim::ProbeKind::column_height),
                    probe("H1", sim::ProbeKind::level),     probe("p1", sim::ProbeKind::pressure),
                    patch("end", sim::Side::x_max, {}, {}), probe("all", sim::ProbeKind::momentum)};
    scene.probes[0].direction = {0.0f, -2.0f, 0.0f};
    std::string names;
    for (const sim::ProbeColumn& column : sim::probe_columns(scene.probes)) names += column.name + " ";
    EXPECT_EQ(
        names,
        "front.y_m back.height_m H1.level_m p1.pressure_Pa end.pressure_Pa end.force_N all.x_Ns all.y_Ns all.z_Ns ");
}

TEST(Probes, FindTheSurfaceOfAStillPoolWithinAQuarterOfASpacingAtWallsAndInTheMiddle) {
    sim::Scene scene = pool();
    scene.probes = {probe("middle", sim::ProbeKind::level, {0.1f, 0.11f, 0.0f}),
                    probe("wall", sim::ProbeKind::level, {0.0f, 0.1f, 0.0f}),
                    probe("edge", sim::ProbeKind::level, {0.2f, 0.2f, 0.0f}),
                    probe("column", sim::ProbeKind::column_height, {0.0f, 0.1f, 0.0f})};
    for (const char* const column : {"middle.level_m", "wall.level_m", "edge.level_m", "column.height_m"})
        EXPECT_NEAR(at_start(scene, column), 0.2, 0.25 * 0.0125) << column;
}

TEST(Probes, TellASurfaceThatIsAFractionOfASpacingHigher) {
    double before = 0.0;
    for (const float lift : {0.0f, 0.002f, 0.004f, 0.006f}) {
        sim::Scene scene = pool();
        scene.volumes[0] = scenes::box({0.0f, 0.0f, lift}, {0.2f, 0.2f, 0.2f + lift});
        scene.probes = {probe("middle", sim::ProbeKind::level, {0.1f, 0.1f, 0.0f})};
        const double level = at_start(scene, "middle.level_m");
        EXPECT_NEAR(level, 0.2 + lift, 0.25 * 0.0125);
        EXPECT_GT(level, before + (lift > 0.0f ? 0.001 : 0.0));
        before = level;
    }
}

TEST(Probes, DoNotTakeWhatFliesForTheSurface) {
    sim::Scene scene = pool();
    scene.volumes.push_back(scenes::box({0.0875f, 0.0875f, 0.3f}, {0.1125f, 0.1125f, 0.3125f}));
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.35f}, {0.2f, 0.2f, 0.4f}));
    scene.probes = {probe("middle", sim::ProbeKind::level, {0.1f, 0.1f, 0.0f})};
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.2, 0.25 * 0.0125);
    scene.volumes = {scenes::box({0.0f, 0.0f, 0.1f}, {0.2f, 0.2f, 0.2f})};  // a block that falls
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.2, 0.25 * 0.0125);
    scene.volumes = {scenes::box({0.0f, 0.0f, 0.0f}, {0.05f, 0.2f, 0.2f})};  // nobody is there
    EXPECT_EQ(at_start(scene, "middle.level_m"), 0.0);
}

// A body within the water ended it: the level above was that of the water below.
TEST(Probes, FindTheSurfaceAboveABodyUnderWater) {
    sim::Scene scene = pool();
    scene.probes = {probe("middle", sim::ProbeKind::level, {0.1f, 0.1f, 0.0f})};
    scene.solids.resize(1);
    scene.solids[0].size = {0.1f, 0.1f, 0.05f};
    scene.solids[0].position = {0.1f, 0.1f, 0.1f};
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.2, 0.25 * 0.0125);
    scene.solids[0].position.z = 0.025f;  // it stands on the floor
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.2, 0.25 * 0.0125);
    scene.solids[0].position.z = 0.21f;  // it swims, and drops lie on it
    scene.volumes.push_back(scenes::box({0.0875f, 0.0875f, 0.2375f}, {0.1125f, 0.1125f, 0.25f}));
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.185, 0.0125);
    scene.solids[0].position.z = 0.3f;  // a tray of water above the pool
    scene.volumes.back() = scenes::box({0.05f, 0.05f, 0.325f}, {0.15f, 0.15f, 0.375f});
    EXPECT_NEAR(at_start(scene, "middle.level_m"), 0.2, 0.25 * 0.0125);
}

TEST(Probes, ReadRhoGHInAStillPoolAndTheWeightOnItsFloor) {
    sim::Scene scene = pool(0.02f);
    const glm::vec3 tank = scene.domain.max;
    scene.probes = {probe("deep", sim::ProbeKind::pressure, {0.1f, 0.1f, 0.04f}),
                    probe("high", sim::ProbeKind::pressure, {0.1f, 0.1f, 0.15f}),
                    probe("floor", sim::ProbeKind::pressure, {0.1f, 0.1f, 0.0f}),
                    probe("side", sim::ProbeKind::pressure, {0.0f, 0.1f, 0.05f}),
                    probe("corner", sim::ProbeKind::pressure, {0.0f, 0.0f, 0.1f}),
                    probe("air", sim::ProbeKind::pressure, {0.1f, 0.1f, 0.3f}),
                    patch("all", sim::Side::z_min, {}, tank),
                    patch("left", sim::Side::z_min, {}, {0.09f, 0.2f, 0.0f}),
                    patch("right", sim::Side::z_min, {0.09f, 0.0f, 0.0f}, tank),
                    patch("end", sim::Side::x_max, {}, tank)};
    sim::World world(scene);
    world.set_threads(1);
    run(world, 60);
    std::vector<double> sums(sim::probe_columns(scene.probes).size());
    constexpr int frames = 30;  // over which what is left of the sound waves averages out
    for (int i = 0; i < frames; ++i) {
        const sim::FrameReport report = world.advance_frame();
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += report.probes.at(k) / frames;
    }
    const auto read = [&](const char* column) { return value(scene, sums, column); };
    EXPECT_NEAR(read("deep.pressure_Pa"), rho * g * 0.16, 0.08 * rho * g * 0.2);
    EXPECT_NEAR(read("high.pressure_Pa"), rho * g * 0.05, 0.08 * rho * g * 0.2);
    EXPECT_NEAR(read("floor.pressure_Pa"), rho * g * 0.2, 0.08 * rho * g * 0.2);
    EXPECT_NEAR(read("side.pressure_Pa"), rho * g * 0.15, 0.08 * rho * g * 0.2);
    EXPECT_NEAR(read("corner.pressure_Pa"), rho * g * 0.1, 0.08 * rho * g * 0.2);
    EXPECT_EQ(read("air.pressure_Pa"), 0.0);
    const double weight = rho * g * 0.2 * 0.2 * 0.2;
    EXPECT_NEAR(read("all.force_N"), weight, 0.01 * weight);
    EXPECT_NEAR(read("all.pressure_Pa"), weight / 0.04, 0.01 * weight / 0.04);
    EXPECT_NEAR(read("left.force_N") + read("right.force_N"), read("all.force_N"), 1e-9 * weight);
    EXPECT_NEAR(read("left.force_N"), 0.45 * weight, 0.03 * weight);
    EXPECT_NEAR(read("end.force_N"), 0.5 * rho * g * 0.2 * 0.2 * 0.2, 0.05 * weight);
}

// Layers beside a floor have pressures that swing by a fifth: what presses there does not. Nor does what the end wall
// carries down to the edge at the floor, where each of the two walls takes some of what the other one sees.
TEST(Probes, ReadThePressureBesideAFloorAtAnEdgeAndAcrossPeriodicSides) {
    sim::Scene scene = pool(0.01f);
    scene.domain.max.y = 0.04f;  // four spacings: images of images are in reach
    scene.domain.periodic = {false, true, false};
    scene.volumes[0].max.y = 0.04f;
    for (const float z : {0.0f, 0.01f, 0.02f, 0.03f, 0.04f, 0.08f, 0.12f})
        scene.probes.push_back(probe(std::to_string(z).c_str(), sim::ProbeKind::pressure, {0.1f, 0.015f, z}));
    for (const float z : {0.0f, 0.004f, 0.01f, 0.02f, 0.025f, 0.03f, 0.04f, 0.08f, 0.12f})
        scene.probes.push_back(
            probe(("end, " + std::to_string(z)).c_str(), sim::ProbeKind::pressure, {0.2f, 0.015f, z}));
    sim::World world(scene);
    world.set_threads(1);
    run(world, 60);
    std::vector<double> sums(scene.probes.size());
    constexpr int frames = 30;
    for (int i = 0; i < frames; ++i) {
        const sim::FrameReport report = world.advance_frame();
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += report.probes.at(k) / frames;
    }
    for (std::size_t k = 0; k < sums.size(); ++k)
        EXPECT_NEAR(sums[k], rho * g * (0.2 - double{scene.probes[k].position.z}),
                    (scene.probes[k].position.x == 0.2f ? 0.06 : 0.03) * rho * g * 0.2)
            << scene.probes[k].name;
}

// Water that slopes from one side to the other and is let go: wherever a periodic tank is cut open, it is the same
// water.
TEST(Probes, LookAcrossPeriodicSides) {
    sim::Scene scene = pool();
    scene.domain.periodic = {false, true, false};
    scene.volumes = {scenes::box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.1f}),
                     scenes::box({0.0f, 0.0f, 0.1f}, {0.2f, 0.05f, 0.2f})};
    const auto level = sim::ProbeKind::level, pressure = sim::ProbeKind::pressure;
    scene.probes = {probe("l0", level, {0.1f, 0.0f, 0.0f}), probe("l1", level, {0.1f, 0.2f, 0.0f}),
                    probe("p0", pressure, {0.1f, 0.0f, 0.0f}), probe("p1", pressure, {0.1f, 0.2f, 0.0f})};
    sim::World world(scene);
    run(world, 8);
    sim::ProbeReader reader(world);
    const std::span<const double> values = reader.read(world);
    EXPECT_GT(values[0], 0.11);
    EXPECT_NEAR(values[0], values[1], 1e-6);
    EXPECT_GT(values[2], 500.0);
    EXPECT_NEAR(values[2], values[3], 1e-3 * values[2]);
}

TEST(Probes, FollowABlockThatFalls) {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.4f, 0.4f, 0.6f}, {0.6f, 0.6f, 0.8f}, {0.5f, 0.0f, 0.0f}));
    scene.probes = {probe("energy", sim::ProbeKind::energy), probe("all", sim::ProbeKind::momentum)};
    const double mass = 8.0;  // kg
    sim::World world(scene);
    sim::ProbeReader reader(world);
    const double potential = value(scene, reader.read(world), "energy.potential_J");
    const sim::FrameReport report = [&] {
        run(world, 11);
        return world.advance_frame();
    }();
    const double t = world.time(), fall = g * t;
    const auto read = [&](const char* column) { return value(scene, report.probes, column); };
    EXPECT_NEAR(read("all.x_Ns"), 0.5 * mass, 1e-3 * mass);
    EXPECT_NEAR(read("all.y_Ns"), 0.0, 1e-3 * mass);
    EXPECT_NEAR(read("all.z_Ns"), -fall * mass, 1e-3 * mass);
    EXPECT_NEAR(read("energy.kinetic_J"), 0.5 * mass * (0.25 + fall * fall), 0.02 * mass);
    EXPECT_NEAR(potential - read("energy.potential_J"), 0.5 * mass * fall * fall, 0.01 * mass);
    EXPECT_NEAR(read("energy.total_J"),
                read("energy.kinetic_J") + read("energy.potential_J") + read("energy.elastic_J"), 1e-9);
}

// Compression stores what motion loses: two halves of a block collide without friction and spring apart.
TEST(Probes, CountTheEnergyThatCompressionStores) {
    sim::Scene scene = scenes::tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(scenes::box({0.3f, 0.4f, 0.4f}, {0.48f, 0.6f, 0.6f}, {0.5f, 0.0f, 0.0f}));
    scene.volumes.push_back(scenes::box({0.5f, 0.4f, 0.4f}, {0.68f, 0.6f, 0.6f}, {-0.5f, 0.0f, 0.0f}));
    scene.shifting = scene.isotropy = 0.0f;  // keep no energy
    scene.fluids[0].artificial_viscosity = 0.0f;
    scene.fluids[0].viscosity = 0.0f;
    scene.fluids[0].sound_speed = 10.0f;
    scene.frame = 0.002f;
    scene.courant = 0.3f;
    scene.probes = {probe("energy", sim::ProbeKind::energy)};
    sim::World world(scene);
    sim::ProbeReader reader(world);
    const double all = value(scene, reader.read(world), "energy.total_J");
    double most_elastic = 0.0;
    for (int i = 0; i < 20; ++i) {
        const sim::FrameReport report = world.advance_frame();
        most_elastic = std::max(most_elastic, value(scene, report.probes, "energy.elastic_J"));
        EXPECT_NEAR(value(scene, report.probes, "energy.total_J"), all, 0.01 * all) << "frame " << i;
    }
    EXPECT_GT(most_elastic, 0.1 * all);
}

TEST(Probes, MeasureTheFrontFromTheBackWallAndLeaveOutDrops) {
    sim::Scene scene = scenes::tank({1.0f, 0.2f, 0.4f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.0f}, {0.3f, 0.2f, 0.2f}));
    scene.volumes.push_back(scenes::box({0.5f, 0.1f, 0.0f}, {0.52f, 0.12f, 0.02f}));  // one particle on the floor
    scene.volumes.push_back(
        scenes::box({0.9f, 0.0f, 0.0f}, {0.92f, 0.02f, 0.02f}));                   // and one in the edge of two walls
    scene.volumes.push_back(scenes::box({0.4f, 0.0f, 0.2f}, {0.6f, 0.2f, 0.4f}));  // a wave that breaks over it
    scene.probes = {probe("front", sim::ProbeKind::front), probe("back", sim::ProbeKind::front)};
    scene.probes[1].direction = {-3.0f, 0.0f, 0.0f};
    EXPECT_NEAR(at_start(scene, "front.x_m"), 0.3, 1e-6);
    EXPECT_NEAR(at_start(scene, "back.x_m"), 1.0, 1e-6);
    scene.probes[0].height = 0.3f;
    EXPECT_NEAR(at_start(scene, "front.x_m"), 0.6, 1e-6);
    scene.volumes.erase(scene.volumes.begin());
    scene.probes[0].height = 0.0f;
    EXPECT_EQ(at_start(scene, "front.x_m"), 0.0) << "nobody has come";
}

// Particles are pressed nearer to a wall than half a spacing: the front was said to be behind it.
TEST(Probes, LeaveTheFrontWithinTheTank) {
    sim::Scene scene = pool();
    scene.probes = {probe("along", sim::ProbeKind::front), probe("across", sim::ProbeKind::front)};
    scene.probes[1].direction = {-1.0f, 1.0f, 0.0f};
    sim::World world(scene);
    for (int frame = 0; frame < 10; ++frame) {
        const sim::FrameReport report = world.advance_frame();
        EXPECT_NEAR(value(scene, report.probes, "along.x_m"), 0.2, 0.25 * 0.0125);
        EXPECT_LE(value(scene, report.probes, "along.x_m"), 0.2 + 1e-6);
        EXPECT_LE(value(scene, report.probes, "across.distance_m"), std::sqrt(0.08) + 1e-6);
    }
}

TEST(Probes, TellTheForceOnASolidThatCarriesWater) {
    sim::Scene scene = scenes::tank({0.2f, 0.2f, 0.5f}, 0.02f);
    scene.volumes.push_back(scenes::box({0.0f, 0.0f, 0.1f}, {0.2f, 0.2f, 0.2f}));
    scene.fluids[0].artificial_viscosity = 0.3f;
    sim::Solid table;  // a floor above the floor
    table.name = "table";
    table.shape = sim::SolidShape::plane;
    table.position = {0.0f, 0.0f, 0.0999f};
    scene.solids.push_back(table);
    scene.probes = {probe("load", sim::ProbeKind::force)};
    scene.probes[0].solid = "table";
    sim::World world(scene);
    world.set_threads(1);
    run(world, 60);
    double up = 0.0, aside = 0.0;
    constexpr int frames = 30;
    for (int i = 0; i < frames; ++i) {
        const sim::FrameReport report = world.advance_frame();
        up += value(scene, report.probes, "load.z_N") / frames;
        aside += value(scene, report.probes, "load.x_N") / frames;
    }
    const double weight = rho * g * 0.2 * 0.2 * 0.1;
    EXPECT_NEAR(up, -weight, 0.05 * weight);
    EXPECT_NEAR(aside, 0.0, 0.02 * weight);
}

// A block that hits a wall of the scene's own gives it all of its momentum, whoever asks how often.
TEST(Probes, GiveASolidAllTheMomentumOfAJetHoweverOftenItIsAsked) {
    sim::Scene scene = scenes::tank({1.6f, 0.4f, 0.4f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    for (sim::Wall& wall : scene.domain.walls) wall.drag = 0.0f;  // what splashes along them would lose some to them
    scene.volumes.push_back(scenes::box({0.8f, 0.1f, 0.1f}, {1.0f, 0.3f, 0.3f}, {2.0f, 0.0f, 0.0f}));
    sim::Solid shield;
    shield.name = "shield";
    shield.position = {1.1f, 0.2f, 0.2f};
    shield.size = {0.1f, 0.4f, 0.4f};
    scene.solids.push_back(shield);
    scene.probes = {probe("push", sim::ProbeKind::force), probe("all", sim::ProbeKind::momentum)};
    scene.probes[0].solid = "shield";
    sim::World world(scene);
    sim::ProbeReader seldom(world), often(world);
    double by_frames = 0.0, by_steps = 0.0;
    sim::FrameReport report;
    for (int i = 0; i < 12; ++i) {
        double asked = world.time();
        const auto ask = [&] {
            by_steps += value(scene, often.read(world), "push.x_N") * (world.time() - asked);
            asked = world.time();
            return true;
        };
        report = world.advance_frame(ask);
        (void)ask();
        by_frames += value(scene, report.probes, "push.x_N") * scene.frame;
    }
    const double at_once = value(scene, seldom.read(world), "push.x_N") * world.time();
    const double lost = 2.0 * 8.0 - value(scene, report.probes, "all.x_Ns");
    EXPECT_GT(lost, 14.0);
    EXPECT_NEAR(by_frames, lost, 1e-3 * lost);
    EXPECT_NEAR(by_steps, by_frames, 1e-6 * lost);
    EXPECT_NEAR(at_once, by_frames, 1e-6 * lost);
}

TEST(Probes, SayTheSameForEveryNumberOfThreadsAndAfterAResume) {
    sim::Scene scene = scenes::wide_dam_break();
    sim::Solid post;
    post.name = "post";
    post.position = {0.6f, 0.3f, 0.1f};
    post.size = {0.1f, 0.2f, 0.2f};
    scene.solids.push_back(post);
    scene.probes = {probe("front", sim::ProbeKind::front),
                    probe("H1", sim::ProbeKind::level, {0.3f, 0.3f, 0.0f}),
                    probe("p", sim::ProbeKind::pressure, {0.0f, 0.3f, 0.05f}),
                    patch("floor", sim::Side::z_min, {}, scene.domain.max),
                    probe("e", sim::ProbeKind::energy),
                    probe("push", sim::ProbeKind::force)};
    scene.probes.back().solid = "post";
    const auto run_with = [&](int threads, bool resume) {
        sim::World world(scene);
        world.set_threads(threads);
        run(world, 3);
        if (resume) {
            world = sim::load_checkpoint(sim::save_checkpoint(world), "test");
            world.set_threads(threads);
        }
        run(world, 1);
        return world.advance_frame().probes;
    };
    const std::vector<double> expected = run_with(1, false);
    EXPECT_NE(value(scene, expected, "push.x_N"), 0.0);
    EXPECT_EQ(run_with(3, false), expected);
    EXPECT_EQ(run_with(2, true), expected);
}

TEST(Probes, ChangeNothingInTheRun) {
    sim::Scene scene = scenes::dam_break();
    sim::World without(scene);
    scene.probes = {probe("front", sim::ProbeKind::front), probe("e", sim::ProbeKind::energy)};
    sim::World with(scene);
    run(without, 10);
    run(with, 10);
    EXPECT_EQ(with.state_hash(), without.state_hash());
}
