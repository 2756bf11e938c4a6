#include "spatial/boxes/box.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

namespace spatial {

namespace {

bool well_formed(const Box& b) noexcept {  // false for NaN, too
    return b.min_x <= b.max_x && b.min_y <= b.max_y && b.min_z <= b.max_z;
}

[[noreturn]] void refuse(std::size_t place, const Box& b, const char* what) {
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(), "box %zu, from (%g, %g, %g) to (%g, %g, %g), %s", place, double{b.min_x},
                  double{b.min_y}, double{b.min_z}, double{b.max_x}, double{b.max_y}, double{b.max_z}, what);
    throw std::invalid_argument(text.data());
}

}  // namespace

bool check(std::span<const Box> boxes, Infinite infinite) {
    bool all_finite = true;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box& b = boxes[i];
        // All at once for those, nearly all, that are well-formed and whose edges are finite numbers.
        const float edges = (b.max_x - b.min_x) + (b.max_y - b.min_y) + (b.max_z - b.min_z);
        if (well_formed(b) && edges < std::numeric_limits<float>::infinity()) [[likely]]
            continue;
        if (!well_formed(b)) {
            const bool a_number = !std::isnan(b.min_x + b.min_y + b.min_z + b.max_x + b.max_y + b.max_z);
            refuse(i, b, a_number ? "has a minimum above its maximum" : "has a coordinate that is not a number");
        }
        const bool unbounded = is_unbounded(b);
        if (infinite == Infinite::refused && unbounded) refuse(i, b, "is not finite; what is asked for has to be");
        all_finite = all_finite && !unbounded;
    }
    return all_finite;
}

}  // namespace spatial
