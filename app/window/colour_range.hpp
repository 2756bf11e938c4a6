// Which values the two ends of the colour bar stand for: nearly all of what is there, following it calmly.
#pragma once

#include <array>

#include "app/snapshot.hpp"

namespace app {

struct ColourRange {
    float low = 0.0f, high = 1.0f;
    bool operator==(const ColourRange&) const = default;
};

/// From the 2nd to the 98th percentile, so that one fast drop does not turn the rest dark, and never narrower than what
/// is noise in a fluid at rest; but from level 0 to the finest there is. Speed, compression, pressure and counts begin
/// at zero.
[[nodiscard]] ColourRange range_of(const Snapshot& snapshot);

/// How the values are spread over a range, from low to high: of each part the square root of its share of the fullest
/// one, so that the few are seen beside the many.
using Histogram = std::array<float, 44>;
[[nodiscard]] Histogram histogram_of(const Snapshot& snapshot, const ColourRange& range);

/// The range over time: moves towards the current one within about half a second, and jumps when the colouring or
/// the scene is another.
class RangeFollower {
public:
    ColourRange follow(const Snapshot& snapshot, double seconds);

private:
    ColourRange range_;
    sim::Colouring colouring_ = sim::Colouring::speed;
    std::uint64_t generation_ = 0;  // of the snapshot last followed; 0 = none yet
};

}  // namespace app
