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
// A cell is looked up once for all children of a path cell: of 64 neighbouring cells in a full cloud, the 27 around
// each come to 216 look-ups, and not to 64 * 27.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/hierarchy_classes.hpp"
#include "spatial/hierarchy_table.hpp"
#include "spatial/neighbour_search.hpp"

namespace spatial {

class HierarchyDescent {
public:
    /// The 27 cells around the path's cell of one class, x fastest; the cell itself is number 13.
    struct Level {
        Cell at;
        std::uint32_t there;  // bit n: cell n is there
        std::array<std::uint32_t, 27> cell;
        std::array<std::uint64_t, 27> key, children;
    };

    /// Forgets the path.
    void start(const HierarchyClasses& classes, const HierarchyTable& table);

    /// Appends the runs of the points that live in the class of the block or a larger one, in the 27 cells of that
    /// class around the block. `finest` as HierarchyOrder::cell says it.
    void collect(Cell finest, int block_class, std::vector<Range>& runs);

    /// The 27 cells around the block in its own class.
    const Level& around(Cell finest, int block_class);

    /// The cell of class c under that key, which is counted as a look-up.
    std::uint32_t look_up(std::uint64_t key) noexcept;
    [[nodiscard]] std::uint64_t key(std::uint64_t parent, Cell cell, int c) const noexcept;
    /// The points that live in the cells that cannot be told from this one.
    void append_points(std::uint32_t cell, std::vector<Range>& runs) const;

    [[nodiscard]] const HierarchyClasses& classes() const noexcept { return *classes_; }
    [[nodiscard]] const HierarchyTable& table() const noexcept { return *table_; }

    /// Look-ups since the last call.
    [[nodiscard]] SearchCounters take_counters() noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// Offsets from the path's cell, -1..1 on each axis, both ends included.
    struct Window {
        Cell low{0, 0, 0}, high{0, 0, 0};
        [[nodiscard]] bool contains(const Window& w) const noexcept;
        void join(const Window& w) noexcept;
    };
    static constexpr Window all_27{{-1, -1, -1}, {1, 1, 1}};

    struct PathLevel : Level {
        Window known;                                              // what of the 27 has been looked up
        bool on_path = false;                                      // false: nothing here is valid
        bool has_runs = false;                                     // runs is valid
        std::uint32_t asked = 0;                                   // largest class: bit n: cell n was looked up
        std::vector<Range> runs;                                   // of the points that live in the 27 cells
        std::array<std::uint64_t, 27> found;                       // bit b of n: child b of cell n was looked up
        std::array<std::array<std::uint32_t, 64>, 27> child_cell;  // and is this
    };

    void go_to(Cell finest, int c, const Window& window);
    void know_largest(PathLevel& level);
    void know_from_above(PathLevel& level, int c);
    void know(Level& level, int n, std::uint64_t key, std::uint32_t cell) const noexcept;
    /// What of the class above has to be known for a window of class c around `at`.
    [[nodiscard]] Window window_above(Cell at, int c, const Window& window) const noexcept;
    /// f(n of the parent, number of the child, cell) for every cell of class c in the window around `at` that is there.
    template <class F>
    void for_each_child(Cell at, int c, const Window& window, F f);

    const HierarchyClasses* classes_ = nullptr;
    const HierarchyTable* table_ = nullptr;
    std::vector<PathLevel> levels_;
    std::uint64_t lookups_ = 0, empty_ = 0;
};

}  // namespace spatial
