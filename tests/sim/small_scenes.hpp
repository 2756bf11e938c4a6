// Scenes small enough to run in tests, built in code where the file format is not the subject.
#pragma once

#include "sim/scene.hpp"

namespace scenes {

inline sim::Volume box(glm::vec3 min, glm::vec3 max, glm::vec3 velocity = glm::vec3(0.0f)) {
    sim::Volume volume;
    volume.min = min;
    volume.max = max;
    volume.velocity = velocity;
    return volume;
}

inline sim::Scene tank(glm::vec3 size, float spacing) {
    sim::Scene scene;
    scene.name = "test";
    scene.domain.max = size;
    scene.spacing = spacing;
    scene.fluids.resize(1);
    return scene;
}

/// 1,000 particles that fall.
inline sim::Scene dam_break() {
    sim::Scene scene = tank({0.6f, 0.2f, 0.4f}, 0.02f);
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.2f, 0.2f, 0.2f}));
    return scene;
}

/// Enough particles (11,520) for every loop to use its team.
inline sim::Scene wide_dam_break() {
    sim::Scene scene = tank({1.2f, 0.6f, 0.6f}, 0.025f);
    scene.volumes.push_back(box({0.0f, 0.0f, 0.0f}, {0.5f, 0.6f, 0.6f}));
    return scene;
}

/// A blob in the middle of nowhere, without gravity.
inline sim::Scene floating_blob(glm::vec3 velocity) {
    sim::Scene scene = tank({1.0f, 1.0f, 1.0f}, 0.02f);
    scene.gravity = glm::vec3(0.0f);
    scene.volumes.push_back(box({0.4f, 0.4f, 0.4f}, {0.56f, 0.56f, 0.56f}, velocity));
    return scene;
}

}  // namespace scenes
