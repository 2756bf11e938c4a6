// Heavy fluid above light in a thin slab: how fast a ripple of their interface grows, against linear theory, and where
// bubble and spike are when it has grown, against He, Chen, Zhang 1999 (J. Comput. Phys. 152:642-663).
#pragma once

#include <vector>

#include "sim/scene.hpp"
#include "tests/validation/case.hpp"

namespace validation {

struct RippleCase {
    float atwood = 0.5f;      // (heavy - light) / (heavy + light)
    float wavelength = 0.5f;  // m, the width of the tank
    float spacings = 32.0f;   // in a wavelength
};

struct RippleFigures {
    std::size_t particles = 0;
    double rate = 0.0, expected_rate = 0.0;  // of growth, 1/s: eta = eta0 cosh(rate t)
};

/// Of the settings both take the threads. They throw as advance() does.
[[nodiscard]] RippleFigures measure_ripple(const RippleCase& ripple, const Settings& settings, const Host& host);

struct BubbleAndSpike {
    double time;           // t sqrt(g / H)
    double bubble, spike;  // heights in m; the tank is H = 0.25 m wide and 4 H high
};

/// He's tank: Atwood number 0.5, Re 256 with the heavy fluid's viscosity, one kinematic viscosity for both.
[[nodiscard]] std::vector<BubbleAndSpike> measure_rayleigh_taylor(float spacings, double until,
                                                                  const Settings& settings, const Host& host);

}  // namespace validation
