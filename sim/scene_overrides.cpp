#include "sim/scene_overrides.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include "sim/did_you_mean.hpp"
#include "sim/scene_fields.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

constexpr std::size_t vector_parts = 3;

bool is_triple(const FieldInfo& field) { return field.type == "vector" || field.type == "integers"; }

void move_to(Place place, JsonNode& node) {
    node.place = node.key_place = place;
    for (JsonNode& child : node.children) move_to(place, child);
}

std::optional<JsonNode> parse_value(std::string_view json, Place place) {
    std::vector<Complaint> ignored;
    std::optional<JsonNode> node = parse_json(json, ignored);
    if (!ignored.empty()) return std::nullopt;
    if (node) move_to(place, *node);
    return node;
}

/// `field` is null for entries of lists and parts of vectors.
JsonNode value_node(std::string_view value, const FieldInfo* field, Place place) {
    const bool is_text = field != nullptr && (field->type == "text" || field->type == "choice");
    const bool is_bare = is_text && !value.starts_with('"');
    if (!is_bare) {
        if (std::optional<JsonNode> node = parse_value(value, place)) return *std::move(node);
    }
    JsonNode text;
    text.type = JsonType::text;
    text.place = text.key_place = place;
    text.text = value;
    return text;
}

std::string with_first_places(std::string path) {
    for (std::size_t star = path.find('*'); star != std::string::npos; star = path.find('*')) path[star] = '0';
    return path;
}

/// What somebody may have meant who wrote `key` where the scene has `object`: one of its keys, or a field of that
/// name elsewhere ("viscosity" for "fluids.0.viscosity").
std::string suggestion(const std::string& object, const std::string& key) {
    const std::string prefix = object.empty() ? "" : object + ".";
    const std::vector<std::string> keys = scene_keys(object);
    if (const auto near = nearest_word(key, keys)) return "did you mean " + in_quotes(prefix + *near) + "?";
    for (const FieldInfo& field : scene_fields()) {
        if (field.key() != key) continue;
        const bool is_on_top = field.path == key;
        return "did you mean " + in_quotes(with_first_places(field.path)) + (is_on_top ? " of the scene itself?" : "?");
    }
    return "there are: " + joined(keys);
}

/// One override on its way down the tree.
class Override {
public:
    Override(std::string_view path, std::string_view value, Place place) : path_(path), value_(value), place_(place) {}

    /// The complaint, if any.
    std::optional<std::string> apply(JsonNode& root) {
        JsonNode* node = &root;
        std::string_view rest = path_;
        for (bool more = true; more;) {
            const std::string_view part = rest.substr(0, rest.find('.'));
            more = part.size() < rest.size();
            rest.remove_prefix(more ? part.size() + 1 : part.size());
            if (auto complaint = enter(node, std::string(part))) return complaint;
            if (node == nullptr) return std::nullopt;
        }
        std::string key = std::move(node->key);
        *node = value_node(value_, find_scene_field(walked_), place_);
        node->key = std::move(key);
        return std::nullopt;
    }

private:
    /// One part of the path further down. `node` becomes null where the scene itself has something of the wrong type:
    /// the reader will say so.
    std::optional<std::string> enter(JsonNode*& node, const std::string& part) {
        const FieldInfo* here = walked_.empty() ? nullptr : find_scene_field(walked_);
        const bool in_entry = walked_.empty() || (here == nullptr && !scene_keys(walked_).empty());
        if (in_entry || (here != nullptr && here->type == "object")) return enter_object(node, part);
        if (here != nullptr && (here->type == "list" || is_triple(*here))) return enter_list(node, part, *here);
        if (here != nullptr && here->type == "points") return "set all of " + walked_ + ", not a part of it";
        const std::string what = here == nullptr ? "number" : here->type == "integer" ? "whole number" : here->type;
        return walked_ + " is a " + what + " and has no part " + in_quotes(part);
    }

    std::optional<std::string> enter_object(JsonNode*& node, const std::string& key) {
        const std::string path = walked_.empty() ? key : walked_ + "." + key;
        const FieldInfo* field = find_scene_field(path);
        if (field == nullptr) {
            return "unknown key " + in_quotes(key) + (walked_.empty() ? "" : " in " + walked_) + "; " +
                   suggestion(walked_, key);
        }
        if (node->type != JsonType::object) {
            node = nullptr;
            return std::nullopt;
        }
        const bool is_last = path.size() == path_.size();
        JsonNode* child = node->find(key);
        if (child == nullptr) {
            std::optional<JsonNode> fresh = is_last ? JsonNode{} : parse_value(field->default_value, place_);
            if (!fresh) return "the scene has no " + path + " to change a part of: set all of it";
            fresh->key = key;
            child = &node->children.emplace_back(*std::move(fresh));
        }
        node = child;
        walked_ = path;
        return std::nullopt;
    }

    std::optional<std::string> enter_list(JsonNode*& node, const std::string& part, const FieldInfo& field) {
        if (node->type != JsonType::list) {
            node = nullptr;
            return std::nullopt;
        }
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
        const bool is_number = error == std::errc{} && end == part.data() + part.size();
        const std::size_t count = is_triple(field) ? vector_parts : node->children.size();
        if (!is_number || index >= count) {
            return walked_ + " has " + std::to_string(count) + (count == 1 ? " entry" : " entries") +
                   ", counted from 0; there is no " + in_quotes(part);
        }
        if (index >= node->children.size()) {  // a vector that is too short
            node = nullptr;
            return std::nullopt;
        }
        node = &node->children[index];
        walked_ += "." + part;
        return std::nullopt;
    }

    std::string_view path_, value_;
    Place place_;
    std::string walked_;  // the part of the path that is behind us
};

}  // namespace

void apply_overrides(JsonNode& root, const std::vector<std::string>& overrides, std::vector<Complaint>& complaints) {
    for (std::size_t i = 0; i < overrides.size(); ++i) {
        const std::string_view text = overrides[i];
        const Place place{static_cast<int>(i) + 1, 1, 1};
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            complaints.push_back({place, "expected PATH=VALUE, such as fluids.0.viscosity=2"});
            continue;
        }
        if (as_utf8(text) != text) {
            complaints.push_back({place, "this is not valid UTF-8, which the texts of scenes are"});
            continue;
        }
        Override change(text.substr(0, equals), text.substr(equals + 1), place);
        if (auto complaint = change.apply(root)) complaints.push_back({place, *std::move(complaint)});
    }
}

}  // namespace sim
