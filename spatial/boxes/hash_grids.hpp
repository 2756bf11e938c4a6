// Hierarchical hash grids (Schornbaum 2009, "Hierarchical Hash Grids for Coarse Collision Detection"): every object in
// one cell of one grid, the one whose cells are just larger than the object; so objects that touch are in cells next to
// each other, and pairs across grids are found by asking, for each object, the grids of larger cells.
//
//   boxes ---> places (hash_grid.hpp): who is in which cell of which grid, changed only where somebody left a cell
//                |
//             slots: everybody grid by grid, cell by cell, in the order of the cells' numbers; made when a question
//                |    comes. Cells next to each other along x are one run of slots
//             pairs: SIMD over runs of digests (box_digest.hpp)
//             contacts: SIMD over runs of the boxes themselves, side by side (box_columns.hpp)
//
// Sizes are longest edges, and no smaller than 2^-22 of the farthest coordinate (box_class.hpp says why).
#pragma once

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/hash_grid.hpp"
#include "spatial/boxes/hash_grid_moves.hpp"
#include "spatial/boxes/hash_grid_pairs.hpp"
#include "spatial/boxes/hash_grid_questions.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class HashGrids final : public BroadPhase {
public:
    static constexpr std::string_view module_name = "hash-grids";
    /// Up to so many objects are simply all tested against each other; from the first that is one too many the grids
    /// are used for good (3.7 of the paper). Measured, update and
    /// pairs of equal cubes that move: at 300 both take 22 microseconds.
    static constexpr std::size_t few = 300;

    explicit HashGrids(const BroadSettings& settings, GridShape first_shape = {});

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void for_each_cell(BoxCellVisitor visit) override;

    /// What happened so far, for tests and people.
    struct Work {
        std::uint64_t inserted = 0, removed = 0, changed_cell = 0, changed_grid = 0, stayed = 0;
    };
    [[nodiscard]] const Work& work() const noexcept { return work_; }
    [[nodiscard]] bool uses_grids() const noexcept { return active_; }
    /// Ascending by the size of their cells.
    [[nodiscard]] std::span<const HashGrid* const> grids() const noexcept { return ascending_const_; }
    [[nodiscard]] std::string note() const override;

protected:
    void change(const BoxStore::Changes& changes) override;
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

private:
    void update(std::span<const Index> numbers);
    void update_some(std::span<const Index> numbers);
    void change_grid(Index number);
    void insert_everybody();
    HashGrid& grid_for(double size);
    void list_slots();
    void fill_columns();
    [[nodiscard]] bool is_unfolded(const HashGrid& grid) const noexcept;
    [[nodiscard]] GridQuestion question() const noexcept;
    [[nodiscard]] std::uint64_t shared_cells() const;

    BroadSettings settings_;
    GridShape first_shape_;
    bool active_ = false;
    double first_cell_ = 0.0;
    std::vector<std::unique_ptr<HashGrid>> grids_;  // by id: as they were made
    std::vector<HashGrid*> ascending_;
    std::vector<const HashGrid*> ascending_const_;
    std::vector<GridPlace> places_;  // by number
    std::vector<GridMover> moving_;  // scratch
    Work work_;

    CornerExtent extent_;  // of everybody who is there, and maybe of some who have left

    bool slots_are_listed_ = false, columns_are_filled_ = false;
    std::vector<Index> numbers_;      // by slot
    std::vector<BoxDigest> digests_;  // by slot, while grids are used
    std::vector<Index> cell_begins_;  // slots, of all occupied cells of all grids, and the end
    std::vector<GridView> views_;     // of grids that have objects, ascending
    BoxColumns columns_;
    std::vector<std::vector<BoxPair>> pairs_;  // scratch
    PerThread<std::vector<Index>> touched_;
};

}  // namespace spatial
