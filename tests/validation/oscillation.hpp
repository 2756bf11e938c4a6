// What swings and dies away: y(t) = middle + e^(-decay t) (a cos(omega t) + b sin(omega t)), fitted by least squares.
// For a given frequency and decay the rest is linear; those two are searched for.
#pragma once

#include "tests/validation/curve.hpp"

namespace validation {

struct Oscillation {
    double period = 0.0;     // s
    double decay = 0.0;      // of the amplitude, 1/s
    double amplitude = 0.0;  // at time 0, in the unit of the curve
    double misfit = 0.0;     // RMS of what is left, likewise
};

/// Of a curve over time that holds at least one whole period. `period_guess` is right within a third. Where something
/// forces a swing of another period (s, 0 = nothing does), that swing is fitted beside the free one and left out.
[[nodiscard]] Oscillation fit_oscillation(const Curve& curve, double period_guess, double forced_period = 0.0);

}  // namespace validation
