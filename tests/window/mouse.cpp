// What the mouse does in the picture: particles that are gone to, solids that are moved, a picture that is cut open.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "app/window/projection.hpp"
#include "app/window/solid_rows.hpp"
#include "drawn_interface.hpp"

namespace {

class Mouse : public DrawnInterface, public testing::Test {
protected:
    Mouse() : DrawnInterface(render::Theme::dark) {}
};

}  // namespace

TEST_F(Mouse, GoesToThePickedParticleAndToTheFluidWithoutOne) {
    press("F");
    EXPECT_TRUE(has_logged("camera: the fluid"));
    press("D");
    bench_.settings.cells.picked = 100u;
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().search_view.picked.has_value(); }));
    bench_.laboratory.toggle_play();
    drawn();
    press("F");
    EXPECT_TRUE(has_logged("camera: particle 100"));
    drawn();
    const app::Snapshot& state = bench_.laboratory.state();
    const app::SearchView::Picked& picked = *state.search_view.picked;
    const app::Projection project(bench_.view, ImGui::GetIO().DisplaySize);
    const auto spot = project(state.x[picked.slot], state.y[picked.slot], state.z[picked.slot]);
    const app::Area& area = bench_.view.area;
    ASSERT_TRUE(spot);
    EXPECT_NEAR(spot->at.x, area.min.x + 0.5f * area.size.x, 1.0f);
    EXPECT_NEAR(spot->at.y, area.min.y + 0.5f * area.size.y, 1.0f);
    const float across = 2.0f * picked.reach * spot->pixels_per_metre;
    EXPECT_GT(across, 0.3f * std::min(area.size.x, area.size.y)) << "its reach fills the picture";
    EXPECT_LT(across, std::min(area.size.x, area.size.y));
}

TEST_F(Mouse, MovesASolidByTheMouseSendsItBackAndTakesItOut) {
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids.size() == 13; }));
    drawn();
    bench_.view.go_home(bench_.laboratory);
    bench_.view.look_along(app::ViewControl::Axis::front);
    drawn();
    constexpr std::uint32_t pillar = 1;  // which nothing hides from the front
    const auto place = [&] { return bench_.laboratory.state().solids[pillar].pose.position; };
    const auto spot = [&](const glm::vec3& at) {
        return app::Projection(bench_.view, ImGui::GetIO().DisplaySize)(at.x, at.y, at.z)->at;
    };
    ImGuiIO& io = ImGui::GetIO();
    const glm::vec3 before = place(), goal = before + glm::vec3(0.1f, 0.0f, 0.05f);
    io.MousePos = spot(before);
    drawn();
    io.MouseDown[0] = true;
    drawn();
    EXPECT_TRUE(has_logged("solid 1 in hand: pillar"));
    EXPECT_EQ(bench_.settings.picked_solid, pillar);
    io.MousePos = spot(goal);
    ASSERT_TRUE(drawn_until([&] { return glm::length(place() - goal) < 0.01f; })) << place().x << " " << place().z;
    io.MouseDown[0] = false;
    drawn();
    EXPECT_FALSE(has_logged("brush push"));
    press("Ctrl+Z");
    EXPECT_TRUE(drawn_until([&] { return glm::length(place() - before) < 0.005f; })) << "goes back by itself";
    press("Delete");
    EXPECT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids[pillar].is_out; }));
    EXPECT_TRUE(has_logged("solid 1 taken out: pillar"));
    press("Ctrl+Z");
    EXPECT_TRUE(drawn_until([&] { return !bench_.laboratory.state().solids[pillar].is_out; }));
    press("Escape");
    EXPECT_FALSE(bench_.settings.picked_solid);
    press("Delete");
    EXPECT_EQ(bench_.laboratory.toasts.all().back().text, "click on a solid first: a gate, a pillar, a crate");
}

// Nothing is seen of it in the picture, so the list is where it can be picked.
TEST_F(Mouse, PicksASolidThatIsOutByItsRowInTheList) {
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids.size() == 13; }));
    constexpr std::uint32_t pillar = 1;
    bench_.laboratory.take_out_or_put_back(pillar);
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids[pillar].is_out; }));
    bench_.laboratory.toggle_play();
    drawn();
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    const auto list = std::find_if(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
        return std::string_view(window->Name).find("/solids_") != std::string_view::npos;
    });
    ASSERT_NE(list, windows.end());
    const ImRect rows = (*list)->InnerRect;
    const float row = rows.GetHeight() / 5.0f;  // of as many entries
    const auto click_row = [&](int entry) {
        click({rows.Min.x + 40.0f, rows.Min.y + (static_cast<float>(entry) + 0.5f) * row});
    };
    click_row(1);
    EXPECT_EQ(bench_.settings.picked_solid, pillar);
    press("Delete");
    EXPECT_TRUE(drawn_until([&] { return !bench_.laboratory.state().solids[pillar].is_out; }));
    click_row(2);
    EXPECT_EQ(bench_.settings.picked_solid, 2u);
    click_row(2);
    EXPECT_EQ(bench_.settings.picked_solid, 3u) << "the other one of the balls";
    click_row(0);
    EXPECT_EQ(bench_.settings.picked_solid, 3u) << "a plane stays where it is";
}

TEST(SolidRows, SayHowManyAreOutAndPickThoseFirst) {
    auto scene = std::make_shared<sim::Scene>();
    scene->solids.resize(2);
    app::Snapshot state;
    state.scene = scene;
    state.solids.resize(4);
    for (const std::size_t solid : {1, 2, 3}) state.solids[solid].entry = 1;
    state.solids[2].is_out = true;
    const std::vector<app::SolidRow> rows = app::solid_rows(state);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(app::out_text(rows[0]), "");
    EXPECT_EQ(app::out_text(rows[1]), "1 out");
    EXPECT_EQ(rows[1].solids, (std::vector<std::uint32_t>{2, 1, 3}));
    EXPECT_EQ(app::picked_by(rows[1], 0), 2u);
    EXPECT_EQ(app::picked_by(rows[1], 1), 3u);
    EXPECT_EQ(app::picked_by(rows[1], 3), 2u);
    state.solids[0].is_out = true;
    EXPECT_EQ(app::out_text(app::solid_rows(state)[0]), "out");
}

TEST_F(Mouse, CutsThePictureOpenAndReachesWhatIsInside) {
    bench_.laboratory.toggle_play();
    drawn();
    bench_.view.go_home(bench_.laboratory);
    bench_.view.look_along(app::ViewControl::Axis::front);
    press("K");
    ASSERT_TRUE(bench_.settings.is_cut);
    drawn();
    const app::Cut cut = *bench_.settings.cut(bench_.laboratory.scene().domain);
    EXPECT_EQ(cut.axis, 1);
    EXPECT_FLOAT_EQ(cut.at, 0.25f) << "through the middle";
    // From the front the water within 0.4 m is hit at its foremost layer, cut open at the first one behind the plane.
    press("D");
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().has_search_view; }));
    const app::Projection project(bench_.view, ImGui::GetIO().DisplaySize);
    click(project(0.2f, 0.3f, 0.2f)->at);
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().search_view.picked.has_value(); }));
    const app::Snapshot& state = bench_.laboratory.state();
    EXPECT_GT(state.y[state.search_view.picked->slot], cut.at - 0.05f);
    EXPECT_LT(state.y[state.search_view.picked->slot], cut.at + 0.05f);
}

// A strength of 1e30 was thirty digits on its slider, and every touch a blow-up, in scenes to come as well.
TEST_F(Mouse, IsAsStrongAsCanBeRead) {
    bench_.settings.brush_strength = 1e30f;
    drawn();
    EXPECT_EQ(bench_.settings.brush_strength, 1e5f);
}
