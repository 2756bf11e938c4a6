// Cells that hold boxes: an index (cell_index.hpp: stamped, nothing is swept, fixed or unbounded), the cells, and for
// each a run of the boxes in it.
//
//   index    key -> cell 0, 1, 2 ...      in the order in which cells were made; of those that are found by keys
//   cells    name, children, run          32 bytes: who has found a cell has read all there is to know of it
//   runs     | boxes of cell 0 | boxes of cell 1 | ...
//
// Built in two passes: boxes are entered, which makes cells and counts, and then laid. Several tables may lay their
// runs into the same records.
//
// A cell is known by its name, not by its key: the name takes the place that a key would take, and two cells may have
// one key. In a table of fixed length all cells of one entry are one, though, and who asks for one that is not there
// may be led to any. Nobody is lost by that, but what the run's records say about where a box begins means nothing, and
// who asks has to find out by himself which box lives in which cell: told_apart() is false.
#pragma once

#include <bit>
#include <optional>
#include <vector>

#include "spatial/boxes/box_runs.hpp"
#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/cell_index.hpp"
#include "spatial/cells.hpp"

namespace spatial {

class BoxCells {
public:
    static constexpr std::uint32_t none = CellIndex::none;
    static constexpr Index no_record = 0xffff'ffff;

    struct Name {
        Cell at;
        std::uint32_t level = 0;
        [[nodiscard]] bool operator==(const Name& other) const noexcept {
            return ((at.x ^ other.at.x) | (at.y ^ other.at.y) | (at.z ^ other.at.z) |
                    static_cast<std::int32_t>(level ^ other.level)) == 0;
        }
    };
    struct alignas(32) BoxCell {
        Name name;  // where not told apart: of the first to be made
        std::uint64_t children =
            0;                    // the paper's hasChildren: a bit for each child, or block of children, that is there
        Index first = no_record;  // of its run, which ends where that of the next cell begins
        std::uint32_t first_child = none;  // see make_children()
    };
    struct Made {
        std::uint32_t cell;
        bool is_new;  // as far as the table can tell, nobody has made the cell of this name before
    };

    /// `entries`: the fixed length of the table; 0 = as many as it takes, for about so many boxes.
    void start(std::uint32_t entries, std::size_t boxes);
    /// `key_of` tells the key of any name that has one, for when there have to be more entries.
    template <class KeyOf>
    Made make(std::uint64_t key, const Name& name, KeyOf key_of);
    /// A box that lies in the cell of this name; `begins` as in box_runs.hpp.
    void enter(std::uint32_t cell, const Name& name, Index number, std::uint32_t begins);
    /// The same in two steps, where cells are told apart: a box whose cell is found later.
    void enter(Index number, std::uint32_t begins);
    [[nodiscard]] std::uint32_t& cell_of_entered(std::size_t which) noexcept { return entered_[which].cell; }
    /// Makes a cell for each bit of the children of a level's cells, for child(): those of one cell lie side by side in
    /// the order of their bits. They have no keys, and are yet to be named.
    void make_children(std::uint32_t level);
    void set_name(std::uint32_t cell, const Name& name) noexcept { cells_[cell].name = name; }
    /// Plans the runs side by side from record `first` on, and returns where they end. The first ones are filled up to
    /// whole blocks (box_runs.hpp) as long as that takes a fourth of their room at most: of the largest cells, which
    /// every query reads.
    [[nodiscard]] Index plan(Index first);
    /// Lays them.
    void lay(const BoxStore& store, BoxRuns& runs);

    [[nodiscard]] std::uint32_t find(std::uint64_t key, const Name& name) const noexcept {
        return index_.find(key, [&](std::uint32_t cell) { return cells_[cell].name == name; });
    }
    /// The same in two steps, for many at a time: the first has memory fetched for the second.
    [[nodiscard]] std::uint32_t guess(std::uint64_t key) const noexcept {
        const std::uint32_t cell = index_.guess(key);
        fetch(cell);
        return cell;
    }
    /// Has a cell fetched, if there is one.
    void fetch(std::uint32_t cell) const noexcept { __builtin_prefetch(cells_.data() + cell); }
    [[nodiscard]] std::uint32_t confirm(std::uint32_t guess, std::uint64_t key, const Name& name) const noexcept {
        if (guess == none || cells_[guess].name == name) [[likely]]
            return guess;
        return find(key, name);
    }
    [[nodiscard]] const BoxCell& operator[](std::uint32_t cell) const noexcept { return cells_[cell]; }
    /// Of a cell whose children have a bit each, the child of one that is set.
    [[nodiscard]] static std::uint32_t child(const BoxCell& cell, int bit) noexcept {
        const std::uint64_t before = cell.children & ((std::uint64_t{1} << bit) - 1);
        return cell.first_child + static_cast<std::uint32_t>(std::popcount(before));
    }
    /// `begins` as in box_runs.hpp; it counts only where cells are told apart.
    [[nodiscard]] BoxRun run(std::uint32_t cell, std::uint32_t begins = 0) const noexcept {
        const Index first = cells_[cell].first;
        return {first, cells_[cell + 1].first - first, 0, told_apart_ ? begins : 0};
    }
    void add_children(std::uint32_t cell, std::uint64_t bits) noexcept { cells_[cell].children |= bits; }

    /// Once they are laid.
    [[nodiscard]] std::size_t size() const noexcept { return cells_.empty() ? 0 : cells_.size() - 1; }
    [[nodiscard]] bool told_apart() const noexcept { return told_apart_; }
    /// Entries that hold boxes of more than one cell.
    [[nodiscard]] std::uint64_t collisions() const noexcept { return collisions_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    void make_room(std::size_t cells);

    struct Entered {
        std::uint32_t cell, tag;
    };
    struct Holder {
        Name name;  // whose boxes it holds
        bool shared = false;
    };

    CellIndex index_;
    std::vector<BoxCell> cells_;
    std::vector<Holder> holders_;  // of a table of fixed length
    std::vector<Entered> entered_;
    std::vector<std::uint32_t> laid_;  // by cell: the boxes laid so far
    bool told_apart_ = true;
    std::uint64_t collisions_ = 0;
};

template <class KeyOf>
BoxCells::Made BoxCells::make(std::uint64_t key, const Name& name, KeyOf key_of) {
    if (const std::uint32_t cell = find(key, name); cell != none) {
        return {cell, cells_[cell].name != name};
    }
    if (index_.is_full()) {
        index_.grow();
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            if (const std::optional<std::uint64_t> its_key = key_of(cells_[cell].name)) index_.add(*its_key, cell);
    }
    make_room(1);
    const auto cell = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back({name});
    if (index_.is_fixed()) holders_.emplace_back();
    index_.add(key, cell);
    return {cell, true};
}

}  // namespace spatial
