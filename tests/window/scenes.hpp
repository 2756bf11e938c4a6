// Small scenes for the tests of the window, as files in a folder that goes away with the test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

class SceneFolder {
public:
    SceneFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "weir-window-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~SceneFolder() { std::filesystem::remove_all(path_); }
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// A cube of about a thousand particles in a corner of a tank.
inline const std::string small_dam = R"({
  "name": "Small dam",
  "watch": "A cube of water falls over.",
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": 0.04,
  "support": 2,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}]
})";

/// Solids of all five shapes in some water: one plane, one capsule, two balls, a wedge and eight crates that move.
inline const std::string small_bay = R"({
  "name": "Small bay",
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": 0.04,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.2]}],
  "solids": [
    {"name": "ramp", "shape": "plane", "position": [1, 0, 0.2], "normal": [-1, 0, 2]},
    {"name": "pillar", "shape": "capsule", "position": [0.7, 0.1, 0.2], "radius": 0.05, "height": 0.2},
    {"name": "balls", "shape": "sphere", "position": [0.7, 0.25, 0.3], "radius": 0.06, "colour": [0.8, 0.1, 0.1],
     "repeat": {"count": [1, 2, 1], "step": [0, 0.15, 0]}},
    {"name": "wedge", "shape": "hull", "position": [0.5, 0.4, 0],
     "points": [[-0.05, -0.05, 0], [0.05, -0.05, 0], [0, 0.05, 0], [0, 0, 0.2]], "motion": "moving", "spin": [0, 0, 90]},
    {"name": "crates", "shape": "box", "position": [0.1, 0.1, 0.3], "size": [0.08, 0.06, 0.04], "motion": "dynamic",
     "repeat": {"count": [2, 2, 2], "step": [0.15, 0.15, 0.1]}}
  ]
})";

/// Two errors: a key nobody knows and a spacing below zero.
inline const std::string bad_scene = R"({
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": -0.04,
  "viscosty": 1,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}]
})";

/// The small dam with a probe of every kind that needs no solid.
inline const std::string probed_dam = R"({
  "name": "Probed dam",
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": 0.04,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}],
  "probes": [
    {"name": "front", "kind": "front"}, {"name": "back", "kind": "column-height"},
    {"name": "H", "kind": "level", "position": [0.2, 0.2, 0]}, {"name": "p", "kind": "pressure", "position": [0, 0.2, 0.1]},
    {"name": "end", "kind": "wall-pressure", "side": "x_max"}, {"name": "e", "kind": "energy"},
    {"name": "m", "kind": "momentum"}
  ]
})";
