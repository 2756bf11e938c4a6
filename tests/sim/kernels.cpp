// The kernels are what they claim: each integrates to one, and the derivatives in use are derivatives.
#include "sim/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/walls.hpp"

using sim::Poly6;
using sim::Spiky;
using sim::Viscosity;

namespace {

constexpr int slices = 200'000;

/// Integral of W over its ball, by the midpoint rule on spherical shells.
template <class Kernel>
double integral(const Kernel& kernel) {
    const double h = kernel.h, dr = h / slices;
    double sum = 0.0;
    for (int i = 0; i < slices; ++i) {
        const double r = (i + 0.5) * dr;
        sum += kernel(static_cast<float>(r)) * 4.0 * std::numbers::pi * r * r * dr;
    }
    return sum;
}

/// Integral of f over what of the unit ball lies behind a plane at the distance q from its centre.
template <class F>
double behind(double q, F f) {
    double sum = 0.0;
    constexpr int steps = 2'000;
    for (int i = 0; i < steps; ++i) {
        const double z = q + (1.0 - q) * (i + 0.5) / steps;
        const double widest = std::sqrt(1.0 - z * z);
        for (int j = 0; j < 200; ++j) {
            const double rho = widest * (j + 0.5) / 200;
            sum +=
                f(std::sqrt(z * z + rho * rho)) * 2.0 * std::numbers::pi * rho * (widest / 200) * ((1.0 - q) / steps);
        }
    }
    return sum;
}

}  // namespace

TEST(Kernels, IntegrateToOne) {
    for (const float h : {0.01f, 0.04f, 1.0f, 25.0f}) {
        EXPECT_NEAR(integral(Poly6(h)), 1.0, 1e-4) << h;
        EXPECT_NEAR(integral(Spiky(h)), 1.0, 1e-4) << h;
        EXPECT_NEAR(integral(Viscosity(h)), 1.0, 1e-4) << h;
    }
}

TEST(Kernels, AreZeroAtTheSupportAndBeyond) {
    for (const float r : {0.5f, 0.50001f, 3.0f}) {
        EXPECT_EQ(Poly6(0.5f)(r), 0.0f);
        EXPECT_EQ(Spiky(0.5f)(r), 0.0f);
        EXPECT_EQ(Spiky(0.5f).slope(r), 0.0f);
        EXPECT_EQ(Viscosity(0.5f)(r), 0.0f);
        EXPECT_EQ(Viscosity(0.5f).laplacian(r), 0.0f);
    }
}

TEST(Kernels, TheSlopeOfSpikyIsItsDerivative) {
    const Spiky spiky(1.0f);
    for (float r = 0.05f; r < 0.95f; r += 0.05f) {
        constexpr float dr = 1e-3f;
        EXPECT_NEAR(spiky.slope(r), (spiky(r + dr) - spiky(r - dr)) / (2.0f * dr), 1e-2f) << r;
    }
}

TEST(Kernels, TheLaplacianOfViscosityIsItsLaplacian) {
    // In three dimensions the Laplacian of W(r) is (r W)'' / r.
    const Viscosity viscosity(1.0f);
    for (double r = 0.1; r < 0.95; r += 0.05) {
        constexpr double dr = 0.01;
        const auto rw = [&](double at) { return at * static_cast<double>(viscosity(static_cast<float>(at))); };
        const double second = (rw(r + dr) - 2.0 * rw(r) + rw(r - dr)) / (dr * dr);
        EXPECT_NEAR(viscosity.laplacian(static_cast<float>(r)), second / r, 0.02 * viscosity.laplacian_factor) << r;
    }
}

TEST(Walls, SharesBehindThemAreTheIntegralsOfTheKernels) {
    const Poly6 poly6(1.0f);
    const Spiky spiky(1.0f);
    const Viscosity viscosity(1.0f);
    for (const double q : {0.0, 0.1, 0.25, 0.5, 0.8, 0.95}) {
        const auto at = static_cast<float>(q);
        EXPECT_NEAR(sim::Poly6HalfSpace::behind(at), behind(q, [&](double r) { return poly6(static_cast<float>(r)); }),
                    1e-4)
            << q;
        EXPECT_NEAR(sim::SpikyHalfSpace::behind(at), behind(q, [&](double r) { return spiky(static_cast<float>(r)); }),
                    1e-4)
            << q;
        // r² lap W integrates to 6, as the Laplacian of r² does.
        const auto by_laplacian = [&](double r) { return viscosity.laplacian(static_cast<float>(r)) * r * r / 6.0; };
        EXPECT_NEAR(sim::LaplacianHalfSpace::behind(at), behind(q, by_laplacian), 1e-4) << q;
    }
    EXPECT_EQ(sim::Poly6HalfSpace::behind(1.0f), 0.0f);
    EXPECT_EQ(sim::SpikyHalfSpace::behind(1.5f), 0.0f);
    EXPECT_EQ(sim::LaplacianHalfSpace::behind(1.0f), 0.0f);
}

TEST(Walls, ThePushIsHowSteeplyTheShareFalls) {
    for (float q = 0.02f; q < 1.0f; q += 0.02f) {
        constexpr float dq = 1e-3f;
        EXPECT_NEAR(sim::SpikyHalfSpace::push(q),
                    (sim::SpikyHalfSpace::behind(q - dq) - sim::SpikyHalfSpace::behind(q + dq)) / (2.0f * dq), 5e-3f)
            << q;
    }
}
