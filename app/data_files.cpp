#include "app/data_files.hpp"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "app/checkpoint_file.hpp"
#include "app/commands/usage.hpp"
#include "sim/did_you_mean.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

/// `folder` of the installed program if it is there, else of the source or build tree that this program was made in.
fs::path data_folder(const char* folder, const char* made_in) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    const fs::path installed = (program.parent_path().parent_path() / "share/weir" / folder).lexically_normal();
    const fs::path beside_source = fs::path(made_in) / folder;
    for (const fs::path& place : {installed, beside_source})
        if (fs::is_directory(place, error)) return place;
    throw std::runtime_error("no folder '" + std::string(folder) + "' in " + installed.parent_path().string() +
                             " nor in " + made_in + "; reinstall weir, or run it from its build folder");
}

}  // namespace

fs::path scenes_folder() { return data_folder("scenes", WEIR_SOURCE_FOLDER); }
fs::path shaders_folder() { return data_folder("shaders", WEIR_SOURCE_FOLDER); }
fs::path assets_folder() { return data_folder("assets", WEIR_BUILD_FOLDER); }

std::vector<std::string> shipped_scenes() {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(scenes_folder()))
        if (entry.path().extension() == ".json" && entry.path().filename() != "schema.json")
            names.push_back(entry.path().stem().string());
    std::ranges::sort(names, {}, [](const std::string& name) { return std::pair(name != "dam-break", name); });
    return names;
}

fs::path find_scene_or_checkpoint(const std::string& name_or_path) {
    std::error_code error;
    if (fs::is_regular_file(name_or_path, error)) return name_or_path;
    const std::vector<std::string> shipped = shipped_scenes();
    if (std::ranges::find(shipped, name_or_path) != shipped.end()) return scenes_folder() / (name_or_path + ".json");
    if (fs::is_directory(name_or_path, error))
        throw UsageError("'" + name_or_path + "' is a folder; name a scene file in it");
    throw UsageError("no scene '" + name_or_path + "', neither a file nor a shipped one; " +
                     sim::did_you_mean(fs::path(name_or_path).stem().string(), shipped));
}

fs::path find_scene(const std::string& name_or_path) {
    fs::path file = find_scene_or_checkpoint(name_or_path);
    if (is_checkpoint(file))
        throw UsageError("'" + name_or_path + "' is a checkpoint and no scene; go on from it with weir run --resume " +
                         name_or_path + ", or look at it with weir " + name_or_path);
    return file;
}

}  // namespace app
