// Hierarchical hashing after Pouchol, Ahmad, Crespin, Terraz 2009: one table for cells of several sizes, in which every
// cell knows whether anything smaller is inside it. A search goes from the largest cells down and stops where nothing
// follows, so that wide empty space costs one look-up.
//
//   hierarchy_classes      which sizes there are, and in which of them a point lives
//   hierarchy_order        points sorted depth first through the cells: every cell is a run of slots
//   hierarchy_key          the additive key of a cell, (4)
//   hierarchy_table        cell by key, with hasChildren and time stamps
//   hierarchy_descent      the 27 points of a block going down together, Listing 3
//   hierarchy_subdivision  what a block of a longer reach finds among shorter ones, Listing 2
//   hierarchy_insertion    the other use of the same table: search while inserting, as Listing 3 is printed
//
// Cells are inserted (Listing 1) after sorting, so that each is inserted once and not once a point: where the finest
// cells of two slots next to each other differ, the cells of all classes up to that of their lowest common cell begin.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/hierarchy_classes.hpp"
#include "spatial/hierarchy_descent.hpp"
#include "spatial/hierarchy_order.hpp"
#include "spatial/hierarchy_subdivision.hpp"
#include "spatial/hierarchy_table.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class HierarchicalHash final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "hierarchical-hash";

    HierarchicalHash() = default;
    explicit HierarchicalHash(const SearchSettings& settings, const HierarchyClasses::Choice& choice = {})
        : asked_table_size_(settings.table_size), unbounded_(settings.unbounded_table), choice_(choice) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return order_.order(); }
    void for_each_block(Queries queries, BlockVisitor visit) const override { blocks_.for_each(queries, visit); }
    [[nodiscard]] SearchCounters counters() const override { return counters_; }
    void for_each_cell(CellVisitor visit) const override;
    [[nodiscard]] std::size_t bytes() const noexcept override;
    [[nodiscard]] std::string note() const override;

    /// A cell of any class, whether points live in it or only below it.
    struct ClassCell {
        int level;               // its class, 0 = the finest
        Cell cell;               // counted in cells of that class from zero
        std::uint64_t children;  // hasChildren: a bit for each child (hierarchy_key.hpp) that is there
    };
    void for_each_class_cell(FunctionRef<void(const ClassCell&)> visit) const;
    [[nodiscard]] const HierarchyClasses& classes() const noexcept { return classes_; }
    [[nodiscard]] const HierarchyTable& table() const noexcept { return table_; }

private:
    /// A stretch of the slots, whose cells one thread makes, and what it cannot write because another made the parent.
    struct Portion {
        Index begin = 0, end = 0;
        std::uint32_t first_cell = 0;                                          // the cells that begin here, from ...
        std::array<std::uint64_t, HierarchyClasses::most> children_of_open{};  // of the cell of a class open at begin
        std::array<std::uint32_t, HierarchyClasses::most> open{};              // that cell; then, the one open at end
    };

    void insert_cells();
    void make_cells(Portion& portion);
    void make_blocks();
    void find_ranges(const Points& points);
    /// The largest class of which a cell begins at a slot; less than the class of the point where none begins.
    [[nodiscard]] int begins_at(Index slot) const noexcept;
    [[nodiscard]] int class_of(Index slot) const noexcept { return classes_.at_exponent[order_.exponent(slot)]; }

    std::uint32_t asked_table_size_ = 0;  // 0 = from the number of points and cells
    bool unbounded_ = false;
    HierarchyClasses::Choice choice_;
    HierarchyClasses classes_;
    HierarchyOrder order_;
    HierarchyTable table_;
    HierarchySubtrees subtrees_;
    std::vector<Portion> portions_;
    BlockTable blocks_;
    PerThread<HierarchyDescent> descent_;
    PerThread<HierarchySubdivision> subdivision_;
    SearchCounters counters_;
};

}  // namespace spatial
