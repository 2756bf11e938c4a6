#include "sim/particles.hpp"

namespace sim {

void Particles::resize(std::size_t n) {
    for_each_array([n](auto& values) { values.resize(n); });
}

std::size_t Particles::bytes() const noexcept {
    return x.capacity() * (11 * sizeof(float) + sizeof(std::uint32_t) + sizeof(std::uint8_t)) + grain.capacity();
}

}  // namespace sim
