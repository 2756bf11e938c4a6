// What the reader says of single fields: every mistake of a file in one go, each at its line and column.
#include <gtest/gtest.h>

#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

TEST(SceneReader, ReadsEveryField) {
    const Scene scene = parse_scene(R"({
        "$schema": "x", "name": "n", "watch": "w",
        "domain": {"min": [-1, -2, -3], "max": [1, 2, 3],
                   "walls": {"friction": 0.25, "restitution": 0.5, "z_min": {"friction": 1}}},
        "gravity": [1, 2, -3], "spacing": 0.125, "support": 2.5, "shifting": 0.0625, "isotropy": 0.75,
        "fluids": [{"name": "oil", "rest_density": 900, "viscosity": 2, "artificial_viscosity": 0.5,
                    "sound_speed": 20, "gamma": 1, "negative_pressure": true, "tension": 0.03125,
                    "interface_colour": -2, "colour": [0.5, 0.25, 1]}],
        "tension": {"model": "colour-field", "threshold": 0.5},
        "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1], "velocity": [1, 0, -1]},
                    {"shape": "sphere", "centre": [0, 0, -1.5], "radius": 0.5, "fluid": "oil"},
                    {"shape": "cylinder", "centre": [0.5, 0.5, 1.5], "radius": 0.25, "height": 1}],
        "time": {"frame": 0.25, "courant": 0.5}, "modules": {"neighbours": "all-pairs",
            "search": {"table_size": 1001, "subdivision": 3, "skin": 0.25, "unbounded_table": true}},
        "camera": {"target": [1, 0, 0], "distance": 5, "yaw": 30, "pitch": -10}, "look": {"colour": "fluid"}
    })",
                                    "folder/file.json");
    EXPECT_EQ(scene.name, "n");
    EXPECT_EQ(scene.watch, "w");
    EXPECT_EQ(scene.domain.min, glm::vec3(-1, -2, -3));
    EXPECT_EQ(scene.domain.max, glm::vec3(1, 2, 3));
    for (std::size_t side = 0; side < 6; ++side) {
        const bool is_floor = static_cast<Side>(side) == Side::z_min;
        EXPECT_EQ(scene.domain.walls[side], (Wall{is_floor ? 1.0f : 0.25f, 0.5f})) << side_names[side];
    }
    EXPECT_EQ(scene.gravity, glm::vec3(1, 2, -3));
    EXPECT_EQ(scene.spacing, 0.125f);
    EXPECT_EQ(scene.support, 2.5f);
    EXPECT_EQ(scene.shifting, 0.0625f);
    EXPECT_EQ(scene.isotropy, 0.75f);
    ASSERT_EQ(scene.fluids.size(), 1u);
    const Fluid& oil = scene.fluids[0];
    EXPECT_EQ(oil.name, "oil");
    EXPECT_EQ(oil.rest_density, 900.0f);
    EXPECT_EQ(oil.viscosity, 2.0f);
    EXPECT_EQ(oil.artificial_viscosity, 0.5f);
    EXPECT_EQ(oil.sound_speed, 20.0f);
    EXPECT_EQ(oil.gamma, 1.0f);
    EXPECT_TRUE(oil.negative_pressure);
    EXPECT_EQ(oil.tension, 0.03125f);
    EXPECT_EQ(oil.interface_colour, -2.0f);
    EXPECT_EQ(scene.tension, (Tension{TensionModel::colour_field, 0.5f}));
    EXPECT_EQ(oil.colour, glm::vec3(0.5f, 0.25f, 1.0f));
    ASSERT_EQ(scene.volumes.size(), 3u);
    EXPECT_EQ(scene.volumes[0].shape, Shape::box);
    EXPECT_EQ(scene.volumes[0].max, glm::vec3(1, 1, 1));
    EXPECT_EQ(scene.volumes[0].velocity, glm::vec3(1, 0, -1));
    EXPECT_EQ(scene.volumes[1].shape, Shape::sphere);
    EXPECT_EQ(scene.volumes[1].centre, glm::vec3(0, 0, -1.5f));
    EXPECT_EQ(scene.volumes[1].radius, 0.5f);
    EXPECT_EQ(scene.volumes[1].fluid, "oil");
    EXPECT_EQ(scene.volumes[2].shape, Shape::cylinder);
    EXPECT_EQ(scene.volumes[2].height, 1.0f);
    EXPECT_EQ(scene.frame, 0.25f);
    EXPECT_EQ(scene.courant, 0.5f);
    EXPECT_EQ(scene.neighbours, "all-pairs");
    EXPECT_EQ(scene.search, (spatial::SearchSettings{1001u, 3, true, 0.25f}));
    EXPECT_EQ(scene.camera.target, glm::vec3(1, 0, 0));
    EXPECT_EQ(scene.camera.distance, 5.0f);
    EXPECT_EQ(scene.camera.yaw, 30.0f);
    EXPECT_EQ(scene.camera.pitch, -10.0f);
    EXPECT_EQ(scene.colouring, Colouring::fluid);
}

TEST(SceneReader, LeavesOutToDefaults) {
    const Scene scene = parse_scene(R"({"domain": {"min": [0, 0, 0], "max": [2, 1, 1]}, "spacing": 0.1,
        "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1]}]})",
                                    "folder/small-tank.json");
    EXPECT_EQ(scene.name, "small-tank");
    ASSERT_EQ(scene.fluids.size(), 1u);
    EXPECT_EQ(scene.fluids[0].name, "water");
    EXPECT_EQ(scene.gravity, Scene{}.gravity);
    EXPECT_EQ(scene.neighbours, Scene{}.neighbours);
    EXPECT_EQ(scene.camera.target, glm::vec3(1.0f, 0.5f, 0.5f)) << "the middle of the tank";
}

TEST(SceneReader, FindsEveryMistakeInOneGo) {
    EXPECT_EQ(errors_in(R"({
  "domain": {"min": [0, 0], "max": [1, 1, "a"]},
  "spacng": 0.1,
  "support": 9,
  "fluids": [{"viscosity": -1, "gamma": "seven"}],
  "volumes": [{"shape": "cube"}, {"shape": "box", "min": [0, 0, 0], "radius": 1}],
  "look": {"colour": "sped"}
})"),
              (Lines{
                  "s:2:21: domain.min: expected 3 numbers in m, got 2",
                  "s:2:43: domain.max.2: expected a number in m, got text",
                  "s:3:3: unknown key 'spacng'; did you mean 'spacing'?",
                  "s:4:14: support must be between 1.2 and 5 spacings, is 9",
                  "s:5:28: fluids.0.viscosity must be between 0 and 1000 Pa s, is -1",
                  "s:5:41: fluids.0.gamma: expected a number, got text",
                  "s:6:25: volumes.0.shape: there is no 'cube'; there are: box, sphere, cylinder",
                  "s:6:34: volumes.1.max is missing; the shape 'box' needs it",
                  "s:6:69: volumes.1.radius does not belong to the shape 'box': remove it, or choose another shape",
                  "s:7:22: look.colour: there is no 'sped'; did you mean 'speed'? there are: speed, density, "
                  "compression, pressure, neighbours, time-level, fluid",
              }));
}

TEST(SceneReader, SaysAllErrorsInWhat) {
    try {
        (void)parse_scene("{\"spacing\": \"x\", \"fluids\": []}", "f.json");
        FAIL();
    } catch (const BadScene& bad) {
        EXPECT_STREQ(bad.what(),
                     "f.json:1:1: domain is missing\n"
                     "f.json:1:13: spacing: expected a number in m, got text\n"
                     "f.json:1:28: fluids: expected 1 to 255 entries, got 0");
    }
}

TEST(SceneReader, ListsTheKnownKeysWhenNoneIsNear) {
    EXPECT_EQ(errors_with("{\"name\": \"water\"}", "{\"name\": \"water\", \"taste\": 1}"),
              Lines{"s:4:32: unknown key 'taste' in fluids.0; there are: name, rest_density, viscosity, "
                    "artificial_viscosity, sound_speed, gamma, negative_pressure, tension, interface_colour, "
                    "colour"});
}

TEST(SceneReader, WantsObjectsAndListsWhereTheyBelong) {
    EXPECT_EQ(errors_in("[]"), Lines{"s:1:1: the scene: expected an object { … }, got a list"});
    EXPECT_EQ(errors_with("[{\"name\": \"water\"}, {\"name\": \"oil\"}]", "{}"),
              Lines{"s:4:13: fluids: expected a list [ … ], got an object"});
    EXPECT_EQ(errors_with("{\"name\": \"oil\"}", "null"),
              Lines{"s:4:33: fluids.1: expected an object { … }, got null"});
    EXPECT_EQ(errors_with("[0.7, 0.5, 0.7]", "0.7"),
              Lines{"s:7:35: volumes.1.centre: expected a list of 3 numbers in m, got a number"});
    EXPECT_EQ(errors_with("\"name\": \"oil\"", "\"name\": \"oil\", \"negative_pressure\": 1"),
              Lines{"s:4:70: fluids.1.negative_pressure: expected true or false, got a number"});
    EXPECT_EQ(errors_with("\"oil\"}]", "true}]").front(), "s:4:42: fluids.1.name: expected text, got true or false");
}

TEST(SceneReader, RefusesNumbersThatFloatsCannotHold) {
    EXPECT_EQ(errors_with("0.1", "1e39"), Lines{"s:3:14: spacing must be between 0.0001 and 10 m, is 1e39"});
    EXPECT_EQ(errors_with("0.1", "-0.01"), Lines{"s:3:14: spacing must be between 0.0001 and 10 m, is -0.01"});
    EXPECT_EQ(errors_with("0.1", "123456789012345678901234567890"),
              Lines{"s:3:14: spacing must be between 0.0001 and 10 m, is 123456789012345678901234567890"});
}

TEST(SceneReader, RefusesUnknownModules) {
    const Lines errors = errors_with("\"spacing\"", "\"modules\": {\"neighbours\": \"uniform-hsh\"},\n  \"spacing\"");
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_TRUE(
        errors[0].starts_with("s:3:29: modules.neighbours: there is no 'uniform-hsh'; did you mean 'uniform-hash'? "
                              "there are: all-pairs, "))
        << errors[0];
}

TEST(SceneReader, KeepsAMessageOnOneLineWhateverIsQuoted) {
    const Lines errors = errors_with("\"spacing\"", "\"a\\nb" + std::string(200, 'x') + "\": 1, \"spacing\"");
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].find('\n'), std::string::npos);
    EXPECT_TRUE(errors[0].starts_with("s:3:3: unknown key 'a\\x0Abxxx")) << errors[0];
    EXPECT_EQ(errors[0].find(std::string(100, 'x')), std::string::npos) << errors[0];
}

}  // namespace
}  // namespace sim::test
