#include "sim/slots_in_box.hpp"

#include <cstring>

namespace sim {

const std::vector<spatial::Index>& SlotsInBox::find(const Particles& p, const spatial::Box& box) {
    constexpr std::size_t word = sizeof(std::uint64_t);
    const std::size_t n = p.size();
    is_in_.assign((n + word - 1) / word * word, 0);
    const float *const x = p.x.data(), *const y = p.y.data(), *const z = p.z.data();
    std::uint8_t* const is_in = is_in_.data();
    const spatial::Box b = box;
    for (std::size_t i = 0; i < n; ++i)
        is_in[i] = static_cast<std::uint8_t>((x[i] >= b.min_x) & (x[i] <= b.max_x) & (y[i] >= b.min_y) &
                                             (y[i] <= b.max_y) & (z[i] >= b.min_z) & (z[i] <= b.max_z));
    slots_.clear();
    for (std::size_t at = 0; at < n; at += word) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, is_in + at, word);
        if (eight == 0) continue;
        for (std::size_t i = at; i < at + word; ++i)
            if (is_in[i] != 0) slots_.push_back(static_cast<spatial::Index>(i));
    }
    return slots_;
}

}  // namespace sim
