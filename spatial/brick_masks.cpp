#include "spatial/brick_masks.hpp"

#include "spatial/h_mask.hpp"

namespace spatial {

BrickMasks::BrickMasks(int side) : side_(side) {
    const auto length = static_cast<std::size_t>(side);
    masks_.reserve(length * length * length * length);
    for (int cells = 1; cells <= side; ++cells) {
        const HMask mask(cells);
        for (int bit = 0; bit < side * side * side; ++bit) {
            const int x = bit % side, y = bit / side % side, z = bit / (side * side);
            Words& words = masks_.emplace_back();
            words.fill(0);
            const auto include = [&](int to_x, int to_y, int to_z) {
                // Shifted by a brick, so that quotients and remainders are those of positive numbers.
                const int bx = to_x + side, by = to_y + side, bz = to_z + side;
                const int brick = bx / side + 3 * (by / side + 3 * (bz / side));
                const int there = bx % side + side * (by % side + side * (bz % side));
                words[static_cast<std::size_t>(brick)] |= std::uint64_t{1} << there;
            };
            for (const HMask::Row& row : mask.rows())
                for (int dx = -row.width; dx <= row.width; ++dx) include(x + dx, y + row.dy, z + row.dz);
        }
    }
}

}  // namespace spatial
