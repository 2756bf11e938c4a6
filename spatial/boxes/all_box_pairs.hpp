// Everybody against everybody: slow, obviously right, the oracle of all other broad phases.
#pragma once

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

    // The boxes that are there, side by side, so that a row of tests is a loop over arrays.
    std::vector<Index> number_;
    std::vector<Box> box_;
    bool up_to_date_ = false;
    PerThread<std::vector<Index>> touched_;
};

}  // namespace spatial
