// What a run comes to, for tests that ask whether two runs come to the same.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/world.hpp"

namespace scenes {

inline std::uint64_t hash_after(const sim::Scene& scene, int frames, int threads) {
    sim::World world(scene);
    world.set_threads(threads);
    for (int i = 0; i < frames; ++i) EXPECT_EQ(world.advance_frame().trouble, "");
    return world.state_hash();
}

}  // namespace scenes
