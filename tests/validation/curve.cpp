#include "tests/validation/curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace validation {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

bool holds(Span span, double x) { return x >= span.from && x <= span.to; }

/// Where the straight line from point i - 1 to point i has a value.
double crossing(const Curve& c, std::size_t i, double value) {
    return c.x[i - 1] + (c.x[i] - c.x[i - 1]) * (value - c.y[i - 1]) / (c.y[i] - c.y[i - 1]);
}

/// From one place to another, by the trapezoids between.
double integral(const Curve& c, double from, double to) {
    double sum = 0.0, x = from, y = c.at(from);
    const auto add = [&](double next) {
        const double value = c.at(next);
        sum += 0.5 * (next - x) * (y + value);
        x = next;
        y = value;
    };
    for (const double place : c.x)
        if (place > from && place < to) add(place);
    add(to);
    return sum;
}

}  // namespace

double Curve::at(double where) const {
    if (x.empty()) return unknown;
    const auto next = std::ranges::upper_bound(x, where);
    if (next == x.begin()) return y.front();
    if (next == x.end()) return y.back();
    const auto i = static_cast<std::size_t>(next - x.begin());
    return y[i - 1] + (y[i] - y[i - 1]) * (where - x[i - 1]) / (x[i] - x[i - 1]);
}

Curve scaled(const std::vector<double>& x, double x_factor, const std::vector<double>& y, double y_factor) {
    Curve curve;
    for (std::size_t i = 0; i < x.size(); ++i) curve.add(x[i] * x_factor, y[i] * y_factor);
    return curve;
}

Curve binned(const Curve& curve, double width) {
    Curve means;
    for (std::size_t i = 0; i < curve.size();) {
        const double bin = std::floor(curve.x[i] / width);
        double sum = 0.0;
        int count = 0;
        for (; i < curve.size() && std::floor(curve.x[i] / width) == bin; ++i, ++count) sum += curve.y[i];
        means.add((bin + 0.5) * width, sum / count);
    }
    return means;
}

Misfit relative_misfit(const Curve& curve, const Curve& reference, Span span, double shift) {
    double sum = 0.0, max = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (!holds(span, reference.x[i])) continue;
        const double error = curve.at(reference.x[i] - shift) / reference.y[i] - 1.0;
        sum += error * error;
        max = std::max(max, std::abs(error));
        ++count;
    }
    return count == 0 ? Misfit{unknown, unknown} : Misfit{std::sqrt(sum / count), max};
}

namespace {

template <class Error>
BestShift smallest(double most, Error error_at) {
    constexpr int steps = 200;  // to each side
    BestShift best{0.0, error_at(0.0)};
    for (int k = -steps; k <= steps; ++k) {
        const double shift = most * k / steps, error = error_at(shift);
        if (error < best.error) best = {shift, error};
    }
    return best;
}

}  // namespace

BestShift best_shift(const Curve& curve, const Curve& reference, Span span, double most) {
    return smallest(most, [&](double shift) { return relative_misfit(curve, reference, span, shift).rms; });
}

BestShift best_shift_by_mean(const Curve& curve, const Curve& reference, Span span, double most) {
    return smallest(most, [&](double shift) { return mean_absolute_error(curve, reference, span, shift); });
}

double mean_absolute_error(const Curve& curve, const Curve& reference, Span span, double shift) {
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (!holds(span, reference.x[i])) continue;
        sum += std::abs(curve.at(reference.x[i] - shift) - reference.y[i]);
        ++count;
    }
    return count == 0 ? unknown : sum / count;
}

double max_absolute_error(const Curve& curve, const Curve& reference, Span span) {
    double max = unknown;
    for (std::size_t i = 0; i < reference.size(); ++i)
        if (holds(span, reference.x[i])) max = std::fmax(max, std::abs(curve.at(reference.x[i]) - reference.y[i]));
    return max;
}

double slope(const Curve& curve, Span span) {
    double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (!holds(span, curve.x[i])) continue;
        n += 1.0;
        x += curve.x[i];
        y += curve.y[i];
        xx += curve.x[i] * curve.x[i];
        xy += curve.x[i] * curve.y[i];
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

double arrival(const Curve& curve, double threshold) {
    if (curve.size() > 0 && curve.y.front() > threshold) return curve.x.front();
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (curve.y[i] > threshold) return crossing(curve, i, threshold);
    return unknown;
}

double peak(const Curve& curve, Span span) {
    double highest = unknown;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (holds(span, curve.x[i])) highest = std::fmax(highest, curve.y[i]);
    return highest;
}

Span above_half_peak(const Curve& curve, Span span) {
    std::size_t top = curve.size();
    for (std::size_t i = 0; i < curve.size(); ++i)
        if (holds(span, curve.x[i]) && (top == curve.size() || curve.y[i] > curve.y[top])) top = i;
    if (top == curve.size()) return {unknown, unknown};
    const double half = 0.5 * curve.y[top];
    std::size_t first = top, last = top;
    while (first > 0 && curve.y[first - 1] > half) --first;
    while (last + 1 < curve.size() && curve.y[last + 1] > half) ++last;
    const double from = first == 0 ? curve.x.front() : crossing(curve, first, half);
    const double to = last + 1 == curve.size() ? curve.x.back() : crossing(curve, last + 1, half);
    return {from, to};
}

double impulse(const Curve& curve, Span span) {
    const Span peak = above_half_peak(curve, span);
    return std::isnan(peak.from) ? unknown : integral(curve, peak.from, peak.to);
}

double mean(const Curve& curve, Span span) {
    return curve.size() == 0 ? unknown : integral(curve, span.from, span.to) / (span.to - span.from);
}

}  // namespace validation
