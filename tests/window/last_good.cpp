#include "app/last_good.hpp"

#include <gtest/gtest.h>

#include "scenes.hpp"
#include "sim/scene_reader.hpp"

// It went by the clock alone: a small scene that blew up after seconds had nothing but its start to go back to.
TEST(LastGood, IsNoOlderThanTwiceItsFramesHoweverQuickTheyAre) {
    sim::World world(sim::parse_scene(small_dam, "small dam"));
    app::LastGood good(world);
    for (std::uint64_t frame = 1; frame <= 3 * app::LastGood::frames_apart; ++frame) {
        good.keep(world, world.advance_frame());
        EXPECT_LE(world.frame(), good.frame() + 2 * app::LastGood::frames_apart);
        EXPECT_LT(good.frame(), world.frame());
    }
    EXPECT_EQ(good.world().frame(), good.frame());
}
