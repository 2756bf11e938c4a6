// The particles, as structure of arrays: one array a quantity, all in the order of the last search.
// A slot is a place in these arrays and changes with every sort; `id` follows the particle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sim {

struct Particles {
    std::vector<float> x, y, z;       // position, m
    std::vector<float> vx, vy, vz;    // velocity, m/s, at the time of the position
    std::vector<float> ax, ay, az;    // acceleration at the time of the position, m/s²
    std::vector<float> density;       // kg/m³
    std::vector<float> pressure;      // Pa
    std::vector<std::uint32_t> id;    // 0.. in the order of filling
    std::vector<std::uint8_t> fluid;  // index into Scene::fluids
    std::vector<std::uint8_t> grain;  // index into Grains (grains.hpp); empty where all are of one size

    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
    void resize(std::size_t n);

    /// Calls f(array) for every array that is there, always in this order, which is also that of checkpoints.
    template <class F>
    void for_each_array(F f) {
        visit(*this, f);
    }
    template <class F>
    void for_each_array(F f) const {
        visit(*this, f);
    }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    template <class P, class F>
    static void visit(P& p, F& f) {
        for (auto* values : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az, &p.density, &p.pressure})
            f(*values);
        f(p.id);
        f(p.fluid);
        if (!p.grain.empty()) f(p.grain);
    }
};

}  // namespace sim
