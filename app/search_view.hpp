// A search seen from inside, for drawing: its cells, and what it does for one particle. Made in the simulation's thread
// between two steps, and only while somebody looks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/world.hpp"

namespace app {

/// Which of the cells: a hundred thousand boxes hide each other, and a software driver draws them forever. "Around" is
/// within a reach and a half of the picked particle, or of the middle of the water.
enum class CellChoice { surface, around, slice, all };
inline constexpr std::array<const char*, 4> cell_choice_names = {"at the surface", "around the particle", "in a slice",
                                                                 "all"};

struct SearchViewRequest {
    CellChoice choice = CellChoice::surface;
    int axis = 1;                              // that the slice is cut across: x, y, z
    std::size_t most = 3000;                   // cells; of more, the nearest (around) or those with the most particles
    std::optional<std::uint32_t> picked = {};  // number of a particle (Particles::id)
    bool operator==(const SearchViewRequest&) const = default;
};

struct SearchView {
    struct Cell {
        spatial::Box box;         // m; see around_the_spheres() in the source
        std::uint32_t particles;  // in it
        int level;                // 0 = the finest
    };
    std::vector<Cell> cells;    // those chosen
    std::size_t all_cells = 0;  // that hold a particle
    std::size_t fitting = 0;    // of them as was asked for; more than `cells` where they were too many
    int levels = 1;             // of all cells
    float reach = 0.0f;         // of the coarsest particles, m
    struct Slice {
        int axis;
        float at;  // m
    };
    std::optional<Slice> slice;          // that the cells are in
    std::vector<std::uint8_t> in_slice;  // then, by place in the snapshot: in one of those cells; else empty

    std::vector<std::uint32_t> ids;  // of the particle at each place of the snapshot

    /// What the search proposes for the block that a particle is in, and which of those are its neighbours. Slots are
    /// places in the snapshot.
    struct Picked {
        std::uint32_t id = 0;
        spatial::Index slot = 0;
        float reach = 0.0f;     // m
        float speed = 0.0f;     // m/s
        float density = 0.0f;   // kg/m³
        float pressure = 0.0f;  // Pa
        int level = 0;          // of its last time step
        double step = 0.0;      // how long that was, s; 0 = none was taken yet
        spatial::Range block{0, 0};
        std::vector<spatial::Range> ranges;
        std::vector<spatial::Index> neighbours;
        [[nodiscard]] std::size_t candidates() const noexcept { return spatial::size_of(ranges); }
    };
    std::optional<Picked> picked;  // empty when there is no such particle
};

/// Buffers of `view` are used again.
void look_into(const sim::World& world, const SearchViewRequest& request, SearchView& view);

}  // namespace app
