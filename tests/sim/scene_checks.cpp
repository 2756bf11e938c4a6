// What the reader says of fields that are each good alone and impossible together.
#include <gtest/gtest.h>

#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

const std::string box = "\"min\": [0, 0, 0], \"max\": [0.5, 1, 0.5]";  // of volumes.0, on line 6

TEST(SceneChecks, TheSceneTheyStartFromIsGood) { EXPECT_EQ(errors_in(good_scene), Lines{}); }

TEST(SceneChecks, ABoxHasItsMinBelowItsMax) {
    EXPECT_EQ(errors_with(box, "\"min\": [0, 0, 0], \"max\": [0.5, 0, -1]"),
              (Lines{"s:6:53: volumes.0.max must be greater than volumes.0.min along y, is 0 m with min 0 m",
                     "s:6:56: volumes.0.max must be greater than volumes.0.min along z, is -1 m with min 0 m"}));
    EXPECT_EQ(errors_with("\"max\": [1, 1, 1]", "\"max\": [-1, 1, 1]"),
              Lines{"s:2:40: domain.max must be greater than domain.min along x, is -1 m with min 0 m"});
}

TEST(SceneChecks, VolumesAreInTheTank) {
    EXPECT_EQ(errors_with(box, "\"min\": [-0.25, 0, 0], \"max\": [0.5, 1, 1.5]"),
              Lines{"s:6:5: volumes.0 reaches out of the tank by 0.25 m at x_min, 0.5 m at z_max"});
    EXPECT_EQ(errors_with("[0.7, 0.5, 0.7]", "[0.9, 0.5, 0.7]"),
              Lines{"s:7:5: volumes.1 reaches out of the tank by 0.1 m at x_max"});
    EXPECT_EQ(errors_with("\"shape\": \"sphere\", \"centre\": [0.7, 0.5, 0.7], \"radius\": 0.2",
                          "\"shape\": \"cylinder\", \"centre\": [0.75, 0.5, 0.5], \"radius\": 0.2, \"height\": 0.75"),
              Lines{"s:7:5: volumes.1 reaches out of the tank by 0.25 m at z_max"});
}

// 0.3 + 0.1 and 0.4 are different floats; to a writer of scenes they are one place.
TEST(SceneChecks, AVolumeMayTouchTheWallDespiteRounding) {
    EXPECT_EQ(errors_with("[0.7, 0.5, 0.7]", "[0.8, 0.5, 0.8]"), Lines{});
}

TEST(SceneChecks, VolumesNameAFluidThereIs) {
    EXPECT_EQ(errors_with("\"fluid\": \"oil\"", "\"fluid\": \"oli\""),
              Lines{"s:7:76: volumes.1.fluid: there is no fluid 'oli'; did you mean 'oil'?"});
    EXPECT_EQ(errors_with("\"fluid\": \"oil\"", "\"fluid\": \"honey\""),
              Lines{"s:7:76: volumes.1.fluid: there is no fluid 'honey'; there are: water, oil"});
}

TEST(SceneChecks, FluidsHaveNamesOfTheirOwn) {
    EXPECT_EQ(errors_with("{\"name\": \"oil\"}", "{\"name\": \"water\"}, {\"name\": \"oil\"}"),
              Lines{"s:4:42: fluids.1.name: fluids.0 is named 'water' already; give each fluid a name of its own"});
    EXPECT_EQ(errors_with("{\"name\": \"water\"}", "{\"name\": \"\"}"),
              Lines{"s:4:23: fluids.0.name must not be empty"});
}

TEST(SceneChecks, EveryVolumeHoldsAParticle) {
    EXPECT_EQ(
        errors_with(box, "\"min\": [0, 0, 0], \"max\": [0.5, 1, 0.09]"),
        Lines{"s:6:5: volumes.0 would hold no particle: it must be at least a spacing (0.1 m) wide, long and high"});
    EXPECT_EQ(errors_with("\"radius\": 0.2", "\"radius\": 0.08"),
              Lines{"s:7:5: volumes.1 would hold no particle: it must be at least 0.87 spacings (0.087 m) in radius"});
    EXPECT_EQ(
        errors_with("\"shape\": \"sphere\", \"centre\": [0.7, 0.5, 0.7], \"radius\": 0.2",
                    "\"shape\": \"cylinder\", \"centre\": [0.7, 0.5, 0.7], \"radius\": 0.06, \"height\": 0.2"),
        Lines{"s:7:5: volumes.1 would hold no particle: it must be at least 0.71 spacings (0.071 m) in radius and a "
              "spacing (0.1 m) high"});
}

TEST(SceneChecks, TooManyParticlesAreRefusedWithTheSpacingThatWouldDo) {
    EXPECT_EQ(
        errors_with("\"spacing\": 0.1", "\"spacing\": 0.001"),
        Lines{"s:3:14: the scene would have about 284 000 000 particles; at most 20 000 000: use a spacing of at least "
              "0.00243 m"});
    EXPECT_EQ(errors_in(replaced(good_scene, "\"spacing\": 0.1", "\"spacing\": 0.00243")), Lines{});
    const std::string huge = replaced(good_scene, "\"max\": [1, 1, 1]", "\"max\": [1000, 1000, 1000]");
    EXPECT_EQ(
        errors_in(replaced(huge, "\"max\": [0.5, 1, 0.5]", "\"max\": [0.5, 1000, 0.5]"), {"spacing=0.25"}),
        (Lines{"s:7:5: volumes.1 would hold no particle: it must be at least 0.87 spacings (0.2175 m) in radius"}));
    EXPECT_EQ(errors_in(replaced(huge, "\"max\": [0.5, 1, 0.5]", "\"max\": [1000, 1000, 1000]")),
              Lines{"s:3:14: spacing is too small for a tank that reaches out to 1000 m, where positions are known to "
                    "0.0001192 m: use at least 0.12 m, or a smaller tank nearer the origin"});
    EXPECT_EQ(errors_in(replaced(huge, box, "\"min\": [0, 0, 0], \"max\": [1000, 1000, 1000]"),
                        {"spacing=0.125", "volumes.1.radius=0.3"}),
              Lines{"--set spacing=0.125: the scene would have about 513 000 000 000 particles; at most 20 000 000: "
                    "use a spacing of "
                    "at least 3.69 m"});
}

TEST(SceneChecks, TheTankIsWiderThanTheSupport) {
    const std::string thin = replaced(good_scene, "\"max\": [1, 1, 1]", "\"max\": [1, 0.15, 1]");
    EXPECT_EQ(
        errors_in(thin).front(),
        "s:2:43: the tank is 0.15 m wide along y, less than the support of a particle (3 spacings, 0.3 m): widen it or "
        "use a smaller spacing");
}

TEST(SceneChecks, VolumesThatOverlapAreNamed) {
    EXPECT_EQ(errors_with("[0.7, 0.5, 0.7]", "[0.5, 0.5, 0.6]"),
              Lines{"s:7:5: volumes.1 overlaps volumes.0 in 2 places: at (0.45, 0.45, 0.45) m their particles would be "
                    "0.00 spacings "
                    "apart; leave a whole one between them"});
    const std::string second_box = "\"shape\": \"box\", \"min\": [0.5, 0, 0], \"max\": [1, 1, 1]";
    const std::string sphere = "\"shape\": \"sphere\", \"centre\": [0.7, 0.5, 0.7], \"radius\": 0.2";
    EXPECT_EQ(errors_with(sphere, second_box), Lines{}) << "side by side they are one lattice";
}

TEST(SceneChecks, BoxesAroundEachOtherDoNotOverlapWhereTheirFluidDoesNot) {
    // A sphere in the corner of a box's bounds, but outside of another sphere.
    EXPECT_EQ(errors_in(R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.05, "volumes": [
        {"shape": "sphere", "centre": [0.4, 0.4, 0.4], "radius": 0.4},
        {"shape": "sphere", "centre": [0.85, 0.85, 0.85], "radius": 0.15}]})"),
              Lines{});
}

TEST(SceneChecks, OneMistakeIsOneComplaint) {
    // Each of these would make a later check meaningless; none of those may speak.
    EXPECT_EQ(errors_with("\"spacing\": 0.1", "\"spacing\": \"fine\"").size(), 1u);
    EXPECT_EQ(errors_with("\"domain\"", "\"domian\"").size(), 1u);
    EXPECT_EQ(errors_with("\"max\": [1, 1, 1]", "\"max\": [1, 1]").size(), 1u);
    EXPECT_EQ(errors_with("\"name\": \"oil\"", "\"name\": 3").size(), 1u);
    EXPECT_EQ(errors_with("\"shape\": \"sphere\"", "\"shape\": \"ball\"").size(), 1u);
    EXPECT_EQ(errors_with("\"radius\": 0.2", "\"radius\": \"0.2\"").size(), 1u);
}

TEST(SceneChecks, WallsGlideInTheirOwnPlanes) {
    const auto errors_of_walls = [](const std::string& walls) {
        return errors_with(R"("max": [1, 1, 1]})", R"("max": [1, 1, 1], "walls": {)" + walls + "}}");
    };
    EXPECT_EQ(errors_of_walls(R"("z_min": {"velocity": [1, 2, 0]})"), Lines{});
    EXPECT_EQ(errors_of_walls(R"("z_min": {"velocity": [0, 0, 5]})"),
              Lines{"s:2:82: domain.walls.z_min.velocity has 5 m/s along z, across the wall, which only glides in its "
                    "own plane: make that 0; what pushes the fluid along z is a moving solid, or an emitter"});
    EXPECT_EQ(errors_of_walls(R"("velocity": [1, 2, 3])"), Lines{}) << "of each what is in its plane";
    EXPECT_EQ(errors_of_walls(R"("velocity": [1, 2, 3], "x_max": {"velocity": [1, 2, 3]})").size(), 1u);
}

}  // namespace
}  // namespace sim::test
