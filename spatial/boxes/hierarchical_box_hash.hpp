// Hierarchical hashing after Pouchol, Ahmad, Crespin, Terraz 2009: multilevel hashing (multilevel_box_hash.hpp), in
// which a cell also says whether anything smaller is inside it. A query descends from the largest class and goes on
// only where something follows.
//
// The key of a cell is additive, (4) of the paper: the key of the cell around it plus its own hash (hierarchy_key.hpp).
// hasChildren is set on the way down to every cell that is made (Listing 1). It is a word: a bit for each child of a
// class up to four times smaller (eight times in flat scenes, child_blocks.hpp), so that a child that is not there is
// not looked up; where classes lie further apart, a bit for each block of children:
//
//   512 m   [    A     |          ]      next class 32 m: a bit says of 4 x 4 x 4 cells that there is one in them
//   128 m   [  |  |  | :  |  |  | ]      blocks, of which there are no cells: classes in between are skipped
//    32 m    ....BB....                  one block of A has its bit set
//
// Keys find the cells of the largest class and in blocks. Children that have a bit each lie side by side in its order:
// a query on its way down finds them by counting bits, and needs neither key nor name. They are made level by level,
// for all boxes at a time: first bits are set, and then there is a cell for each. (A table of fixed length, whose cells
// are not told apart, is made and asked by keys alone.)
//
// A query goes down as in Listing 2, mended: a part of the query belongs to the cell it descends from, inherits the
// key of this and ends with it, and each cell is one part, however many corners of the query lie in it.
#pragma once

#include "spatial/boxes/child_blocks.hpp"
#include "spatial/boxes/classed_box_hash.hpp"
#include "spatial/boxes/way_down.hpp"

namespace spatial {

class HierarchicalBoxHash final : public ClassedBoxHash {
public:
    static constexpr std::string_view module_name = "hierarchical-hash";

    explicit HierarchicalBoxHash(const BroadSettings& settings = {}) : ClassedBoxHash(settings) {}

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }

protected:
    [[nodiscard]] std::size_t tables_for(int) const noexcept override { return 1; }
    [[nodiscard]] std::uint32_t make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) override;
    [[nodiscard]] BoxCells& table_of(std::vector<BoxCells>& tables, int) const noexcept override { return tables[0]; }
    void ask(int last, BoxBatch& batch) const override;
    [[nodiscard]] bool is_hierarchy() const noexcept override { return true; }
    [[nodiscard]] bool has_children(const BoxCells::Name& name) const noexcept override;

private:
    using Seen = BoxLadder::Seen<BoxBatch::most>;

    void enter_everybody(std::vector<BoxCells>& tables) override;
    void draw_children(const BoxCells& cells, std::uint32_t cell, const BoxCells::Name& name,
                       BoxCellVisitor visit) const override;
    /// Leads everybody who lives on this level or a finer one to his cell of it, from that of the level above; and says
    /// there in which child he goes on.
    void come_to(int level, BoxCells& cells);
    /// Listing 1: the keys of the cells around a cell, and its own, by level; returns the last.
    std::uint64_t find_keys(const BoxCells::Name& name, std::vector<std::uint64_t>& keys) const;
    /// The cells of a level as children of those above.
    [[nodiscard]] ChildBlocks blocks_of(int level) const noexcept;
    /// Whether each cell of a level has a bit of its parent to itself.
    [[nodiscard]] bool has_bits(int level) const noexcept;
    [[nodiscard]] BoxCells::Kind kind_of(int level) const noexcept {
        return has_bits(level) ? BoxCells::Kind::counted : BoxCells::Kind::keyed;
    }

    /// Tells narrow queries from the others, and asks the largest class for these.
    void ask_largest(const Seen& seen, int last, WayDown& down, BoxBatch& batch) const;
    /// Reads a level's cells of queries on their way down; who cannot go on there becomes a parent.
    void read_cells(const Seen& seen, int level, int last, WayDown& down, BoxBatch& batch) const;
    /// Asks a level for the children of the batch's parents.
    void ask_next(const Seen& seen, int level, int last, BoxBatch& batch) const;
    /// A part of a query in a cell, which is to be looked up.
    void ask_part(std::uint32_t query, std::uint32_t begins, Cell at, std::uint64_t key_above, BoxBatch& batch) const;
    /// The parts of a query in the children of a cell; `range`: its cells on their level.
    void ask_children(const BoxBatch::Part& parent, int level, const CellRange& range, BoxBatch& batch) const;
    /// Reads the batch's children, and leaves those that have children themselves as parents.
    void read_parts(int level, BoxBatch& batch) const;

    int last_key_level_ = 0;  // on finer levels all cells are found by counting bits
    std::vector<std::uint64_t> keys_, other_keys_;
};

}  // namespace spatial
