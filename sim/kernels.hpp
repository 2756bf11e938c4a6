// The smoothing kernels of Müller, Charypar, Gross 2003, for a support h and a distance r in [0, h], in 3-D.
// Each integrates to one over its ball. They differ in what they are good for:
//
//   poly6      smooth at r = 0, needs r² only          densities
//   spiky      its gradient does not vanish at r = 0    pressure: particles that nearly touch are still pushed apart
//   viscosity  its Laplacian is positive everywhere     viscosity: never adds energy
//
// The SIMD passes use the factors; the values and derivatives stand here for whoever needs one at a time.
#pragma once

#include <numbers>

namespace sim {

/// W = 315 / (64 pi h^9) (h² - r²)³
struct Poly6 {
    float h, factor;
    explicit Poly6(float support)
        : h(support), factor(315.0f / (64.0f * std::numbers::pi_v<float> * power9(support))) {}
    [[nodiscard]] float operator()(float r) const noexcept {
        const float q = h * h - r * r;
        return q > 0.0f ? factor * q * q * q : 0.0f;
    }
    /// dW/dr / r
    [[nodiscard]] float slope_over_r(float r) const noexcept {
        const float q = h * h - r * r;
        return q > 0.0f ? -6.0f * factor * q * q : 0.0f;
    }

private:
    [[nodiscard]] static float power9(float s) noexcept { return s * s * s * s * s * s * s * s * s; }
};

/// W = 15 / (pi h^6) (h - r)³ and dW/dr = -45 / (pi h^6) (h - r)²
struct Spiky {
    float h, factor, slope_factor;
    explicit Spiky(float support)
        : h(support),
          factor(15.0f / (std::numbers::pi_v<float> * support * support * support * support * support * support)),
          slope_factor(-3.0f * factor) {}
    [[nodiscard]] float operator()(float r) const noexcept {
        return r < h ? factor * (h - r) * (h - r) * (h - r) : 0.0f;
    }
    [[nodiscard]] float slope(float r) const noexcept { return r < h ? slope_factor * (h - r) * (h - r) : 0.0f; }
};

/// W = 15 / (2 pi h³) (-r³ / 2h³ + r² / h² + h / 2r - 1) and its Laplacian 45 / (pi h^6) (h - r).
/// (Onderik, Durikovic 2007, eq. 10, prints h^6 where h³ belongs: with h^6 it does not integrate to one.)
struct Viscosity {
    float h, factor, laplacian_factor;
    explicit Viscosity(float support)
        : h(support),
          factor(15.0f / (2.0f * std::numbers::pi_v<float> * support * support * support)),
          laplacian_factor(45.0f /
                           (std::numbers::pi_v<float> * support * support * support * support * support * support)) {}
    /// Infinite at r = 0, though its integral is not.
    [[nodiscard]] float operator()(float r) const noexcept {
        const float q = r / h;
        return r < h ? factor * (-0.5f * q * q * q + q * q + 0.5f / q - 1.0f) : 0.0f;
    }
    [[nodiscard]] float laplacian(float r) const noexcept { return r < h ? laplacian_factor * (h - r) : 0.0f; }
};

}  // namespace sim
