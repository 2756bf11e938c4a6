// The classes of a hierarchical hash: sizes of cells, each a power of two of the finest, from the shortest reach there
// is up to a size of which a few cells hold the whole cloud.
//
//   class    0     1     2     3          finest = shortest reach * cell_margin
//   size     1     4     8    32          of the finest: a class of 8 is there because points have such a reach
//
// A point lives in the class of its reach: the smallest that is no shorter. Between the sizes that reaches ask for,
// and above them, classes follow in steps of four. Counted on a million points of one reach, as look-ups a point and
// bytes a point of the whole module (fixed table), with steps of two and of four, and with the finest class alone:
//
//                                                       one class      steps of 2     steps of 4
//   sheet of side 2^20, reach 234: 0.05 points a cell   25.4, 221      2.13, 128      0.51,  98
//   the same, reach 20:          0.0004 points a cell   26.0, 228      0.22, 206      0.10, 134
//   block, 8 points a cell                               3.3,  57      0.96,  52      0.30,  52
//
// Steps of four win because the children of a cell are 64 then: hasChildren, one bit in the paper, is a word with a bit
// for each child, and a child that is not there is not looked up. Steps of eight would need eight words a cell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spatial/cells.hpp"

namespace spatial {

struct HierarchyClasses {
    static constexpr int most = 32;
    /// Reaches may ask for that many sizes in a row; still shorter reaches live in the smallest of them.
    static constexpr int most_reaches = 16;

    double edge = 1.0, inverse_edge = 1.0;  // of a cell of the finest class, m
    /// Where cells are counted from, in finest cells: a corner of a cell of the largest class, below all points. Cells
    /// counted from here are never negative, which keeps sorting them simple and their keys apart.
    Cell origin{};
    int count = 1;
    std::array<std::uint8_t, most> exponent{};    // of class c: its cells are edge * 2^exponent[c] long; ascending
    std::array<std::int8_t, most> at_exponent{};  // the largest class whose exponent is no greater
    std::uint32_t holding = 1;                    // bit c: points live in class c
    Cell last{};                                  // the uppermost finest cell there is, counted from the origin

    /// What is there to choose; benches do.
    struct Choice {
        int longest_step = 2;     // doublings, at most 2: the children of a cell have to fit into 64 bits
        int most_classes = most;  // fewer leave out the largest; those that points live in are never left out
    };
    [[nodiscard]] static HierarchyClasses of(const Points& points, const Choice& choice);

    [[nodiscard]] int largest() const noexcept { return count - 1; }
    [[nodiscard]] bool holds(int c) const noexcept { return (holding >> c & 1) != 0; }
    [[nodiscard]] double size(int c) const noexcept { return edge * static_cast<double>(1u << exponent[c]); }
    /// Powers of two from a class to the next larger one.
    [[nodiscard]] int step(int c) const noexcept { return exponent[c + 1] - exponent[c]; }

    /// A hair more than a reach: as long as a cell has to be so that two cells apart means out of reach.
    [[nodiscard]] static double margin(float reach) noexcept;
    /// How many doublings of the finest size a reach asks for.
    [[nodiscard]] int exponent_of(float reach) const noexcept;
    /// The finest cell of a place, counted from the origin.
    [[nodiscard]] Cell finest_cell(double x, double y, double z) const noexcept {
        return {coordinate(x) - origin.x, coordinate(y) - origin.y, coordinate(z) - origin.z};
    }
    /// The cell of class c that a finest cell is in.
    [[nodiscard]] Cell up(Cell finest, int c) const noexcept {
        return {finest.x >> exponent[c], finest.y >> exponent[c], finest.z >> exponent[c]};
    }
    /// The same cell of class c counted from zero, as it is drawn.
    [[nodiscard]] Cell absolute(Cell cell, int c) const noexcept {
        return {cell.x + (origin.x >> exponent[c]), cell.y + (origin.y >> exponent[c]),
                cell.z + (origin.z >> exponent[c])};
    }
    /// The paper's classSizes: largest first, m.
    [[nodiscard]] std::vector<double> sizes() const;

private:
    [[nodiscard]] std::int32_t coordinate(double x) const noexcept;
};

}  // namespace spatial
