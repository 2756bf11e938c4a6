#include "tests/validation/rayleigh_taylor.hpp"

#include <gtest/gtest.h>

// Measured at 24 and 32 spacings a wavelength: 1 to 28 % slower than linear theory, the more the less the contrast.
TEST(RayleighTaylor, RipplesGrowAboutAsLinearTheorySays) {
    const validation::RippleFigures ripple = validation::measure_ripple({.atwood = 0.5f, .spacings = 24.0f});
    EXPECT_NEAR(ripple.rate / ripple.expected_rate, 1.0, 0.3);
}

// He, Chen, Zhang 1999 have the bubble at 0.599 m and the spike at 0.361 m at this time.
TEST(RayleighTaylor, TheSpikeSinksAndTheBubbleRises) {
    const auto positions = validation::measure_rayleigh_taylor(16.0f, 2.0);
    EXPECT_NEAR(positions.back().bubble, 0.599, 0.05);
    EXPECT_NEAR(positions.back().spike, 0.361, 0.05);
}
