// What goes with a scene when another one is opened, and what comes back with it.
#include <gtest/gtest.h>

#include <glm/trigonometric.hpp>

#include "app/present.hpp"
#include "sim/scene_reader.hpp"
#include "watched_laboratory.hpp"

// They once went into every scene that was opened, and one that lacked what they set was refused.
TEST(OpenedScenes, KeepsTheOverridesOfTheCommandLineToTheSceneTheyWereGivenFor) {
    const SceneFolder folder;
    const std::filesystem::path bay = folder.write("bay.json", small_bay);
    app::WindowOptions options = options_for(folder, bay);
    options.overrides = {"spacing=0.05", "solids.1.radius=0.06"};
    app::Laboratory laboratory(options);
    EXPECT_EQ(laboratory.scene().spacing, 0.05f);
    laboratory.open_scene(folder.write("dam.json", small_dam));
    EXPECT_TRUE(laboratory.scene_errors().empty());
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Small dam"; }));
    EXPECT_EQ(laboratory.scene().spacing, 0.04f);

    laboratory.open_scene((folder.path() / "." / "bay.json").string());  // the same file by another path
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene().name == "Small bay"; }));
    EXPECT_EQ(laboratory.scene().spacing, 0.05f);
    touch_later(bay);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
    EXPECT_EQ(laboratory.scene().spacing, 0.05f) << "read anew";
    laboratory.reset();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted(); }));
    EXPECT_EQ(laboratory.scene().spacing, 0.05f);
}

// Paging through scenes once piled up what there is to see in each, over the water.
TEST(OpenedScenes, ShowsWhatThereIsToSeeOfTheLastSceneOpenedOnly) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    std::string other = small_dam;
    other.replace(other.find("A cube of water falls over."), 27, "Something else.");
    const std::filesystem::path file = folder.write("other.json", other);
    laboratory.toasts.show(app::Tone::notice, "picture saved");
    laboratory.open_scene(folder.path() / "small.json");
    laboratory.open_scene(file);
    ASSERT_EQ(laboratory.toasts.all().size(), 2u);
    EXPECT_EQ(laboratory.toasts.all().front().text, "picture saved") << "which is of no scene";
    EXPECT_EQ(laboratory.toasts.all().back().text, "Something else.");
    touch_later(file);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.toasts.all().back().text == "reloaded other.json"; }));
    for (const app::Toasts::Toast& toast : laboratory.toasts.all()) EXPECT_NE(toast.text, "Something else.");
}

TEST(OpenedScenes, ASceneThatWasSavedIsTheOneThatWasSet) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    laboratory.choose_neighbours("kd-tree");
    laboratory.parameters().fluids[0].viscosity = 0.5f;
    laboratory.parameters().gravity = {0.0f, 1.0f, -3.0f};
    laboratory.gravity() = app::GravityDial::of(laboratory.parameters().gravity);
    laboratory.apply_parameters();
    render::OrbitCamera turned;
    turned.target = {0.1f, 0.2f, 0.3f};
    turned.distance = 0.7f;
    turned.yaw = glm::radians(3.0f * 360.0f - 10.0f);
    turned.pitch = glm::radians(30.0f);
    laboratory.save_scene(app::told(turned));
    laboratory.save_scene(laboratory.scene().camera);  // beside it

    const std::filesystem::path file = folder.path() / "out" / "Small-dam-1.json";
    laboratory.open_scene(file);
    EXPECT_TRUE(laboratory.scene_errors().empty());
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.scene_file() == file; }));
    const sim::Scene& scene = laboratory.scene();
    EXPECT_EQ(scene.neighbours, "kd-tree");
    EXPECT_EQ(scene.fluids[0].viscosity, 0.5f);
    EXPECT_EQ(scene.gravity, glm::vec3(0.0f, 1.0f, -3.0f));
    EXPECT_EQ(scene.camera.target, turned.target);
    EXPECT_EQ(scene.camera.distance, 0.7f);
    EXPECT_NEAR(scene.camera.yaw, -10.0f, 1e-3f);
    EXPECT_NEAR(scene.camera.pitch, 30.0f, 1e-3f);

    const sim::Scene beside = sim::read_scene(folder.path() / "out" / "Small-dam-2.json");
    sim::Scene as_it_was = sim::parse_scene(small_dam, "small.json");
    EXPECT_EQ(beside.camera.yaw, as_it_was.camera.yaw);
    EXPECT_EQ(beside.spacing, as_it_was.spacing);
}
