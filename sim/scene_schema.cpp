#include "sim/scene_schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/scene_fields.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers without ".0".
Json number(double value) { return Json::parse(number_text(value)); }

Json empty_object() { return {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}}; }

Json number_within(const FieldInfo& field, const std::string& type) {
    return {{"type", type}, {"minimum", number(field.min)}, {"maximum", number(field.max)}};
}

Json triple(const FieldInfo& field, const std::string& type) {
    return {{"type", "array"}, {"items", number_within(field, type)}, {"minItems", 3}, {"maxItems", 3}};
}

Json type_of(const FieldInfo& field) {
    if (field.type == "number" || field.type == "integer") return number_within(field, field.type);
    if (field.type == "vector") return triple(field, "number");
    if (field.type == "integers") return triple(field, "integer");
    if (field.type == "points") return {{"type", "array"}, {"items", triple(field, "number")}};
    if (field.type == "list") {
        return {{"type", "array"},
                {"items", empty_object()},
                {"minItems", number(field.min)},
                {"maxItems", number(field.max)}};
    }
    if (field.type == "object") return empty_object();
    if (field.type == "choice") return {{"enum", field.choices}};
    return {{"type", field.type == "flag" ? "boolean" : "string"}};
}

/// Where the schema of an object stands: "fluids.*" is /properties/fluids/items.
Json& schema_at(Json& root, std::string_view path) {
    Json* schema = &root;
    while (!path.empty()) {
        const std::string part(path.substr(0, path.find('.')));
        schema = part == "*" ? &schema->at("items") : &schema->at("properties").at(part);
        path.remove_prefix(std::min(part.size() + 1, path.size()));
    }
    return *schema;
}

/// The rule of an object for one choice of one of its fields; made when there is none yet.
Json& rule_for(Json& object, const std::string& decider, const std::string& choice) {
    Json condition = {{"properties", {{decider, {{"const", choice}}}}}, {"required", Json::array({decider})}};
    Json& rules = object["allOf"];
    for (Json& rule : rules)
        if (rule["if"] == condition) return rule;
    return rules.emplace_back(Json{{"if", std::move(condition)}});
}

/// A field that belongs to some choices only: with each choice of the deciding field it is either required (if it
/// is at all) or must not be there. One rule a choice.
void add_rules(Json& object, const FieldInfo& field) {
    for (const std::string& choice : scene_field(field.parent() + "." + field.decided_by).choices) {
        Json& rule = rule_for(object, field.decided_by, choice);
        const bool belongs = std::ranges::find(field.only_for, choice) != field.only_for.end();
        if (!belongs) rule["then"]["properties"][field.key()] = false;
        if (belongs && field.required) rule["then"]["required"].push_back(field.key());
    }
}

}  // namespace

std::string scene_schema_json() {
    Json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Weir scene"},
                 {"description", "A tank, its fluids, and how they are simulated and shown. SI units, z points up."}};
    root.update(empty_object());
    for (const FieldInfo& field : scene_fields()) {
        Json& object = schema_at(root, field.parent());
        Json& schema = object["properties"][field.key()] = type_of(field);
        schema["description"] = field.help + (field.unit.empty() ? "" : " Unit: " + field.unit + ".");
        if (!field.default_value.empty()) schema["default"] = Json::parse(field.default_value);
        if (!field.only_for.empty()) {
            add_rules(object, field);
        } else if (field.required) {
            object["required"].push_back(field.key());
        }
    }
    return root.dump(2) + "\n";
}

}  // namespace sim
