#include "app/window/scene_file.hpp"

#include <exception>
#include <system_error>

#include "app/data_files.hpp"
#include "sim/scene_reader.hpp"

namespace app {
namespace {

constexpr double look_interval = 0.2;  // s

/// The earliest of times for a file that is not there: it counts as changed when it comes back.
std::filesystem::file_time_type written_at(const std::filesystem::path& file) {
    std::error_code trouble;
    const auto time = std::filesystem::last_write_time(file, trouble);
    return trouble ? std::filesystem::file_time_type::min() : time;
}

}  // namespace

std::vector<ShippedScene> describe_shipped_scenes() {
    std::vector<ShippedScene> result;
    for (const std::string& name : shipped_scenes()) {
        ShippedScene scene{name, name, {}};
        try {
            const sim::Scene read = sim::read_scene(find_scene(name));
            scene.title = read.name;
            scene.watch = read.watch;
        } catch (const std::exception&) {
            // Listed by its name alone; its errors are shown when somebody opens it.
        }
        result.push_back(std::move(scene));
    }
    return result;
}

void FileWatch::watch(const std::filesystem::path& file) {
    file_ = file;
    seen_ = settling_ = written_at(file);
    until_next_look_ = look_interval;
}

bool FileWatch::has_changed(double seconds) {
    until_next_look_ -= seconds;
    if (until_next_look_ > 0.0) return false;
    until_next_look_ = look_interval;
    const auto now = written_at(file_);
    const bool is_quiet = now == settling_;
    settling_ = now;
    if (now == seen_ || !is_quiet || now == std::filesystem::file_time_type::min()) return false;
    seen_ = now;
    return true;
}

}  // namespace app
