// What a block of a longer reach finds among the points of shorter ones (Listing 2 of Pouchol et al. 2009): around the
// box of its reach, cell by cell, subdivided from class to class.
//
//   +-----------+-----------+      Listing 2 as printed starts the subdivided points with an empty key and forgets
//   which |     . . . | . . +     |      of their parents are gone. Here a child begins with its parent's key, and what
//   has no |     . box | . . |     |      children is not subdivided.
//   +-----------+-----------+
//   |     . . . | . . |     |      A cell that is wholly inside the box, or nearly empty, is not entered: the order has
//   |     + - - | - - +     |      put everything in and below it in one run of slots.
//   +-----------+-----------+
#pragma once

#include <cstdint>
#include <vector>

#include "spatial/hierarchy_descent.hpp"
#include "spatial/hierarchy_order.hpp"

namespace spatial {

/// Of each cell of a table, its class and where its subtree ends. Empty where all points live in one class.
class HierarchySubtrees {
public:
    void make(std::size_t cells) { subtrees_.resize(cells); }
    void set(std::uint32_t cell, int c) noexcept {
        if (!subtrees_.empty()) subtrees_[cell].level = c;
    }
    /// Finds the ends, once the classes of all cells are set.
    void close(const HierarchyTable& table) noexcept;

    /// Of the cells that cannot be told from `cell`, the one that is `at` of class c; none where it is not there.
    [[nodiscard]] std::uint32_t exactly(std::uint32_t cell, int c, Cell at, const HierarchyTable& table,
                                        const HierarchyOrder& order, const HierarchyClasses& classes) const noexcept;
    [[nodiscard]] Index end(std::uint32_t cell) const noexcept { return subtrees_[cell].end; }
    [[nodiscard]] std::size_t bytes() const noexcept { return subtrees_.capacity() * sizeof(Subtree); }

private:
    struct Subtree {
        Index end;
        std::int32_t level;
    };
    std::vector<Subtree> subtrees_;
};

class HierarchySubdivision {
public:
    /// Appends the runs of the candidates of a block that live in smaller classes than it does.
    void collect(HierarchyDescent& descent, const HierarchySubtrees& subtrees, const Points& points, Range queries,
                 std::vector<Range>& runs);

    [[nodiscard]] std::size_t bytes() const noexcept { return entered_.capacity() * sizeof(Entered); }

private:
    struct Entered {
        Cell at;
        int level;
        std::uint64_t key, children;
    };
    std::vector<Entered> entered_;  // cells whose children are still to be looked at
};

}  // namespace spatial
