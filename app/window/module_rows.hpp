// What the panels of the neighbour search and of the broad phase have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/scene_fields.hpp"

namespace app {

/// A tooltip for a module of a list.
[[nodiscard]] std::string module_help(std::string_view summary, std::string_view good_at, std::string_view bad_at);

/// Of candidates by neighbours. All pairs propose hundreds, and yet nobody waits for as many tests.
inline constexpr const char* proposed_help =
    "Candidates by neighbours: how much of what the search proposes is in vain; 1 would be perfect. Fewer are tested: "
    "a "
    "block of particles throws out together whoever is far from all of it, with all-pairs nearly everybody.";

/// A slider for the size of a hash table, 0 for automatic. `unit` is what it counts. True when it changed.
bool table_size_row(std::uint32_t& size, std::uint32_t usual, const sim::FieldInfo& field, const char* unit,
                    const char* marked);

/// Above counters: whose they are, while the module that was chosen last has not run yet (paused, or a long frame).
void whose_counters(const std::string& ran, const std::string& chosen, const char* marked);

/// For the item drawn last: right-click for the scene's value, as on every slider.
bool reset_by_right_click(std::uint32_t& value, std::uint32_t usual);
bool reset_by_right_click(int& value, int usual);

}  // namespace app
