#include "sim/particles.hpp"

namespace sim {

void Particles::resize(std::size_t n) {
    for (auto* values : {&x, &y, &z, &vx, &vy, &vz, &ax, &ay, &az, &density, &pressure}) values->resize(n);
    id.resize(n);
    fluid.resize(n);
}

std::size_t Particles::bytes() const noexcept {
    return x.capacity() * (11 * sizeof(float) + sizeof(std::uint32_t) + sizeof(std::uint8_t));
}

}  // namespace sim
