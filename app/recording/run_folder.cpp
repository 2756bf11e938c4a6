#include "app/recording/run_folder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "sim/text_cursor.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> recordings_of_a_run = {"summary.json", "timings.csv", "trace.json",
                                                                 "probes.csv"};
constexpr std::array<std::string_view, 5> stems_of_a_run = {"checkpoint-", "last-good-", "frame-", "particles-",
                                                            "surface-"};

std::string local_time() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%d-%H%M%S", &parts);
    return {text, length};
}

/// "checkpoint-000300.weir" and the like.
bool is_numbered(const std::string& name) {
    return std::ranges::any_of(stems_of_a_run, [&](std::string_view stem) {
        return name.starts_with(stem) && std::isdigit(static_cast<unsigned char>(name[stem.size()]));
    });
}

[[noreturn]] void refuse(const fs::path& folder, const std::error_code& error) {
    throw std::runtime_error("cannot make the folder " + folder.string() + ": " +
                             (error ? error.message() : "there is a file of that name") +
                             "; choose another with --out");
}

}  // namespace

std::string file_name_of(const std::string& scene_name) {
    // File systems take 255 bytes; a character is not cut.
    std::size_t length = std::min<std::size_t>(scene_name.size(), 100);
    while (length > 0 && length < scene_name.size() && sim::continues_character(scene_name[length])) --length;
    std::string name;
    for (const char c : scene_name.substr(0, length))
        name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || (c & 0x80) ? c : '-';
    return name;
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder, error)) refuse(folder, error);
}

fs::path file_of_a_run(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        // Links to devices are where somebody wants the files to go, and hold none.
        if ((std::ranges::find(recordings_of_a_run, name) != recordings_of_a_run.end() || is_numbered(name)) &&
            entry->is_regular_file(error))
            return name;
    }
    return {};
}

fs::path new_run_folder(const fs::path& parent, const std::string& scene_name) {
    const fs::path wanted = parent / (file_name_of(scene_name) + "-" + local_time());

    make_folder(parent);
    std::error_code error;
    fs::path folder = wanted;
    // create_directory says false, without an error, when there is such a folder: somebody else's.
    for (int attempt = 2; !error && !fs::create_directory(folder, error); ++attempt)
        if (!error) folder = wanted.string() + "-" + std::to_string(attempt);
    if (error) refuse(folder, error);
    return folder;
}

fs::path new_numbered_file(const fs::path& folder, const std::string& stem, const std::string& ending) {
    make_folder(folder);
    fs::path file;
    for (int number = 1; file.empty() || fs::exists(file); ++number)
        file = folder / (stem + "-" + std::to_string(number) + ending);
    return file;
}

}  // namespace app
