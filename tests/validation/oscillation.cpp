#include "tests/validation/oscillation.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace validation {

namespace {

/// Solves three equations by Gauss' elimination with pivots.
std::array<double, 3> solve(std::array<std::array<double, 4>, 3> m) {
    for (std::size_t column = 0; column < 3; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < 3; ++row)
            if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
        std::swap(m[column], m[pivot]);
        for (std::size_t row = 0; row < 3; ++row) {
            if (row == column) continue;
            const double factor = m[row][column] / m[column][column];
            for (std::size_t k = column; k < 4; ++k) m[row][k] -= factor * m[column][k];
        }
    }
    return {m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]};
}

/// The best that a frequency and a decay can do.
Oscillation best_with(const Curve& curve, double omega, double decay) {
    const auto parts = [&](double t) {
        const double size = std::exp(-decay * t);
        return std::array<double, 3>{1.0, size * std::cos(omega * t), size * std::sin(omega * t)};
    };
    std::array<std::array<double, 4>, 3> normal{};
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto p = parts(curve.x[i]);
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t k = 0; k < 3; ++k) normal[row][k] += p[row] * p[k];
            normal[row][3] += p[row] * curve.y[i];
        }
    }
    const auto weight = solve(normal);
    double sum = 0.0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto p = parts(curve.x[i]);
        const double left = curve.y[i] - weight[0] * p[0] - weight[1] * p[1] - weight[2] * p[2];
        sum += left * left;
    }
    return {2.0 * std::numbers::pi / omega, decay, std::hypot(weight[1], weight[2]),
            std::sqrt(sum / static_cast<double>(curve.size()))};
}

}  // namespace

Oscillation fit_oscillation(const Curve& curve, double period_guess) {
    const double guess = 2.0 * std::numbers::pi / period_guess;
    Oscillation best = best_with(curve, guess, 0.0);
    double omega = guess, decay = 0.0;
    const auto try_out = [&](double w, double d) {
        const Oscillation other = best_with(curve, w, d);
        if (!(other.misfit < best.misfit)) return false;
        best = other;
        omega = w;
        decay = d;
        return true;
    };
    // First along the frequencies: between the right one and its guess the misfit has other valleys.
    for (int k = -100; k <= 100; ++k) (void)try_out(guess * (1.0 + k / 300.0), 0.0);
    double step_omega = guess / 100.0, step_decay = 0.1 * guess;
    while (step_omega > 1e-9 * guess) {
        const bool is_better = try_out(omega + step_omega, decay) || try_out(omega - step_omega, decay) ||
                               try_out(omega, decay + step_decay) || try_out(omega, decay - step_decay);
        if (is_better) continue;
        step_omega *= 0.5;
        step_decay *= 0.5;
    }
    return best;
}

}  // namespace validation
