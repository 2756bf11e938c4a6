// Hierarchical hashing after Pouchol, Ahmad, Crespin, Terraz 2009: multilevel hashing (multilevel_box_hash.hpp), in
// which a cell also says whether anything smaller is inside it. A query descends from the largest class and goes on
// only where something follows.
//
// The key of a cell is additive, (4) of the paper: the key of the cell around it plus its own hash (hierarchy_key.hpp).
// hasChildren is set on the way down to every cell that is made (Listing 1). It is a word: a bit for each child of a
// class up to four times smaller, so that a child that is not there is not looked up; where classes lie further apart,
// a bit for each of 4 x 4 x 4 blocks of children:
//
//   512 m   [    A     |          ]      next class 32 m: a bit says of 4 x 4 x 4 cells that there is one in them
//   128 m   [  |  |  | :  |  |  | ]      blocks, of which there are no cells: classes in between are skipped
//    32 m    ....BB....                  one block of A has its bit set
//
// A query goes down as in Listing 2, mended: a part of the query belongs to the cell it descends from, inherits the
// key of this and ends with it, and each cell is one part, however many corners of the query lie in it.
#pragma once

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
    /// Those on the way down whose cell of the level above has children where they are.
    struct Alive {
        std::array<std::uint8_t, WayDown::most> place;
        std::size_t count = 0;
    };

    /// Listing 1: the keys of the cells around a cell, and its own, by level; returns the last.
    std::uint64_t find_keys(const BoxCells::Name& name, std::vector<std::uint64_t>& keys) const;
    /// Tells narrow queries from the others, and asks the largest class for these.
    void ask_largest(const Seen& seen, int last, WayDown& down, BoxBatch& batch) const;
    /// Takes narrow queries to a level, and keeps those below whom there is something; who is in several cells of the
    /// next level becomes a parent.
    void look_up(int level, int last, WayDown& down, Alive& alive, BoxBatch& batch) const;
    /// Asks a level for the children of the batch's parents.
    void ask_next(const Seen& seen, int level, int last, BoxBatch& batch) const;
    /// A part of a query in a cell, which is to be looked up.
    void ask_part(std::uint32_t query, std::uint32_t begins, Cell at, std::uint64_t key_above, BoxBatch& batch) const;
    /// The parts of a query in the children of a cell; `range`: its cells on their level.
    void ask_children(const BoxBatch::Part& parent, int level, const CellRange& range, BoxBatch& batch) const;
    /// Looks the batch's children up and leaves those that have children themselves as parents.
    void look_up_parts(int level, BoxBatch& batch) const;

    std::vector<std::uint64_t> keys_, other_keys_;
};

}  // namespace spatial
