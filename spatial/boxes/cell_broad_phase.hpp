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

#include "spatial/boxes/box_question.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class CellBroadPhase : public BroadPhase {
public:
    void for_each_cell(BoxCellVisitor visit) override;

protected:
    /// Of the boxes as they are now: levels, and tables filled and laid.
    virtual void build(std::vector<BoxCells>& tables) = 0;
    /// Leads a query, cut to the bounds, to its cells on the levels 0 .. last.
    virtual void ask(const Box& query, int last, BoxQuestion& question) const = 0;

    [[nodiscard]] virtual int levels() const noexcept = 0;
    [[nodiscard]] virtual int level_of(Index number) const noexcept = 0;
    [[nodiscard]] virtual std::span<const Index> boxes_in(int first_level, int end_level) const noexcept = 0;
    [[nodiscard]] virtual const Box& bounds() const noexcept = 0;
    [[nodiscard]] virtual CellRange cells_under(const Box& box, int level) const noexcept = 0;
    [[nodiscard]] virtual Box box_of(const BoxCells::Name& name) const noexcept = 0;
    /// Whether a box makes cells of the levels above its own, too; and what these say.
    [[nodiscard]] virtual bool is_hierarchy() const noexcept { return false; }
    [[nodiscard]] virtual bool has_children(const BoxCells::Name&) const noexcept { return false; }

    void change(const BoxStore::Changes&) override { built_ = false; }
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

    [[nodiscard]] const std::vector<BoxCells>& tables() const noexcept { return tables_; }
    void prepare();

    /// A cell that the query covers, of the range it covers on that level.
    void meet(const BoxCells& cells, std::uint32_t cell, Cell at, int level, const CellRange& asked,
              BoxQuestion& question) const {
        if (cells.told_apart()) [[likely]]
            question.add(cells, cell, at, asked);
        else
            meet_some(cells, cell, at, level, asked, question);
    }
    /// More cells than boxes could be in: then these are tested one by one. (A cell costs as much as four boxes.)
    [[nodiscard]] static bool too_many(double cells, std::size_t boxes) noexcept {
        return cells > 16.0 + 0.25 * static_cast<double>(boxes);
    }

private:
    void meet_some(const BoxCells& cells, std::uint32_t cell, Cell at, int level, const CellRange& asked,
                   BoxQuestion& question) const;
    void lead(const Box& query, int last, BoxQuestion& question) const;
    void pairs_in_cells(const BoxCells& cells, std::uint32_t first, std::uint32_t end, BoxQuestion& question,
                        std::vector<BoxPair>& pairs) const;
    void pairs_across_levels(std::span<const Index> numbers, BoxQuestion& question, std::vector<BoxPair>& pairs) const;
    void draw_told_apart(BoxCellVisitor visit) const;
    void draw_from_boxes(BoxCellVisitor visit) const;
    [[nodiscard]] BroadCounters take_counters();

    bool built_ = true;  // of nobody
    bool told_apart_ = true;
    std::vector<BoxCells> tables_;
    PerThread<BoxQuestion> questions_;
    std::vector<std::vector<BoxPair>> pairs_;  // found by each chunk of cells and boxes
};

}  // namespace spatial
