// Scene files as the window needs them: what menus say about the shipped ones, and whether a file has changed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace app {

struct ShippedScene {
    std::string name;   // as find_scene() knows it
    std::string title;  // for people; the name when the file is bad
    std::string watch;  // one sentence; empty when the file is bad
};

/// In the order of shipped_scenes(). A bad file is listed too: opening it says what is wrong with it.
[[nodiscard]] std::vector<ShippedScene> describe_shipped_scenes();

/// Notices that a file was written, once the writer has been quiet for a moment: editors truncate first and write
/// later.
class FileWatch {
public:
    void watch(const std::filesystem::path& file);
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    /// True once after each change. Looks at the disk a few times a second only.
    [[nodiscard]] bool has_changed(double seconds);

private:
    std::filesystem::path file_;
    std::filesystem::file_time_type seen_, settling_;
    double until_next_look_ = 0.0;  // s
};

}  // namespace app
