#include "tests/validation/oscillation.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace validation {

namespace {

template <std::size_t n>
using Equations = std::array<std::array<double, n + 1>, n>;

/// Solves them by Gauss' elimination with pivots; the right side is the last column.
template <std::size_t n>
std::array<double, n> solve(Equations<n> m) {
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
        std::swap(m[column], m[pivot]);
        for (std::size_t row = 0; row < n; ++row) {
            if (row == column) continue;
            const double factor = m[row][column] / m[column][column];
            for (std::size_t k = column; k <= n; ++k) m[row][k] -= factor * m[column][k];
        }
    }
    std::array<double, n> solution;
    for (std::size_t row = 0; row < n; ++row) solution[row] = m[row][n] / m[row][row];
    return solution;
}

/// The best that a frequency and a decay can do: of n parts, three are the free swing's and two a forced one's.
template <std::size_t n>
Oscillation best_with(const Curve& curve, double omega, double decay, double forced) {
    const auto parts = [&](double t) {
        const double size = std::exp(-decay * t);
        std::array<double, n> p{1.0, size * std::cos(omega * t), size * std::sin(omega * t)};
        if constexpr (n > 3) {
            p[3] = std::cos(forced * t);
            p[4] = std::sin(forced * t);
        }
        return p;
    };
    Equations<n> normal{};
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto p = parts(curve.x[i]);
        for (std::size_t row = 0; row < n; ++row) {
            for (std::size_t k = 0; k < n; ++k) normal[row][k] += p[row] * p[k];
            normal[row][n] += p[row] * curve.y[i];
        }
    }
    const std::array<double, n> weight = solve<n>(normal);
    double sum = 0.0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const auto p = parts(curve.x[i]);
        double left = curve.y[i];
        for (std::size_t k = 0; k < n; ++k) left -= weight[k] * p[k];
        sum += left * left;
    }
    return {2.0 * std::numbers::pi / omega, decay, std::hypot(weight[1], weight[2]),
            std::sqrt(sum / static_cast<double>(curve.size()))};
}

}  // namespace

Oscillation fit_oscillation(const Curve& curve, double period_guess, double forced_period) {
    const double forced = forced_period > 0.0 ? 2.0 * std::numbers::pi / forced_period : 0.0;
    const double guess = 2.0 * std::numbers::pi / period_guess;
    const auto best_with_these = [&](double w, double d) {
        return forced > 0.0 ? best_with<5>(curve, w, d, forced) : best_with<3>(curve, w, d, forced);
    };
    Oscillation best = best_with_these(guess, 0.0);
    double omega = guess, decay = 0.0;
    const auto try_out = [&](double w, double d) {
        const Oscillation other = best_with_these(w, d);
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
