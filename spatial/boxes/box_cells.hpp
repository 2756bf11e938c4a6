// Cells that hold boxes: a table of keys (hierarchy_table.hpp: stamped, nothing is swept, fixed or unbounded), and for
// each cell a run of the boxes in it.
//
//   table    key -> cell 0, 1, 2 ...      in the order in which cells were made
//   names    which cell that is
//   runs     | boxes of cell 0 | boxes of cell 1 | ...
//
// Built in two passes: boxes are entered, which makes cells and counts, and then laid. Several tables may lay their
// runs into the same records.
//
// Keys need not tell cells apart: in a table of fixed length all cells of one entry are one, and nothing forbids two
// cells one 64-bit key. Nobody is lost by that, but what the run's records say about where a box begins means nothing,
// and who asks has to find out by himself which box lives in which cell: told_apart() is false.
#pragma once

#include <vector>

#include "spatial/boxes/box_runs.hpp"
#include "spatial/boxes/box_store.hpp"
#include "spatial/cells.hpp"
#include "spatial/hierarchy_table.hpp"

namespace spatial {

class BoxCells {
public:
    static constexpr std::uint32_t none = HierarchyTable::none;

    struct Name {
        Cell at;
        std::uint32_t level = 0;
        bool operator==(const Name&) const = default;
    };
    struct Made {
        std::uint32_t cell;
        bool is_new;  // as far as the table can tell, nobody has made the cell of this name before
    };

    /// `entries`: the fixed length of the table; 0 = as many as it takes, for about so many boxes.
    void start(std::uint32_t entries, std::size_t boxes);
    Made make(std::uint64_t key, Name name);
    /// A box that lies in the cell of this name; `begins` as in box_runs.hpp.
    void enter(std::uint32_t cell, Name name, Index number, std::uint32_t begins);
    /// Records that laying takes.
    [[nodiscard]] std::size_t entered() const noexcept { return entered_.size(); }
    /// Lays the runs side by side from record `first` on.
    void lay(const BoxStore& store, Index first, BoxRuns& runs);

    [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept { return table_.find(key); }
    /// `begins` as in box_runs.hpp; it counts only where cells are told apart.
    [[nodiscard]] BoxRun run(std::uint32_t cell, std::uint32_t begins = 0) const noexcept {
        const Range records = table_.points_of(cell);
        return {records.begin, records.size(), 0, told_apart_ ? begins : 0};
    }
    /// The paper's hasChildren: a bit for each child, or each block of children, that is there.
    [[nodiscard]] std::uint64_t children(std::uint32_t cell) const noexcept { return table_[cell].children; }
    void add_children(std::uint32_t cell, std::uint64_t bits) noexcept { table_[cell].children |= bits; }

    [[nodiscard]] std::size_t size() const noexcept { return table_.size(); }
    [[nodiscard]] bool told_apart() const noexcept { return told_apart_; }
    /// Where not told apart: of the first to be made.
    [[nodiscard]] const Name& name(std::uint32_t cell) const noexcept { return names_[cell]; }
    /// Entries that hold boxes of more than one cell.
    [[nodiscard]] std::uint64_t collisions() const noexcept { return collisions_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct Entered {
        std::uint32_t cell, tag;
    };
    struct Holder {
        Name name;  // whose boxes it holds
        bool shared = false;
    };

    HierarchyTable table_;
    std::vector<Name> names_;
    std::vector<Holder> holders_;  // of a table of fixed length
    std::vector<Entered> entered_;
    std::vector<Index> counts_;  // of boxes in each cell; then, of those already laid
    bool fixed_ = false, told_apart_ = true;
    std::uint64_t collisions_ = 0;
};

}  // namespace spatial
