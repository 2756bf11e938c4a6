#include <gtest/gtest.h>

#include "watched_laboratory.hpp"

TEST(GravityDial, PointsDownWithoutTilt) {
    const app::GravityDial dial = app::GravityDial::of({0.0f, 0.0f, -9.81f});
    EXPECT_FLOAT_EQ(dial.size, 9.81f);
    EXPECT_FLOAT_EQ(dial.tilt, 0.0f);
}

TEST(GravityDial, PointsDownWhereThereIsNoGravityYet) {
    app::GravityDial dial = app::GravityDial::of(glm::vec3(0));
    EXPECT_EQ(dial.tilt, 0.0f);
    dial.size = 9.81f;
    EXPECT_FLOAT_EQ(dial.vector().z, -9.81f);
}

TEST(GravityDial, GivesBackTheVectorItWasMadeOf) {
    for (const glm::vec3 gravity :
         {glm::vec3(3, 0, -9), glm::vec3(-1, 2, -3), glm::vec3(0, 0, 9.81f), glm::vec3(0, -4, 0), glm::vec3(0)}) {
        const glm::vec3 back = app::GravityDial::of(gravity).vector();
        for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(back[axis], gravity[axis], 1e-5f);
    }
}

TEST(GravityDial, LeansWhereItSays) {
    const glm::vec3 gravity = app::GravityDial{10.0f, 90.0f, 90.0f}.vector();
    EXPECT_NEAR(gravity.x, 0.0f, 1e-5f);
    EXPECT_NEAR(gravity.y, 10.0f, 1e-5f);
    EXPECT_NEAR(gravity.z, 0.0f, 1e-5f);
}

// The states that are kept to go back to, and checkpoints, said a gravity that no scene may have: none could be read.
TEST(GravityDial, GoesNoFurtherThanASceneMaySay) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    laboratory.gravity().size = 5000.0f;
    laboratory.apply_parameters();
    EXPECT_EQ(laboratory.gravity().size, 1000.0f);
    EXPECT_EQ(laboratory.parameters().gravity, glm::vec3(0.0f, 0.0f, -1000.0f));
}
