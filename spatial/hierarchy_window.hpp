// The 27 cells around a cell, and where they are among the children of the 27 around its parent.
//
//   places along one axis, of a cell that is child 3 of 4:
//
//     parent -1      parent 0       parent +1          the cells at -1, 0, +1 are children 2 and 3 of the parent
//     0  1  2  3  |  0  1  2  3  |  0  1  2  3         and child 0 of the next: always one or two parents an axis
//                          [  x     ]
//
// So the 27 are some children each of one to eight of the parent's 27, and with children as bits of a word
// (hierarchy_key.hpp) "which of these are there" is an and.
#pragma once

#include <array>
#include <cstdint>

#include "spatial/hierarchy_key.hpp"

namespace spatial {

/// The children whose place along one axis is one of those whose bits are set.
struct AxisChildren {
    std::array<std::uint64_t, 16> x{}, y{}, z{};
    constexpr AxisChildren() {
        for (unsigned places = 0; places < 16; ++places)
            for (int number = 0; number < 64; ++number) {
                const Cell place = child_place(number);
                x[places] |= std::uint64_t{places >> place.x & 1} << number;
                y[places] |= std::uint64_t{places >> place.y & 1} << number;
                z[places] |= std::uint64_t{places >> place.z & 1} << number;
            }
    }
};
inline constexpr AxisChildren axis_children;

/// The places from `low` to `high`, as bits; those outside 0..3 are left out.
[[nodiscard]] constexpr unsigned places(int low, int high) noexcept {
    const int from = low < 0 ? 0 : low, to = high > 3 ? 3 : high;
    return from > to ? 0u : (2u << to) - (1u << from);
}

/// The 27 cells around a cell by number, x fastest; 13 is the cell itself.
inline constexpr int in_the_middle = 13;
[[nodiscard]] constexpr int neighbour_number(int dx, int dy, int dz) noexcept { return 13 + dx + 3 * dy + 9 * dz; }
[[nodiscard]] constexpr Cell neighbour(Cell cell, int number) noexcept {
    return {cell.x + number % 3 - 1, cell.y + number / 3 % 3 - 1, cell.z + number / 9 - 1};
}

/// Some of the 27: three bits an axis, for -1, 0, +1; those whose bits are set on all three axes.
struct Window {
    unsigned x = 2, y = 2, z = 2;

    [[nodiscard]] constexpr bool contains(Window w) const noexcept {
        return ((w.x & ~x) | (w.y & ~y) | (w.z & ~z)) == 0;
    }
    constexpr void join(Window w) noexcept {
        x |= w.x;
        y |= w.y;
        z |= w.z;
    }
};
inline constexpr Window all_27{7, 7, 7};

/// The same as bits of the 27 numbers.
struct WindowBits {
    std::array<std::uint32_t, 8> x{}, y{}, z{};
    constexpr WindowBits() {
        for (unsigned bits = 0; bits < 8; ++bits)
            for (unsigned n = 0; n < 27; ++n) {
                x[bits] |= (bits >> n % 3 & 1) << n;
                y[bits] |= (bits >> n / 3 % 3 & 1) << n;
                z[bits] |= (bits >> n / 9 & 1) << n;
            }
    }
    [[nodiscard]] constexpr std::uint32_t of(Window w) const noexcept { return x[w.x] & y[w.y] & z[w.z]; }
};
inline constexpr WindowBits window_bits;

/// A window around a child, seen from its parent.
class ChildWindow {
public:
    constexpr ChildWindow(Cell place, int step, Window w) noexcept
        : side_(1 << step),
          x_(w.x << (side_ - 1 + place.x)),
          y_(w.y << (side_ - 1 + place.y)),
          z_(w.z << (side_ - 1 + place.z)) {}

    /// Which of the parent's 27 have a part in it.
    [[nodiscard]] constexpr Window parents() const noexcept { return {parents(x_), parents(y_), parents(z_)}; }
    /// The children of the parent's neighbour `n` that are in it.
    [[nodiscard]] constexpr std::uint64_t children(int n) const noexcept {
        return axis_children.x[part(x_, n % 3)] & axis_children.y[part(y_, n / 3 % 3)] &
               axis_children.z[part(z_, n / 9)];
    }

private:
    [[nodiscard]] constexpr unsigned part(unsigned strip, int side) const noexcept {
        return strip >> side * side_ & ((1u << side_) - 1);
    }
    [[nodiscard]] constexpr unsigned parents(unsigned strip) const noexcept {
        return (part(strip, 0) != 0 ? 1u : 0u) | (part(strip, 1) != 0 ? 2u : 0u) | (part(strip, 2) != 0 ? 4u : 0u);
    }

    int side_;
    unsigned x_, y_, z_;  // a bit a place, from the first child of the parent before to the last of the one behind
};

/// All 27 around a child, by its number, worked out beforehand: parts of up to eight parents.
struct Around {
    struct Part {
        std::uint64_t children;
        int parent;
    };
    int parts = 0;
    std::array<Part, 8> part{};
    Window parents;
};
struct AroundChildren {
    std::array<std::array<Around, 64>, 2> around{};  // for steps of one and two
    constexpr AroundChildren() {
        for (int step = 1; step <= 2; ++step)
            for (int number = 0; number < 1 << 3 * step; ++number) {
                Around& a = around[step - 1][number];
                const ChildWindow window(child_place(number), step, all_27);
                a.parents = window.parents();
                for (int n = 0; n < 27; ++n)
                    if (window_bits.of(a.parents) >> n & 1) a.part[a.parts++] = {window.children(n), n};
            }
    }
};
inline constexpr AroundChildren around_children;

}  // namespace spatial
