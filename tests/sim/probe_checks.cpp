// What the reader says of probes that cannot be, and that good ones survive being written and read.
#include <gtest/gtest.h>

#include "sim/scene_writer.hpp"
#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

std::string with_probes(const std::string& probes) {
    return replaced(
        good_scene, "  \"volumes\"",
        "  \"solids\": [{\"name\": \"post\", \"shape\": \"box\", \"size\": [1, 1, 1]}],\n  \"probes\": [\n" + probes +
            "],\n  \"volumes\"");
}

/// On line 7.
Lines errors_of_probes(const std::string& probes) { return errors_in(with_probes(probes)); }

const std::string one_of_each = R"({"name": "f", "kind": "front", "direction": [0, 1, 0], "height": 0.25},
  {"name": "c", "kind": "column-height"}, {"name": "l", "kind": "level", "position": [0.5, 0.25, 9]},
  {"name": "p", "kind": "pressure", "position": [1, 0.5, 0.25]},
  {"name": "w", "kind": "wall-pressure", "side": "x_max", "min": [0, 0.25, 0], "max": [0, 0.5, 0.125]},
  {"name": "whole", "kind": "wall-pressure", "side": "z_min"},
  {"name": "e", "kind": "energy"}, {"name": "m", "kind": "momentum"},
  {"name": "push", "kind": "force", "solid": "post"})";

TEST(ProbeChecks, GoodProbesAreGoodAndAreWrittenAsTheyWereRead) {
    EXPECT_EQ(errors_of_probes(one_of_each), Lines{});
    const Scene scene = parse_scene(with_probes(one_of_each), "s");
    ASSERT_EQ(scene.probes.size(), 9u);
    EXPECT_EQ(scene.probes[1].position, glm::vec3(0.0f, 0.5f, 0.0f)) << "the middle of the back wall";
    EXPECT_EQ(scene.probes[5].max, scene.domain.max) << "all of the wall";
    const std::string text = write_scene(scene);
    EXPECT_EQ(write_scene(parse_scene(text, "again")), text);
}

TEST(ProbeChecks, NamesAreGivenAndGivenOnce) {
    EXPECT_EQ(errors_of_probes(R"({"name": "", "kind": "energy"}, {"kind": "energy"}, {"name": "a", "kind": "energy"},
{"name": "a", "kind": "momentum"})"),
              (Lines{"s:7:10: probes.0.name must not be empty", "s:7:33: probes.1.name is missing",
                     "s:8:10: probes.3.name: probes.2 is named 'a' already; give each probe a name of its own"}));
}

TEST(ProbeChecks, KindsAreKnownAndHaveTheirOwnFields) {
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "presure"})"),
              Lines{"s:7:23: probes.0.kind: there is no 'presure'; did you mean 'pressure'? there are: front, "
                    "column-height, level, pressure, wall-pressure, energy, momentum, force"});
    EXPECT_EQ(
        errors_of_probes(R"({"name": "a", "kind": "energy", "position": [0, 0, 0]})"),
        Lines{"s:7:33: probes.0.position does not belong to the kind 'energy': remove it, or choose another kind"});
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "level"})"),
              Lines{"s:7:1: probes.0.position is missing; the kind 'level' needs it"});
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "front", "direction": [0, 0, 0]})"),
              Lines{"s:7:45: probes.0.direction has no length and so no direction: use [1, 0, 0] for along x"});
}

TEST(ProbeChecks, PlacesAreInTheTank) {
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "pressure", "position": [0.5, 0.5, 1.5]})"),
              Lines{"s:7:47: probes.0.position is outside the tank, which reaches from (0, 0, 0) m to (1, 1, 1) m"});
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "wall-pressure", "side": "x_min", "min": [0, 0, 0.5],
"max": [0, 1, 0.5]})"),
              Lines{"s:8:8: probes.0.max must be greater than min along z, is 0.5 m with min 0.5 m"});
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "wall-pressure", "side": "x_min", "max": [0, 2, 0.5]})"),
              Lines{"s:7:64: probes.0.max is beyond the wall x_min along y, which reaches from 0 to 1 m"});
}

TEST(ProbeChecks, SolidsAreThere) {
    EXPECT_EQ(errors_of_probes(R"({"name": "a", "kind": "force", "solid": "pots"})"),
              Lines{"s:7:41: probes.0.solid: there is no solid 'pots'; did you mean 'post'?"});
    EXPECT_EQ(errors_in(replaced(good_scene, "  \"volumes\"",
                                 "  \"probes\": [{\"name\": \"a\", \"kind\": \"force\", \"solid\": \"post\"}],\n  "
                                 "\"volumes\"")),
              Lines{"s:5:54: probes.0.solid: there is no solid 'post'; none of the scene has a name: give one"});
}

}  // namespace
}  // namespace sim::test
