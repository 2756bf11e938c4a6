// What every neighbour search is given and what it answers with: views of points, and runs of slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace spatial {

using Index = std::uint32_t;

/// A run of slots [begin, end) in a module's order.
struct Range {
    Index begin, end;
    [[nodiscard]] Index size() const noexcept { return end - begin; }
    bool operator==(const Range&) const = default;
};

/// Closed, axis-aligned, in metres.
struct Box {
    float min_x, min_y, min_z, max_x, max_y, max_z;
};

/// A box without a place.
inline constexpr Box nowhere{1.0f, 1.0f, 1.0f, -1.0f, -1.0f, -1.0f};

[[nodiscard]] inline std::size_t size_of(std::span<const Range> ranges) noexcept {
    std::size_t sum = 0;
    for (const Range r : ranges) sum += r.size();
    return sum;
}

/// Points as structure of arrays, in metres; a view, nothing is owned.
/// `reach` holds one value for all points or one value a point; two points are neighbours
/// when they are no further apart than the longer of their two reaches (neighbour_rule.hpp).
struct Points {
    std::span<const float> x, y, z;
    std::span<const float> reach;

    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
    [[nodiscard]] bool one_reach() const noexcept { return reach.size() == 1; }
    [[nodiscard]] float reach_of(std::size_t i) const noexcept { return one_reach() ? reach[0] : reach[i]; }
};

/// Reaches are squared in float: beyond these the square overflows, and everybody would be in reach, or vanishes, and
/// points further apart than the reach would be in it.
inline constexpr float least_reach = 1e-18f, most_reach = 1e18f;

/// The longest reach there is; 1 where there is none at all.
[[nodiscard]] float longest_reach(const Points& points) noexcept;

/// Throws std::invalid_argument naming the first point that is not finite or whose reach is not
/// a number between least_reach and most_reach, or the arrays whose lengths do not fit together.
void check(const Points& points);

}  // namespace spatial
