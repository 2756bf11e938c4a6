// The table of a hierarchical hash: cells of all classes, found by their additive keys.
//
//   entry   [ 17 ][ 12 ][    ][ 19 ][ 3 ] ...     the number of a cell; 4 bytes, and there are more entries than cells
//              |                 |    `- 3 is older than the first number of this build: nobody is here
//              v                 v
//   cell    { children, first, next }              one for each cell there is, in the order they were made
//
// A number is a time stamp as well. Numbers go on from build to build, so an entry left over from an earlier one holds
// a number too low to count, whatever it said, and with it goes everything its cell said: hasChildren, too. Nothing is
// swept; only once in two thousand million cells, when the numbers run out, the entries are set to zero.
//
// Two forms (4.3 of the paper). Of fixed length: the entry is the key modulo the length, no key is kept, and cells that
// share an entry cannot be told apart: all of them are answered, as candidates. Unbounded: as many entries as it takes,
// keys are kept and compared, and only cells of one and the same 64-bit key are not told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace spatial {

struct HierarchyCell {
    std::uint64_t children = 0;  // the paper's hasChildren: a bit for each child that is there
    Index first = 0;             // the first point in the cell or below
    std::uint32_t next = 0;      // another cell that has this one's entry
};

class HierarchyTable {
public:
    static constexpr std::uint32_t none = 0xffff'ffff;

    /// Tests begin near the end of the numbers.
    explicit HierarchyTable(std::uint32_t first_number = 1) : first_number_(first_number) {}

    /// Forgets every cell and touches none. `entries` is the fixed length, or 0 for the unbounded form, which is
    /// prepared for `cells`.
    void start(std::uint32_t entries, std::size_t cells);

    /// All at once: makes room for `cells`, to be set in any order and by any thread, and then linked. Cells are
    /// numbered in the order of their points, so that each ends where the next begins, and the last one at `points`.
    void make(std::size_t cells, Index points);
    void set(std::uint32_t cell, std::uint64_t key, std::uint64_t children, Index first) noexcept;
    /// Returns how many entries (unbounded: keys) are shared by several cells.
    std::uint64_t link() noexcept;

    /// Or one after the other. In the fixed form all cells of an entry are one.
    std::uint32_t find_or_add(std::uint64_t key);
    std::uint32_t add(std::uint64_t key);

    /// The first cell found under a key, and the next one that cannot be told from it; `none` where there is none.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept {
        const std::uint32_t cell = cell_in(entry_of(key));
        return unbounded_ ? same_key(cell, key) : cell;
    }
    [[nodiscard]] std::uint32_t following(std::uint32_t cell) const noexcept {
        return unbounded_ ? same_key(cells_[cell].next, keys_[cell]) : cells_[cell].next;
    }

    /// Made all at once: the cell that a point lives in.
    [[nodiscard]] std::uint32_t cell_of_slot(Index slot) const noexcept;
    /// Made all at once: the points of a cell that are in none of its children.
    [[nodiscard]] Range points_of(std::uint32_t cell) const noexcept {
        return {cells_[cell].first, cells_[cell + 1].first};
    }
    [[nodiscard]] HierarchyCell& operator[](std::uint32_t cell) noexcept { return cells_[cell]; }
    [[nodiscard]] const HierarchyCell& operator[](std::uint32_t cell) const noexcept { return cells_[cell]; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] std::uint32_t entries() const noexcept { return entries_; }
    [[nodiscard]] bool unbounded() const noexcept { return unbounded_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    [[nodiscard]] std::uint32_t entry_of(std::uint64_t key) const noexcept {
        if (!unbounded_) return static_cast<std::uint32_t>(key) % entries_;
        return static_cast<std::uint32_t>(key * 0x9e37'79b9'7f4a'7c15u >>
                                          shift_);  // Knuth's multiplication, 2^64 / phi
    }
    /// The cell that an entry's number stands for.
    [[nodiscard]] std::uint32_t cell_in(std::uint32_t entry) const noexcept {
        const std::uint32_t cell = number_[entry] - first_number_;
        return cell < linked_ ? cell : none;
    }
    [[nodiscard]] std::uint32_t same_key(std::uint32_t cell, std::uint64_t key) const noexcept {
        while (cell != none && keys_[cell] != key) cell = cells_[cell].next;
        return cell;
    }
    void make_entries(std::uint32_t entries);
    void make_room(std::size_t cells);
    void grow();

    bool unbounded_ = false;
    int shift_ = 63;                  // unbounded: the entry is the top bits of the scattered key
    std::uint32_t entries_ = 1;       // in use; the vector may be longer
    std::uint32_t first_number_ = 1;  // of this build
    std::uint32_t count_ = 0;         // cells of this build; the vectors may be longer
    std::uint32_t linked_ = 0;        // of those, the ones that can be found
    std::vector<std::uint32_t> number_;
    std::vector<HierarchyCell> cells_;
    std::vector<std::uint64_t> keys_;  // unbounded only
};

}  // namespace spatial
