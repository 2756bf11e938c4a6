#include <cmath>

#include "tests/bench/report.hpp"
#include "tests/validation/case.hpp"

namespace validation {

namespace {

std::string with_unit(double value, const std::string& unit) {
    return bench::text("%.3g%s%s", value, unit.empty() ? "" : " ", unit.c_str());
}

}  // namespace

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

void Findings::measured(const std::string& quantity, const std::string& resolution, double error,
                        const std::string& unit) {
    rows_.push_back({quantity, resolution, with_unit(error, unit), "", error, Verdict::measured});
}

void Findings::gated(const std::string& quantity, const std::string& resolution, double error, const std::string& unit,
                     double limit, bool counts) {
    const bool is_reached = std::abs(error) <= limit;  // what is no number is not
    rows_.push_back({quantity, resolution, with_unit(error, unit), "<= " + with_unit(limit, unit), error,
                     !counts      ? Verdict::measured
                     : is_reached ? Verdict::reached
                                  : Verdict::missed});
}

void Findings::falls(const std::string& quantity, const std::vector<double>& errors, const std::string& unit,
                     double floor) {
    bool falls = true;
    std::string found;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const double error = std::abs(errors[i]);
        found += (i == 0 ? "" : ", ") + bench::text("%.3g", error);
        // A hair above the floor is the floor.
        if (i > 0 && !(error < std::abs(errors[i - 1]) || error <= floor)) falls = false;
    }
    if (!unit.empty()) found += " " + unit;
    rows_.push_back({quantity, "finer", found, "falls" + (floor > 0.0 ? ", or <= " + with_unit(floor, unit) : ""),
                     errors.empty() ? 0.0 : errors.back(), falls ? Verdict::reached : Verdict::missed});
}

}  // namespace validation
