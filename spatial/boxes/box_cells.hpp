// Cells that hold boxes: an index (cell_index.hpp: stamped, nothing is swept, fixed or unbounded), the cells, and for
// each a run of the boxes in it.
//
//   index     key -> cell 0, 1, 2 ...     in the order in which cells were made
//   keyed     name, content               32 bytes: who has found a cell has read all there is to know of it
//   counted   content                     16 bytes: children of a cell that has a bit for each of them, side by side in
//                                         the order of their bits. They have no names; who counts bits knows where he
//                                         is
//   content   children, run
//   runs      | boxes of keyed cell 0 | boxes of keyed cell 1 | ... | boxes of counted cell 0 | ...
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
    /// Cells of either kind are numbered from 0; where it may be any, a counted one has this bit.
    static constexpr std::uint32_t counted = 1u << 31;
    enum class Kind : bool { keyed, counted };

    struct alignas(16) Content {
        std::uint64_t children =
            0;                    // the paper's hasChildren: a bit for each child, or block of children, that is there
        Index first = no_record;  // of its run, which ends where that of the next cell of its kind begins
        std::uint32_t first_child = 0;  // see make_children()
    };
    struct alignas(32) KeyedCell {
        Name name;  // where not told apart: of the first to be made
        Content content;
    };
    struct Made {
        std::uint32_t cell;
        bool is_new;  // as far as the table can tell, nobody has made the cell of this name before
    };

    /// `entries`: the fixed length of the table; 0 = as many as it takes, for about so many boxes.
    void start(std::uint32_t entries, std::size_t boxes);
    /// `key_of` tells the key of any name, for when there have to be more entries.
    template <class KeyOf>
    Made make(std::uint64_t key, const Name& name, KeyOf key_of);
    /// A box that lies in the cell of this name; `begins` as in box_runs.hpp.
    void enter(std::uint32_t cell, const Name& name, Index number, std::uint32_t begins);
    /// The same in two steps, where cells are told apart: a box whose cell is found later.
    void enter(Index number, std::uint32_t begins);
    [[nodiscard]] std::uint32_t& cell_of_entered(std::size_t which) noexcept { return entered_[which].cell; }
    /// Makes a counted cell for each bit of the children of a level's cells: those made by the last call where these
    /// are counted ones, too.
    void make_children(std::uint32_t level, Kind of_level);
    /// Plans the runs side by side from record `first` on, and returns where they end. The first ones are filled up to
    /// whole blocks (box_runs.hpp) as long as that takes a fourth of their room at most: of the largest cells, which
    /// every query reads.
    [[nodiscard]] Index plan(Index first);
    /// Lays them.
    void lay(const BoxStore& store, BoxRuns& runs);

    [[nodiscard]] std::uint32_t find(std::uint64_t key, const Name& name) const noexcept {
        return index_.find(key, [&](std::uint32_t cell) { return keyed_[cell].name == name; });
    }
    /// The same in two steps, for many at a time: the first has memory fetched for the second.
    [[nodiscard]] std::uint32_t guess(std::uint64_t key) const noexcept {
        const std::uint32_t cell = index_.guess(key);
        __builtin_prefetch(keyed_.data() + cell);
        return cell;
    }
    [[nodiscard]] std::uint32_t confirm(std::uint32_t guess, std::uint64_t key, const Name& name) const noexcept {
        if (guess == none || keyed_[guess].name == name) [[likely]]
            return guess;
        return find(key, name);
    }

    [[nodiscard]] const Name& name(std::uint32_t keyed_cell) const noexcept { return keyed_[keyed_cell].name; }
    template <Kind Of>
    [[nodiscard]] const Content& content(std::uint32_t cell) const noexcept {
        if constexpr (Of == Kind::keyed)
            return keyed_[cell].content;
        else
            return counted_[cell];
    }
    [[nodiscard]] const Content& content(std::uint32_t cell) const noexcept {
        return (cell & counted) == 0 ? keyed_[cell].content : counted_[cell & ~counted];
    }
    /// Of a cell whose children have a bit each, the child of one that is set.
    [[nodiscard]] static std::uint32_t child(const Content& cell, int bit) noexcept {
        const std::uint64_t before = cell.children & ((std::uint64_t{1} << bit) - 1);
        return cell.first_child + static_cast<std::uint32_t>(std::popcount(before));
    }
    /// `begins` as in box_runs.hpp; it counts only where cells are told apart.
    template <Kind Of>
    [[nodiscard]] BoxRun run(std::uint32_t cell, std::uint32_t begins = 0) const noexcept {
        const Index first = content<Of>(cell).first;
        return {first, content<Of>(cell + 1).first - first, 0, told_apart_ ? begins : 0};
    }
    [[nodiscard]] BoxRun run(std::uint32_t cell, std::uint32_t begins = 0) const noexcept {
        return (cell & counted) == 0 ? run<Kind::keyed>(cell, begins) : run<Kind::counted>(cell & ~counted, begins);
    }
    void add_children(std::uint32_t cell, std::uint64_t bits) noexcept {
        ((cell & counted) == 0 ? keyed_[cell].content : counted_[cell & ~counted]).children |= bits;
    }

    /// How many there are, once they are laid.
    [[nodiscard]] std::size_t keyed() const noexcept { return keyed_.empty() ? 0 : keyed_.size() - 1; }
    [[nodiscard]] std::size_t size() const noexcept { return keyed() + (counted_.empty() ? 0 : counted_.size() - 1); }
    /// The cell at a place among all of them.
    [[nodiscard]] std::uint32_t at(std::size_t place) const noexcept {
        return static_cast<std::uint32_t>(place < keyed() ? place : place - keyed()) | (place < keyed() ? 0 : counted);
    }
    [[nodiscard]] bool told_apart() const noexcept { return told_apart_; }
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

    [[nodiscard]] static std::size_t place_of(std::uint32_t cell, std::size_t keyed_cells) noexcept {
        return (cell & counted) == 0 ? cell : keyed_cells + (cell & ~counted);
    }

    CellIndex index_;
    std::vector<KeyedCell> keyed_;
    std::vector<Content> counted_;
    std::size_t made_last_ = 0;    // of these, where the children made last begin
    std::vector<Holder> holders_;  // of a table of fixed length
    std::vector<Entered> entered_;
    std::vector<std::uint32_t> laid_;  // by place: the boxes laid so far
    bool told_apart_ = true;
    std::uint64_t collisions_ = 0;
};

template <class KeyOf>
BoxCells::Made BoxCells::make(std::uint64_t key, const Name& name, KeyOf key_of) {
    if (const std::uint32_t cell = find(key, name); cell != none) {
        return {cell, keyed_[cell].name != name};
    }
    if (index_.is_full()) {
        index_.grow();
        for (std::uint32_t cell = 0; cell < keyed_.size(); ++cell) index_.add(key_of(keyed_[cell].name), cell);
    }
    const auto cell = static_cast<std::uint32_t>(keyed_.size());
    if (keyed_.size() + 1 >= keyed_.capacity()) keyed_.reserve(keyed_.size() + keyed_.size() / 8 + 16);
    keyed_.push_back({name, {}});
    if (index_.is_fixed()) holders_.emplace_back();
    index_.add(key, cell);
    return {cell, true};
}

}  // namespace spatial
