// Probes that are set in, moved and taken out while a world runs.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/checkpoint.hpp"
#include "sim/probe_checks.hpp"
#include "sim/probes.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/world.hpp"
#include "small_scenes.hpp"

namespace {

sim::Probe probe(const char* name, sim::ProbeKind kind, glm::vec3 position = glm::vec3(0.0f)) {
    sim::Probe one;
    one.name = name;
    one.kind = kind;
    one.position = position;
    return one;
}

/// A dam that breaks over a fixed post and a crate that floats, under the hands of nobody.
sim::Scene dam_with_solids() {
    sim::Scene scene = scenes::dam_break();
    sim::Solid post;
    post.name = "post";
    post.position = {0.4f, 0.1f, 0.1f};
    post.size = {0.06f, 0.06f, 0.2f};
    sim::Solid crate = post;
    crate.name = "crate";
    crate.position = {0.1f, 0.1f, 0.3f};
    crate.size = {0.08f, 0.08f, 0.08f};
    crate.motion = sim::Motion::dynamic;
    crate.density = 400.0f;
    scene.solids = {post, crate};
    return scene;
}

std::vector<sim::Probe> one_of_each() {
    std::vector<sim::Probe> probes = {probe("front", sim::ProbeKind::front),
                                      probe("column", sim::ProbeKind::column_height, {0.0f, 0.1f, 0.0f}),
                                      probe("H", sim::ProbeKind::level, {0.1f, 0.1f, 0.0f}),
                                      probe("on the post", sim::ProbeKind::pressure, {0.37f, 0.1f, 0.05f}),
                                      probe("floor", sim::ProbeKind::wall_pressure),
                                      probe("e", sim::ProbeKind::energy),
                                      probe("m", sim::ProbeKind::momentum),
                                      probe("push", sim::ProbeKind::force)};
    probes[4].side = sim::Side::z_min;
    probes[4].max = {0.6f, 0.2f, 0.4f};
    probes[7].solid = "post";
    return probes;
}

std::string refusal(sim::World& world, const std::vector<sim::Probe>& probes) {
    try {
        world.set_probes(probes);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(SetProbes, ChangeNothingInTheRun) {
    for (const sim::Steps steps : {sim::Steps::global, sim::Steps::individual})
        for (const bool has_bodies : {true, false}) {
            sim::Scene scene = dam_with_solids();
            scene.steps = steps;
            if (!has_bodies) scene.solids.pop_back();
            sim::World without(scene), with(scene);
            without.set_threads(1);
            with.set_threads(1);
            for (int frame = 0; frame < 24; ++frame) {
                if (frame == 5) with.set_probes(one_of_each());
                if (frame == 11) with.set_probes({one_of_each()[7], one_of_each()[3]});
                if (frame == 17) with.set_probes({});
                ASSERT_EQ(without.advance_frame().trouble, "");
                ASSERT_EQ(with.advance_frame().trouble, "");
                ASSERT_EQ(with.state_hash(), without.state_hash()) << frame;
            }
        }
}

TEST(SetProbes, SayWhatThoseOfTheSceneSay) {
    sim::Scene scene = dam_with_solids();
    sim::World set_in(scene);
    scene.probes = one_of_each();
    sim::World from_start(scene);
    set_in.set_threads(1);
    from_start.set_threads(1);
    for (int frame = 0; frame < 12; ++frame) {
        (void)set_in.advance_frame();
        (void)from_start.advance_frame();
    }
    set_in.set_probes(one_of_each());
    for (int frame = 0; frame < 6; ++frame) {
        const sim::FrameReport late = set_in.advance_frame(), early = from_start.advance_frame();
        EXPECT_EQ(late.probes, early.probes);
        ASSERT_TRUE(late.probed);
        EXPECT_EQ(*late.probed, set_in.scene().probes);
    }
    EXPECT_NE(set_in.advance_frame().probes.back(), 0.0) << "somebody pushes the post";
}

TEST(SetProbes, TellWhoseValuesTheyAre) {
    sim::World world(scenes::dam_break());
    EXPECT_TRUE(world.advance_frame().probed->empty());
    world.set_probes({probe("e", sim::ProbeKind::energy)});
    const sim::FrameReport report = world.advance_frame();
    EXPECT_EQ(report.probed->front().name, "e");
    EXPECT_EQ(report.probes.size(), 4u);
    EXPECT_EQ(world.advance_frame().probed, report.probed) << "the same list as long as nobody changes it";
}

TEST(SetProbes, AreKeptByCheckpoints) {
    sim::World world(scenes::dam_break());
    (void)world.advance_frame();
    world.set_probes({probe("p", sim::ProbeKind::pressure, {0.6f, 0.1f, 0.02f})});
    sim::World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "test");
    EXPECT_EQ(resumed.scene().probes, world.scene().probes);
    EXPECT_EQ(resumed.advance_frame().probes, world.advance_frame().probes);
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
}

TEST(SetProbes, AreRefusedWithTheSentenceThatAFileGetsAndNothingIsLost) {
    sim::World world(dam_with_solids());
    world.set_probes({probe("H", sim::ProbeKind::level, {0.1f, 0.1f, 0.0f})});
    const std::vector<sim::Probe> good = world.scene().probes;
    const auto refused = [&](sim::Probe bad) { return refusal(world, {good.front(), bad}); };
    EXPECT_EQ(refused(probe("p", sim::ProbeKind::pressure, {0.3f, 0.1f, 0.5f})),
              "probes.1.position is outside the tank, which reaches from (0, 0, 0) m to (0.6, 0.2, 0.4) m");
    EXPECT_EQ(refused(probe("H", sim::ProbeKind::energy)),
              "probes.1.name: probes.0 is named 'H' already; give each probe a name of its own");
    EXPECT_EQ(refused(probe("", sim::ProbeKind::energy)), "probes.1.name must not be empty");
    EXPECT_EQ(refused(probe("a\nb", sim::ProbeKind::energy)),
              "probes.1.name: a text here is one line without control characters, not 'a\\x0Ab'");
    sim::Probe push = probe("push", sim::ProbeKind::force);
    push.solid = "pots";
    EXPECT_EQ(refused(push), "probes.1.solid: there is no solid 'pots'; did you mean 'post'?");
    sim::Probe front = probe("front", sim::ProbeKind::front);
    front.height = -1.0f;
    EXPECT_EQ(refused(front), "probes.1.height must be between 0 and 10000 m, is -1.0");
    sim::Probe patch = one_of_each()[4];
    patch.max.x = 0.0f;
    EXPECT_EQ(refused(patch), "probes.1.max must be greater than min along x, is 0 m with min 0 m");
    EXPECT_EQ(world.scene().probes, good);
    EXPECT_EQ(world.advance_frame().probes.size(), 1u);
}

// Two that a file says the same of are the same: fields that a kind does not have are as the reader leaves them.
TEST(SetProbes, AreAsTheyWouldBeRead) {
    sim::World world(dam_with_solids());
    world.set_probes(one_of_each());
    const sim::Scene read = sim::parse_scene(sim::write_scene(world.scene()), "written");
    EXPECT_EQ(world.scene().probes, read.probes);
}

// 1e99 typed is an infinite float, which JSON has no word for.
TEST(SetProbes, RefuseWhatIsNoNumber) {
    sim::World world(scenes::dam_break());
    for (const float far : {INFINITY, -INFINITY, NAN}) {
        const std::string why = refusal(world, {probe("p", sim::ProbeKind::pressure, {far, 0.1f, 0.1f})});
        EXPECT_TRUE(why.starts_with("probes.0.position.0 must be between -10000 and 10000 m")) << why;
    }
    EXPECT_TRUE(world.scene().probes.empty());
}
