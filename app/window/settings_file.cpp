#include "app/window/settings_file.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "app/recording/atomic_file.hpp"

namespace app {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json as_json(const KeptSettings& kept) {
    const Settings& s = kept.settings;
    return {{"theme", s.theme == render::Theme::dark ? "dark" : "light"},
            {"interface_scale", s.interface_scale},
            {"colours", render::colour_map_names[static_cast<std::size_t>(s.map)]},
            {"panels", s.shows_panels},
            {"timings", s.shows_timings},
            {"probes", s.shows_probes},
            {"energy", s.shows_energy},
            {"log", s.shows_log},
            {"width", kept.width},
            {"height", kept.height}};
}

Json read(const fs::path& file) {
    std::ifstream stream(file);
    return stream ? Json::parse(stream) : Json::object();
}

void take(const Json& json, const char* key, bool& value) {
    if (json.contains(key) && json[key].is_boolean()) value = json[key].get<bool>();
}

void take_size(const Json& json, const char* key, int& value) {
    constexpr int smallest = 320, largest = 16384;  // pixels
    if (json.contains(key) && json[key].is_number_integer())
        value = static_cast<int>(std::clamp<std::int64_t>(json[key].get<std::int64_t>(), smallest, largest));
}

}  // namespace

fs::path settings_file() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && fs::path(config).is_absolute())
        return fs::path(config) / "weir/window.json";
    if (const char* home = std::getenv("HOME"); home != nullptr && fs::path(home).is_absolute())
        return fs::path(home) / ".config/weir/window.json";
    return {};
}

void load_settings(const fs::path& file, KeptSettings& kept) {
    if (file.empty()) return;
    try {
        const Json json = read(file);
        if (!json.is_object()) throw std::runtime_error("it is no JSON object");
        Settings& s = kept.settings;
        if (json.value("theme", Json()) == "light") s.theme = render::Theme::light;
        if (json.contains("interface_scale") && json["interface_scale"].is_number())
            s.interface_scale =
                std::clamp(json["interface_scale"].get<float>(), Settings::smallest_scale, Settings::largest_scale);
        for (std::size_t map = 0; map < render::colour_map_names.size(); ++map)
            if (json.value("colours", Json()) == render::colour_map_names[map])
                s.map = static_cast<render::ColourMap>(map);
        take(json, "panels", s.shows_panels);
        take(json, "timings", s.shows_timings);
        take(json, "probes", s.shows_probes);
        take(json, "energy", s.shows_energy);
        take(json, "log", s.shows_log);
        take_size(json, "width", kept.width);
        take_size(json, "height", kept.height);
    } catch (const std::exception& error) {
        spdlog::warn("{} is not understood and left aside: {}", file.string(), error.what());
    }
}

void save_settings(const fs::path& file, const KeptSettings& kept) {
    if (file.empty()) return;
    try {
        const auto text_of = [](const KeptSettings& settings) { return as_json(settings).dump(2) + "\n"; };
        const std::string wanted = text_of(kept);
        // What is there may not be understood, or by now not be all that there is to keep.
        std::ifstream stream(file);
        const std::string before =
            stream ? std::string(std::istreambuf_iterator<char>(stream), {}) : text_of(KeptSettings{});
        if (before == wanted) return;
        fs::create_directories(file.parent_path());
        write_file(file, wanted);
    } catch (const std::exception& error) {
        spdlog::warn("the window's settings are not kept: {}", error.what());
    }
}

}  // namespace app
