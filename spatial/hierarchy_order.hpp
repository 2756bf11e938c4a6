// The order of a hierarchical hash: depth first through the cells of all classes, so that the points of a cell and of
// everything inside it are one run of slots.
//
//   slots   | own points of A | own points of A's child 0 | of its children ... | A's child 1 | ... | B ...
//
// The key to sort by is the finest cell of a point with the bits of its coordinates taken in turn (Morton's order), so
// that the cell of any class is a run of the key's upper bits. A point of a longer reach has no say in the bits below
// its class; they are zero, and the lowest four bits put it before the points of shorter reaches at that corner:
//
//   bit   63                                        4 3      0
//         z19 y19 x19  ...  z2 y2 x2  z1 y1 x1  z0 y0 x0 | 15 - e        e: its reach asked for 2^e finest cells
//
// Clouds wider than 2^20 finest cells have the rest of the coordinates in a second word and are sorted twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/hierarchy_classes.hpp"

namespace spatial {

class HierarchyOrder {
public:
    /// The order does not depend on the threads: the sort is stable.
    void sort(const Points& points, const HierarchyClasses& classes);

    [[nodiscard]] std::span<const Index> order() const noexcept { return order_; }

    /// The finest cell of a slot's point; of a point of a longer reach, the lowest one in its cell.
    [[nodiscard]] Cell cell(Index slot) const noexcept;
    /// The e of the slot's point: it lives in the class of 2^e finest cells.
    [[nodiscard]] int exponent(Index slot) const noexcept { return 15 - static_cast<int>(low_[slot] & 15); }
    /// The number (hierarchy_key.hpp) of the slot's cell of 2^exponent finest cells among its parent's children, which
    /// is larger by `step` doublings.
    [[nodiscard]] int child(Index slot, int exponent, int step) const noexcept;
    /// Both in the same cell of the same class.
    [[nodiscard]] bool alike(Index a, Index b) const noexcept {
        return low_[a] == low_[b] && (high_.empty() || high_[a] == high_[b]);
    }
    /// The uppermost bit in which some coordinate of the two finest cells differs; -1 where none does.
    [[nodiscard]] int difference(Index a, Index b) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// Sorts keys and order_ by the bits [from, to) of the keys.
    void sort_by(std::vector<std::uint64_t>& keys, int from, int to);

    std::vector<Index> order_, next_order_;
    std::vector<std::uint64_t> low_, high_, next_keys_;  // high_ is empty while one word will do
    std::vector<Index> counts_;                          // of each portion of the points, of each digit
};

}  // namespace spatial
