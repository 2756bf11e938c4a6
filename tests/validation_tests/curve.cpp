// The arithmetic of cases on curves whose answers are known.
#include "tests/validation/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace validation {
namespace {

constexpr Span everywhere{-1e9, 1e9};

/// y = f(x) at `count` places from 0 to `end`.
template <class F>
Curve curve_of(double end, int count, F f) {
    Curve curve;
    for (int i = 0; i < count; ++i) {
        const double x = end * i / (count - 1);
        curve.add(x, f(x));
    }
    return curve;
}

TEST(Curve, IsStraightBetweenItsPointsAndLevelBeyond) {
    const Curve curve{{1.0, 2.0, 4.0}, {10.0, 20.0, 0.0}};
    EXPECT_EQ(curve.at(0.0), 10.0);
    EXPECT_EQ(curve.at(1.5), 15.0);
    EXPECT_EQ(curve.at(2.0), 20.0);
    EXPECT_EQ(curve.at(3.0), 10.0);
    EXPECT_EQ(curve.at(9.0), 0.0);
    EXPECT_TRUE(std::isnan(Curve{}.at(1.0)));
}

TEST(Curve, TellsTheRmsAndTheWorstOfItsRelativeErrorsWithinASpan) {
    const Curve ours = curve_of(10.0, 11, [](double x) { return 1.1 * x; });
    const Curve reference{{0.5, 2.0, 3.0, 4.0, 100.0}, {1.0, 2.2, 3.0, 4.0, 1.0}};
    const Misfit misfit = relative_misfit(ours, reference, {2.0, 4.0});
    EXPECT_NEAR(misfit.rms, std::sqrt(0.02 / 3.0), 1e-12);
    EXPECT_NEAR(misfit.max, 0.1, 1e-12);
    EXPECT_TRUE(std::isnan(relative_misfit(ours, reference, {5.0, 6.0}).rms)) << "nothing to compare with";
}

// The front of an experiment whose gate takes time to open is late by so much.
TEST(Curve, FindsTheShiftOfAReferenceThatIsLate) {
    const auto front = [](double t) { return 1.0 + t * t; };
    const Curve ours = curve_of(4.0, 400, front);
    Curve late;
    for (double t = 0.8; t < 3.3; t += 0.25) late.add(t, front(t - 0.175));
    const BestShift best = best_shift(ours, late, everywhere, 0.5);
    EXPECT_NEAR(best.shift, 0.175, 0.0026);
    EXPECT_LT(best.error, 0.003);
    EXPECT_GT(relative_misfit(ours, late, everywhere).rms, 0.05);
    EXPECT_NEAR(relative_misfit(ours, late, everywhere, 0.175).rms, 0.0, 1e-4);
    EXPECT_DOUBLE_EQ(best_shift(ours, late, everywhere, 0.1).shift, 0.1) << "as far as it may";
}

TEST(Curve, TellsAbsoluteErrors) {
    const Curve ours{{0.0, 1.0}, {0.0, 1.0}};
    const Curve reference{{0.0, 0.5, 1.0, 7.0}, {0.1, 0.5, 0.6, 9.0}};
    EXPECT_NEAR(mean_absolute_error(ours, reference, {0.0, 1.0}), 0.5 / 3.0, 1e-12);
    EXPECT_NEAR(max_absolute_error(ours, reference, {0.0, 1.0}), 0.4, 1e-12);
}

// A level is zero before the water comes, of which nothing can be a share.
TEST(Curve, OfALevelIsShiftedByItsMeanError) {
    const auto step = [](double at) {
        return curve_of(4.0, 401, [at](double x) { return x < at ? 0.0 : 0.3 + 0.1 * (x - at); });
    };
    const BestShift best = best_shift_by_mean(step(1.0), step(1.175), everywhere, 0.5);
    EXPECT_NEAR(best.shift, 0.175, 0.01);
    EXPECT_LT(best.error, 0.002);
    EXPECT_GT(mean_absolute_error(step(1.0), step(1.175), {0.0, 4.0}), 0.01);
}

TEST(Curve, HasASlopeWhateverIsBesideTheSpan) {
    Curve curve = curve_of(10.0, 101, [](double x) { return x < 2.0 ? 50.0 : 3.0 - 0.7 * x; });
    EXPECT_NEAR(slope(curve, {2.5, 9.0}), -0.7, 1e-9);
}

TEST(Curve, ArrivesWhereItCrossesAThresholdForTheFirstTime) {
    const Curve curve{{0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 0.0, 0.4, 0.0, 9.0}};
    EXPECT_NEAR(arrival(curve, 0.1), 1.25, 1e-12);
    EXPECT_NEAR(arrival(curve, 0.9), 3.1, 1e-12);
    EXPECT_EQ(arrival(curve, -1.0), 0.0);
    EXPECT_TRUE(std::isnan(arrival(curve, 10.0)));
}

// A triangle of height 2 and base 4: its upper half is a trapezoid of height 2, half base 2 and area 3.
TEST(Curve, HasTheImpulseOfItsHighestPeakAboveHalf) {
    Curve curve = curve_of(10.0, 1001, [](double x) { return std::max(0.0, 2.0 - std::abs(x - 5.0)); });
    EXPECT_NEAR(impulse(curve, everywhere), 3.0, 1e-6);
    EXPECT_NEAR(above_half_peak(curve, everywhere).from, 4.0, 1e-6);
    EXPECT_NEAR(above_half_peak(curve, everywhere).to, 6.0, 1e-6);
    EXPECT_NEAR(peak(curve, everywhere), 2.0, 1e-12);
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (curve.x[i] > 9.0) curve.y[i] = 7.0;
    EXPECT_NEAR(impulse(curve, {0.0, 8.0}), 3.0, 1e-6) << "what is beyond the span is not the peak";
    EXPECT_GT(impulse(curve, everywhere), 3.5);
}

TEST(Curve, HasAMeanByTimeHoweverUnevenItsPoints) {
    const Curve curve{{0.0, 1.0, 1.001, 1.002, 4.0}, {0.0, 1.0, 1.0, 1.0, 1.0}};
    EXPECT_NEAR(mean(curve, {0.0, 1.0}), 0.5, 1e-12);
    EXPECT_NEAR(mean(curve, {0.5, 4.0}), (0.375 + 3.0) / 3.5, 1e-12);
}

TEST(Curve, IsPutIntoBinsByMeans) {
    const Curve curve{{0.1, 0.4, 0.9, 1.0, 3.5}, {1.0, 2.0, 3.0, 10.0, 7.0}};
    const Curve bins = binned(curve, 1.0);
    EXPECT_EQ(bins.x, (std::vector<double>{0.5, 1.5, 3.5}));
    EXPECT_EQ(bins.y, (std::vector<double>{2.0, 10.0, 7.0}));
}

TEST(Curve, IsScaledAlongBothAxes) {
    const Curve curve = scaled({1.0, 2.0}, 10.0, {3.0, 4.0}, 0.5);
    EXPECT_EQ(curve.x, (std::vector<double>{10.0, 20.0}));
    EXPECT_EQ(curve.y, (std::vector<double>{1.5, 2.0}));
}

}  // namespace
}  // namespace validation
