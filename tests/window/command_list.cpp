// The line for commands: what is found by a few letters, and that it is done.
#include "app/window/command_list.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <set>

#include "app/window/widgets.hpp"
#include "drawn_interface.hpp"

namespace {

class CommandList : public DrawnInterface, public testing::Test {
protected:
    CommandList() : DrawnInterface(render::Theme::dark) {}

    std::string first_for(const std::string& text) const {
        const std::vector<app::Command> all = app::commands(bench_);
        const std::vector<std::size_t> found = app::found_in(all, text);
        return found.empty() ? "" : all[found.front()].name;
    }
};

}  // namespace

TEST_F(CommandList, FindsEverythingByAFewLetters) {
    EXPECT_EQ(first_for("play"), "Simulation: Play or pause");
    EXPECT_EQ(first_for("PILL"), "Open: Pillars");
    EXPECT_EQ(first_for("search kd"), "Neighbour search: kd-tree");
    EXPECT_EQ(first_for("tree broad"), "Broad phase: box-tree") << "in whatever order";
    EXPECT_EQ(first_for("colour comp"), "Colour by compression");
    EXPECT_EQ(first_for("cividis"), "Colours: cividis");
    EXPECT_EQ(first_for("no such thing"), "");
    EXPECT_EQ(app::found_in(app::commands(bench_), "").size(), app::commands(bench_).size());
}

// "sound" found nothing: parameters were in no list.
TEST_F(CommandList, LeadsToEveryParameterInThePanel) {
    EXPECT_EQ(first_for("sound"), "Parameter: Sound speed (water)");
    EXPECT_EQ(first_for("artificial"), "Parameter: Impact damping (artificial viscosity, water)");
    EXPECT_EQ(first_for("real time"), "Parameter: Hurry (real time)");
    std::string piped = small_dam;
    piped.insert(
        piped.find("\"volumes\""),
        R"("emitters": [{"name": "jet", "shape": "disc", "position": [0.5, 0.25, 0.45], "radius": 0.05, "direction": [0, 0, -1], "speed": 1}],
                    "drains": [{"name": "sink", "shape": "box", "min": [0.9, 0, 0], "max": [1, 0.1, 0.1]}], )");
    bench_.laboratory.open_scene(folder_.write("piped.json", piped));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().drains.size() == 1; }));
    bench_.laboratory.toggle_play();
    ImGui::GetIO().DisplaySize = {1280, 400};
    int parameters = 0;
    for (const app::Command& command : app::commands(bench_)) {
        if (!command.name.starts_with("Parameter: ")) continue;
        bench_.settings.shows_panels = false;
        command.run(bench_);
        EXPECT_FALSE(app::has_found_row());
        drawn();
        EXPECT_TRUE(app::has_found_row()) << command.name;
        ++parameters;
    }
    EXPECT_GT(parameters, 20);
    EXPECT_GT(ImGui::FindWindowByName("##side")->Scroll.y, 0.0f) << "walls are far down";
}

TEST_F(CommandList, HasEachNameOnce) {
    std::set<std::string> names;
    for (const app::Command& command : app::commands(bench_))
        EXPECT_TRUE(names.insert(command.name).second) << command.name;
}

TEST_F(CommandList, DoesWhatIsTypedAndChosen) {
    press("Ctrl+P");
    drawn();
    type("colour by");
    hit(ImGuiKey_DownArrow);
    EXPECT_EQ(bench_.commands.chosen, 1u);
    hit(ImGuiKey_Enter);
    EXPECT_FALSE(bench_.commands.is_open);
    EXPECT_EQ(bench_.laboratory.colouring(), sim::Colouring::density);
}

TEST_F(CommandList, ClosesByEscapeWhileItIsTypedInto) {
    press("Ctrl+P");
    drawn();
    const auto escape = std::ranges::find(app::actions(), std::string_view("Escape"), &app::Action::key_name);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    EXPECT_TRUE(app::leaves_dialog(bench_, escape->key));
    press("Escape");
    drawn();
    EXPECT_FALSE(bench_.commands.is_open);
    EXPECT_FALSE(app::leaves_dialog(bench_, escape->key)) << "of a number that is typed the key is ImGui's";
}
