// Cursors find the cells around a block, and never step back.
#include "spatial/cell_sweep.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>
#include <vector>

using spatial::Cell;
using spatial::CellRun;
using spatial::CellSweep;
using spatial::HMask;
using spatial::Index;
using spatial::KeyLayout;

namespace {

/// One cell in so many of a box holds points, or with holes all others do.
struct Cells {
    KeyLayout layout;
    Cell last;
    std::vector<std::uint64_t> numbers;

    Cells(Cell farthest, unsigned one_in, bool holes = false) : last(farthest) {
        layout = KeyLayout::needed_for(
            1'000, {static_cast<double>(last.x), static_cast<double>(last.y), static_cast<double>(last.z)});
        std::mt19937 rng(one_in);
        for (int z = 0; z <= last.z; ++z)
            for (int y = 0; y <= last.y; ++y)
                for (int x = 0; x <= last.x; ++x)
                    if ((rng() % one_in == 0) != holes) numbers.push_back(layout.cell_number({x, y, z}));
        numbers.resize(numbers.size() + CellSweep::sentinels, ~std::uint64_t{0});
    }
    [[nodiscard]] Index size() const { return static_cast<Index>(numbers.size() - CellSweep::sentinels); }
    [[nodiscard]] Cell at(Index i) const { return layout.cell_at(numbers[i]); }
    [[nodiscard]] CellSweep sweep(const HMask& mask) const { return {layout, last, mask.rows(), numbers}; }

    /// What a look at every cell finds: those that the mask reaches from some cell of the block.
    [[nodiscard]] std::set<Index> around(CellRun block, const HMask& mask) const {
        const Cell from = at(block.begin), to = at(block.end - 1);
        std::set<Index> found;
        for (Index i = 0; i < size(); ++i) {
            const Cell cell = at(i);
            for (const HMask::Row row : mask.rows())
                if (cell.y - from.y == row.dy && cell.z - from.z == row.dz && cell.x >= from.x - row.width &&
                    cell.x <= to.x + row.width)
                    found.insert(i);
        }
        return found;
    }
};

std::set<Index> found_by(CellSweep& sweep, CellRun block) {
    std::set<Index> found;
    sweep.around(block, [&](HMask::Row, CellRun cells, std::uint64_t asked) {
        EXPECT_LE(cells.size(), asked);
        for (Index i = cells.begin; i < cells.end; ++i) EXPECT_TRUE(found.insert(i).second) << "cell " << i << " twice";
    });
    return found;
}

const std::vector<Cells>& boxes() {
    static const std::vector<Cells> some = {Cells({9, 8, 7}, 1),  Cells({9, 8, 7}, 3),   Cells({9, 8, 7}, 40),
                                            Cells({63, 5, 0}, 2), Cells({700, 0, 0}, 5), Cells({0, 0, 90}, 2),
                                            Cells({1, 40, 1}, 2), Cells({0, 0, 0}, 1),   Cells({90, 6, 7}, 80, true)};
    return some;
}

}  // namespace

TEST(CellSweep, FindsTheCellsOfTheMaskInOneTwoAndThreeDimensions) {
    for (const Cells& cells : boxes())
        for (const int h : {1, 2, 3, 4}) {
            const HMask mask(h);
            CellSweep sweep = cells.sweep(mask);
            for (Index i = 0; i < cells.size(); ++i)
                EXPECT_EQ(found_by(sweep, {i, i + 1}), cells.around({i, i + 1}, mask)) << "H = " << h << ", cell " << i;
        }
}

TEST(CellSweep, FindsThemForBlocksOfSeveralCellsAndWhenMostBlocksAreSkipped) {
    for (const Cells& cells : boxes())
        for (const Index skipped : {0u, 1u, 9u, 60u}) {
            const HMask mask(2);
            CellSweep sweep = cells.sweep(mask);
            for (Index i = 0; i < cells.size(); i += skipped) {
                Index end = i + 1;
                while (end < cells.size() && cells.at(end).y == cells.at(i).y && cells.at(end).z == cells.at(i).z &&
                       cells.at(end).x < cells.at(i).x + 4)
                    ++end;
                EXPECT_EQ(found_by(sweep, {i, end}), cells.around({i, end}, mask)) << "cells " << i << " to " << end;
                i = end;
            }
        }
}

// What makes the sweep linear: a cursor passes every cell once, however many blocks there are.
TEST(CellSweep, NeverMovesACursorBack) {
    for (const Cells& cells : boxes())
        for (const int h : {1, 2, 3, 4}) {
            const HMask mask(h);
            CellSweep sweep = cells.sweep(mask);
            std::vector<CellRun> before(sweep.cursors().begin(), sweep.cursors().end());
            std::uint64_t moved = 0;
            for (Index i = 0; i < cells.size(); ++i) {
                (void)found_by(sweep, {i, i + 1});
                for (std::size_t r = 0; r < before.size(); ++r) {
                    const CellRun now = sweep.cursors()[r];
                    ASSERT_GE(now.begin, before[r].begin) << "H = " << h << ", cell " << i << ", row " << r;
                    ASSERT_GE(now.end, before[r].end) << "H = " << h << ", cell " << i << ", row " << r;
                    ASSERT_LE(now.end, cells.size());
                    moved += (now.begin - before[r].begin) + (now.end - before[r].end);
                    before[r] = now;
                }
            }
            EXPECT_LE(moved, 2ull * mask.rows().size() * cells.size());
        }
}

TEST(CellSweep, AsksForTheCellsOfTheMaskThatAreInTheBox) {
    const Cells full({6, 6, 6}, 1);
    const HMask mask(2);
    CellSweep sweep = full.sweep(mask);
    std::uint64_t asked_in_corner = 0, asked_in_middle = 0;
    for (Index i = 0; i < full.size(); ++i) {
        std::uint64_t asked = 0;
        sweep.around({i, i + 1}, [&](HMask::Row, CellRun, std::uint64_t in_row) { asked += in_row; });
        if (full.at(i) == Cell{0, 0, 0}) asked_in_corner = asked;
        if (full.at(i) == Cell{3, 3, 3}) asked_in_middle = asked;
    }
    EXPECT_EQ(asked_in_corner, 27u);
    EXPECT_EQ(asked_in_middle, mask.cells());
}

// Ranges of touching rows are one range, so a sweep may not promise that nobody need look whether they touch.
TEST(CellSweep, CallsRowsSteadyOnlyWhereTheyDoNotTouch) {
    // Four cells of each row in a longer box: two of them and their neighbours are the whole row.
    Cells column({20, 6, 6}, 1);
    std::erase_if(column.numbers, [&](std::uint64_t number) {
        const int x = column.layout.cell_at(number).x;
        return number != ~std::uint64_t{0} && (x < 5 || x > 8);
    });
    const HMask mask(1);
    CellSweep sweep = column.sweep(mask);
    int steady = 0;
    for (Index i = 0; i < column.size(); ++i) {
        if (column.at(i).x != 6) continue;
        (void)found_by(sweep, {i, i + 1});
        EXPECT_FALSE(sweep.is_steady_for({i, i + 2})) << "whole rows around cell " << i;
        const CellRun next{i + 1, i + 2};
        if (!sweep.is_steady_for(next)) continue;
        ++steady;
        for (std::size_t r = 1; r < sweep.rows(); ++r)
            EXPECT_LT(sweep.steady_row(r - 1, next).end, sweep.steady_row(r, next).begin) << "cell " << i + 1;
    }
    EXPECT_EQ(steady, 25) << "one in each row that is not at the sides of the box";
}
