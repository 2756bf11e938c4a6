// Fills a scene from a JSON tree, field by field along the description, and complains of whatever does not fit it:
// unknown and missing keys, wrong types, lengths, ranges and choices.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/json_tree.hpp"
#include "sim/scene.hpp"

namespace sim {

/// What is known of each field after reading, for checks that compare several of them.
class FieldSources {
public:
    void found(const std::string& path, Place place) { places_[path] = place; }
    void failed(const std::string& path) { failed_.insert(path); }

    /// Whether a field, all it consists of and all it is in could be read, or were left to their defaults.
    [[nodiscard]] bool good(const std::string& path) const;

    [[nodiscard]] bool given(const std::string& path) const { return places_.contains(path); }

    /// Where the field stands; when it is left out, where the object stands that it could be in.
    [[nodiscard]] Place place(std::string path) const;

private:
    std::map<std::string, Place> places_;
    std::set<std::string> failed_;
};

/// Keeps the default of a field that is left out or wrong.
[[nodiscard]] FieldSources read_fields(const JsonNode& root, Scene& scene, std::vector<Complaint>& complaints);

/// The same of an object that has the scene's probes and nothing else.
[[nodiscard]] FieldSources read_probes(const JsonNode& root, Scene& scene, std::vector<Complaint>& complaints);

}  // namespace sim
