// Solids as pressure sees them: like the walls of the tank (walls.hpp), so that fluid comes to rest half a spacing
// before them and presses on them with what it carries. Contact (solid_contact.hpp) is for what comes too fast.
//
// Behind a surface the fluid is imagined to go on, as deep as the solid is:
//
//   box       along each of its axes what lies between two faces, and of the three the product
//   others    what lies between the plane that touches the closest point of the surface and its parallel on the
//             far side
//
// What several solids and the tank leave of a particle's neighbourhood is the product of what each leaves alone. The
// push is minus the gradient of what is behind, and solids get the same with the other sign: momentum stays.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "sim/box_sights.hpp"
#include "sim/density_pass.hpp"
#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/particles.hpp"
#include "sim/solid_cells.hpp"
#include "sim/solid_meetings.hpp"
#include "sim/solids.hpp"
#include "sim/walls.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

/// What lies behind surfaces, by kernel, and minus the gradient of the spiky share, 1/m.
struct Sight {
    float poly6 = 0.0f, spiky = 0.0f;
    glm::vec3 push{0.0f};
};

/// What a particle at `p`, in the frame of the shape, sees of it.
[[nodiscard]] Sight sight_of(const ConvexShape& shape, const glm::dvec3& p, const WallSights& walls);

class SolidSights {
public:
    /// What the queries see of the solids around them, where they are now. `broad` holds boxes of the solids, these
    /// or larger ones, by their numbers.
    void find(const Solids& solids, spatial::BroadPhase& broad, const Medium& medium, const Grains& grains,
              const Particles& particles, spatial::Queries queries = {});

    /// Null where there is no solid in sight.
    [[nodiscard]] const Sight* at(spatial::Index slot) const noexcept {
        return index_.empty() || index_[slot] == 0 ? nullptr : &seen_[index_[slot] - 1];
    }

    /// What the fluid presses every solid with, once its forces were found.
    struct Load {
        std::uint32_t solid;
        glm::dvec3 force{0.0}, moment{0.0};  // N; N m, about its centre of mass
    };
    /// Finds them, and lets bodies have theirs.
    void put_loads(Solids& solids, const Medium& medium, const Tank& tank, const Grains& grains, const PairTerms& terms,
                   const Particles& particles);
    /// Ascending by solid, of those that somebody sees.
    [[nodiscard]] std::span<const Load> loads() const noexcept { return loads_; }

    /// Of the last question.
    [[nodiscard]] std::uint64_t questions() const noexcept { return cells_.size(); }
    [[nodiscard]] const spatial::BroadCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// One solid as one particle sees it.
    struct Part {
        std::uint32_t solid;
        spatial::Index slot;
        float spiky;
        glm::vec3 push;
    };
    /// What each of seen_ brings to the loads: the push of its forces that the tank leaves, and what the solids leave.
    struct Weight {
        float push, left;
    };
    /// What a run of cells finds, in their order.
    struct Found {
        std::vector<Sight> seen;
        std::vector<spatial::Index> slots;
        std::vector<Part> parts;
    };
    struct Mine {
        Onlookers onlookers;
        CellSights sights;
    };
    struct Fluid {
        const Particles& particles;
        const Medium& medium;
        const Grains& grains;
        spatial::Queries queries;

        [[nodiscard]] const WallSights& walls_of(spatial::Index slot) const {
            return (grains.mixed() ? grains[particles.grain[slot]].medium : medium).lattice.walls;
        }
    };

    [[nodiscard]] std::uint64_t look_at(std::uint32_t solid, const Solids& solids, const spatial::Box& around,
                                        const Fluid& fluid, SolidCells::Cell cell, std::uint64_t wanted);
    void look_around(spatial::Index cell, const Solids& solids, const spatial::BroadPhase& broad, const Fluid& fluid,
                     Found& found);
    void gather();
    void weigh(const Tank& tank, const Grains& grains, const PairTerms& terms, const Particles& particles);

    SolidMeetings near_;  // of cells and the solids that may be in sight of them
    std::vector<LocalFrame> frames_;  // by solid
    std::vector<Found> found_;
    std::vector<std::uint32_t> index_;  // by slot: of seen_, counted from 1; 0 = nobody in sight. Empty: of everybody
    std::vector<Sight> seen_;
    std::vector<spatial::Index> slots_;  // that index_ is not 0 of
    std::vector<Part> parts_;            // ascending by slot
    std::vector<std::uint32_t> first_;   // of each solid, in parts_ once sorted
    std::vector<Part> sorted_;
    std::vector<Weight> weights_;
    std::vector<Load> loads_;
    SolidCells cells_;
    spatial::BroadCounters counters_;
    spatial::PerThread<Mine> threads_;
};

[[nodiscard]] inline const Sight* sight_at(const SolidSights* solids, spatial::Index slot) noexcept {
    return solids == nullptr ? nullptr : solids->at(slot);
}

/// Two shares together: each leaves its part of what the other leaves.
[[nodiscard]] constexpr float joined(float a, float b) noexcept { return 1.0f - (1.0f - a) * (1.0f - b); }

/// The push on a particle that sees solids beside walls, whose push is `wall`.
[[nodiscard]] inline glm::vec3 joined_push(const Tank& tank, glm::vec3 place, glm::vec3 wall,
                                           const Sight& solids) noexcept {
    return (1.0f - solids.spiky) * wall + (1.0f - tank.shares_behind(place).spiky) * solids.push;
}

}  // namespace sim
