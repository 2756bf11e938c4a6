#include "app/window/parameter_difference.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/scene_fields.hpp"
#include "sim/scene_writer.hpp"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

struct Difference {
    std::string setting;
    std::string values;  // where it is a single one: before and after
};

Json written(sim::Scene scene, const sim::Parameters& parameters) {
    scene.take(parameters);
    return Json::parse(sim::write_scene(scene)).flatten();
}

/// The setting that a place in a file ("/gravity/2") is of.
std::string setting_at(const std::string& pointer) {
    std::string path = pointer.substr(1);
    std::ranges::replace(path, '/', '.');
    while (sim::find_scene_field(path) == nullptr && path.find('.') != std::string::npos) path.resize(path.rfind('.'));
    return path;
}

std::string text_of(const Json& value) {
    if (!value.is_number()) return value.is_string() ? value.get<std::string>() : value.dump();
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value.get<double>());
    return text.data();
}

std::string values_text(const std::string& setting, const Json& before, const Json& after) {
    const sim::FieldInfo* const field = sim::find_scene_field(setting);
    const std::string unit = field != nullptr && !field->unit.empty() ? " " + field->unit : "";
    return ", " + text_of(before) + " -> " + text_of(after) + unit;
}

std::vector<Difference> differences(const Json& before, const Json& after) {
    std::vector<Difference> all;
    for (const auto& [place, value] : after.items()) {
        const auto known = before.find(place);
        if (known == before.end() || *known == value) continue;
        const std::string setting = setting_at(place);
        const auto same = std::ranges::find(all, setting, &Difference::setting);
        if (same != all.end())
            same->values.clear();  // a vector, of which several numbers changed
        else
            all.push_back({setting, values_text(setting, *known, value)});
    }
    return all;
}

}  // namespace

std::string difference_of(const sim::Scene& scene, const sim::Parameters& before, const sim::Parameters& after) {
    const std::vector<Difference> all = differences(written(scene, before), written(scene, after));
    if (all.empty()) return {};
    if (all.size() == 1) return all.front().setting + all.front().values;
    if (all.size() == 2) return all[0].setting + " and " + all[1].setting;
    return all[0].setting + ", " + all[1].setting + " and " + std::to_string(all.size() - 2) + " more";
}

std::string difference_of(const std::vector<sim::Probe>& before, const std::vector<sim::Probe>& after) {
    const auto without = [](const std::vector<sim::Probe>& some, const std::vector<sim::Probe>& others) {
        std::vector<sim::Probe> left;
        std::ranges::copy_if(some, std::back_inserter(left),
                             [&](const sim::Probe& probe) { return std::ranges::find(others, probe) == others.end(); });
        return left;
    };
    const std::vector<sim::Probe> gone = without(before, after), come = without(after, before);
    if (gone.size() + come.size() == 1) {
        return "probe " + (gone.empty() ? come.front().name + " added" : gone.front().name + " removed");
    }
    if (gone.size() != 1 || come.size() != 1) return "probes changed";
    const std::string& name = come.front().name;
    return "probe " + gone.front().name + (name == gone.front().name ? " changed" : " renamed to " + name);
}

}  // namespace app
