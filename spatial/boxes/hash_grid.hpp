// One grid of the hierarchical hash grids (Schornbaum 2009, chapter 3): cells of one size, without end, folded onto a
// block of cells whose counts are powers of two, by taking coordinates modulo them. Neighbours stay neighbours.
//
//   number of a cell      | z | y | x |                   as in the paper's linear array
//   line of 64 cells      bits: which are occupied        two summaries of 64 lines each, in place of the paper's list
//                         block: where their lists begin  of occupied cells: O(1) to enter and to leave, too, and it
//   block of 64 heads     one 32-bit number a cell        lists the cells in the order of memory
//   object                next, before, cell, grid        the list of a cell goes through the objects
//
// The paper's cell is 24 bytes and a vector of its own, and every border cell has an array of 27 offsets: 64 MB for
// 100,000 objects in 128^3 cells. Here a cell is a bit; heads exist only where a line has objects, which is the paper's
// "allocated on the first object, freed on the last". A question numbers the occupied cells in their order; counting
// bits then leads from a cell to its slots. The offsets that inner cells share are four differences of cell numbers;
// border cells compute theirs, by the same mask that folds.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/boxes/box_class.hpp"

namespace spatial {

/// Where an object is: what it has to remember to leave in O(1).
struct GridPlace {
    static constexpr Index nobody = 0xffff'ffff;
    static constexpr std::uint32_t no_grid = 0xffff'ffff;

    Index next = nobody, before = nobody;  // in the list of the cell
    std::uint32_t cell = 0;
    std::uint32_t grid = no_grid;
};

/// Powers of two along the axes, as exponents. At least 4 cells: with fewer, the cell to the left would be the one to
/// the right, and pairs would be met twice.
struct GridShape {
    int x_bits = 4, y_bits = 4, z_bits = 4;

    static constexpr int least_bits = 2, most_bits = 30;  // the latter of all axes together
    [[nodiscard]] int bits() const noexcept { return x_bits + y_bits + z_bits; }
    [[nodiscard]] std::size_t cells() const noexcept { return std::size_t{1} << bits(); }
    [[nodiscard]] std::uint32_t x_mask() const noexcept { return (1u << x_bits) - 1; }
    [[nodiscard]] std::uint32_t y_mask() const noexcept { return (1u << y_bits) - 1; }
    [[nodiscard]] std::uint32_t z_mask() const noexcept { return (1u << z_bits) - 1; }
    /// Negative coordinates fold as they should: that is what the AND of a two's complement is.
    [[nodiscard]] std::uint32_t fold(Cell cell) const noexcept {
        return (static_cast<std::uint32_t>(cell.x) & x_mask()) |
               (static_cast<std::uint32_t>(cell.y) & y_mask()) << x_bits |
               (static_cast<std::uint32_t>(cell.z) & z_mask()) << (x_bits + y_bits);
    }
    bool operator==(const GridShape&) const = default;
};

class HashGrid {
public:
    /// For objects of size smallest <= size < cell_size.
    HashGrid(double smallest, double cell_size, std::uint32_t id, GridShape shape);

    [[nodiscard]] bool suits(double size) const noexcept { return smallest_ <= size && size < cell_size_; }
    [[nodiscard]] double smallest() const noexcept { return smallest_; }
    [[nodiscard]] double cell_size() const noexcept { return cell_size_; }
    /// Of the cells as they are laid: a hair wider than cell_size(), and 1 / that.
    [[nodiscard]] double edge() const noexcept { return edge_; }
    [[nodiscard]] double inverse() const noexcept { return inverse_; }
    [[nodiscard]] const GridShape& shape() const noexcept { return shape_; }
    [[nodiscard]] std::uint32_t id() const noexcept { return id_; }
    [[nodiscard]] std::size_t objects() const noexcept { return objects_; }
    [[nodiscard]] int growths() const noexcept { return growths_; }

    /// Objects are keyed by their lowest corner, always. The floor is true for negative coordinates, too; the paper
    /// mirrors them (Code Snippet 11), which puts exact negative multiples of the cell one cell too low.
    [[nodiscard]] Cell true_cell(const Box& box) const noexcept {
        return {cell_coordinate(box.min_x, inverse_), cell_coordinate(box.min_y, inverse_),
                cell_coordinate(box.min_z, inverse_)};
    }
    [[nodiscard]] std::uint32_t cell_of(const Box& box) const noexcept { return shape_.fold(true_cell(box)); }

    /// Tells memory that a box is going to be inserted.
    void ask_for(const Box& box, const std::vector<GridPlace>& places) const noexcept;
    /// In O(1), but for the doublings.
    void insert(Index number, std::span<const Box> boxes, std::vector<GridPlace>& places);
    /// In O(1).
    void remove(Index number, std::vector<GridPlace>& places) noexcept;
    /// Empties the occupied cells, visiting no other; the objects' places are theirs to forget.
    void clear() noexcept;

    /// Numbers the occupied cells from `first_cell` on: appends where the slots of each begin, and whose they are.
    void list_slots(std::span<const GridPlace> places, std::span<Index> numbers, Index& slot,
                    std::vector<Index>& cell_begins);

    struct Line {
        std::uint64_t occupied = 0;
        std::uint32_t block = 0;       // its heads, where any cell is occupied
        std::uint32_t first_cell = 0;  // of those that list_slots() numbered; 0 where none is occupied
    };
    [[nodiscard]] std::span<const Line> lines() const noexcept { return lines_; }
    [[nodiscard]] std::size_t occupied_cells() const noexcept { return occupied_cells_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// Calls visit(line number) for all lines with occupied cells, ascending.
    template <class F>
    void for_each_line(F visit) const {
        for (std::size_t k = 0; k < used_lines_.size(); ++k)
            for (std::uint64_t bits = used_lines_[k]; bits != 0; bits &= bits - 1)
                visit(static_cast<std::uint32_t>(64 * k + static_cast<unsigned>(std::countr_zero(bits))));
    }
    [[nodiscard]] std::span<const std::uint64_t> used_lines() const noexcept { return used_lines_; }

private:
    struct Heads {
        Index first[64];
    };
    void lay_cells();
    void link(Index number, std::uint32_t cell, std::vector<GridPlace>& places);
    void grow(std::span<const Box> boxes, std::vector<GridPlace>& places);

    double smallest_, cell_size_, edge_, inverse_;
    std::uint32_t id_;
    GridShape shape_;
    std::size_t objects_ = 0, occupied_cells_ = 0;
    int growths_ = 0;
    std::vector<Line> lines_;
    std::vector<std::uint64_t> used_lines_;  // a bit for each line
    std::vector<Heads> blocks_;
    std::vector<std::uint32_t> free_blocks_;
    std::vector<Index> moving_;  // while the grid grows
};

}  // namespace spatial
