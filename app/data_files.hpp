// Where the program finds its scenes, shaders and assets: beside the source when run from a build folder,
// in ../share/weir when installed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// Each throws std::runtime_error naming the folders that were looked in.
[[nodiscard]] std::filesystem::path scenes_folder();
[[nodiscard]] std::filesystem::path shaders_folder();
[[nodiscard]] std::filesystem::path assets_folder();

/// Names of the shipped scenes, "dam-break" first, the rest by alphabet.
[[nodiscard]] std::vector<std::string> shipped_scenes();

/// A path as given, or a shipped scene's name. Throws std::invalid_argument with the nearest names when there is
/// neither.
[[nodiscard]] std::filesystem::path find_scene_or_checkpoint(const std::string& name_or_path);

/// The same for who can do nothing with a checkpoint: throws std::invalid_argument that says what can be done with one.
[[nodiscard]] std::filesystem::path find_scene(const std::string& name_or_path);

}  // namespace app
