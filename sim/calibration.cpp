#include "sim/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "sim/kernels.hpp"

namespace sim {

namespace {

/// Where a share, falling steadily from q = 0 to 1, has a value.
template <class Share>
float distance_where(Share share, float value) {
    float near = 0.0f, beyond = 1.0f;
    for (int halving = 0; halving < 40; ++halving) {
        const float middle = 0.5f * (near + beyond);
        (share(middle) > value ? near : beyond) = middle;
    }
    return near;
}

/// Of a kernel over the lattice, and what walls half a spacing from a particle take away of it.
struct Sums {
    double all = 0.0, behind = 0.0;
    double edge = 0.0, corner = 0.0;  // behind two and three walls

    void take(double weight, bool is_behind_a_second, bool is_behind_a_third) {
        behind += weight;
        if (is_behind_a_second) edge += weight;
        if (is_behind_a_second && is_behind_a_third) corner += weight;
    }
    [[nodiscard]] Overlap overlap() const {
        if (behind == 0.0) return {};
        return {static_cast<float>(edge * all / (behind * behind)),
                static_cast<float>(corner * all * all / (behind * behind * behind))};
    }
};

}  // namespace

Calibration calibrate(float spacing, float support) {
    const Poly6 poly6(support);
    const Spiky spiky(support);
    const Viscosity viscosity(support);
    Sums by_poly6, by_spiky, by_laplacian;
    double virial = 0.0, push = 0.0, slope_of_poly6 = 0.0;  // of what is behind, along the wall's normal
    double stiffness = 0.0;
    double behind_stick = 0.0;  // of what is behind: as a wall without slip, half a spacing away
    const int far = static_cast<int>(std::ceil(support / spacing));
    for (int k = -far; k <= far; ++k)
        for (int j = -far; j <= far; ++j)
            for (int i = -far; i <= far; ++i) {
                const float cells = std::sqrt(static_cast<float>(i * i + j * j + k * k));
                const float r = spacing * cells;
                by_poly6.all += poly6(r);
                by_spiky.all += spiky(r);
                by_laplacian.all += viscosity.laplacian(r) * r * r;
                if (cells > 0.0f) {
                    virial -= spiky.slope(r) * r / 3.0;
                    const double inside = std::max(0.0, 1.0 - static_cast<double>(r) / support);
                    stiffness += inside * inside * inside * inside;
                }
                if (i >= 0) continue;
                by_poly6.take(poly6(r), j < 0, k < 0);
                by_spiky.take(spiky(r), j < 0, k < 0);
                by_laplacian.take(viscosity.laplacian(r) * r * r, j < 0, k < 0);
                slope_of_poly6 -= poly6.slope_over_r(r) * static_cast<double>(spacing) * i;
                push += spiky.slope(r) * static_cast<float>(i) / cells;
                behind_stick -= viscosity.laplacian(r) * spacing * static_cast<float>(i);
            }

    const float volume = spacing * spacing * spacing;
    const double viscous = by_laplacian.all / 6.0;
    const float q_poly6 = distance_where(Poly6HalfSpace::behind, static_cast<float>(by_poly6.behind / by_poly6.all));
    const float q_spiky = distance_where(SpikyHalfSpace::behind, static_cast<float>(by_spiky.behind / by_spiky.all));
    const float q_laplacian =
        distance_where(LaplacianHalfSpace::behind, static_cast<float>(by_laplacian.behind / by_laplacian.all));
    // Neighbours push from both ends of a pair, with sigma_i + sigma_j; a wall has only the particle's own sigma.
    const auto slope = static_cast<float>(2.0 * push / by_spiky.all) / SpikyHalfSpace::push(q_spiky);
    const auto stick =
        static_cast<float>(behind_stick * support / (viscous * viscous_behind(0.5f * spacing / support)));
    return {
        .cell_volume = volume,
        .poly6_sum = static_cast<float>(by_poly6.all),
        .spiky_sum = static_cast<float>(by_spiky.all),
        .spiky_virial = static_cast<float>(volume * virial),
        .viscous_virial = static_cast<float>(volume * viscous),
        .stiffness = static_cast<float>(stiffness),
        .poly6_slope = static_cast<float>(-slope_of_poly6 / by_poly6.all),
        .walls = {.poly6 = {q_poly6 - 0.5f * spacing / support, 1.0f / support, by_poly6.overlap()},
                  .spiky = {q_spiky - 0.5f * spacing * slope, slope, by_spiky.overlap()},
                  .laplacian = {q_laplacian - 0.5f * spacing / support, 1.0f / support, by_laplacian.overlap()},
                  .support = support,
                  .spacing = spacing,
                  .closest = 0.25f * spacing,
                  .viscous = stick},
    };
}

}  // namespace sim
