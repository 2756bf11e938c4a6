// Everybody against everybody: slow, obviously right, the oracle of all other broad phases. Side by side in columns, so
// that a box is tested against eight others at a time.
#pragma once

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class AllBoxPairs final : public BroadPhase {
public:
    static constexpr std::string_view module_name = "all-pairs";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void for_each_cell(BoxCellVisitor visit) override;

protected:
    void change(const BoxStore::Changes&) override { up_to_date_ = false; }
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

private:
    void collect();

    BoxColumns columns_;
    std::vector<Index> ends_;                  // of whom each slot is tested with: the last one, for all of them
    std::vector<std::vector<BoxPair>> pairs_;  // scratch
    bool up_to_date_ = false;
    PerThread<std::vector<Index>> touched_;
};

}  // namespace spatial
