#include "sim/opening.hpp"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace sim {

namespace {

// Lengths are floats: one that is meant to be a whole number of spacings may be a hair short of it.
constexpr double forgiven = 0.01;  // spacings

}  // namespace

Across across(const glm::dvec3& direction) {
    const glm::dvec3 up(0.0, 0.0, 1.0), level = glm::cross(up, direction);
    const double length = glm::length(level);
    const glm::dvec3 width = length > 1e-6 ? level / length : glm::dvec3(1.0, 0.0, 0.0);
    return {width, glm::cross(direction, width)};
}

double Opening::estimate(const Emitter& e, double spacing) noexcept {
    const double area = e.shape == EmitterShape::disc ? std::numbers::pi * double{e.radius} * double{e.radius}
                                                      : double{e.width} * double{e.height};
    return area / (spacing * spacing);
}

Opening::Opening(const Emitter& e, double spacing) : direction_(glm::normalize(glm::dvec3(e.direction))) {
    const auto [width, height] = across(direction_);
    const glm::dvec3 middle = glm::dvec3(e.position) + 0.5 * spacing * direction_;
    const auto place = [&](double i, double j) { places_.push_back(middle + spacing * (i * width + j * height)); };
    if (e.shape == EmitterShape::disc) {
        const double radius = double{e.radius} / spacing + forgiven;
        const int rows = static_cast<int>(std::floor(radius + 0.5));
        for (int j = -rows; j < rows; ++j)
            for (int i = -rows; i < rows; ++i)
                if (std::hypot(i + 0.5, j + 0.5) <= radius) place(i + 0.5, j + 0.5);
    } else {
        const double columns = std::floor(double{e.width} / spacing + forgiven),
                     rows = std::floor(double{e.height} / spacing + forgiven);
        for (int j = 0; j < static_cast<int>(rows); ++j)
            for (int i = 0; i < static_cast<int>(columns); ++i)
                place(i - 0.5 * (columns - 1.0), j - 0.5 * (rows - 1.0));
    }
    area_ = static_cast<double>(places_.size()) * spacing * spacing;
}

double Opening::speed(const Emitter& e) const noexcept {
    return e.speed > 0.0f ? double{e.speed} : area_ > 0.0 ? double{e.flow} / area_ : 0.0;
}

double Opening::flow(const Emitter& e) const noexcept {
    return e.speed > 0.0f ? double{e.speed} * area_ : double{e.flow};
}

}  // namespace sim
