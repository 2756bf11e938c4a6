#include "tests/bench/axis_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/bench/report.hpp"

namespace bench {

namespace {

std::string label(double value) {
    if (value >= 1e6) return text("%g M", value / 1e6);
    if (value >= 1e4) return text("%g k", value / 1e3);
    return text("%.4g", value);
}

constexpr std::array<double, 3> round_steps = {1.0, 2.0, 5.0};

}  // namespace

AxisScale::AxisScale(const std::vector<double>& values, bool logarithmic) : logarithmic_(logarithmic) {
    if (!values.empty()) {
        const auto [low, high] = std::ranges::minmax(values);
        low_ = logarithmic ? std::max(low, 1e-12) : std::min(low, 0.0);
        high_ = std::max({high, low_, logarithmic ? low_ : 0.0});
    } else if (logarithmic) {
        low_ = high_;
    }
    if (logarithmic)
        mark_logarithmic();
    else
        mark_linear();
}

double AxisScale::share(double value) const noexcept {
    if (logarithmic_) return std::log(std::max(value, low_) / low_) / std::log(high_ / low_);
    return (value - low_) / (high_ - low_);
}

void AxisScale::mark_logarithmic() {
    // A little room at both sides, and two octaves at least, so that there are marks to read by.
    const double room = std::max(std::pow(high_ / low_, 0.06), std::sqrt(4.0 * low_ / high_));
    low_ /= room;
    high_ *= room;
    const double decades = std::log10(high_ / low_);
    for (double power = std::floor(std::log10(low_)); power <= std::log10(high_); power += 1.0)
        for (const double step : round_steps) {
            const double value = step * std::pow(10.0, power);
            if (value < low_ || value > high_) continue;
            const bool words = step == 1.0 || decades < 1.7 || (decades < 2.3 && step == 2.0);
            if (step == 1.0 || decades < 3.0) marks_.push_back({value, words ? label(value) : std::string()});
        }
}

void AxisScale::mark_linear() {
    if (high_ <= low_) high_ = low_ + 1.0;
    constexpr double about = 5.0;  // marks
    const double rough = (high_ - low_) / about, power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * power;
    for (const double round : {5.0, 2.0, 1.0})
        if (round * power >= rough) step = round * power;
    high_ = std::ceil(high_ / step - 1e-9) * step;
    low_ = std::floor(low_ / step + 1e-9) * step;
    const auto first = static_cast<int>(std::lround(low_ / step)), last = static_cast<int>(std::lround(high_ / step));
    for (int i = first; i <= last; ++i) marks_.push_back({i * step, label(i * step)});
}

}  // namespace bench
