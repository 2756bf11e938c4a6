// What parameters and probes were before each change, and where solids were before each of theirs, to take changes back
// and to make them again.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <variant>
#include <vector>

#include "sim/scene.hpp"

namespace app {

/// Where a solid is to be: its centre of mass, or out of the tank.
struct SolidPlace {
    std::uint32_t solid = 0;          // its number
    std::optional<glm::vec3> centre;  // m; none: where it is
    bool is_out = false;
};

class ParameterChanges {
public:
    static constexpr double pause = 0.6;  // s: changes that follow each other faster are one, as a slider makes them
    static constexpr std::size_t most = 200;

    void clear();
    /// Of a change made at a time, in seconds; what was taken back before can then not be made again.
    void note(const sim::Parameters& before, double time);
    void note(const SolidPlace& before, const SolidPlace& after);
    void note(const std::vector<sim::Probe>& before, const std::vector<sim::Probe>& after);
    /// The last change of that solid, which did not come about.
    void forget(const SolidPlace& after);

    [[nodiscard]] bool can_undo() const noexcept { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const noexcept { return !future_.empty(); }
    /// What is to be instead of what is now; something must be there to undo, or to redo.
    using Wanted = std::variant<sim::Parameters, SolidPlace, std::vector<sim::Probe>>;
    [[nodiscard]] Wanted undo(const sim::Parameters& now);
    [[nodiscard]] Wanted redo(const sim::Parameters& now);

private:
    struct OfSolid {
        SolidPlace before, after;
    };
    struct OfProbes {
        std::vector<sim::Probe> before, after;
    };
    using Change = std::variant<sim::Parameters, OfSolid, OfProbes>;
    void add(Change change);
    [[nodiscard]] static Change taken_from(std::vector<Change>& list);

    std::vector<Change> past_, future_;
    std::optional<double> last_;  // when parameters were changed last, unless something else was done since
};

}  // namespace app
