// Small scenes for the tests of the window, as files in a folder that goes away with the test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

class SceneFolder {
public:
    SceneFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "weir-window-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~SceneFolder() { std::filesystem::remove_all(path_); }
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// A cube of about a thousand particles in a corner of a tank.
inline const std::string small_dam = R"({
  "name": "Small dam",
  "watch": "A cube of water falls over.",
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": 0.04,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}]
})";

/// Two errors: a key nobody knows and a spacing below zero.
inline const std::string bad_scene = R"({
  "domain": {"min": [0, 0, 0], "max": [1, 0.5, 0.5]},
  "spacing": -0.04,
  "viscosty": 1,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.4, 0.4]}]
})";
