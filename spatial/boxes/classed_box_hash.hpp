// What the two hashes of several cell sizes have in common: boxes live in classes (box_ladder.hpp), each in the cells
// of its class under its corners, at most 8, and more only where it has outgrown the largest class.
#pragma once

#include "spatial/boxes/box_ladder.hpp"
#include "spatial/boxes/cell_broad_phase.hpp"

namespace spatial {

class ClassedBoxHash : public CellBroadPhase {
public:
    /// The classes that somebody lives in, largest first; levels are places in this list.
    [[nodiscard]] const BoxLadder& ladder() {
        prepare();
        return ladder_;
    }

protected:
    explicit ClassedBoxHash(const BroadSettings& settings) : settings_(settings) {}

    [[nodiscard]] virtual std::size_t tables_for(int levels) const noexcept = 0;
    /// Makes the cell of a level, and what belongs to that, in the table of this level.
    [[nodiscard]] virtual std::uint32_t make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) = 0;
    [[nodiscard]] virtual BoxCells& table_of(std::vector<BoxCells>& tables, int level) const noexcept = 0;

    void change(const BoxStore::Changes& changes) override;
    void enter_everybody(std::vector<BoxCells>& tables) override;
    [[nodiscard]] const Box& bounds() const noexcept override { return ladder_.bounds(); }
    [[nodiscard]] int levels() const noexcept override { return ladder_.count(); }
    [[nodiscard]] int level_of(Index number) const noexcept override { return ladder_.level_of(number); }
    [[nodiscard]] std::span<const Index> boxes_in(int first_level, int end_level) const noexcept override {
        return ladder_.boxes_in(first_level, end_level);
    }
    [[nodiscard]] CellRange cells_under(const Box& box, int level) const noexcept override {
        return ladder_.cells(box, level);
    }
    [[nodiscard]] Box box_of(const BoxCells::Name& name) const noexcept override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

    /// Cells are hashed without negative coordinates, of which the exclusive or makes little: (x, y) and (-x, -y) have
    /// one hash whenever both are odd. No box's cell is further out than 2^22 and a little (box_class.hpp).
    [[nodiscard]] static Cell positive(Cell at) noexcept {
        constexpr std::int32_t by = cell_to_positive;
        return {at.x + by, at.y + by, at.z + by};
    }

    const BroadSettings settings_;
    BoxLadder ladder_;
};

}  // namespace spatial
