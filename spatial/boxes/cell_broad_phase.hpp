// What broad phases of hashed cells have in common: boxes live on levels (of cell sizes), 0 with the largest cells; a
// query is led to the cells it covers on every level, and tested against the boxes in them.
//
// Pairs: those of one level meet in the cells they share, where all boxes of a cell are tested against each other; for
// the others the smaller one asks the levels above its own. So each pair is found once.
//
// The structure is built when it is first asked after a change, anew from all boxes: entering a box costs as little as
// finding and leaving its old cells, stamps spare the sweeping, and as long as nothing changes nothing is built.
#pragma once

#include <vector>

#include "spatial/boxes/box_batch.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class CellBroadPhase : public BroadPhase {
public:
    void for_each_cell(BoxCellVisitor visit) override;

protected:
    /// Makes levels of the boxes as they are now, and enters everybody into the tables.
    virtual void enter_everybody(std::vector<BoxCells>& tables) = 0;
    /// Leads the batch's queries to their cells on the levels 0 .. last.
    virtual void ask(int last, BoxBatch& batch) const = 0;

    /// Around everybody; who does not reach into it asks no cells.
    [[nodiscard]] virtual const Box& bounds() const noexcept = 0;
    [[nodiscard]] virtual int levels() const noexcept = 0;
    [[nodiscard]] virtual int level_of(Index number) const noexcept = 0;
    [[nodiscard]] virtual std::span<const Index> boxes_in(int first_level, int end_level) const noexcept = 0;
    [[nodiscard]] virtual CellRange cells_under(const Box& box, int level) const noexcept = 0;
    [[nodiscard]] virtual Box box_of(const BoxCells::Name& name) const noexcept = 0;
    /// Whether a box makes cells of the levels above its own, too; and what these say.
    [[nodiscard]] virtual bool is_hierarchy() const noexcept { return false; }
    [[nodiscard]] virtual bool has_children(const BoxCells::Name&) const noexcept { return false; }

    /// Draws the counted cells (box_cells.hpp) in a cell of this name.
    virtual void draw_children(const BoxCells&, std::uint32_t /*cell*/, const BoxCells::Name&, BoxCellVisitor) const {}
    void draw_cell(const BoxCells& cells, std::uint32_t cell, const BoxCells::Name& name, BoxCellVisitor visit) const;

    void change(const BoxStore::Changes&) override { built_ = false; }
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

    [[nodiscard]] const std::vector<BoxCells>& tables() const noexcept { return tables_; }
    [[nodiscard]] const BoxRuns& records() const noexcept { return records_; }
    void prepare();

    /// Of a range that is_small or not too_many.
    [[nodiscard]] static std::size_t cells_in(const CellRange& range) noexcept {
        const auto along = [](std::int32_t first, std::int32_t last) {
            return static_cast<std::size_t>(std::int64_t{last} - first + 1);
        };
        return along(range.min.x, range.max.x) * along(range.min.y, range.max.y) * along(range.min.z, range.max.z);
    }
    /// Along which axes a box has to begin in a cell of the range to be found there first.
    [[nodiscard]] static std::uint32_t begins_for(Cell at, const CellRange& range) noexcept {
        return (at.x > range.min.x ? 1u : 0u) | (at.y > range.min.y ? 2u : 0u) | (at.z > range.min.z ? 4u : 0u);
    }
    /// More cells than boxes could be in: then these are tested one by one. (A cell costs as much as four boxes.)
    [[nodiscard]] static bool too_many(double cells, std::size_t boxes) noexcept {
        return cells > 16.0 + 0.25 * static_cast<double>(boxes);
    }
    /// Too few along every axis to be too many.
    [[nodiscard]] static bool is_small(const CellRange& range) noexcept {
        // Without sign: the outermost cells are further apart than an int32 goes.
        const auto more = [](std::int32_t first, std::int32_t last) {
            return static_cast<std::uint32_t>(last) - static_cast<std::uint32_t>(first);
        };
        return (more(range.min.x, range.max.x) | more(range.min.y, range.max.y) | more(range.min.z, range.max.z)) <= 1;
    }
    static constexpr std::size_t most_small_cells = 2 * 2 * 2;
    /// Calls visit(cell, begins_for() it) for all of them, the lowest first.
    template <class F>
    static void for_each_cell_in(const CellRange& range, F visit) {
        if (is_small(range)) [[likely]] {
            // The subsets of the axes along which there are two: where three loops would end cannot be foreseen.
            const std::uint32_t twice = begins_for(range.max, range);
            std::uint32_t subset = 0;
            do {
                visit(Cell{range.min.x + static_cast<std::int32_t>(subset & 1),
                           range.min.y + static_cast<std::int32_t>(subset >> 1 & 1),
                           range.min.z + static_cast<std::int32_t>(subset >> 2)},
                      subset);
                subset = (subset - twice) & twice;
            } while (subset != 0);
            return;
        }
        Cell at;
        for (at.z = range.min.z; at.z <= range.max.z; ++at.z)
            for (at.y = range.min.y; at.y <= range.max.y; ++at.y)
                for (at.x = range.min.x; at.x <= range.max.x; ++at.x) visit(at, begins_for(at, range));
    }

private:
    /// Asks the levels 0 .. last and calls found(query, numbers) for whoever touches somebody.
    template <class Found>
    void answer(std::span<const Box> queries, int last, BoxBatch& batch, Found found) const;
    void pairs_in_cells(const BoxCells& cells, std::uint32_t first, std::uint32_t end, BoxBatch& batch,
                        std::vector<BoxPair>& pairs) const;
    void pairs_across_levels(std::span<const Index> numbers, BoxBatch& batch, std::vector<BoxPair>& pairs) const;
    void draw_told_apart(BoxCellVisitor visit) const;
    void draw_from_boxes(BoxCellVisitor visit) const;
    [[nodiscard]] BroadCounters take_counters();

    bool built_ = true;  // of nobody
    bool told_apart_ = true;
    std::vector<BoxCells> tables_;
    BoxRuns records_;  // of the runs of all tables
    PerThread<BoxBatch> batches_;
    std::vector<std::vector<BoxPair>> pairs_;  // found by each chunk of cells and boxes
};

}  // namespace spatial
