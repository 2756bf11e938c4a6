// The arithmetic of comparing curves: a simulated one, densely sampled, with the few points of an experiment.
#pragma once

#include <cstddef>
#include <vector>

namespace validation {

/// Places ascending along x.
struct Curve {
    std::vector<double> x, y;

    void add(double at, double value) {
        x.push_back(at);
        y.push_back(value);
    }
    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
    /// Straight between the points, level beyond the ends.
    [[nodiscard]] double at(double where) const;
};

/// Both axes times a factor.
[[nodiscard]] Curve scaled(const std::vector<double>& x, double x_factor, const std::vector<double>& y,
                           double y_factor);

/// The mean of the points in each bin of that width, at the middle of the bin; bins without a point are left out.
[[nodiscard]] Curve binned(const Curve& curve, double width);

struct Span {
    double from, to;
};

/// Of (curve - reference) / reference over the points of the reference in the span. `shift`: the reference is late by
/// so much.
struct Misfit {
    double rms = 0.0, max = 0.0;
};
[[nodiscard]] Misfit relative_misfit(const Curve& curve, const Curve& reference, Span span, double shift = 0.0);

/// The shift in [-most, most] with the smallest error.
struct BestShift {
    double shift = 0.0, error = 0.0;
};
/// By the RMS of relative_misfit().
[[nodiscard]] BestShift best_shift(const Curve& curve, const Curve& reference, Span span, double most);
/// By mean_absolute_error(), for what may be zero.
[[nodiscard]] BestShift best_shift_by_mean(const Curve& curve, const Curve& reference, Span span, double most);

/// Of |curve - reference| over the points of the reference in the span.
[[nodiscard]] double mean_absolute_error(const Curve& curve, const Curve& reference, Span span, double shift = 0.0);
[[nodiscard]] double max_absolute_error(const Curve& curve, const Curve& reference, Span span);

/// Of the straight line through the points in the span, by least squares.
[[nodiscard]] double slope(const Curve& curve, Span span);

/// Where the curve first rises above a threshold; no number where it never does.
[[nodiscard]] double arrival(const Curve& curve, double threshold);

/// Highest value in the span.
[[nodiscard]] double peak(const Curve& curve, Span span);

/// The stretch around the highest place in the span in which the curve is above half of that; no numbers where there is
/// none.
[[nodiscard]] Span above_half_peak(const Curve& curve, Span span);

/// The integral over that stretch.
[[nodiscard]] double impulse(const Curve& curve, Span span);

/// The integral over the span, per length.
[[nodiscard]] double mean(const Curve& curve, Span span);

}  // namespace validation
