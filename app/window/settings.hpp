// How the window looks and what the hand does: plain values that panels and keys change. Nothing of the physics.
#pragma once

#include "app/present.hpp"
#include "render/colour_map.hpp"
#include "render/frame.hpp"

namespace app {

struct Settings {
    render::Theme theme = render::Theme::dark;
    static constexpr float smallest_scale = 0.75f, largest_scale = 2.5f;
    float interface_scale = 1.0f;  // on top of what the display asks for
    bool shows_panels = true;
    bool shows_timings = true;
    bool shows_probes = true;  // where the scene has some
    bool shows_energy = false;
    bool shows_log = false;
    bool shows_keys = false;

    render::ColourMap map = render::ColourMap::viridis;
    bool is_range_locked = false;
    float low = 0.0f, high = 1.0f;  // of the colour bar, in the colouring's unit

    bool shows_comparison = false;

    bool sees_through_solids = false;

    bool is_cut = false;
    int cut_axis = 1;
    float cut_share = 0.5f;  // of the tank along that axis
    [[nodiscard]] Cut cut_at(const sim::Domain& tank) const {
        return {cut_axis, tank.min[cut_axis] + cut_share * (tank.max[cut_axis] - tank.min[cut_axis])};
    }
    [[nodiscard]] std::optional<Cut> cut(const sim::Domain& tank) const {
        return is_cut ? std::optional(cut_at(tank)) : std::nullopt;
    }

    /// Cells of the search, and what it does for a particle, or those of the broad phase.
    enum class CellsOf { search, broad_phase };
    bool shows_cells = false;
    CellsOf cells_of = CellsOf::search;
    SearchViewRequest cells;       // which
    BroadViewRequest broad_cells;  // likewise
    CellLook cell_look;            // and how
    [[nodiscard]] bool shows_cells_of(CellsOf whose) const { return shows_cells && cells_of == whose; }

    std::optional<std::uint32_t> picked_solid;  // its number

    bool brush_pulls = false;      // Shift or Ctrl turns it round while held
    float brush_radius = 0.1f;     // m
    float brush_strength = 60.0f;  // m/s²
};

}  // namespace app
