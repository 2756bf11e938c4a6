// What brings fluid into the tank while a scene runs, and what takes it away: emitters and drains, as the scene file
// says them, and what of them may be changed while it runs.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>

namespace sim {

enum class Shape;  // scene.hpp

enum class EmitterShape { disc, rectangle };
inline constexpr std::array<const char*, 2> emitter_shape_names = {"disc", "rectangle"};

/// An opening that fluid comes out of. Either `speed` or `flow` is given, the other is 0 and follows (opening.hpp).
struct Emitter {
    std::string name;
    std::string fluid;  // name of a fluid; empty = the first one
    EmitterShape shape = EmitterShape::disc;
    glm::vec3 position{0.0f};               // of the middle of the opening, m
    glm::vec3 direction{0.0f, 0.0f, 1.0f};  // of the jet; of any length but 0
    float radius = 0.0f;                    // disc, m
    float width = 0.0f, height = 0.0f;      // rectangle: level, and across both that and the jet; m
    float speed = 0.0f;                     // m/s
    float flow = 0.0f;                      // m³/s
    float from = 0.0f;                      // s
    float until = 0.0f;                     // s; 0 = without end
    std::int64_t limit = 0;                 // particles; 0 = as many as come
    bool on = true;
};

/// A place where particles are taken away.
struct Drain {
    std::string name;
    Shape shape{};
    glm::vec3 min{0.0f}, max{0.0f};  // box, m
    glm::vec3 centre{0.0f};          // sphere: centre; cylinder: centre of its foot; m
    float radius = 0.0f;             // sphere, cylinder; m
    float height = 0.0f;             // cylinder, along z; m
    float flow = 0.0f;               // at most, m³/s; 0 = whatever comes
    bool on = true;
};

/// What may be changed of them while they run.
struct EmitterControl {
    float speed = 0.0f, flow = 0.0f;
    bool on = true;
    bool operator==(const EmitterControl&) const = default;
};
struct DrainControl {
    float flow = 0.0f;
    bool on = true;
    bool operator==(const DrainControl&) const = default;
};

}  // namespace sim
