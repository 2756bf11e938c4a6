// A dense grid over the box around some points, whose cells are numbered row by row: x fastest, then y, then z.
//
// However wide the box is, the grid has at most as many cells as it is given: its longest axes are folded, cell
// modulo a power of two, as in the hash grids of Schornbaum. Neighbours in space stay neighbours in a folded grid,
// where the last cell of an axis is beside the first. Far strangers may share a cell, which costs time and nothing
// else.
//
//   not folded    0 1 2 3 4 5 6         folded to four    0 1 2 3 0 1 2
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "spatial/cells.hpp"
#include "spatial/points.hpp"

namespace spatial {

class FoldedGrid {
public:
    /// Key of a cell: its number in the grid.
    using Key = std::uint32_t;

    FoldedGrid() = default;
    FoldedGrid(const Box& bounds, double edge, double most_cells);

    /// With those to spare, where rows are parted.
    [[nodiscard]] Key cells() const noexcept;
    [[nodiscard]] bool folded() const noexcept;
    [[nodiscard]] double edge() const noexcept { return edge_; }

    /// Relative to the corner of the box, so that a lattice lies in the cells as evenly as it can.
    [[nodiscard]] Cell cell_at(float x, float y, float z) const noexcept {
        return {cell_coordinate(x - axes_[0].corner, inverse_edge_),
                cell_coordinate(y - axes_[1].corner, inverse_edge_),
                cell_coordinate(z - axes_[2].corner, inverse_edge_)};
    }
    [[nodiscard]] Key key_of(Cell cell) const noexcept;
    /// The same of a cell that may lie outside of the grid: of the nearest one in it.
    [[nodiscard]] Key nearest_key(Cell cell) const noexcept;
    /// Of points begin .. begin + keys.size(); many at a time, by SIMD.
    void keys_of(const Points& points, std::size_t begin, std::span<Key> keys) const;

    /// What a cell covers, where the grid is not folded: only there can a key say which cell it stands for.
    [[nodiscard]] Box box_of_key(Key key) const noexcept;

    /// Puts so many cells behind each row that nobody is ever in, and a row of such behind each layer: the rows around
    /// a cell are then at the same keys from it everywhere. Not in a grid that is folded, nor in one that is so thin
    /// that it would have more than a quarter more cells.
    void part_rows(Key spare) noexcept;
    [[nodiscard]] bool rows_are_parted() const noexcept { return row_ > static_cast<Key>(axes_[0].cells); }
    /// From a cell to the next along y and along z.
    [[nodiscard]] Key row() const noexcept { return row_; }
    [[nodiscard]] Key layer() const noexcept { return layer_; }

    /// How many cells follow a key's in its row.
    [[nodiscard]] Key cells_after(Key key) const noexcept { return static_cast<Key>(axes_[0].cells) - 1 - key % row_; }

    /// Nine rows, in two pieces each where a folded axis is crossed.
    static constexpr std::size_t most_runs_around = 18;
    /// Calls run(first, last) with the keys of each piece of a row among the cells around those from `first` to `last`,
    /// which belong to one row: around a single cell they are 27.
    template <class F>
    void for_each_run_around(Key first, Key last, F run) const;

    /// The same for all cells that come within `reach` of a box.
    template <class F>
    void for_each_run_near(const Box& box, double reach, F run) const;

private:
    // A folded axis needs so many cells that a cell and its two neighbours are three.
    static constexpr std::int32_t fewest_folded = 4;

    struct Axis {
        double corner = 0.0;  // where cell 0 begins, m
        std::int32_t cells = 1;
        std::int32_t extent = 1;  // cells before folding
        bool folded = false;

        [[nodiscard]] std::int32_t index_of(std::int32_t coordinate) const noexcept {
            return folded ? coordinate & (cells - 1) : coordinate;
        }
    };

    /// Indices from .. to of an axis, cut where it ends: one piece, or two where a folded axis is crossed.
    class Pieces {
    public:
        struct Piece {
            std::int32_t first, last;
        };
        Pieces(const Axis& axis, std::int64_t from, std::int64_t to) noexcept;
        [[nodiscard]] const Piece* begin() const noexcept { return pieces_.data(); }
        [[nodiscard]] const Piece* end() const noexcept { return pieces_.data() + count_; }

    private:
        void add(std::int64_t first, std::int64_t last) noexcept {
            pieces_[count_++] = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(last)};
        }
        std::array<Piece, 2> pieces_;
        unsigned count_ = 0;
    };

    template <class F>
    void for_each_run(const Pieces& xs, const Pieces& ys, const Pieces& zs, F run) const;

    double edge_ = 1.0, inverse_edge_ = 1.0;  // m, 1/m
    std::array<Axis, 3> axes_;
    Key row_ = 1, layer_ = 1;
};

inline FoldedGrid::Pieces::Pieces(const Axis& axis, std::int64_t from, std::int64_t to) noexcept {
    const std::int64_t end = axis.cells - 1;
    if (from > to) return;
    if (!axis.folded) {
        const std::int64_t first = std::max<std::int64_t>(from, 0), last = std::min(to, end);
        if (first <= last) add(first, last);
    } else if (to - from >= end) {
        add(0, end);
    } else {
        const std::int64_t first = from & end, last = to & end;  // the cells of a folded axis are a power of two
        if (first <= last) {
            add(first, last);
        } else {
            add(0, last);
            add(first, end);
        }
    }
}

template <class F>
void FoldedGrid::for_each_run(const Pieces& xs, const Pieces& ys, const Pieces& zs, F run) const {
    for (const auto z_piece : zs)
        for (auto z = static_cast<Key>(z_piece.first); z <= static_cast<Key>(z_piece.last); ++z)
            for (const auto y_piece : ys)
                for (auto y = static_cast<Key>(y_piece.first); y <= static_cast<Key>(y_piece.last); ++y) {
                    const Key row = z * layer_ + y * row_;
                    for (const auto x : xs) run(row + static_cast<Key>(x.first), row + static_cast<Key>(x.last));
                }
}

template <class F>
void FoldedGrid::for_each_run_around(Key first, Key last, F run) const {
    const auto nx = static_cast<Key>(axes_[0].cells), ny = static_cast<Key>(axes_[1].cells),
               nz = static_cast<Key>(axes_[2].cells);
    const Key z = first / layer_, in_layer = first % layer_, y = in_layer / row_, x = in_layer % row_,
              width = last - first;
    const auto inside = [](Key from, Key to, Key cells) { return from > 0 && to + 1 < cells; };
    if (inside(x, x + width, nx) && inside(y, y, ny) && inside(z, z, nz)) {
        // As nearly always: the same nine runs around everybody.
        for (Key begin = first - layer_ - row_ - 1, layers = 3; layers > 0; --layers, begin += layer_)
            for (const Key from : {begin, begin + row_, begin + 2 * row_}) run(from, from + width + 2);
        return;
    }
    for_each_run(Pieces(axes_[0], std::int64_t{x} - 1, x + 1 + width), Pieces(axes_[1], std::int64_t{y} - 1, y + 1),
                 Pieces(axes_[2], std::int64_t{z} - 1, z + 1), run);
}

template <class F>
void FoldedGrid::for_each_run_near(const Box& box, double reach, F run) const {
    const auto pieces = [&](const Axis& axis, double min, double max) {
        const auto coordinate = [&](double x) { return cell_coordinate(x - axis.corner, inverse_edge_); };
        // Nobody is beyond the box that the grid was made for, which a folded axis does not know by itself.
        return Pieces(axis, std::max(coordinate(min - reach), 0), std::min(coordinate(max + reach), axis.extent - 1));
    };
    for_each_run(pieces(axes_[0], box.min_x, box.max_x), pieces(axes_[1], box.min_y, box.max_y),
                 pieces(axes_[2], box.min_z, box.max_z), run);
}

}  // namespace spatial
