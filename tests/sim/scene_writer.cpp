// A scene that was written down is the scene that is read again.
#include "sim/scene_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "sim/scene_fields.hpp"
#include "tests/sim/scene_text.hpp"

namespace sim {
namespace {

/// Every field differs from its default, and no number is one that decimals of few digits can say.
const std::string unusual_scene = R"({
  "name": "a \"name\" of ümlauts", "watch": "nothing",
  "domain": {"min": [-0.1, -0.2, -0.3], "max": [1.1, 1.2, 1.3],
             "walls": {"friction": 0.3, "restitution": 0.1, "no_slip": true, "drag": 0.7, "velocity": [0.1, 0, 0],
                       "z_min": {"friction": 0.7, "no_slip": false, "drag": 1.7, "velocity": [0, 0.3, 0]}},
             "open": {"x_max": true}},
  "gravity": [0.1, 0.2, -1.62],
  "attraction": {"centre": [0.3, 0.1, 0.2], "rate": [0.7, 0, 0.7]}, "shaking": {"amplitude": [0.1, 0, 0], "period": 1.3},
  "spacing": 0.1234567, "support": 2.1, "shifting": 0.07, "isotropy": 0.6,
  "fluids": [{"name": "water", "viscosity": 0.3},
             {"name": "oil", "rest_density": 900.1, "viscosity": 0.7, "artificial_viscosity": 0.3, "sound_speed": 33.3,
              "gamma": 1.1, "negative_pressure": true, "tension": 0.03, "interface_colour": 0.7,
              "colour": [0.1, 0.2, 0.3]}],
  "tension": {"model": "colour-field", "threshold": 0.3},
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.7, 0.4], "velocity": [0.1, -0.2, 0.3],
               "flow": {"kind": "strain", "centre": [0.1, 0.2, 0.3], "rate": 0.7}},
              {"shape": "sphere", "centre": [0.7, 0.6, 0.9], "radius": 0.3, "fluid": "oil",
               "flow": {"kind": "vortices", "speed": 0.3, "wavelength": 0.7}},
              {"shape": "cylinder", "centre": [0.7, 0.6, 0.0], "radius": 0.2, "height": 0.3, "fluid": "oil"}],
  "solids": [
    {"name": "floor", "shape": "plane", "position": [0, 0, 0.1], "normal": [0.1, 0, 0.7], "motion": "moving",
     "path": [{"time": 0, "position": [0, 0, 0.1]}, {"time": 0.3, "position": [0, 0, 0]},
              {"time": 0.7, "position": [0, 0, 0.1]}]},
    {"shape": "box", "size": [0.1, 0.2, 0.3], "position": [0.3, 0.3, 0.3], "rotation": [10, 20, 33.3],
     "motion": "dynamic", "density": 333.3, "velocity": [0.1, 0.2, 0.3], "spin": [1.1, 2.2, 3.3], "friction": 0.7,
     "restitution": 0.3, "colour": [0.1, 0.7, 0.3],
     "repeat": {"count": [3, 2, 1], "step": [0.3, 0.3, 0.3], "jitter": 0.01}},
    {"shape": "sphere", "radius": 0.1}, {"shape": "capsule", "radius": 0.1, "height": 0.3},
    {"shape": "hull", "points": [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]}],
  "emitters": [
    {"name": "jet", "shape": "disc", "position": [0.2, 0.5, 0.7], "direction": [0.1, 0, 0.3], "radius": 0.13,
     "speed": 1.1, "fluid": "oil", "from": 0.1, "until": 0.7, "limit": 12345678901, "on": false},
    {"name": "slot", "shape": "rectangle", "position": [0.2, 0.5, 0.7], "width": 0.15, "height": 0.3, "flow": 0.0011}],
  "drains": [
    {"name": "hole", "shape": "cylinder", "centre": [0.1, 0.2, 0.3], "radius": 0.1, "height": 0.3, "flow": 0.0007,
     "on": false}, {"name": "rim", "shape": "box", "min": [0.1, 0.2, 0.3], "max": [0.7, 0.7, 0.7]}],
  "max_particles": 123456,
  "probes": [
    {"name": "f", "kind": "front", "direction": [0, -1, 0.3], "height": 0.3},
    {"name": "p", "kind": "pressure", "position": [0.1, 0.2, 0.3]}, {"name": "e", "kind": "energy"},
    {"name": "w", "kind": "wall-pressure", "side": "y_max", "min": [0.1, 0, 0.3], "max": [0.7, 0, 0.6]},
    {"name": "push", "kind": "force", "solid": "floor"}],
  "time": {"frame": 0.03, "courant": 0.3, "real_time": true, "density_error": 0.07,
           "steps": "individual", "deepest_level": 3}, "modules": {"neighbours": "all-pairs",
    "search": {"table_size": 134217728, "subdivision": 3, "skin": 0.3, "unbounded_table": true},
    "broadphase": "all-pairs", "solid_queries": "particles",
    "broad": {"cell_size": 0.3, "table_size": 134217728, "table_per_class": true, "factor": 3.3, "rebuild": true}},
  "camera": {"target": [0.1, 0.2, 0.3], "distance": 3.3, "yaw": 12.3, "pitch": -3.3}, "look": {"colour": "pressure"}
})";

TEST(SceneWriter, WritesWhatReadsBackAsTheSameScene) {
    const Scene scene = parse_scene(unusual_scene, "unusual");
    const std::string written = write_scene(scene);
    EXPECT_EQ(write_scene(parse_scene(written, "written")), written);
    const Scene again = parse_scene(written, "written");
    EXPECT_EQ(again.spacing, scene.spacing);
    EXPECT_EQ(again.frame, scene.frame);
    EXPECT_EQ(again.attraction.rate, scene.attraction.rate);
    EXPECT_EQ(again.shaking.period, 1.3f);
    EXPECT_EQ(again.steps, Steps::individual);
    EXPECT_EQ(again.deepest_level, 3);
    EXPECT_EQ(again.domain.walls, scene.domain.walls);
    EXPECT_EQ(again.volumes[1].flow.wavelength, 0.7f);
    EXPECT_EQ(again.fluids[1].rest_density, scene.fluids[1].rest_density);
    EXPECT_EQ(again.volumes[2].height, scene.volumes[2].height);
    EXPECT_EQ(again.volumes[0].fluid, "");
    EXPECT_EQ(again.solids[0].path[1].time, 0.3f);
    EXPECT_EQ(again.solids[1].repeat.count, glm::ivec3(3, 2, 1));
    EXPECT_EQ(again.solids[1].spin, scene.solids[1].spin);
    EXPECT_EQ(again.solids[3].height, 0.3f);
    EXPECT_EQ(again.solids[4].points, scene.solids[4].points);
    EXPECT_EQ(again.broad, (spatial::BroadSettings{0.3f, 134217728u, true, 3.3f, true}));
    EXPECT_EQ(again.solid_queries, SolidQueries::particles);
    EXPECT_EQ(again.search, (spatial::SearchSettings{134217728u, 3, true, 0.3f})) << "to the last bucket";
}

TEST(SceneWriter, WritesNumbersAsPeopleDo) {
    EXPECT_NE(write_scene(parse_scene(unusual_scene, "unusual")).find("\"spacing\": 0.1234567,"), std::string::npos);
}

/// Whether a field of the format, with * for any place in a list, is in the JSON.
bool holds(const nlohmann::json& json, const std::string& path) {
    const std::size_t dot = path.find('.');
    const std::string key = path.substr(0, dot), rest = dot == path.npos ? "" : path.substr(dot + 1);
    if (key == "*") {
        for (const nlohmann::json& entry : json)
            if (rest.empty() || holds(entry, rest)) return true;
        return false;
    }
    return json.contains(key) && (rest.empty() || holds(json[key], rest));
}

// A field that is added to the format and forgotten here would silently be lost in every recording.
TEST(SceneWriter, ForgetsNoField) {
    const nlohmann::json written = nlohmann::json::parse(write_scene(parse_scene(unusual_scene, "unusual")));
    for (const FieldInfo& field : scene_fields()) {
        // What is said of all six walls is written side by side.
        const bool of_all_walls = field.path.starts_with("domain.walls.") && std::ranges::count(field.path, '.') == 2 &&
                                  !field.path.ends_with("_min") && !field.path.ends_with("_max");
        if (field.path != "$schema" && !of_all_walls) EXPECT_TRUE(holds(written, field.path)) << field.path;
    }
}

}  // namespace
}  // namespace sim
