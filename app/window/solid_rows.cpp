#include "app/window/solid_rows.hpp"

#include <algorithm>
#include <iterator>

namespace app {

std::vector<SolidRow> solid_rows(const Snapshot& state) {
    std::vector<SolidRow> rows(state.scene->solids.size());
    for (const bool is_out : {true, false})
        for (std::uint32_t solid = 0; solid < state.solids.size(); ++solid) {
            if (state.solids[solid].is_out != is_out) continue;
            SolidRow& row = rows[state.solids[solid].entry];
            row.solids.push_back(solid);
            row.out += is_out ? 1 : 0;
        }
    return rows;
}

std::optional<std::uint32_t> picked_by(const SolidRow& row, std::optional<std::uint32_t> picked) {
    if (row.solids.empty()) return std::nullopt;
    const auto now = picked ? std::ranges::find(row.solids, *picked) : row.solids.end();
    const bool begins = now == row.solids.end() || std::next(now) == row.solids.end();
    return begins ? row.solids.front() : *std::next(now);
}

std::string out_text(const SolidRow& row) {
    if (row.out == 0) return {};
    return row.solids.size() == 1 ? "out" : std::to_string(row.out) + " out";
}

}  // namespace app
