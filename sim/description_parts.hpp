// What the descriptions of a scene's parts are written with.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/scene_description.hpp"

namespace sim {

// Coordinates beyond this are beyond what float positions resolve at any spacing that makes sense there.
inline constexpr double farthest_place = 1e4;    // m
inline constexpr double fastest_solid = 1000.0;  // m/s

/// Fields of `time` (time_description.cpp).
void describe_steps(FieldVisitor& visitor, Scene& scene);

template <class Enum, std::size_t n>
void describe_choice(FieldVisitor& visitor, const Field& field, Enum& value, const std::array<const char*, n>& names) {
    auto index = static_cast<std::size_t>(value);
    visitor.choice(field, index, {names.begin(), names.end()});
    value = static_cast<Enum>(index);
}

/// A whole number of any type, shown as the visitors' one.
template <class Integer>
void describe_integer(FieldVisitor& visitor, const Field& field, Integer& value) {
    std::int64_t wide = value;
    visitor.integer(field, wide);
    value = static_cast<Integer>(wide);
}

template <class Entry, class Describe>
void describe_list(FieldVisitor& visitor, const Field& field, std::vector<Entry>& entries, Describe describe_entry) {
    visitor.list(
        field, entries.size(), [&](std::size_t count) { entries.resize(count); },
        [&](std::size_t i) { describe_entry(visitor, entries[i]); });
}

/// The rule of a field that exists only with these choices of the field `key`, which says `chosen`.
template <class Enum>
OnlyFor only_for(const char* key, Enum chosen, const std::vector<Enum>& choices) {
    OnlyFor rule{.key = key, .chosen = static_cast<std::size_t>(chosen), .choices = {}};
    for (const Enum choice : choices) rule.choices.push_back(static_cast<std::size_t>(choice));
    return rule;
}

/// What is said of a box, sphere or cylinder (Shape) beside what every one of them is.
struct RegionHelp {
    const char *min, *max, *radius;
};
/// The place that a volume or a drain takes, after its shape.
template <class Region>
void describe_region(FieldVisitor& visitor, Region& region, const RegionHelp& help) {
    const auto only = [&](const std::vector<Shape>& shapes) { return only_for("shape", region.shape, shapes); };
    const auto corner = [&](const char* key, const char* what, glm::vec3& value) {
        visitor.vector({.key = key,
                        .help = what,
                        .unit = "m",
                        .min = -farthest_place,
                        .max = farthest_place,
                        .required = true,
                        .only_for = only({Shape::box})},
                       value);
    };
    corner("min", help.min, region.min);
    corner("max", help.max, region.max);
    visitor.vector({.key = "centre",
                    .help = "The middle of the sphere, or of the foot of the cylinder.",
                    .unit = "m",
                    .min = -farthest_place,
                    .max = farthest_place,
                    .required = true,
                    .only_for = only({Shape::sphere, Shape::cylinder})},
                   region.centre);
    visitor.number({.key = "radius",
                    .help = help.radius,
                    .unit = "m",
                    .max = farthest_place,
                    .required = true,
                    .only_for = only({Shape::sphere, Shape::cylinder})},
                   region.radius);
    visitor.number({.key = "height",
                    .help = "Of the cylinder, upwards from its foot.",
                    .unit = "m",
                    .max = farthest_place,
                    .required = true,
                    .only_for = only({Shape::cylinder})},
                   region.height);
}

}  // namespace sim
