// The descent of a block's 27 points through the classes (Listing 3 of Pouchol et al. 2009), for blocks that come in
// the order of the slots: of the path down to a cell, what the path to the cell before has in common with it is kept.
//
// On the path there is one cell of each class that is larger than the block's, and around it the 26 cells of its class:
//
//   class 3    . . .     of these 27, those that are there and near enough are known: key, children, number
//              . A .
//              . . .
//   class 2  around A's child: they are children of the 27 above, looked up under the key of their parent,
//            and only where the parent says that it has such a child
//
// A cell is looked up once for all children of a path cell. And what the order knows already is not looked up: the
// cells of the path itself, and the finest cells in the same parent as the block. So the 27 around each of 64 cells in
// a full cloud come to 152 look-ups, and not to 64 * 27.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/hierarchy_classes.hpp"
#include "spatial/hierarchy_order.hpp"
#include "spatial/hierarchy_table.hpp"
#include "spatial/hierarchy_window.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class HierarchyDescent {
public:
    /// The 27 cells around the path's cell of one class, x fastest; the path's own is number 13.
    struct Level {
        Cell at;
        std::uint32_t there;  // bit n: cell n is there
        std::array<std::uint32_t, 27> cell;
        std::array<std::uint64_t, 27> key, children;
    };

    /// Forgets the path.
    void start(const HierarchyClasses& classes, const HierarchyOrder& order, const HierarchyTable& table);

    /// Goes on to a block that follows the last one in the order; after start() to any.
    void go_on(Range block);
    [[nodiscard]] int block_class() const noexcept { return own_; }

    /// Appends the runs of the points that live in the block's class or a larger one, in the 27 cells of that class
    /// around the block.
    void collect(std::vector<Range>& runs);

    /// The 27 cells around the block in its own class.
    const Level& around();

    /// The first cell under a key; counted.
    std::uint32_t look_up(std::uint64_t key) noexcept;

    [[nodiscard]] const HierarchyClasses& classes() const noexcept { return *classes_; }
    [[nodiscard]] const HierarchyOrder& order() const noexcept { return *order_; }
    [[nodiscard]] const HierarchyTable& table() const noexcept { return *table_; }

    /// Look-ups since the last call.
    [[nodiscard]] SearchCounters take_counters() noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct PathLevel : Level {
        std::uint32_t own = HierarchyTable::none;                  // the path's cell; none: nothing here is valid
        std::uint32_t asked = 0;                                   // largest class: bit n: cell n was looked up
        bool has_runs = false;                                     // runs is valid
        Window known;                                              // what of the 27 has been asked for
        std::vector<Range> runs;                                   // of the points that live in the 27 cells
        std::array<std::uint64_t, 27> found;                       // bit b of n: child b of cell n was looked up
        std::array<std::array<std::uint32_t, 64>, 27> child_cell;  // and is this
    };

    /// Makes those of the 27 cells around the path's cell of class c known that are in the window, and what this takes
    /// above them.
    void know(int c, Window window);
    void know_largest(PathLevel& level);
    void know_from_above(PathLevel& level, int c);
    void put(PathLevel& level, int n, std::uint64_t key, std::uint32_t cell, std::uint64_t children) const noexcept;
    /// Which cells are the children of the path's cell of class 2 or 1.
    void number_children(PathLevel& level, int c) const noexcept;
    /// The children of all cells that cannot be told from this one.
    [[nodiscard]] std::uint64_t children_of(std::uint32_t cell) const noexcept;
    void append_points(std::uint32_t cell, std::vector<Range>& runs) const;
    void append_larger(int c, std::vector<Range>& runs);
    /// Calls f(number of the child, cell) for the wanted children of cell n, which are of class c and there.
    template <class F>
    void for_each_child(PathLevel& above, int n, std::uint64_t wanted, int c, F f);
    [[nodiscard]] std::uint32_t find_on_path(Index slot, int c) const noexcept;

    const HierarchyClasses* classes_ = nullptr;
    const HierarchyOrder* order_ = nullptr;
    const HierarchyTable* table_ = nullptr;
    bool started_ = false;
    int own_ = 0;                                                // class of the block
    Index slot_ = 0;                                             // where it begins
    std::array<std::uint32_t, HierarchyClasses::most> on_path_;  // the path's cell of each class from own_ up
    std::vector<PathLevel> levels_;
    std::uint64_t lookups_ = 0, empty_ = 0;
};

}  // namespace spatial
