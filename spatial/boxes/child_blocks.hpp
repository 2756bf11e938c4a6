// Which blocks of its children a cell of a hierarchy has (hierarchical_box_hash.hpp): a bit each in a word, 4 x 4 x 4
// of them, and 8 x 8 in a scene that is flat, in which all boxes lie in one layer of the finest cells.
//
//   bit   5  4  3  2  1  0                  5  4  3  2  1  0
//         z  z  y  y  x  x                  y  y  y  x  x  x         where the block is in its parent
//
// A class up to four times smaller, in flat scenes eight times, has a bit for each child.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "spatial/boxes/box_class.hpp"

namespace spatial {

/// Along which axis a scene is flat.
enum class Flat : std::uint8_t { x, y, z, no_axis };

class ChildBlocks {
public:
    /// Of a parent whose children are `step` doublings smaller.
    constexpr ChildBlocks(Flat flat, int step) noexcept
        : flat_(flat), step_(std::min(step, 31)), by_(std::min(step_, most_step(flat))) {}

    /// Up to so many doublings each child has its own bit.
    [[nodiscard]] static constexpr int most_step(Flat flat) noexcept { return flat == Flat::no_axis ? 2 : 3; }

    /// A block is so many cells along an axis, as a power of two.
    [[nodiscard]] constexpr int shift() const noexcept { return step_ - by_; }
    /// The bits of a number along each axis, and where they begin.
    [[nodiscard]] constexpr std::array<std::uint32_t, 3> masks() const noexcept {
        const std::uint32_t mask = (1u << by_) - 1;
        return {flat_ == Flat::x ? 0 : mask, flat_ == Flat::y ? 0 : mask, flat_ == Flat::z ? 0 : mask};
    }
    [[nodiscard]] constexpr std::array<int, 3> offsets() const noexcept { return offsets(flat_); }
    [[nodiscard]] static constexpr std::array<int, 3> offsets(Flat flat) noexcept {
        switch (flat) {
            case Flat::x:
                return {0, 0, 3};
            case Flat::y:
                return {0, 3, 3};
            case Flat::z:
                return {0, 3, 6};
            case Flat::no_axis:
                break;
        }
        return {0, 2, 4};
    }
    /// Of the block that a child is in.
    [[nodiscard]] constexpr int number(Cell child) const noexcept {
        const auto [x, y, z] = masks();
        const auto [to_x, to_y, to_z] = offsets(flat_);
        return static_cast<int>(place(child.x, x) << to_x | place(child.y, y) << to_y | place(child.z, z) << to_z);
    }
    /// Of the blocks that a range within the parent meets.
    [[nodiscard]] std::uint64_t bits(const CellRange& inside) const noexcept {
        const auto [x, y, z] = masks();
        const auto& of = slabs[static_cast<std::size_t>(flat_)];
        return of[0][place(inside.min.x, x)][place(inside.max.x, x)] &
               of[1][place(inside.min.y, y)][place(inside.max.y, y)] &
               of[2][place(inside.min.z, z)][place(inside.max.z, z)];
    }
    /// What of a range within the parent is in a block.
    [[nodiscard]] CellRange within(const CellRange& inside, Cell parent, int number) const noexcept {
        const auto [x, y, z] = masks();
        const auto [to_x, to_y, to_z] = offsets(flat_);
        CellRange cut = inside;
        cut_to(parent.x, static_cast<std::uint32_t>(number) >> to_x & x, x, cut.min.x, cut.max.x);
        cut_to(parent.y, static_cast<std::uint32_t>(number) >> to_y & y, y, cut.min.y, cut.max.y);
        cut_to(parent.z, static_cast<std::uint32_t>(number) >> to_z & z, z, cut.min.z, cut.max.z);
        return cut;
    }

private:
    [[nodiscard]] constexpr std::uint32_t place(std::int32_t coordinate, std::uint32_t mask) const noexcept {
        return static_cast<std::uint32_t>(coordinate) >> shift() & mask;
    }
    /// Along a flat axis there is nothing to cut.
    void cut_to(std::int32_t parent, std::uint32_t place, std::uint32_t mask, std::int32_t& first,
                std::int32_t& last) const noexcept {
        if (mask == 0) return;
        const std::int64_t begin = ((std::int64_t{parent} << by_) + place) << shift();
        const std::int64_t end = begin + (std::int64_t{1} << shift()) - 1;
        first = static_cast<std::int32_t>(std::max<std::int64_t>(first, begin));
        last = static_cast<std::int32_t>(std::min<std::int64_t>(last, end));
    }

    /// [flat][axis][first][last]: the bits of the blocks from first to last along an axis.
    using Slabs = std::array<std::array<std::array<std::array<std::uint64_t, 8>, 8>, 3>, 4>;
    static constexpr Slabs make_slabs() {
        Slabs bits{};
        for (int flat = 0; flat < 4; ++flat)
            for (int axis = 0; axis < 3; ++axis) {
                const int by = flat == axis ? 0 : most_step(Flat(flat)), to = offsets(Flat(flat))[axis];
                for (int first = 0; first < 1 << by; ++first)
                    for (int last = first; last < 1 << by; ++last)
                        for (int n = 0; n < 64; ++n)
                            if (const int place = n >> to & ((1 << by) - 1); place >= first && place <= last)
                                bits[flat][axis][first][last] |= std::uint64_t{1} << n;
            }
        return bits;
    }
    static const Slabs slabs;

    Flat flat_;
    int step_, by_;
};

inline constexpr ChildBlocks::Slabs ChildBlocks::slabs = ChildBlocks::make_slabs();

}  // namespace spatial
