#include "sim/particles.hpp"

namespace sim {

void Particles::resize(std::size_t n) {
    for_each_array([n](auto& values) { values.resize(n); });
}

std::size_t Particles::bytes() const noexcept {
    // Each for itself: sorting exchanges them with scratch, and some have more room than others.
    std::size_t sum = 0;
    for_each_array([&](const auto& values) { sum += values.capacity() * sizeof(values[0]); });
    return sum;
}

}  // namespace sim
