// The scenes that are shipped, as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/scene_reader.hpp"

namespace scenes {

/// Their names, sorted.
inline std::vector<std::string> shipped() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_SCENES))
        if (entry.path().filename() != "schema.json") names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

inline std::filesystem::path file_of(const std::string& name) {
    return std::filesystem::path(WEIR_SCENES) / (name + ".json");
}

inline sim::Scene shipped(const std::string& name) { return sim::read_scene(file_of(name)); }

/// As gtest wants names of parameters.
inline std::string parameter_name(const testing::TestParamInfo<std::string>& scene) {
    std::string name = scene.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace scenes
