// What scenes show at first, in windows of every shape.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/data_files.hpp"
#include "app/present.hpp"
#include "app/window/projection.hpp"
#include "drawn_interface.hpp"
#include "sim/scene_reader.hpp"

namespace {

class WholeTank : public DrawnInterface, public testing::Test {
protected:
    WholeTank() : DrawnInterface(render::Theme::dark) {}
};

}  // namespace

// A distance that a scene asks for was kept in windows of every shape: tall ones cut off both sides.
TEST_F(WholeTank, ShowsAsMuchOfTheWidthOfASceneWithADistanceOfItsOwnInATallWindow) {
    std::string near = small_dam;
    near.insert(near.find("\"volumes\""), R"("camera": {"distance": 1.8, "yaw": 90, "pitch": 0}, )");
    bench_.laboratory.open_scene(folder_.write("near.json", near));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().camera.distance == 1.8f; }));
    const auto sees = [&](const glm::vec3& place) {
        const auto spot = app::Projection(bench_.view, ImGui::GetIO().DisplaySize)(place.x, place.y, place.z);
        return spot && bench_.view.area.holds(spot->at);
    };
    bench_.view.go_home(bench_.laboratory);
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{500, 900}}) {
        ImGui::GetIO().DisplaySize = size;
        drawn();
        EXPECT_TRUE(sees({0.0f, 0.25f, 0.25f})) << size.x;
        EXPECT_TRUE(sees({1.0f, 0.25f, 0.25f})) << size.x;
    }
}

TEST(ShippedScenes, AreSeenWholeAtFirstInWindowsOfEveryShape) {
    for (const std::string& name : app::shipped_scenes()) {
        const sim::Scene scene = sim::read_scene(app::find_scene(name));
        for (const ImVec2 size : {ImVec2{936, 468}, ImVec2{936, 700}, ImVec2{250, 450}}) {
            const render::View view =
                app::camera_of(scene, size.x / size.y).view(static_cast<int>(size.x), static_cast<int>(size.y));
            for (int corner = 0; corner < 8; ++corner) {
                const glm::vec3 &min = scene.domain.min, &max = scene.domain.max;
                const glm::vec4 place(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y,
                                      corner & 4 ? max.z : min.z, 1.0f);
                const glm::vec4 clip = view.projection * view.view * place;
                EXPECT_LE(std::max(std::abs(clip.x), std::abs(clip.y)), clip.w)
                    << name << " " << size.x << " " << size.y;
            }
        }
    }
}
