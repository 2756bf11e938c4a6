#include "app/window/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace app {
namespace {

std::string printed(const char* format, int digits, double value) {
    std::array<char, 48> text{};
    const int length = std::snprintf(text.data(), text.size(), format, digits, value);
    return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(text.size()) - 1))};
}

}  // namespace

double tick_step(double low, double high, int most) {
    const double rough = (high - low) / std::max(most, 1);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10.0 * power;
}

std::vector<double> ticks(double low, double high, int most) {
    std::vector<double> result;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high)) return result;
    const double step = tick_step(low, high, most);
    // Counted in whole steps, so that rounding errors do not add up and zero is zero, without a sign.
    const double hair = 1e-6;
    for (double k = std::ceil(low / step - hair); k * step <= high + hair * step; k += 1.0)
        result.push_back(k == 0.0 ? 0.0 : k * step);
    return result;
}

int enough_ticks(double low, double high, int most) {
    // A step is at most two and a half times as long as asked for, so there are two long before this ends.
    for (int asked = std::max(most, 2); asked < most + 8; ++asked)
        if (ticks(low, high, asked).size() >= 2) return asked;
    return most;
}

std::string tick_text(double value, double step) {
    const double size = std::max(std::abs(value), std::abs(step));
    if (size != 0.0 && (size >= 1e7 || size < 1e-4)) return printed("%.*g", 3, value);
    const int digits = step > 0.0 ? std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 6) : 3;
    return printed("%.*f", digits, value);
}

std::string short_number(double value) {
    struct Unit {
        double size;
        const char* sign;
    };
    for (const Unit unit : {Unit{1e9, " G"}, Unit{1e6, " M"}, Unit{1e3, " k"}}) {
        const double scaled = std::abs(value) / unit.size;
        if (scaled >= 1.0)
            return printed("%.*f", scaled >= 100.0 ? 0 : scaled >= 10.0 ? 1 : 2, value / unit.size) + unit.sign;
    }
    return printed("%.*g", 3, value);
}

}  // namespace app
