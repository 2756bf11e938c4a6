#include "app/window/settings_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "scenes.hpp"

TEST(SettingsFile, KeepsHowTheWindowWasLeft) {
    const SceneFolder folder;
    const auto file = folder.path() / "deep/weir/window.json";
    app::KeptSettings kept;
    kept.settings.theme = render::Theme::light;
    kept.settings.interface_scale = 1.5f;
    kept.settings.map = render::ColourMap::turbo;
    kept.settings.shows_log = true;
    kept.settings.shows_timings = false;
    kept.width = 1000;
    app::save_settings(file, kept);
    app::KeptSettings found;
    app::load_settings(file, found);
    EXPECT_EQ(found.settings.theme, render::Theme::light);
    EXPECT_FLOAT_EQ(found.settings.interface_scale, 1.5f);
    EXPECT_EQ(found.settings.map, render::ColourMap::turbo);
    EXPECT_TRUE(found.settings.shows_log);
    EXPECT_FALSE(found.settings.shows_timings);
    EXPECT_TRUE(found.settings.shows_panels);
    EXPECT_EQ(found.width, 1000);
    EXPECT_EQ(found.height, 720);
}

TEST(SettingsFile, WritesNothingWhereNothingChanged) {
    const SceneFolder folder;
    app::save_settings(folder.path() / "window.json", {});
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "window.json"));
    app::save_settings({}, {});
}

// With everything as it is at first, such a file once stayed, and was complained of at every start.
TEST(SettingsFile, TakesThePlaceOfAFileThatIsNotUnderstood) {
    const SceneFolder folder;
    const std::filesystem::path file = folder.write("window.json", "{ not JSON");
    app::save_settings(file, {});
    std::ifstream stream(file);
    std::string first;
    std::getline(stream, first);
    std::getline(stream, first);
    EXPECT_EQ(first, "  \"theme\": \"dark\",");
}

TEST(SettingsFile, TakesNoHarmFromWhatOthersWroteIntoIt) {
    const SceneFolder folder;
    for (const char* text : {"", "{", "[1]", "{\"theme\": 7, \"panels\": \"no\", \"interface_scale\": 1e9}",
                             "{\"width\": 99999999999, \"colours\": []}"}) {
        app::KeptSettings found;
        app::load_settings(folder.write("window.json", text), found);
        EXPECT_EQ(found.settings.theme, render::Theme::dark) << text;
        EXPECT_TRUE(found.settings.shows_panels) << text;
        EXPECT_LE(found.settings.interface_scale, app::Settings::largest_scale) << text;
        EXPECT_LE(found.width, 16384) << text;
    }
}
