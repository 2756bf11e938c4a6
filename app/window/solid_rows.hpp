// The solids that are there now, by the entries of the scene's list: how many of each, and which are taken out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/snapshot.hpp"

namespace app {

struct SolidRow {
    std::vector<std::uint32_t> solids;  // their numbers, those that are out first
    std::size_t out = 0;                // of them
};

/// One for each entry.
[[nodiscard]] std::vector<SolidRow> solid_rows(const Snapshot& state);

/// Whom a click on the row means: first one that is out, which nobody can click on in the picture; the next one where
/// one of the row is picked already.
[[nodiscard]] std::optional<std::uint32_t> picked_by(const SolidRow& row, std::optional<std::uint32_t> picked);

/// "out", "2 out"; empty where none is.
[[nodiscard]] std::string out_text(const SolidRow& row);

}  // namespace app
