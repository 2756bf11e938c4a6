// Where the cells of a table are: their numbers, by keys, with stamps in place of sweeping.
//
//   group   | 8 tags | build | 8 numbers |        48 bytes; a tag is a byte of a key, 0 where nobody is
//
// Eight tags are compared at a time: whose key leads to a group in which no tag is his has his answer from one place in
// memory, and nothing to guess. A group that is full is followed by the next one. It is up to the owner of the cells to
// say whether one of that tag is the one looked for.
//
// A group that was last written to in another build is empty, whatever it says. Nothing is swept; only once in four
// thousand million builds, when the builds run out, groups are set to zero.
//
// That is the unbounded form (4.3 of Pouchol et al. 2009). In the form of fixed length the entry is the key modulo the
// length, no tag is kept, and cells that share an entry are one:
//
//   entry   [ 17 ][ 12 ][    ][ 19 ][ 3 ] ...     the first number of this build + the number of a cell: a stamp as
//                                                 well, since one left over from an earlier build is too low to count
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spatial {

class CellIndex {
public:
    static constexpr std::uint32_t none = 0xffff'ffff;

    /// Tests begin near the end of the numbers.
    explicit CellIndex(std::uint32_t first_number = 1) : build_(first_number), first_number_(first_number) {}

    /// Forgets every cell and touches none. `entries` is the fixed length, or 0 for the unbounded form, which is
    /// prepared for `cells`.
    void start(std::uint32_t entries, std::size_t cells);

    [[nodiscard]] bool is_fixed() const noexcept { return entries_ != 0; }

    /// The cell of a key for which is_it(cell) is true, or `none`; of a fixed length, whoever is there.
    template <class IsIt>
    [[nodiscard]] std::uint32_t find(std::uint64_t key, IsIt is_it) const noexcept {
        if (is_fixed()) [[unlikely]] {
            const std::uint32_t cell = numbers_[key % entries_] - first_number_;
            return cell < count_ ? cell : none;
        }
        const Place place(key, groups_.size());
        for (std::size_t g = place.group;; g = after(g)) {
            const Group& group = groups_[g];
            if (group.build != build_) [[unlikely]]
                return none;
            for (std::uint64_t left = group.with(place.tag); left != 0; left &= left - 1)
                if (const std::uint32_t cell = group.numbers[slot_of(left)]; is_it(cell)) [[likely]]
                    return cell;
            if (!group.is_full()) [[likely]]
                return none;
        }
    }

    /// What find() will look at first; `none` where it is none for certain.
    [[nodiscard]] std::uint32_t guess(std::uint64_t key) const noexcept {
        return find(key, [](std::uint32_t) { return true; });
    }

    /// Gives a cell to a key that has none yet. Of a fixed length: cells are 0, 1, 2 ...
    void add(std::uint64_t key, std::uint32_t cell) noexcept;
    /// Unbounded: too many cells for one more.
    [[nodiscard]] bool is_full() const noexcept { return !is_fixed() && count_ >= cells_a_group * groups_.size(); }
    /// Forgets all cells, to be added again, and has room for half as many more.
    void grow();

    [[nodiscard]] std::size_t bytes() const noexcept {
        return groups_.capacity() * sizeof(Group) + numbers_.capacity() * sizeof(std::uint32_t);
    }

private:
    static constexpr std::size_t cells_a_group = 4;  // on average, at most: one group in twenty is full
    static constexpr std::uint64_t every = 0x0101'0101'0101'0101u, highest = 0x8080'8080'8080'8080u;

    struct Place {
        std::size_t group;
        std::uint8_t tag;
        Place(std::uint64_t key, std::size_t groups) noexcept {
            const std::uint64_t mixed = key * 0x9e37'79b9'7f4a'7c15u;  // Knuth's multiplication, 2^64 / phi
            group = (mixed >> 32) * groups >> 32;                      // the top half as a share of the groups
            const auto byte = static_cast<std::uint8_t>(mixed >> 24);
            tag = static_cast<std::uint8_t>(byte + (byte == 0 ? 1 : 0));
        }
    };
    struct Group {
        std::uint64_t tags = 0;
        std::uint32_t build = 0;
        std::array<std::uint32_t, 8> numbers{};

        /// The highest bit of bytes that are zero. (The shorter way, by subtraction, borrows from the byte above.)
        [[nodiscard]] static std::uint64_t zeros(std::uint64_t bytes) noexcept {
            return ~(((bytes & ~highest) + ~highest) | bytes | ~highest);
        }
        [[nodiscard]] std::uint64_t with(std::uint8_t tag) const noexcept { return zeros(tags ^ every * tag); }
        [[nodiscard]] bool is_full() const noexcept { return tags >> 56 != 0; }  // from the lowest byte on
    };
    static int slot_of(std::uint64_t bits) noexcept { return std::countr_zero(bits) / 8; }

    void make_groups(std::size_t groups);
    [[nodiscard]] std::size_t after(std::size_t group) const noexcept {
        return group + 1 < groups_.size() ? group + 1 : 0;
    }

    std::uint32_t entries_ = 0;  // of a fixed length
    std::uint32_t build_, first_number_;
    std::uint32_t count_ = 0;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> numbers_;  // of a fixed length; may be longer than what is in use
};

}  // namespace spatial
