// A jet in an empty tank, for tests of what comes and goes.
#pragma once

#include <gtest/gtest.h>

#include "sim/world.hpp"
#include "tests/sim/small_scenes.hpp"

namespace jets {

inline sim::Emitter disc(glm::vec3 position, glm::vec3 direction, float radius, float speed) {
    sim::Emitter emitter;
    emitter.name = "jet";
    emitter.position = position;
    emitter.direction = direction;
    emitter.radius = radius;
    emitter.speed = speed;
    return emitter;
}

/// An empty tank with a jet in it.
inline sim::Scene jet(glm::vec3 size, const sim::Emitter& emitter) {
    sim::Scene scene = scenes::tank(size, 0.02f);
    scene.support = 2.0f;  // thin jets spread the more, the wider it is
    scene.emitters = {emitter};
    return scene;
}

inline sim::FrameReport run(sim::World& world, int frames) {
    sim::FrameReport report;
    for (int i = 0; i < frames; ++i) {
        report = world.advance_frame();
        EXPECT_EQ(report.trouble, "");
    }
    EXPECT_EQ(world.validate(), "");
    return report;
}

}  // namespace jets
