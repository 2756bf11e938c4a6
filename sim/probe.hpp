// What a scene measures while it runs: probes, each with a name, a kind and a place. probes.hpp reads their values.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <string>

namespace sim {

enum class Side;  // scene.hpp

enum class ProbeKind { front, column_height, level, pressure, wall_pressure, energy, momentum, force };
inline constexpr std::array<const char*, 8> probe_kind_names = {
    "front", "column-height", "level", "pressure", "wall-pressure", "energy", "momentum", "force"};

struct Probe {
    std::string name;
    ProbeKind kind = ProbeKind::front;
    glm::vec3 direction{1.0f, 0.0f, 0.0f};  // front: which way it runs; of any length but 0
    float height = 0.0f;                    // front: only water this near to the floor counts, m; 0 = three spacings
    glm::vec3 position{0.0f};               // pressure; level and column height, of which z does not matter; m
    Side side{};                            // wall pressure: of which wall
    glm::vec3 min{0.0f}, max{0.0f};  // wall pressure: corners of the patch; across the wall they do not matter; m
    std::string solid;               // force: name of the solid
    bool operator==(const Probe&) const = default;
};

}  // namespace sim
