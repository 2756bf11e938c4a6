// The traversal of cell indexing: one sweep over the cells that hold points, with a cursor for each row of the mask.
//
//   cells, ascending    row (y-1, z)        row (y, z)          row (y+1, z)
//   by number          | 3 4 5 . 7 8 ... | 2 3 4 5 6 . 8 ... | 4 5 6 7 ...
//                          [   )               [   ^   )         [   )
//                         begin end                block of queries
//
// The paper keeps a cursor for each cell of the mask, 27 of them, at the first key of its cell. Cells next to each
// other along x are next to each other in the list, so a whole row of the mask is one run, and its two ends are enough.
// Blocks move forward, hence so does everything at a fixed distance from them, and no cursor ever steps back. Cells
// without points are not in the list: a cursor stops at the first cell that is not before the one asked for.
//
// Inside of a fluid no cell is missing for many in a row. Where that is so for the next cells of all rows, every row
// keeps its distance from the block, and nobody looks at a number or moves a cursor.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "spatial/cell_key.hpp"
#include "spatial/h_mask.hpp"

namespace spatial {

/// Rows of the largest mask, that of four cells along a reach: nine by nine at most.
inline constexpr std::size_t most_rows = 81;

/// Some cells of the list, [begin, end).
struct CellRun {
    Index begin, end;
    [[nodiscard]] Index size() const noexcept { return end - begin; }
    bool operator==(const CellRun&) const = default;
};

class CellSweep {
public:
    /// So many numbers larger than any cell's must stand behind the last; no row of the mask is longer.
    static constexpr std::size_t sentinels = 64;

    /// `numbers` are those of the cells that hold points (KeyLayout::cell_number), ascending, with the sentinels.
    /// `last` has the largest coordinate of a cell along each axis.
    CellSweep(const KeyLayout& layout, Cell last, std::span<const HMask::Row> rows,
              std::span<const std::uint64_t> numbers) noexcept;

    /// Calls found(row, cells, asked) for every row of the mask that is inside the box, ascending: the cells that hold
    /// points, and how many were asked for. `block` is of one row and does not begin or end before an earlier block.
    template <class F>
    void around(CellRun block, F found);

    /// Whether it is known that every cell around the next block holds points, and that no two rows of the mask touch
    /// in the list. Row r is then steady_row(r, block): around() would find the same, no faster.
    [[nodiscard]] bool is_steady_for(CellRun block) const noexcept {
        return numbers_[block.end - 1] < steady_before_ && block.size() < below_steady_size_;
    }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }
    [[nodiscard]] CellRun steady_row(std::size_t r, CellRun block) const noexcept {
        return {block.begin + steady_[r].begin, block.end + steady_[r].end};
    }

    [[nodiscard]] std::span<const CellRun> cursors() const noexcept { return std::span(cursors_).first(rows_.size()); }

private:
    /// `far`: probably by more than a cell.
    [[nodiscard]] Index advance(Index at, std::uint64_t number, bool far) const noexcept;
    /// Of the next few.
    [[nodiscard]] Index count_below(Index at, std::uint64_t number) const noexcept {
        const std::uint64_t* const next = numbers_.data() + at;
        return Index{next[0] < number} + Index{next[1] < number} + Index{next[2] < number} + Index{next[3] < number};
    }
    static constexpr Index few = 4;

    /// How far a row of the mask goes from a block: what to add to the number of its first cell and of its last.
    struct Ends {
        std::uint64_t to_first, to_behind_last;
    };
    KeyLayout layout_;
    Cell last_;
    std::span<const HMask::Row> rows_;
    std::span<const std::uint64_t> numbers_;
    std::array<Ends, most_rows> ends_;
    std::array<CellRun, most_rows> cursors_;
    // Of the last block for which the cursors moved:
    std::uint64_t first_before_ = 0;
    Index begin_before_ = 0;
    // Blocks that end before this number find every cell there, and those of fewer cells than this gaps between rows.
    std::uint64_t steady_before_ = 0;
    Index below_steady_size_ = 0;
    std::array<CellRun, most_rows> steady_;  // what to add to the ends of a block, modulo 2^32
    static constexpr std::int32_t most_ahead = static_cast<std::int32_t>(sentinels);
    int farthest_ = 0;  // cells that the mask goes along any axis
};

inline CellSweep::CellSweep(const KeyLayout& layout, Cell last, std::span<const HMask::Row> rows,
                            std::span<const std::uint64_t> numbers) noexcept
    : layout_(layout), last_(last), rows_(rows), numbers_(numbers) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::uint64_t offset = layout.row_offset(rows[r].dy, rows[r].dz);
        const auto width = static_cast<std::uint64_t>(rows[r].width);
        ends_[r] = {offset - width, offset + width + 1};
        cursors_[r] = {0, 0};
        farthest_ = std::max({farthest_, rows[r].dy, rows[r].dz, rows[r].width});
    }
}

template <class F>
void CellSweep::around(CellRun block, F found) {
    const std::uint64_t first = numbers_[block.begin], last = numbers_[block.end - 1];
    if (is_steady_for(block)) {
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const CellRun cells = steady_row(r, block);
            found(rows_[r], cells, std::uint64_t{cells.size()});
        }
        return;
    }
    const Cell from = layout_.cell_at(first);
    const std::int32_t to_x = from.x + static_cast<std::int32_t>(last - first);
    const auto inside = [&](std::int32_t low, std::int32_t high, std::int32_t end) {
        return low >= farthest_ && high <= end - farthest_;
    };
    const bool all_inside =
        inside(from.x, to_x, last_.x) && inside(from.y, from.y, last_.y) && inside(from.z, from.z, last_.z);
    const bool far = first - first_before_ > 3;
    const Index step = block.begin - begin_before_, back = static_cast<Index>(numbers_.size() - 1);
    first_before_ = first;
    begin_before_ = block.begin;
    // For how many more cells none may be missing in any row, which the loop finds out.
    Index ahead = all_inside ? static_cast<Index>(std::min(last_.x - farthest_ - to_x, most_ahead)) : 0;
    const auto shorten = [&](Index at) {
        while (ahead > 0 && numbers_[at + ahead] != numbers_[at] + ahead) ahead /= 8;
    };
    shorten(block.end - 1);
    Index end_before = 0, gap = ~Index{0} - block.size();  // cells between two rows
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const HMask::Row& row = rows_[r];
        std::uint64_t low = first + ends_[r].to_first, high = last + ends_[r].to_behind_last;
        if (!all_inside) {
            const std::int32_t y = from.y + row.dy, z = from.z + row.dz;
            if (y < 0 || y > last_.y || z < 0 || z > last_.z) continue;
            low += static_cast<std::uint64_t>(std::max(row.width - from.x, 0));
            high -= static_cast<std::uint64_t>(std::max(row.width - (last_.x - to_x), 0));
        }
        CellRun& cursor = cursors_[r];
        // Where no cell was missing, as far on as the block is.
        const Index guess = std::min(cursor.begin + step, back);
        cursor.begin = numbers_[guess] == low ? guess : advance(cursor.begin, low, far);
        const auto asked = static_cast<Index>(high - low);
        assert(asked <= sentinels);
        if (numbers_[cursor.begin + asked - 1] == high - 1) {
            cursor.end = cursor.begin + asked;  // all of them hold points, as they mostly do
            shorten(cursor.end - 1);
        } else {
            ahead = 0;
            cursor.end = cursor.begin + count_below(cursor.begin, high);
            if (cursor.end == cursor.begin + few) cursor.end = advance(cursor.end, high, true);
        }
        gap = r > 0 ? std::min(gap, cursor.begin - end_before) : gap;
        end_before = cursor.end;
        found(row, cursor, high - low);
    }
    steady_before_ = ahead > 0 ? last + ahead + 1 : 0;
    if (ahead == 0) return;
    below_steady_size_ = gap + block.size();
    for (std::size_t r = 0; r < rows_.size(); ++r)
        steady_[r] = {cursors_[r].begin - block.begin, cursors_[r].end - block.end};
}

/// The first cell from `at` on whose number is not below `number`.
inline Index CellSweep::advance(Index at, std::uint64_t number, bool far) const noexcept {
    // In a dense row one cell further is what happens most. A few more are counted without a branch, which nobody could
    // predict among droplets; jumps, over gaps or over blocks that nobody asks about, go by strides that double.
    if (!far) {
        if (numbers_[at] >= number) return at;
        if (numbers_[++at] >= number) return at;
    }
    for (int tries = 0; tries < 2; ++tries) {
        const Index before = count_below(at, number) + count_below(at + few, number);
        at += before;
        if (before < 2 * few) return at;
    }
    const auto size = static_cast<Index>(numbers_.size());
    Index stride = 8;
    while (stride < size - at && numbers_[at + stride] < number) {
        at += stride;
        stride *= 2;
    }
    const auto from = numbers_.begin() + at, to = numbers_.begin() + std::min(size, at + stride);
    return static_cast<Index>(std::lower_bound(from, to, number) - numbers_.begin());
}

}  // namespace spatial
