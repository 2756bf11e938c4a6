// The one description of the scene format. describe() shows every field of a scene, in the order of the file format,
// to a visitor: the reader fills the values in, the list of fields (and with it the schema, `weir list settings` and
// the panel) writes down what it is shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/ext/vector_int3.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "spatial/function_ref.hpp"

namespace sim {

/// A field that exists only with some choices of a field before it: the radius of a sphere, not of a box.
struct OnlyFor {
    const char* key = "";              // the field that decides
    std::size_t chosen = 0;            // what it says in the scene that is visited
    std::vector<std::size_t> choices;  // what it may say; empty = the field always exists
};

struct Field {
    const char* key = "";
    const char* help = "";  // what it does to the picture
    const char* unit = "";
    double min = 0.0, max = 0.0;  // of each number in it; of a list, how many entries
    bool required = false;
    bool live = false;        // may be changed while the scene runs
    bool has_default = true;  // false: its default follows from other fields, as the help says
    OnlyFor only_for = {};
};

/// A value is its default when it is shown. A visitor may change it; what comes later may depend on that.
class FieldVisitor {
public:
    virtual ~FieldVisitor() = default;

    virtual void number(const Field& field, float& value) = 0;
    virtual void integer(const Field& field, std::int64_t& value) = 0;
    virtual void vector(const Field& field, glm::vec3& value) = 0;
    virtual void integers(const Field& field, glm::ivec3& value) = 0;
    virtual void points(const Field& field, std::vector<glm::vec3>& value) = 0;
    virtual void flag(const Field& field, bool& value) = 0;
    virtual void text(const Field& field, std::string& value) = 0;
    virtual void choice(const Field& field, std::size_t& value, const std::vector<std::string>& names) = 0;

    /// Calls `parts` to be shown the fields within.
    virtual void object(const Field& field, spatial::FunctionRef<void()> parts) = 0;

    /// Of `count` entries now. Calls `resize` for as many as it has, then `entry` for each.
    virtual void list(const Field& field, std::size_t count, spatial::FunctionRef<void(std::size_t)> resize,
                      spatial::FunctionRef<void(std::size_t)> entry) = 0;
};

/// `scene` is to be fresh: its values are the defaults.
void describe(FieldVisitor& visitor, Scene& scene);

/// Part of it (solid_description.cpp).
void describe(FieldVisitor& visitor, std::vector<Solid>& solids);

/// Likewise for the tank (domain_description.cpp).
void describe(FieldVisitor& visitor, Domain& domain);
/// Likewise (probe_description.cpp); places left out follow from the tank.
void describe(FieldVisitor& visitor, std::vector<Probe>& probes, const Domain& domain);
/// Likewise (emitter_description.cpp).
void describe(FieldVisitor& visitor, std::vector<Emitter>& emitters, std::vector<Drain>& drains);
void describe_open_sides(FieldVisitor& visitor, std::array<bool, 6>& open);
void describe_particle_limit(FieldVisitor& visitor, Scene& scene);
/// Likewise (pull_description.cpp).
void describe(FieldVisitor& visitor, Attraction& attraction);
void describe(FieldVisitor& visitor, Shaking& shaking);
/// Likewise (tension_description.cpp).
void describe_tension(FieldVisitor& visitor, Fluid& fluid);
void describe(FieldVisitor& visitor, Tension& tension);

}  // namespace sim
