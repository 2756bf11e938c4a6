// The classes of sizes that there are, largest first, and who lives in which (2.2 of Pouchol et al. 2009).
//
//   level      0      1      2            only classes that somebody lives in; steps in between cost nothing
//   cells    2^15    2^4    2^-2  m
//
// A class comes into being with a box of its size that is inserted. A box that later changes its size (a deformable)
// lives, that very step, in the nearest greater class there is; one that outgrows the largest class lies in several of
// its cells along an axis. The list is made anew from the sizes as they are when that gets out of hand: when more than
// half of the boxes live in another class than their own, or those too large would lie in more than 8 cells a box.
//
// Cells of all levels come from one rounding: coordinates in cells of the finest level are shifted. Where these do not
// fit into 32 bits, every level rounds by itself, with the same result.
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "spatial/boxes/box_rounding.hpp"
#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/child_blocks.hpp"

namespace spatial {

class BoxLadder {
public:
    /// Boxes as the ladder sees them, cut to its bounds.
    template <std::size_t Most>
    struct Seen {
        std::array<std::uint32_t, Most> numbers;  // of those that reach into the bounds ...
        std::size_t count = 0;                    // and how many these are
        std::span<const Box> boxes;
        std::array<CellRange, Most> finest;  // by number, in cells of the finest level
    };

    /// There is a class for it from now on.
    void insert(const Box& box) { known_.set(bit_of(class_of(box))); }
    /// Puts everybody into a class. Forgets all classes when nobody is there.
    void place(const BoxStore& store);

    [[nodiscard]] int count() const noexcept { return static_cast<int>(exponent_.size()); }
    /// Cells of a level are 2^exponent metres long.
    [[nodiscard]] int exponent(int level) const noexcept { return exponent_[level]; }
    /// Doublings from a level's cells to those of the level above.
    [[nodiscard]] int step(int level) const noexcept { return exponent_[level - 1] - exponent_[level]; }
    [[nodiscard]] int level_of(Index number) const noexcept { return level_[number]; }
    /// The numbers of those who live in the levels [first, end), larger ones first.
    [[nodiscard]] std::span<const Index> boxes_in(int first, int end) const noexcept {
        return {by_level_.data() + first_in_[first], by_level_.data() + first_in_[end]};
    }
    /// Around everybody.
    [[nodiscard]] const Box& bounds() const noexcept { return bounds_; }

    /// Whether the cells of all levels come from one rounding, so that a level's are the finest shifted by so much.
    [[nodiscard]] bool shifts() const noexcept { return shifts_; }
    [[nodiscard]] int shift(int level) const noexcept { return shift_[level]; }

    /// The axis along which everybody is in the same cell of every level.
    [[nodiscard]] Flat flat() const noexcept { return flat_; }

    template <std::size_t Most>
    void see(std::span<const Box> boxes, Seen<Most>& seen) const {
        seen.boxes = boxes;
        // Where nothing is shifted, the ranges are not used.
        seen.count = round_boxes(boxes, bounds_, shifts_ ? static_cast<float>(inverse_.back()) : 0.0f,
                                 seen.finest.data(), seen.numbers.data());
    }
    template <std::size_t Most>
    [[nodiscard]] CellRange cells(const Seen<Most>& seen, std::uint32_t number, int level) const noexcept {
        if (shifts_) [[likely]]
            return shifted(seen.finest[number], level);
        return cells_under(common(seen.boxes[number], bounds_), inverse_[level]);
    }
    /// Of a box within the bounds.
    [[nodiscard]] CellRange cells(const Box& box, int level) const noexcept {
        if (!shifts_) return cells_under(box, inverse_[level]);
        CellRange finest;
        std::uint32_t number = 0;
        round_boxes({&box, 1}, bounds_, static_cast<float>(inverse_.back()), &finest, &number);
        return shifted(finest, level);
    }

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    static constexpr int classes = coarsest_class - finest_class + 1;
    using Classes = std::bitset<classes>;
    static constexpr std::size_t bit_of(int box_class) noexcept {
        return static_cast<std::size_t>(box_class - finest_class);
    }
    /// Whether the classes known will do.
    bool place_in_known(const BoxStore& store);
    void make_levels();
    [[nodiscard]] CellRange shifted(const CellRange& f, int level) const noexcept {
        const int by = shift_[level];
        return {{f.min.x >> by, f.min.y >> by, f.min.z >> by}, {f.max.x >> by, f.max.y >> by, f.max.z >> by}};
    }

    Classes known_, own_;               // own: those that the boxes would choose
    std::vector<std::uint16_t> level_;  // by number
    std::vector<Index> by_level_;
    std::vector<std::size_t> first_in_;  // of each level and behind the last
    std::vector<int> exponent_, shift_;
    std::vector<double> inverse_;
    Box bounds_ = nowhere;
    bool shifts_ = false;
    Flat flat_ = Flat::no_axis;
};

}  // namespace spatial
