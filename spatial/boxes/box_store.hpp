// The boxes that a broad phase holds, by the numbers their owners gave them.
//
//   number      0      1      2      3      4
//   box      [ .. ] [ .. ] [ .. ] [ .. ] [ .. ]     the last one put; of somebody removed, what it was
//   kind     finite  none  finite  plane finite
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/boxes/box.hpp"

namespace spatial {

class BoxStore {
public:
    enum class Kind : std::uint8_t { none, finite, unbounded };

    /// What a put or a removal did. Only finite boxes are in the lists: modules never meet another.
    struct Changes {
        std::vector<Index> inserted, moved, removed;
        [[nodiscard]] bool none() const noexcept { return inserted.empty() && moved.empty() && removed.empty(); }
        void clear() noexcept;
    };

    /// boxes[k] belongs to numbers[k]; without numbers, to k. Boxes that are as they were are no change. Returns
    /// whether anything changed, unbounded boxes included.
    bool put(std::span<const Index> numbers, std::span<const Box> boxes, Changes& changes);
    bool remove(std::span<const Index> numbers, Changes& changes);

    /// One more than the highest number ever used.
    [[nodiscard]] Index end() const noexcept { return static_cast<Index>(kinds_.size()); }
    [[nodiscard]] const Box& operator[](Index number) const noexcept { return boxes_[number]; }
    [[nodiscard]] bool is_finite(Index number) const noexcept { return kinds_[number] == Kind::finite; }
    [[nodiscard]] std::span<const Box> all() const noexcept { return boxes_; }  // read only where is_finite()
    [[nodiscard]] std::size_t finite() const noexcept { return finite_; }
    [[nodiscard]] bool everybody_is_finite() const noexcept { return finite_ == kinds_.size(); }
    [[nodiscard]] std::span<const Index> unbounded() const noexcept { return unbounded_; }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    [[nodiscard]] bool is_what_we_have(std::span<const Box> boxes) const noexcept;
    /// What nearly every put is: all those numbers are finite boxes, and stay so.
    bool move(std::span<const Index> numbers, std::span<const Box> boxes, std::vector<Index>& moved);
    void put_one(Index number, const Box& box, Changes& changes, bool& changed);
    void leave(Index number) noexcept;

    std::vector<Box> boxes_;
    std::vector<Kind> kinds_;
    std::vector<Index> unbounded_;  // few: planes
    std::size_t finite_ = 0;
};

}  // namespace spatial
