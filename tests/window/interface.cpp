#include "app/window/interface.hpp"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/window/projection.hpp"
#include "drawn_interface.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/neighbour_search.hpp"

namespace {

class Interface : public DrawnInterface, public testing::TestWithParam<render::Theme> {
protected:
    Interface() : DrawnInterface(GetParam()) {}
};

}  // namespace

TEST_P(Interface, DrawsEveryPanel) {
    const int with_panels = drawn();
    bench_.settings.shows_panels = false;
    const int without = drawn();
    EXPECT_GT(without, 0);
    EXPECT_GT(with_panels, without + 1000);
}

TEST_P(Interface, DrawsTheOverlaysOverIt) {
    const int plain = drawn();
    bench_.settings.shows_keys = true;
    const int with_keys = drawn();
    EXPECT_GT(with_keys, plain + 500);
    bench_.settings.shows_keys = false;
    bench_.laboratory.open_scene(folder_.write("bad.json", bad_scene));
    EXPECT_GT(drawn(), plain + 200);
}

TEST_P(Interface, ShowsTheKeysWholeInEveryWindow) {
    bench_.settings.shows_keys = true;
    for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{1280, 720}, ImVec2{1920, 1080}}) {
        ImGui::GetIO().DisplaySize = size;
        drawn();
        const ImGuiWindow* keys = ImGui::FindWindowByName("##keys");
        ASSERT_NE(keys, nullptr);
        EXPECT_GE(keys->Pos.x, 0.0f) << size.x;
        EXPECT_LE(keys->Pos.x + keys->Size.x, size.x + 1.0f) << size.x;
        EXPECT_LE(keys->ContentSizeIdeal.x, keys->WorkRect.GetWidth() + 1.0f) << size.x << ": cut at the right";
        EXPECT_LE(keys->Size.y, size.y) << size.x;
        if (size.x > 1000.0f) EXPECT_EQ(keys->ScrollMax.y, 0.0f) << size.x << ": cut at the bottom";
    }
}

TEST_P(Interface, LeavesThePictureRoomInEveryWindow) {
    for (const ImVec2 size :
         {ImVec2{1280, 720}, ImVec2{480, 320}, ImVec2{3840, 2160}, ImVec2{320, 1000}, ImVec2{1, 1}}) {
        for (const float scale : {1.0f, 2.0f}) {
            scale_to(scale);
            ImGui::GetIO().DisplaySize = size;
            drawn();
            const app::Area& area = bench_.view.area;
            EXPECT_GE(area.size.x, std::min(1.0f, size.x));
            EXPECT_GE(area.size.y, 1.0f);
            EXPECT_LE(area.min.x + area.size.x, size.x + 1.0f);
        }
    }
}

TEST_P(Interface, LeavesMoreThanHalfOfASmallWindowToThePicture) {
    ImGui::GetIO().DisplaySize = {640, 400};
    drawn();
    EXPECT_GT(bench_.view.area.size.x, 0.6f * 640.0f);
    ImGui::GetIO().DisplaySize = {1280, 720};
    drawn();
    EXPECT_NEAR(bench_.view.area.min.x, 21.5f * ImGui::GetFontSize(), 1.0f) << "as wide as ever where there is room";
}

TEST_P(Interface, SurvivesEveryKey) {
    for (const app::Action& action : app::actions()) {
        app::press_key(bench_, action.key, action.with_ctrl);
        EXPECT_GT(drawn(), 0) << action.name;
    }
    EXPECT_TRUE(bench_.wants_to_quit);
    EXPECT_TRUE(bench_.wants_picture);
}

TEST_P(Interface, ShowsEveryColouring) {
    bench_.laboratory.toggle_play();
    for (std::size_t i = 0; i < sim::colouring_names.size(); ++i) {
        bench_.laboratory.set_colouring(static_cast<sim::Colouring>(i));
        EXPECT_GT(drawn(), 0) << sim::colouring_names[i];
    }
}

TEST_P(Interface, ShowsTheCellsOfEverySearchInEveryWay) {
    bench_.settings.shows_cells = true;
    bench_.settings.cells.picked = 100u;
    for (const auto& module : spatial::neighbour_modules()) {
        bench_.laboratory.choose_neighbours(module.name);
        const auto is_there = [&] {
            const app::Snapshot& state = bench_.laboratory.state();
            return state.has_search_view && state.neighbours == module.name && state.search_view.picked;
        };
        ASSERT_TRUE(drawn_until(is_there)) << module.name;
        for (std::size_t choice = 0; choice < app::cell_choice_names.size(); ++choice)
            for (const auto colour : {app::CellLook::Colour::particles, app::CellLook::Colour::level}) {
                bench_.settings.cells.choice = static_cast<app::CellChoice>(choice);
                bench_.settings.cell_look.colour = colour;
                EXPECT_GT(drawn(), 0) << module.name << ", " << app::cell_choice_names[choice];
            }
    }
    bench_.settings.shows_cells = false;
    EXPECT_TRUE(drawn_until([&] { return !bench_.laboratory.state().has_search_view; }));
}

TEST_P(Interface, ListsTheSolidsAndSaysWhatTheBroadPhaseDid) {
    const int without = drawn();
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] {
        return bench_.laboratory.scene().name == "Small bay" && bench_.laboratory.state().report.solids == 13;
    }));
    ImGui::GetIO().DisplaySize = {1280, 4000};  // all of the panel
    const int with = drawn();
    bench_.laboratory.open_scene(folder_.write("dam.json", small_dam));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().name == "Small dam"; }));
    EXPECT_GT(with, drawn() + 500);
    EXPECT_GT(without, 0);
}

TEST_P(Interface, ScrollsOnOverAListOfSolidsThatIsAtItsEnd) {
    std::string many = small_bay;
    for (int i = 0; i < 8; ++i)
        many.insert(many.find("{\"name\": \"pillar\""), R"({"shape": "sphere", "position": [0.9, )" +
                                                            std::to_string(0.05 + 0.05 * i) +
                                                            R"(, 0.45], "radius": 0.02}, )");
    bench_.laboratory.open_scene(folder_.write("many.json", many));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().solids.size() == 13; }));
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    const auto found = std::find_if(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
        return std::string_view(window->Name).find("/solids_") != std::string_view::npos;
    });
    ASSERT_NE(found, windows.end());
    const ImGuiWindow* const list = *found;  // tooltips join the windows and move the list of them
    const ImGuiWindow& panel = *list->ParentWindow;
    // What the first frames bring of counters moves the list down.
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().frame > 1; }));
    bench_.laboratory.toggle_play();
    drawn();
    const auto turn = [&](int notches) {
        for (int i = 0; i < notches; ++i) {
            ImGui::GetIO().MousePos = list->InnerRect.GetCenter();
            ImGui::GetIO().MouseWheel = -1.0f;
            drawn();
        }
    };
    turn(1);
    EXPECT_GT(list->Scroll.y, 0.0f);
    EXPECT_EQ(panel.Scroll.y, 0.0f);
    turn(4);
    EXPECT_EQ(list->Scroll.y, list->ScrollMax.y);
    EXPECT_GT(panel.Scroll.y, 0.0f);
}

TEST_P(Interface, DrawsTheCurvesOfProbesAndReadsThemOut) {
    const int without = drawn();
    bench_.laboratory.open_scene(folder_.write("probed.json", probed_dam));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.probe_history.size() > 10; }));
    bench_.laboratory.toggle_play();
    const int with = drawn();
    EXPECT_GT(with, without + 500);
    // The first plot is at the left of the strip, right of the side panel.
    ImGui::GetIO().MousePos = {bench_.view.area.min.x + 150.0f, ImGui::GetIO().DisplaySize.y - 60.0f};
    EXPECT_GT(drawn(), with + 50) << "values at the pointer";
    ImGui::GetIO().MousePos = {0.0f, 0.0f};
    press("V");
    EXPECT_LT(drawn(), with - 200);
}

TEST_P(Interface, DrawsTheCurvesOfEnergyAndMomentum) {
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.energy_history.size() > 10; }));
    bench_.laboratory.toggle_play();
    press("G");
    const int without = drawn();
    press("E");
    EXPECT_GT(drawn(), without + 200);
}

TEST_P(Interface, ShowsTheCellsOfEveryBroadPhaseWithItsSettings) {
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().name == "Small bay"; }));
    press("D");
    bench_.settings.cells_of = app::Settings::CellsOf::broad_phase;
    for (const auto& module : spatial::broad_phase_modules()) {
        bench_.laboratory.choose_broadphase(module.name);
        const auto is_there = [&] {
            const app::Snapshot& state = bench_.laboratory.state();
            return state.has_broad_view && state.broadphase == module.name && state.broad_view.all_boxes == 13;
        };
        ASSERT_TRUE(drawn_until(is_there)) << module.name;
        EXPECT_FALSE(bench_.laboratory.state().has_search_view);
        for (const bool slice : {false, true}) {
            bench_.settings.broad_cells.slice = slice;
            EXPECT_GT(drawn(), 0) << module.name;
        }
    }
    bench_.laboratory.toggle_play();
    bench_.settings.shows_panels = false;
    bench_.settings.cell_look.water = app::CellLook::Water::coloured;
    bench_.laboratory.toasts.clear();
    const int with = drawn();
    press("D");
    ASSERT_TRUE(drawn_until([&] { return !bench_.laboratory.state().has_broad_view; }));
    EXPECT_LT(drawn(), with - 50) << "no legend any more";
}

TEST_P(Interface, MarksWhomTheSearchProposesToThePickedParticle) {
    bench_.settings.shows_cells = true;
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().has_search_view; }));
    bench_.laboratory.toggle_play();
    bench_.view.go_home(bench_.laboratory);
    const int without = drawn();
    const ImVec2 water = on_screen(bench_.laboratory.state());
    ASSERT_TRUE(bench_.view.area.holds(water));
    click(water);
    EXPECT_TRUE(bench_.settings.cells.picked);
    EXPECT_TRUE(has_logged("picked particle"));
    EXPECT_FALSE(has_logged("brush push")) << "while cells are shown a click only looks";
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().search_view.picked.has_value(); }));
    EXPECT_GT(drawn(), without + 300) << "marks";
    ImGui::GetIO().KeyShift = true;
    click(water);
    ImGui::GetIO().KeyShift = false;
    EXPECT_TRUE(has_logged("brush pull")) << "with Shift the hand works as ever";
    press("Escape");
    EXPECT_FALSE(bench_.settings.cells.picked);
}

TEST_P(Interface, ShowsTheComparisonAsItGrowsAndLetsOneChoose) {
    const int plain = drawn();
    press("A");
    EXPECT_TRUE(bench_.settings.shows_comparison);
    EXPECT_GT(drawn(), plain + 100) << "at work";
    ASSERT_TRUE(
        drawn_until([&] { return bench_.laboratory.comparison()->status() == app::Comparison::Status::finished; }));
    EXPECT_GT(drawn(), plain + 500) << "bars and numbers";
    EXPECT_TRUE(has_logged("all found the same"));
    press("Escape");
    EXPECT_FALSE(bench_.settings.shows_comparison);
}

TEST_P(Interface, ShowsTheWholeTankInAWindowOfAnotherShapeUnlessTheViewWasChosen) {
    drawn();
    bench_.view.go_home(bench_.laboratory);
    const auto holds_the_tank = [&] {
        const app::Projection project(bench_.view, ImGui::GetIO().DisplaySize);
        for (const float x : {0.0f, 1.0f})
            for (const float y : {0.0f, 0.5f})
                for (const float z : {0.0f, 0.5f}) {
                    const auto spot = project(x, y, z);
                    if (!spot || !bench_.view.area.holds(spot->at)) return false;
                }
        return true;
    };
    for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{1920, 500}, ImVec2{500, 1000}}) {
        ImGui::GetIO().DisplaySize = size;
        drawn();
        EXPECT_TRUE(holds_the_tank()) << size.x;
    }
    bench_.view.look_along(app::ViewControl::Axis::top);
    ImGui::GetIO().DisplaySize = {1280, 720};
    drawn();
    const app::Projection project(bench_.view, ImGui::GetIO().DisplaySize);
    EXPECT_NEAR(project(0.1f, 0.1f, 0.0f)->at.x, project(0.1f, 0.1f, 0.4f)->at.x, 30.0f) << "still from above";
}

// It once stayed where it was opened, beyond the edge of a window that had become smaller.
TEST_P(Interface, KeepsTheComparisonInSightWhenTheWindowShrinks) {
    press("A");
    ASSERT_TRUE(
        drawn_until([&] { return bench_.laboratory.comparison()->status() == app::Comparison::Status::finished; }));
    for (const ImVec2 size : {ImVec2{1920, 1080}, ImVec2{640, 400}}) {
        ImGui::GetIO().DisplaySize = size;
        drawn();
        const ImGuiWindow* window = ImGui::FindWindowByName("All searches on one frame");
        ASSERT_NE(window, nullptr);
        EXPECT_GE(window->Pos.x, 0.0f);
        EXPECT_LE(window->Pos.x + window->Size.x, size.x + 1.0f);
        EXPECT_LE(window->Pos.y + window->Size.y, size.y + 1.0f);
    }
}

// The pointer rests on a slider while Ctrl+P is pressed: what was said about the slider stayed over the line.
TEST_P(Interface, ExplainsNothingThatLiesBelowADialog) {
    bench_.laboratory.toggle_play();
    drawn();
    const auto explains = [&] {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return true;
        return false;
    };
    ImGui::GetIO().MousePos = {100.0f, 0.0f};
    const auto finds_an_item = [&] {  // from the top of the panel downwards
        ImGui::GetIO().MousePos.y += 10.0f;
        for (int i = 0; i < 20 && !explains(); ++i) drawn();
        return explains();
    };
    while (!finds_an_item()) ASSERT_LT(ImGui::GetIO().MousePos.y, 700.0f);
    for (const char* key : {"Ctrl+P", "Ctrl+O"}) {
        press(key);
        drawn();
        EXPECT_FALSE(explains()) << key;
        press("Escape");
        drawn();
        EXPECT_TRUE(explains()) << key;
    }
}

// Eighty notches once left nothing in the picture.
TEST_P(Interface, StillSeesTheTankHoweverFarTheWheelTurns) {
    drawn();
    bench_.view.go_home(bench_.laboratory);
    const app::Area area = bench_.view.area;
    ImGui::GetIO().MousePos = {area.min.x + 0.5f * area.size.x, area.min.y + 0.5f * area.size.y};
    const auto across = [&] {  // of the tank's floor, in pixels
        const app::Projection project(bench_.view, ImGui::GetIO().DisplaySize);
        const auto a = project(0.0f, 0.0f, 0.0f), b = project(1.0f, 0.5f, 0.0f);
        return a && b ? std::hypot(a->at.x - b->at.x, a->at.y - b->at.y) : 0.0f;
    };
    EXPECT_GT(across(), 100.0f);
    for (int notch = 0; notch < 100; ++notch) {
        ImGui::GetIO().MouseWheel = -1.0f;
        drawn();
    }
    EXPECT_GT(across(), 30.0f);
    EXPECT_LT(across(), 100.0f);
}

TEST_P(Interface, PushesAndPullsTheWaterAndTurnsTheViewBesideIt) {
    drawn();
    bench_.view.go_home(bench_.laboratory);
    const auto drag_from = [&](ImVec2 place) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = place;
        drawn();
        io.MouseDown[0] = true;
        drawn();
        io.MousePos.x += 40.0f;
        drawn();
        io.MouseDown[0] = false;
        drawn();
    };
    const app::Area area = bench_.view.area;
    const ImVec2 water = on_screen(bench_.laboratory.state());
    ASSERT_TRUE(area.holds(water));

    drag_from(water);
    EXPECT_TRUE(has_logged("brush push at"));
    ImGui::GetIO().KeyShift = true;
    drag_from(water);
    ImGui::GetIO().KeyShift = false;
    EXPECT_TRUE(has_logged("brush pull at"));
    EXPECT_FALSE(has_logged("camera: orbit"));
    drag_from({area.min.x + 0.4f * area.size.x, area.min.y + 5.0f});
    EXPECT_TRUE(has_logged("camera: orbit"));
}

INSTANTIATE_TEST_SUITE_P(Themes, Interface, testing::Values(render::Theme::dark, render::Theme::light),
                         [](const auto& theme) { return theme.param == render::Theme::dark ? "dark" : "light"; });
