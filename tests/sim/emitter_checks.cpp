// What the reader says of emitters, drains and open sides that cannot be, and what it only warns of.
#include "sim/emitter_checks.hpp"

#include <gtest/gtest.h>

#include "sim/traffic_text.hpp"
#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

const std::string scene_with_a_jet = R"({
  "domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.05,
  "fluids": [{"name": "water"}, {"name": "oil"}],
  "solids": [{"name": "block", "shape": "box", "size": [0.2, 0.2, 0.2], "position": [0.8, 0.8, 0.8]}],
  "emitters": [{"name": "jet", "shape": "disc", "position": [0.5, 0.5, 0.2], "radius": 0.1, "speed": 2}],
  "drains": [{"name": "hole", "shape": "sphere", "centre": [0.5, 0.5, 0], "radius": 0.1}]
}
)";

Lines errors_with_all(const Lines& overrides) { return errors_in(scene_with_a_jet, overrides); }
std::string jet_with(const std::string& change) {
    const Lines lines = errors_with_all({change});
    return lines.empty() ? "" : lines.front().substr(lines.front().find(": ") + 2);
}

TEST(EmitterChecks, TakeWhatIsRight) {
    EXPECT_EQ(errors_in(scene_with_a_jet), Lines{}) << "an empty tank may be filled by a jet";
    EXPECT_EQ(errors_with_all({"emitters.0.position=[0.5, 0.5, 0]"}), Lines{}) << "an opening in the floor";
    EXPECT_EQ(errors_with_all({"emitters.0.position=[0.1, 0.5, 0.5]"}), Lines{})
        << "the rim half a spacing from a wall";
}

TEST(EmitterChecks, NameWhatIsWrongWithAnEmitter) {
    EXPECT_EQ(jet_with("emitters.0.name="), "emitters.0.name must not be empty");
    EXPECT_EQ(jet_with("emitters.0.fluid=oli"), "emitters.0.fluid: there is no fluid 'oli'; did you mean 'oil'?");
    EXPECT_EQ(jet_with("emitters.0.speed=0"), "emitters.0.speed must be between 0.001 and 100 m/s, is 0");
    EXPECT_EQ(jet_with("emitters.0.speed=-1"), "emitters.0.speed must be between 0.001 and 100 m/s, is -1");
    EXPECT_EQ(jet_with("emitters.0.flow=0.01"),
              "emitters.0.flow and speed both say how much comes out: leave one of them out");
    EXPECT_EQ(errors_in(replaced(scene_with_a_jet, ", \"speed\": 2", "")),
              Lines{"s:5:16: emitters.0.speed is missing: say how fast the fluid comes out, or how much in a second "
                    "(flow)"});
    EXPECT_EQ(jet_with("emitters.0.direction=[0, 0, 0]"),
              "emitters.0.direction has no length and so no direction: use [0, 0, 1] for straight up");
    EXPECT_EQ(jet_with("emitters.0.radius=0.04"),
              "emitters.0.radius must be at least a spacing (0.05 m), is 0.04 m: widen the opening, or use a smaller "
              "spacing");
    EXPECT_EQ(jet_with("emitters.0.until=0.5"), "");
    EXPECT_EQ(errors_with_all({"emitters.0.until=0.5", "emitters.0.from=1"}),
              Lines{"--set emitters.0.until=0.5: emitters.0.until must be later than from (1 s), is 0.5 s; 0 = without "
                    "end"});
    EXPECT_EQ(jet_with("emitters.0.limit=-1"), "emitters.0.limit must be between 0 and 1e+15 particles, is -1");
}

TEST(EmitterChecks, NameWhereAnEmitterCannotBe) {
    EXPECT_EQ(jet_with("emitters.0.position=[0.5, 0.5, 2]").find("emitters.0.position: fluid would come out at ("), 0u);
    EXPECT_NE(jet_with("emitters.0.position=[0.5, 0.5, 2]")
                  .find("outside of the tank or less than half a spacing from "
                        "z_max"),
              std::string::npos);
    EXPECT_NE(jet_with("emitters.0.position=[0.05, 0.5, 0.2]").find("half a spacing from x_min"), std::string::npos);
    EXPECT_EQ(jet_with("emitters.0.position=[0.5, 0.5, 1]"),
              "emitters.0.direction points out of the tank at z_max: turn the jet to the inside");
    EXPECT_EQ(errors_with_all({"emitters.0.position=[0.5, 0.5, 0]", "emitters.0.direction=[0, 0, -1]"}),
              Lines{"--set emitters.0.direction=[0, 0, -1]: emitters.0.direction points out of the tank at z_min: turn "
                    "the jet to the inside"});
    EXPECT_NE(jet_with("emitters.0.position=[0.8, 0.8, 0.75]").find("inside of solids.0 ('block'): move the opening"),
              std::string::npos);
}

TEST(EmitterChecks, NameWhatIsWrongWithADrainAnOpenSideAndTheLimit) {
    EXPECT_EQ(jet_with("drains.0.name="), "drains.0.name must not be empty");
    EXPECT_EQ(jet_with("drains.0.radius=0"), "drains.0.radius must be greater than 0, or nothing ever drains");
    EXPECT_EQ(jet_with("drains.0.centre=[2, 0, 0]"),
              "drains.0 is outside of the tank, which reaches from (0, 0, 0) m to (1, 1, 1) m: nothing would ever "
              "drain");
    EXPECT_EQ(jet_with("drains.0.flow=-1"), "drains.0.flow must be between 0 and 10000 m³/s, is -1");
    // And a block in it is in the way of a periodic side.
    EXPECT_EQ(errors_with_all({"domain.periodic.x=true", "domain.open.x_max=true"}).back(),
              "--set domain.open.x_max=true: domain.open.x_max: the tank is periodic along x and has no side "
              "there; leave one of the two out");
    EXPECT_EQ(errors_with_all(
                  {"volumes=[{\"shape\": \"box\", \"min\": [0,0,0], \"max\": [0.5,0.5,0.1]}]", "max_particles=150"}),
              Lines{"--set max_particles=150: max_particles is 150, but the scene begins with 200: raise it, or use a "
                    "greater spacing"});
    EXPECT_EQ(errors_with_all({"domain.open.x_max=true",
                               "probes=[{\"name\": \"end\", \"kind\": \"wall-pressure\", \"side\": \"x_max\"}]"})
                  .size(),
              1u)
        << "no wall, no pressure on it";
    EXPECT_EQ(errors_in(R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.1})"),
              Lines{"s:1:1: the scene has no fluid: give it volumes, or emitters that bring some"});
}

TEST(TrafficText, SaysWhatFollowsAndWarnsOfADrainThatSwallowsAJet) {
    Scene scene = parse_scene(scene_with_a_jet, "s");
    EXPECT_EQ(traffic_lines(scene),
              (Lines{"emitter 'jet': 12 places, 0.03 m²; 2 m/s, 0.06 m³/s, 480 particles a second",
                     "drain 'hole': whatever comes"}));
    EXPECT_EQ(traffic_warnings(scene), Lines{});
    scene.drains[0].radius = 0.3f;
    EXPECT_EQ(traffic_warnings(scene), Lines{"the drain 'hole' takes away what the emitter 'jet' gives out at once: "
                                             "move one of them"});
    scene.emitters[0].speed = 0.0f;
    scene.emitters[0].flow = 0.06f;
    scene.drains[0].flow = 0.01f;
    scene.particle_limit = 20'000;
    EXPECT_EQ(
        traffic_lines(scene),
        (Lines{"emitter 'jet': 12 places, 0.03 m²; 2 m/s, 0.06 m³/s, 480 particles a second",
               "drain 'hole': at most 0.01 m³/s, 80 particles a second", "at most 20 000 particles in the tank"}));
}

}  // namespace
}  // namespace sim::test
