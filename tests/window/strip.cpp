// The strip below the picture: plots beside each other stay readable in a window of the usual size.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <string_view>

#include "drawn_interface.hpp"

namespace {

class Strip : public DrawnInterface, public testing::Test {
protected:
    Strip() : DrawnInterface(render::Theme::dark) {}

    /// Of the panel of that name, as drawn last.
    static bool has_percentiles() {
        ImGuiWindow* const panel = ImGui::FindWindowByName("##timings");
        const ImGuiTable* const table = ImGui::TableFindByID(panel->GetID("spread"));
        return table != nullptr && table->LastFrameActive == ImGui::GetFrameCount();
    }

    static const ImGuiWindow* window_with(std::string_view part) {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && std::string_view(window->Name).find(part) != std::string_view::npos) return window;
        return nullptr;
    }

    /// The small dam with curves in three units, playing.
    void open_with_probes() {
        std::string scene = small_dam;
        scene.insert(scene.find("\"volumes\""), R"("probes": [{"name": "front", "kind": "front"},
            PRESSURES {"name": "e", "kind": "energy"}], )");
        std::string pressures;
        for (int i = 1; i <= 8; ++i)
            pressures +=
                R"({"name": "P)" + std::to_string(i) + R"(", "kind": "pressure", "position": [0, 0.2, 0.1]}, )";
        scene.replace(scene.find("PRESSURES"), 9, pressures);
        bench_.laboratory.open_scene(folder_.write("three.json", scene));
        ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.probe_history.size() > 10; }));
    }
};

}  // namespace

// With probes beside them timings were eight colours that nothing explained, and the third graph had to be scrolled to.
TEST_F(Strip, ShowsThreeGraphsOfProbesBesideTimingsWithTheirPercentiles) {
    drawn();
    EXPECT_TRUE(has_percentiles());
    open_with_probes();
    EXPECT_TRUE(has_percentiles());
    const ImGuiWindow* const plots = window_with("##probes/plots");
    ASSERT_NE(plots, nullptr);
    EXPECT_EQ(plots->ScrollMax.x, 0.0f);
    EXPECT_EQ(plots->ScrollMax.y, 0.0f) << "names of eight pressures leave the curves room";
}

// A third panel took from all alike, and the third graph had to be scrolled to again.
TEST_F(Strip, ShowsThreeGraphsOfProbesBesideTimingsAndEnergy) {
    open_with_probes();
    press("E");
    drawn();
    const ImGuiWindow* const plots = window_with("##probes/plots");
    ASSERT_NE(plots, nullptr);
    EXPECT_EQ(plots->ScrollMax.x, 0.0f);
    const auto right_end = [](const char* name) {
        const ImGuiWindow* const panel = ImGui::FindWindowByName(name);
        return panel->Pos.x + panel->Size.x;
    };
    EXPECT_EQ(right_end("##side"), ImGui::FindWindowByName("##probes")->Pos.x) << "no line of the picture between";
    EXPECT_EQ(right_end("##probes"), ImGui::FindWindowByName("##timings")->Pos.x);
    EXPECT_EQ(right_end("##timings"), ImGui::FindWindowByName("##energy")->Pos.x);
    EXPECT_EQ(right_end("##energy"), 1280.0f);
    const ImGuiWindow* const energy = ImGui::FindWindowByName("##energy");
    EXPECT_EQ(energy->Pos.y + energy->Size.y, 720.0f);
}

TEST_F(Strip, NamesTheColoursOfTheStagesWhereTheTableHasNoRoom) {
    spdlog::set_level(spdlog::level::debug);
    drawn();
    EXPECT_FALSE(has_logged("widget timings-key")) << "the table has them";
    open_with_probes();
    press("E");
    drawn();
    EXPECT_FALSE(has_percentiles());
    EXPECT_TRUE(has_logged("widget timings-key"));
    const ImGuiWindow* const timings = ImGui::FindWindowByName("##timings");
    for (const float width : {1280.0f, 900.0f, 640.0f}) {
        ImGui::GetIO().DisplaySize = {width, 720.0f};
        drawn();
        EXPECT_EQ(timings->ScrollMax.y, 0.0f) << width << ": key and plot fit above each other, or the plot alone";
    }
    // The percentiles come with the pointer.
    ImGui::GetIO().DisplaySize = {1280.0f, 720.0f};
    drawn();
    ImGui::GetIO().MousePos = {timings->WorkRect.Min.x + 5.0f, timings->WorkRect.Min.y + 5.0f};
    drawn();
    EXPECT_NE(window_with("##Tooltip"), nullptr);
}

// Probes were hidden for all scenes to come, without a word, by whoever wanted to see them in one that has none.
TEST_F(Strip, SaysThatASceneHasNoProbesToShow) {
    drawn();
    press("V");
    EXPECT_TRUE(has_logged("hidden in scenes that have some; this one has none"));
    press("V");
    EXPECT_TRUE(has_logged("shown in scenes that have some; this one has none"));
    open_with_probes();
    bench_.laboratory.toasts.clear();
    press("V");
    EXPECT_FALSE(bench_.settings.shows_probes);
    EXPECT_TRUE(bench_.laboratory.toasts.all().empty()) << "it is seen";
}
