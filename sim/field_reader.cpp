#include "sim/field_reader.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "sim/did_you_mean.hpp"
#include "sim/scene_description.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

std::string with_unit(const char* unit) { return *unit == '\0' ? "" : std::string(" ") + unit; }
/// A number as it was written, for a message of one line.
std::string as_written(const std::string& number) {
    constexpr std::size_t longest = 40;
    return number.size() <= longest ? number : number.substr(0, longest) + "…";
}
std::string in_unit(const char* unit) { return *unit == '\0' ? "" : std::string(" in ") + unit; }

class FieldReader final : public FieldVisitor {
public:
    explicit FieldReader(std::vector<Complaint>& complaints) : complaints_(complaints) {}

    FieldSources take_sources() { return std::move(sources_); }

    /// Shows the fields of an object to the visitor, and then complains of keys that were none of them or are missing.
    void read_object(const JsonNode& node, const std::string& path, spatial::FunctionRef<void()> parts) {
        if (!has_type(node, JsonType::object, path, "an object { … }")) return;
        sources_.found(path, node.place);
        Object outer = std::exchange(object_, Object{&node, path, {}, {}, {}});
        parts();
        complain_of_keys();
        object_ = std::move(outer);
    }

    void number(const Field& field, float& value) override {
        const JsonNode* node = find(field);
        if (node != nullptr) value = number_at(*node, path_of(field), field).value_or(value);
    }

    void integer(const Field& field, std::int64_t& value) override {
        if (const JsonNode* node = find(field)) integer_at(*node, path_of(field), field, value);
    }

    void vector(const Field& field, glm::vec3& value) override {
        if (const JsonNode* node = find(field)) vector_at(*node, path_of(field), field, value);
    }

    void integers(const Field& field, glm::ivec3& value) override {
        const JsonNode* node = find(field);
        const std::string path = path_of(field);
        if (node == nullptr || !is_triple(*node, path, "whole numbers")) return;
        for (int axis = 0; axis < 3; ++axis) {
            std::int64_t part = value[axis];
            integer_at(node->children[static_cast<std::size_t>(axis)], path + "." + std::to_string(axis), field, part);
            value[axis] = static_cast<int>(part);
        }
    }

    void points(const Field& field, std::vector<glm::vec3>& value) override {
        const JsonNode* node = find(field);
        const std::string path = path_of(field);
        if (node == nullptr || !has_type(*node, JsonType::list, path, "a list of points [[x, y, z], … ]")) return;
        value.resize(node->children.size());
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string entry = path + "." + std::to_string(i);
            sources_.found(entry, node->children[i].place);
            vector_at(node->children[i], entry, field, value[i]);
        }
    }

    void flag(const Field& field, bool& value) override {
        const JsonNode* node = find(field);
        if (node != nullptr && has_type(*node, JsonType::flag, path_of(field), "true or false")) value = node->flag;
    }

    void text(const Field& field, std::string& value) override {
        const JsonNode* node = find(field);
        if (node == nullptr || !has_type(*node, JsonType::text, path_of(field), "text")) return;
        value = node->text;
        // Names are said on terminals, which take such bytes for orders.
        if (std::ranges::any_of(value, is_control))
            complain(node->place, path_of(field),
                     ": a text here is one line without control characters, not " + in_quotes(value));
    }

    void choice(const Field& field, std::size_t& value, const std::vector<std::string>& names) override {
        const JsonNode* node = find(field);
        const std::string path = path_of(field);
        if (node != nullptr && has_type(*node, JsonType::text, path, "one of the texts " + joined(names))) {
            const auto found = std::ranges::find(names, node->text);
            if (found != names.end()) {
                value = static_cast<std::size_t>(found - names.begin());
            } else {
                complain(node->place, path, ": there is no " + in_quotes(node->text) + "; " + meant(node->text, names));
            }
        }
        object_.choices[field.key] = names;
    }

    void object(const Field& field, spatial::FunctionRef<void()> parts) override {
        if (const JsonNode* node = find(field)) read_object(*node, path_of(field), parts);
    }

    void list(const Field& field, std::size_t, spatial::FunctionRef<void(std::size_t)> resize,
              spatial::FunctionRef<void(std::size_t)> entry) override {
        const JsonNode* node = find(field);
        const std::string path = path_of(field);
        if (node == nullptr || !has_type(*node, JsonType::list, path, "a list [ … ]")) return;
        const std::size_t count = node->children.size();
        if (static_cast<double>(count) < field.min || static_cast<double>(count) > field.max) {
            complain(node->place, path,
                     ": expected " + number_text(field.min) + " to " + number_text(field.max) + " entries, got " +
                         std::to_string(count));
            return;
        }
        resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            read_object(node->children[i], path + "." + std::to_string(i), [&] { entry(i); });
        }
    }

private:
    /// The object whose fields are being visited.
    struct Object {
        const JsonNode* node = nullptr;
        std::string path;
        std::vector<std::string> keys;                            // that it may have
        std::map<std::string, std::vector<std::string>> choices;  // of the fields visited that are choices
        std::map<std::string, std::string> missing;               // required keys, and what needs them
    };

    [[nodiscard]] std::string path_of(const std::string& key) const {
        return object_.path.empty() ? key : object_.path + "." + key;
    }
    [[nodiscard]] std::string path_of(const Field& field) const { return path_of(std::string(field.key)); }

    void complain(Place place, const std::string& path, const std::string& message) {
        complaints_.push_back({place, (path.empty() ? "the scene" : path) + message});
        sources_.failed(path);
    }

    static std::string meant(const std::string& word, const std::vector<std::string>& names) {
        const auto near = nearest_word(word, names);
        return (near ? "did you mean " + in_quotes(*near) + "? " : "") + "there are: " + joined(names);
    }

    bool has_type(const JsonNode& node, JsonType type, const std::string& path, const std::string& expected) {
        if (node.type == type) return true;
        complain(node.place, path, ": expected " + expected + ", got " + std::string(name_of(node.type)));
        return false;
    }

    /// The node of a field, or null when it is not there; complains when it should or should not be.
    const JsonNode* find(const Field& field) {
        object_.keys.emplace_back(field.key);
        const JsonNode* node = object_.node->find(field.key);
        const std::string path = path_of(field);
        if (node != nullptr) sources_.found(path, node->place);

        std::string needed_by;
        if (!field.only_for.choices.empty()) {
            const std::string decider = field.only_for.key;
            if (!sources_.good(path_of(decider))) return node;
            const std::string chosen = object_.choices.at(decider)[field.only_for.chosen];
            if (std::ranges::find(field.only_for.choices, field.only_for.chosen) == field.only_for.choices.end()) {
                if (node != nullptr) {
                    complain(node->key_place, path,
                             " does not belong to the " + decider + " " + in_quotes(chosen) +
                                 ": remove it, or choose another " + decider);
                }
                return nullptr;
            }
            needed_by = "; the " + decider + " " + in_quotes(chosen) + " needs it";
        }
        if (node == nullptr && field.required) {
            object_.missing.emplace(field.key, needed_by);
            sources_.failed(path);
        }
        return node;
    }

    std::optional<float> number_at(const JsonNode& node, const std::string& path, const Field& field) {
        sources_.found(path, node.place);
        if (!is_within(node, path, field)) return std::nullopt;
        return static_cast<float>(node.number);
    }

    void integer_at(const JsonNode& node, const std::string& path, const Field& field, std::int64_t& value) {
        sources_.found(path, node.place);
        if (node.type == JsonType::number && node.number != std::floor(node.number)) {
            complain(node.place, path, " must be a whole number, is " + as_written(node.text));
        } else if (is_within(node, path, field)) {
            value = static_cast<std::int64_t>(node.number);
        }
    }

    /// Whether it is a list of three; `of` says of what.
    bool is_triple(const JsonNode& node, const std::string& path, const std::string& of) {
        if (!has_type(node, JsonType::list, path, "a list of 3 " + of)) return false;
        if (node.children.size() == 3) return true;
        complain(node.place, path, ": expected 3 " + of + ", got " + std::to_string(node.children.size()));
        return false;
    }

    void vector_at(const JsonNode& node, const std::string& path, const Field& field, glm::vec3& value) {
        if (!is_triple(node, path, "numbers" + in_unit(field.unit))) return;
        for (int axis = 0; axis < 3; ++axis) {
            const JsonNode& part = node.children[static_cast<std::size_t>(axis)];
            value[axis] = number_at(part, path + "." + std::to_string(axis), field).value_or(value[axis]);
        }
    }

    bool is_within(const JsonNode& node, const std::string& path, const Field& field) {
        if (!has_type(node, JsonType::number, path, "a number" + in_unit(field.unit))) return false;
        if (node.number >= field.min && node.number <= field.max) return true;
        complain(node.place, path,
                 " must be between " + number_text(field.min) + " and " + number_text(field.max) +
                     with_unit(field.unit) + ", is " + as_written(node.text));
        return false;
    }

    /// A required key that is only misspelt is not missing as well.
    void complain_of_keys() {
        for (const JsonNode& child : object_.node->children) {
            if (std::ranges::find(object_.keys, child.key) != object_.keys.end()) continue;
            const std::string in = object_.path.empty() ? "" : " in " + object_.path;
            complaints_.push_back({child.key_place, "unknown key " + in_quotes(child.key) + in + "; " +
                                                        did_you_mean(child.key, object_.keys)});
            if (const auto meant = nearest_word(child.key, object_.keys)) object_.missing.erase(*meant);
        }
        for (const auto& [key, needed_by] : object_.missing) {
            complain(object_.node->place, path_of(key), " is missing" + needed_by);
        }
    }

    Object object_;
    FieldSources sources_;
    std::vector<Complaint>& complaints_;
};

}  // namespace

bool FieldSources::good(const std::string& path) const {
    const auto within = failed_.lower_bound(path + ".");
    if (within != failed_.end() && within->starts_with(path + ".")) return false;
    for (std::string part = path;; part.resize(part.rfind('.'))) {
        if (failed_.contains(part)) return false;
        if (part.find('.') == std::string::npos) return !failed_.contains("");
    }
}

Place FieldSources::place(std::string path) const {
    while (!path.empty() && !given(path)) path.resize(path.find('.') == std::string::npos ? 0 : path.rfind('.'));
    return given(path) ? places_.at(path) : Place{};
}

FieldSources read_fields(const JsonNode& root, Scene& scene, std::vector<Complaint>& complaints) {
    FieldReader reader(complaints);
    reader.read_object(root, "", [&] { describe(reader, scene); });
    return reader.take_sources();
}

FieldSources read_probes(const JsonNode& root, Scene& scene, std::vector<Complaint>& complaints) {
    FieldReader reader(complaints);
    reader.read_object(root, "", [&] { describe(reader, scene.probes, scene.domain); });
    return reader.take_sources();
}

}  // namespace sim
