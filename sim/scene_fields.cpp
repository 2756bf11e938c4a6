#include "sim/scene_fields.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "sim/did_you_mean.hpp"
#include "sim/scene_description.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

std::string in_brackets(std::span<const std::string> parts) {
    std::string list = "[";
    return list.append(joined(parts)).append("]");
}

/// Writes down every field it is shown.
class FieldLister final : public FieldVisitor {
public:
    std::vector<FieldInfo> fields;

    void number(const Field& field, float& value) override { add(field, "number", number_text(value)); }
    void integer(const Field& field, std::int64_t& value) override { add(field, "integer", std::to_string(value)); }
    void vector(const Field& field, glm::vec3& value) override {
        const std::array<std::string, 3> parts = {number_text(value.x), number_text(value.y), number_text(value.z)};
        add(field, "vector", in_brackets(parts));
    }
    void integers(const Field& field, glm::ivec3& value) override {
        const std::array<std::string, 3> parts = {std::to_string(value.x), std::to_string(value.y),
                                                  std::to_string(value.z)};
        add(field, "integers", in_brackets(parts));
    }
    void points(const Field& field, std::vector<glm::vec3>&) override { add(field, "points", "[]"); }
    void flag(const Field& field, bool& value) override { add(field, "flag", value ? "true" : "false"); }
    void text(const Field& field, std::string& value) override { add(field, "text", nlohmann::json(value).dump()); }
    void choice(const Field& field, std::size_t& value, const std::vector<std::string>& names) override {
        add(field, "choice", nlohmann::json(names.at(value)).dump());
        fields.back().choices = names;
        choices_[fields.back().path] = names;
    }
    void object(const Field& field, spatial::FunctionRef<void()> parts) override {
        add(field, "object", "{}");
        within(field.key, parts);
    }
    void list(const Field& field, std::size_t count, spatial::FunctionRef<void(std::size_t)> resize,
              spatial::FunctionRef<void(std::size_t)> entry) override {
        add(field, "list", in_brackets(std::vector<std::string>(count, "{}")));
        resize(1);
        within(std::string(field.key) + ".*", [&] { entry(0); });
    }

private:
    void add(const Field& field, const char* type, const std::string& value) {
        FieldInfo info;
        info.path = prefix_ + field.key;
        info.type = type;
        info.unit = field.unit;
        info.help = field.help;
        info.min = field.min;
        info.max = field.max;
        if (!field.required && field.has_default) info.default_value = value;
        info.decided_by = field.only_for.key;
        for (const std::size_t choice : field.only_for.choices) {
            info.only_for.push_back(choices_.at(prefix_ + field.only_for.key)[choice]);
        }
        info.required = field.required;
        info.live = field.live;
        fields.push_back(std::move(info));
    }

    void within(const std::string& part, spatial::FunctionRef<void()> parts) {
        const std::string outer = std::exchange(prefix_, prefix_ + part + ".");
        parts();
        prefix_ = outer;
    }

    std::string prefix_;
    std::map<std::string, std::vector<std::string>> choices_;  // by the path of the field that decides
};

/// With * for every part that is a number.
std::string starred(std::string_view path) {
    std::string result;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('.'));
        const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
        if (!result.empty()) result += '.';
        result += is_number ? "*" : part;
        path.remove_prefix(std::min(part.size() + 1, path.size()));
    }
    return result;
}

}  // namespace

const std::vector<FieldInfo>& scene_fields() {
    static const std::vector<FieldInfo> fields = [] {
        FieldLister lister;
        Scene scene;
        describe(lister, scene);
        return std::move(lister.fields);
    }();
    return fields;
}

const FieldInfo* find_scene_field(std::string_view path) {
    const auto found = std::ranges::find(scene_fields(), starred(path), &FieldInfo::path);
    return found == scene_fields().end() ? nullptr : &*found;
}

const FieldInfo& scene_field(std::string_view path) {
    if (const FieldInfo* field = find_scene_field(path)) return *field;
    std::vector<std::string> paths;
    for (const FieldInfo& field : scene_fields()) paths.push_back(field.path);
    throw std::invalid_argument("no scene field " + in_quotes(path) + "; " + did_you_mean(path, paths));
}

std::vector<std::string> scene_keys(std::string_view object) {
    std::vector<std::string> keys;
    for (const FieldInfo& field : scene_fields()) {
        if (field.parent() == starred(object)) keys.push_back(field.key());
    }
    return keys;
}

}  // namespace sim
