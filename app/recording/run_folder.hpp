// Where the files of a run go.
#pragma once

#include <filesystem>
#include <string>

namespace app {

/// A scene's name is free text; a file's is not.
[[nodiscard]] std::string file_name_of(const std::string& scene_name);

/// Where it is not there yet. Throws std::runtime_error naming the folder when it cannot be made.
void make_folder(const std::filesystem::path& folder);

/// A file in the folder that a run wrote, by its name; empty where there is none, or no folder.
[[nodiscard]] std::filesystem::path file_of_a_run(const std::filesystem::path& folder);

/// Makes and returns the folder `parent/<scene>-<local time>`, for one run and no other: when it is there already
/// ("-2", "-3", …) is appended. Throws std::runtime_error naming the folder when it cannot be made.
[[nodiscard]] std::filesystem::path new_run_folder(const std::filesystem::path& parent, const std::string& scene_name);

/// `folder/<stem>-<n><ending>` with the first number that is free; makes the folder when it is not there.
[[nodiscard]] std::filesystem::path new_numbered_file(const std::filesystem::path& folder, const std::string& stem,
                                                      const std::string& ending);

}  // namespace app
