// The browser of files: what it lists, how a typed path is understood, and that it opens what is meant.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <fstream>

#include "app/checkpoint_file.hpp"
#include "app/data_files.hpp"
#include "app/window/folder_view.hpp"
#include "app/window/panels.hpp"
#include "drawn_interface.hpp"
#include "render/image.hpp"
#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"

namespace {

std::vector<std::string> names_of(const std::vector<app::FolderEntry>& entries) {
    std::vector<std::string> names;
    for (const app::FolderEntry& entry : entries) names.push_back(entry.name + (entry.is_folder ? "/" : ""));
    return names;
}

class OpenDialog : public DrawnInterface, public testing::Test {
protected:
    OpenDialog() : DrawnInterface(render::Theme::dark) {}
};

}  // namespace

TEST(FolderView, ListsFoldersAndWhatCanBeOpened) {
    const SceneFolder folder;
    std::filesystem::create_directory(folder.path() / "deep");
    for (const char* name : {"b.json", "a.weir", "schema.json", "notes.txt", ".hidden.json"})
        (void)folder.write(name, "{}");
    EXPECT_EQ(names_of(app::entries_of(folder.path())), (std::vector<std::string>{"deep/", "a.weir", "b.json"}));
    EXPECT_THROW((void)app::entries_of(folder.path() / "none"), std::filesystem::filesystem_error);
}

TEST(FolderView, UnderstandsPathsAsTheyAreTyped) {
    EXPECT_EQ(app::typed_in("/here", "dam").whole(), "/here/dam");
    EXPECT_EQ(app::typed_in("/here", "sub/dam").folder, "/here/sub/");
    EXPECT_EQ(app::typed_in("/here/sub", "../dam").folder, "/here/");
    EXPECT_EQ(app::typed_in("/here", "/there/dam").whole(), "/there/dam");
    ::setenv("HOME", "/home/somebody", 1);
    EXPECT_EQ(app::typed_in("/here", "~/dam").whole(), "/home/somebody/dam");
}

TEST(FolderView, CompletesAsFarAsItIsSure) {
    const std::vector<app::FolderEntry> entries = {{"scenes", true}, {"dam-1.json", false}, {"dam-2.json", false}};
    const auto complete = [&](const std::string& name) {
        return app::completed("x/" + name, name, app::that_begin(entries, name));
    };
    EXPECT_EQ(complete("s"), "x/scenes/");
    EXPECT_EQ(complete("DA"), "x/dam-");
    EXPECT_EQ(complete("dam-2"), "x/dam-2.json");
    EXPECT_EQ(complete("none"), "x/none");
}

// A folder full of scenes once had "no scenes and no checkpoints" where none had the name that was typed.
TEST(FolderView, SaysWhetherThereAreNoneOrNoneOfTheName) {
    EXPECT_STREQ(app::why_none({}), "no scenes and no checkpoints");
    EXPECT_STREQ(app::why_none({{"dam.json", false}}), "none that begins so");
}

TEST_F(OpenDialog, OpensASceneByItsPathAndSaysWhatIsNotThere) {
    (void)folder_.write("mine.json", probed_dam);
    press("Ctrl+O");
    drawn();
    EXPECT_EQ(bench_.open.folder, folder_.path()) << "where the scene is that runs";
    ASSERT_TRUE(drawn_until([&] { return bench_.open.listing.trouble.empty(); })) << "the disk has answered";
    type("mi");
    hit(ImGuiKey_Tab);
    EXPECT_EQ(bench_.open.text, "mine.json");
    type("x");
    hit(ImGuiKey_Enter);
    EXPECT_NE(bench_.open.trouble.find("there is no " + (folder_.path() / "mine.jsonx").string()), std::string::npos)
        << bench_.open.trouble;
    EXPECT_TRUE(bench_.open.is_open);
    hit(ImGuiKey_Backspace);
    hit(ImGuiKey_Enter);
    EXPECT_FALSE(bench_.open.is_open);
    EXPECT_TRUE(drawn_until([&] { return bench_.laboratory.scene().name == "Probed dam"; }));
}

TEST_F(OpenDialog, FindsAShippedSceneByAPartOfItsTitle) {
    press("Ctrl+O");
    drawn();
    type("uble dam br");
    hit(ImGuiKey_Enter);
    EXPECT_TRUE(drawn_until([&] { return bench_.laboratory.scene().name == "Double dam break"; }));
}

TEST_F(OpenDialog, ShowsThePicturesOfTheScenesThatHaveOne) {
    press("Ctrl+O");
    const int without = drawn();
    bench_.picture_of = [](const std::string& scene) -> ImTextureID {
        static int texture = 0;
        return scene == "dam-break" ? &texture : nullptr;
    };
    EXPECT_EQ(drawn(), without + 4) << "one picture is four corners more";
}

TEST(ScenePictures, AreShippedForEveryShippedScene) {
    for (const std::string& scene : app::shipped_scenes()) {
        const std::filesystem::path file = app::assets_folder() / "scenes" / (scene + ".png");
        ASSERT_TRUE(std::filesystem::exists(file)) << scene << ": assets/scenes/draw.py draws it";
        const render::Image picture = render::read_png(file);
        EXPECT_EQ(picture.width, 192) << scene;
        EXPECT_EQ(picture.height, 108) << scene;
    }
}

TEST_F(OpenDialog, OpensACheckpointAndTellsOfABrokenOne) {
    sim::World world(sim::parse_scene(probed_dam, "probed.json"));
    for (int i = 0; i < 3; ++i) (void)world.advance_frame();
    const std::string whole = sim::save_checkpoint(world);
    (void)folder_.write("broken.weir", whole.substr(0, whole.size() - 9));
    (void)folder_.write("whole.weir", whole);
    press("Ctrl+O");
    drawn();
    type("broken.weir");
    hit(ImGuiKey_Enter);
    ASSERT_TRUE(drawn_until([&] { return !bench_.laboratory.scene_errors().empty(); }));
    EXPECT_NE(bench_.laboratory.scene_errors().front().find("broken.weir"), std::string::npos);
    EXPECT_EQ(bench_.laboratory.scene().name, "Small dam") << "the old one goes on";
    press("Ctrl+O");
    drawn();
    ASSERT_TRUE(drawn_until([&] { return bench_.open.listing.trouble.empty(); }));
    type("whole");
    hit(ImGuiKey_Enter);
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.scene().name == "Probed dam"; }));
    EXPECT_EQ(bench_.laboratory.state().frame, 3u);
    EXPECT_TRUE(bench_.laboratory.scene_errors().empty());
}

TEST_F(OpenDialog, FitsIntoEveryWindow) {
    press("Ctrl+O");
    for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{480, 320}, ImVec2{1920, 1080}}) {
        ImGui::GetIO().DisplaySize = size;
        drawn();
        const ImGuiWindow* dialog = ImGui::FindWindowByName("Open a scene or a checkpoint");
        ASSERT_NE(dialog, nullptr);
        EXPECT_GE(dialog->Pos.x, 0.0f);
        EXPECT_GE(dialog->Pos.y, 0.0f);
        EXPECT_LE(dialog->Pos.x + dialog->Size.x, size.x + 1.0f);
        EXPECT_LE(dialog->Pos.y + dialog->Size.y, size.y + 1.0f);
    }
    press("Escape");
    EXPECT_FALSE(bench_.open.is_open);
}

TEST(CheckpointFile, IsKnownByItsNameOrItsBeginning) {
    const SceneFolder folder;
    EXPECT_TRUE(app::is_checkpoint(folder.write("a.weir", "")));
    EXPECT_TRUE(app::is_checkpoint(folder.write("a.bin", "WEIRCHK5...")));
    EXPECT_FALSE(app::is_checkpoint(folder.write("a.json", small_dam)));
    EXPECT_FALSE(app::is_checkpoint(folder.path()));
}
