// Listing 3 of Pouchol, Ahmad, Crespin, Terraz 2009 as printed: points are inserted one after the other, and each looks
// for its neighbours among those before it on its way in. Every pair is found once, by the later of the two, and
// recorded both ways; when the last point is in, all lists are complete.
//
//   largest class    . P .       the cells around the point, those that are there: here one, of two looked for
//   next             . P         children of those: what has no children, or none in the window, is gone from here on
//   ...
//   point's class    . P Q       points in these cells are tested: Q is nearer than the longer of the reaches
//   smaller ones     ....        where points of shorter reaches live in smaller cells: the box of P's reach
//
// The table holds points by lists: a cell's `first` is the point that came last, and each names the one before it.
// Beside HierarchicalHash, which sorts and then finds ranges, this answers while the cloud is still growing; it is the
// slower of the two, in one thread, because each point waits for the one before it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/hierarchy_classes.hpp"
#include "spatial/hierarchy_table.hpp"
#include "spatial/neighbour_lists.hpp"
#include "spatial/search_settings.hpp"

namespace spatial {

class SearchWhileInserting {
public:
    explicit SearchWhileInserting(const SearchSettings& settings = {}) : settings_(settings) {}

    /// Inserts all points in the order they come in. Throws as check(Points) does. Memory is kept from run to run, and
    /// the table is not swept in between (hierarchy_table.hpp).
    void run(const Points& points, NeighbourLists& lists);

    /// Of the last run. Blocks are points here; `cells` counts those of any class.
    [[nodiscard]] const SearchCounters& counters() const noexcept { return counters_; }
    /// How often two points were found to be neighbours.
    [[nodiscard]] std::uint64_t pairs() const noexcept { return earlier_.size(); }
    [[nodiscard]] const HierarchyClasses& classes() const noexcept { return classes_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct Inserted {
        float x, y, z, reach;
        Index before;  // in the same cell; none at the end
    };
    struct Visited {
        Cell at;
        std::uint32_t cell;
        std::uint64_t key;
    };
    struct CellBox {
        Cell low, high;  // both included
    };

    void search(Index i);
    void insert(Index i);
    /// For each class the cells in which neighbours can live, or cells that can be in which.
    void open_windows(const Inserted& point, Cell finest);
    /// Looks a cell up, and visits it later if it is there.
    void visit(Cell at, std::uint64_t parent_key, int c);
    void test_points_in(std::uint32_t cell, Index i);
    void write(NeighbourLists& lists);

    SearchSettings settings_;
    HierarchyClasses classes_;
    HierarchyTable table_;
    SearchCounters counters_;

    // The point on its way in.
    int own_class_ = 0;
    std::array<Cell, HierarchyClasses::most> own_at_{};             // its cell of each class
    std::array<std::uint32_t, HierarchyClasses::most> own_cell_{};  // which is this in the table, if it is there
    std::array<CellBox, HierarchyClasses::most> window_{};
    std::vector<Visited> visited_, to_visit_;

    std::vector<Inserted> inserted_;
    std::vector<Index> tested_by_;  // of each cell, who tested its points last: cells can share an entry
    std::vector<Index> earlier_;    // the earlier neighbours of each point, one after the other
    std::vector<std::uint64_t> first_earlier_, next_id_;
};

/// The same for a cloud that is searched once.
[[nodiscard]] NeighbourLists search_while_inserting(const Points& points, const SearchSettings& settings = {});

}  // namespace spatial
