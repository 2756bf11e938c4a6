// Fits of what swings, on what swings as it should and with some noise.
#include "tests/validation/oscillation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace validation {
namespace {

Curve swing(double period, double decay, double phase, double noise) {
    std::mt19937 rng(3);
    std::normal_distribution<double> dice(0.0, noise);
    Curve curve;
    for (int i = 0; i < 800; ++i) {
        const double t = 0.3 + 0.005 * i;
        curve.add(t, 0.7 + 2.0 * std::exp(-decay * t) * std::cos(2.0 * std::numbers::pi * t / period + phase) +
                         (noise > 0.0 ? dice(rng) : 0.0));
    }
    return curve;
}

TEST(Oscillation, IsFoundToTheLastDigitsWhereNothingElseIs) {
    for (const double period : {0.7, 0.8018, 1.05})
        for (const double decay : {0.0, 0.35, 1.5}) {
            const Oscillation found = fit_oscillation(swing(period, decay, 1.1, 0.0), 0.8018);
            EXPECT_NEAR(found.period, period, 1e-6 * period);
            EXPECT_NEAR(found.decay, decay, 1e-5);
            EXPECT_NEAR(found.amplitude, 2.0, 1e-5);
            EXPECT_NEAR(found.misfit, 0.0, 1e-5);
        }
}

TEST(Oscillation, IsFoundInNoise) {
    const Oscillation found = fit_oscillation(swing(1.18, 0.2, -0.4, 0.1), 1.2);
    EXPECT_NEAR(found.period, 1.18, 0.003);
    EXPECT_NEAR(found.decay, 0.2, 0.02);
    EXPECT_NEAR(found.misfit, 0.1, 0.02);
}

TEST(Oscillation, IsFoundBesideAForcedOne) {
    Curve curve = swing(1.63, 0.1, 0.5, 0.0);
    for (std::size_t i = 0; i < curve.size(); ++i)
        curve.y[i] += 3.0 * std::sin(2.0 * std::numbers::pi * curve.x[i] / 1.3);
    const Oscillation found = fit_oscillation(curve, 1.668, 1.3);
    EXPECT_NEAR(found.period, 1.63, 1e-5);
    EXPECT_NEAR(found.amplitude, 2.0, 1e-4);
    EXPECT_NEAR(found.misfit, 0.0, 1e-5);
}

TEST(Oscillation, MayGrow) { EXPECT_NEAR(fit_oscillation(swing(1.0, -0.2, 0.0, 0.0), 1.0).decay, -0.2, 1e-5); }

}  // namespace
}  // namespace validation
