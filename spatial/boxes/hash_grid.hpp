// One grid of the hierarchical hash grids (Schornbaum 2009, chapter 3): cells of one size, without end, folded onto a
// block of cells whose counts are powers of two, by taking coordinates modulo them. Neighbours stay neighbours.
//
//   number of a cell      | z | y | x |                   as in the paper's linear array
//   line of 64 cells      bits: which are occupied        two summaries of 64 lines each, in place of the paper's list
//                         block: where their lists begin  of occupied cells: O(1) to enter and to leave, too, and it
//   block of 64 heads     one 32-bit number a cell        lists the cells in the order of memory
//   object                next, before, cell, grid        the list of a cell goes through the objects
//                         digest                          where it is within the cell (box_digest.hpp)
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
#include "spatial/boxes/box_digest.hpp"

namespace spatial {

/// Where an object is: what it has to remember to leave in O(1). 20 bytes: the number of its grid is in those two of
/// the digest that are always zero.
class GridPlace {
public:
    static constexpr Index nobody = 0xffff'ffff;
    static constexpr std::uint16_t no_grid = 0xffff;

    GridPlace() noexcept { set(no_grid, 0); }
    GridPlace(Index its_next, std::uint32_t its_cell, std::uint16_t grid, BoxDigest digest) noexcept
        : next(its_next), cell(its_cell) {
        set(grid, digest);
    }

    Index next = nobody, before = nobody;  // in the list of the cell
    std::uint32_t cell = 0;

    [[nodiscard]] std::uint16_t grid() const noexcept {
        return static_cast<std::uint16_t>(lower_ >> 24 | upper_ >> 24 << 8);
    }
    [[nodiscard]] BoxDigest digest() const noexcept {
        return (lower_ & of_digest) | BoxDigest{upper_ & of_digest} << 32;
    }
    void set(std::uint16_t grid, BoxDigest digest) noexcept {
        lower_ = static_cast<std::uint32_t>(digest) | (grid & 0xffu) << 24;
        upper_ = static_cast<std::uint32_t>(digest >> 32) | std::uint32_t{grid} >> 8 << 24;
    }

private:
    static constexpr std::uint32_t of_digest = 0x00ff'ffff;
    std::uint32_t lower_, upper_;
};
static_assert(sizeof(GridPlace) == 20);

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
    /// Coordinates are found in 64ths of a cell, and digests made of 60ths: objects are shorter than a cell, so that
    /// two of them side by side are less than 127 of these long, and candidates are keyed at most one cell apart, so
    /// that none is further away than 128.
    static constexpr int fine_bits = 6;
    [[nodiscard]] static constexpr std::int32_t unit_of(std::int32_t fine) noexcept { return fine - (fine >> 4); }

    /// For objects of size smallest <= size < cell_size.
    HashGrid(double smallest, double cell_size, std::uint16_t id, GridShape shape);

    [[nodiscard]] bool suits(double size) const noexcept { return smallest_ <= size && size < cell_size_; }
    [[nodiscard]] double smallest() const noexcept { return smallest_; }
    [[nodiscard]] double cell_size() const noexcept { return cell_size_; }
    /// Of the cells as they are laid: a hair wider than cell_size(), and 1 / that.
    [[nodiscard]] double edge() const noexcept { return edge_; }
    [[nodiscard]] double inverse() const noexcept { return inverse_; }
    [[nodiscard]] double fine_inverse() const noexcept { return inverse_ * (1 << fine_bits); }
    [[nodiscard]] const GridShape& shape() const noexcept { return shape_; }
    [[nodiscard]] std::uint16_t id() const noexcept { return id_; }
    [[nodiscard]] std::size_t objects() const noexcept { return objects_; }
    [[nodiscard]] int growths() const noexcept { return growths_; }

    /// Objects are keyed by their lowest corner, always. The floor is true for negative coordinates, too; the paper
    /// mirrors them (Code Snippet 11), which puts exact negative multiples of the cell one cell too low.
    [[nodiscard]] Cell true_cell(const Box& box) const noexcept {
        return {cell_coordinate(box.min_x, inverse_), cell_coordinate(box.min_y, inverse_),
                cell_coordinate(box.min_z, inverse_)};
    }
    [[nodiscard]] std::uint32_t cell_of(const Box& box) const noexcept { return shape_.fold(true_cell(box)); }
    [[nodiscard]] BoxDigest digest_of(const Box& box) const noexcept {
        const auto unit = [scale = fine_inverse()](float side) { return unit_of(cell_coordinate(side, scale)); };
        return spatial::digest_of({unit(box.min_x), unit(box.min_y), unit(box.min_z)},
                                  {unit(box.max_x), unit(box.max_y), unit(box.max_z)});
    }

    /// Tells memory that somebody is going to enter a cell.
    void ask_for(std::uint32_t cell, const std::vector<GridPlace>& places) const noexcept;
    /// In O(1), but for the doublings.
    void insert(Index number, std::span<const Box> boxes, std::vector<GridPlace>& places);
    /// In O(1).
    void remove(Index number, std::vector<GridPlace>& places) noexcept;
    /// From the cell where he is to another; his digest is up to date. In O(1).
    void move(Index number, std::uint32_t cell, std::vector<GridPlace>& places) {
        remove(number, places);
        ++objects_;
        link(number, cell, places[number].digest(), places);
    }
    /// Empties the occupied cells, visiting no other; the objects' places are theirs to forget.
    void clear() noexcept;

    /// Slots one after the other, cell by cell; behind the last there is room for one more.
    struct Slots {
        Index* number;
        BoxDigest* digest;
        Index end = 0;
        std::vector<Index>& cell_begins;
    };
    /// Appends everybody here, and numbers the occupied cells.
    void list_slots(std::span<const GridPlace> places, Slots& slots);

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
    static constexpr std::uint32_t no_block = 0xffff'ffff;
    struct Heads {
        Index first[64];
    };
    void lay_cells();
    void link(Index number, std::uint32_t cell, BoxDigest digest, std::vector<GridPlace>& places);
    void grow(std::span<const Box> boxes, std::vector<GridPlace>& places);

    double smallest_, cell_size_, edge_, inverse_;
    std::uint16_t id_;
    GridShape shape_;
    std::size_t objects_ = 0, occupied_cells_ = 0;
    int growths_ = 0;
    std::vector<Line> lines_;
    std::vector<std::uint64_t> used_lines_;  // a bit for each line
    std::vector<Heads> blocks_;
    std::uint32_t free_block_ = no_block;  // whose first head is the next free one
    std::vector<Index> moving_;            // while the grid grows
};

}  // namespace spatial
