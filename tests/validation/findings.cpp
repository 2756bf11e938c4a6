#include <cmath>
#include <numeric>

#include "tests/bench/report.hpp"
#include "tests/validation/case.hpp"

namespace validation {

namespace {

std::string with_unit(const std::string& value, const std::string& unit) {
    return unit.empty() ? value : value + " " + unit;
}

std::string text_of(double value) { return bench::text("%.3g", value); }

/// "-1.2", or of several draws "-1.2 +- 0.3".
std::string text_of(const Estimate& estimate) {
    return text_of(estimate.mean) +
           (estimate.uncertainty > 0.0 ? bench::text(" +- %.2g", estimate.uncertainty) : std::string());
}

}  // namespace

Estimate::Estimate(std::span<const double> draws) {
    const auto n = static_cast<double>(draws.size());
    mean = std::accumulate(draws.begin(), draws.end(), 0.0) / n;
    if (draws.size() < 2) return;
    double squares = 0.0;
    for (const double draw : draws) squares += (draw - mean) * (draw - mean);
    uncertainty = std::sqrt(squares / (n - 1.0) / n);
}

std::string_view name_of(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::reached:
            return "reached";
        case Verdict::missed:
            return "MISSED";
        case Verdict::measured:
            break;
    }
    return "measured";
}

void Findings::measured(const std::string& quantity, const std::string& resolution, const Estimate& error,
                        const std::string& unit) {
    rows_.push_back(
        {quantity, resolution, with_unit(text_of(error), unit), "", error.mean, error.uncertainty, Verdict::measured});
}

void Findings::gated(const std::string& quantity, const std::string& resolution, const Estimate& error,
                     const std::string& unit, double limit, bool counts) {
    const bool is_reached = std::abs(error.mean) <= limit;  // what is no number is not
    rows_.push_back({quantity, resolution, with_unit(text_of(error), unit), "<= " + with_unit(text_of(limit), unit),
                     error.mean, error.uncertainty,
                     !counts      ? Verdict::measured
                     : is_reached ? Verdict::reached
                                  : Verdict::missed});
}

void Findings::falls(const std::string& quantity, const std::vector<Estimate>& errors, const std::string& unit,
                     double floor) {
    if (errors.size() < 2) return;
    bool falls = true;
    std::string found;
    // A hair above the floor is the floor.
    const auto is_smaller = [&](const Estimate& error, const Estimate& than, double slack) {
        return std::abs(error.mean) < std::abs(than.mean) + slack || std::abs(error.mean) <= floor;
    };
    for (std::size_t i = 0; i < errors.size(); ++i) {
        found += (i == 0 ? "" : ", ") + text_of(std::abs(errors[i].mean));
        if (i > 0 &&
            !is_smaller(errors[i], errors[i - 1], std::hypot(errors[i].uncertainty, errors[i - 1].uncertainty)))
            falls = false;
    }
    if (!is_smaller(errors.back(), errors.front(), 0.0)) falls = false;
    rows_.push_back({quantity, "finer", with_unit(found, unit),
                     "falls" + (floor > 0.0 ? ", or <= " + with_unit(text_of(floor), unit) : ""), errors.back().mean,
                     errors.back().uncertainty, falls ? Verdict::reached : Verdict::missed});
}

}  // namespace validation
