#include "sim/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sim {
namespace {

// Lengths are floats, so a length that is meant to be a whole number of spacings may be a hair short of it.
constexpr double forgiven = 0.01;  // spacings

// With a radius beyond these there are more than max_particles in a sphere, in a single layer of a cylinder.
constexpr double countable_sphere = 300.0, countable_disc = 3000.0;  // spacings

/// What is not finite, as with a spacing of zero, becomes far too many to be filled.
std::int64_t whole(double spacings) {
    constexpr double far_too_many = 1e12;
    return static_cast<std::int64_t>(std::floor(std::fmax(0.0, std::fmin(spacings + forgiven, far_too_many))));
}

}  // namespace

Lattice::Lattice(const Volume& volume, double spacing)
    : shape_(volume.shape), spacing_(spacing), radius_(static_cast<double>(volume.radius) / spacing) {
    if (shape_ == Shape::box) {
        for (int axis = 0; axis < 3; ++axis) {
            const double length = static_cast<double>(volume.max[axis]) - static_cast<double>(volume.min[axis]);
            extent_[static_cast<std::size_t>(axis)] = whole(length / spacing);
            first_[axis] = static_cast<double>(volume.min[axis]) + 0.5 * spacing;
        }
        return;
    }
    const std::int64_t across = 2 * whole(radius_ + 0.5);
    const bool is_sphere = shape_ == Shape::sphere;
    extent_ = {across, across, is_sphere ? across : whole(static_cast<double>(volume.height) / spacing)};
    first_ = glm::dvec3(volume.centre) - 0.5 * spacing * (static_cast<double>(across) - 1.0);
    if (!is_sphere) first_.z = static_cast<double>(volume.centre.z) + 0.5 * spacing;
}

Lattice::Row Lattice::row(std::int64_t j, std::int64_t k) const noexcept {
    if (shape_ == Shape::box) return {0, extent_[0]};
    const double half = 0.5 * (static_cast<double>(extent_[0]) - 1.0);
    const double y = static_cast<double>(j) - half;
    const double z = shape_ == Shape::sphere ? static_cast<double>(k) - half : 0.0;
    const double reach = radius_ + forgiven;
    const double left = reach * reach - y * y - z * z;
    const auto each_side = left < 0.25 ? 0 : static_cast<std::int64_t>(std::floor(std::sqrt(left) + 0.5));
    return {extent_[0] / 2 - each_side, extent_[0] / 2 + each_side};
}

bool Lattice::holds(const Point& point) const noexcept {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (point[axis] < 0 || point[axis] >= extent_[axis]) return false;
    }
    const Row points = row(point[1], point[2]);
    return point[0] >= points.begin && point[0] < points.end;
}

bool Lattice::empty() const noexcept {
    if (extent_[0] == 0 || extent_[1] == 0 || extent_[2] == 0) return true;
    const Row middle = row(extent_[1] / 2, extent_[2] / 2);
    return middle.begin == middle.end;
}

double Lattice::count() const noexcept {
    const bool is_sphere = shape_ == Shape::sphere;
    if (empty()) return 0.0;
    if (shape_ == Shape::box || radius_ > (is_sphere ? countable_sphere : countable_disc)) return estimate();
    const std::int64_t different_layers = is_sphere ? extent_[2] : 1;
    double points = 0.0;
    for (std::int64_t k = 0; k < different_layers; ++k) {
        for (std::int64_t j = 0; j < extent_[1]; ++j) {
            const Row here = row(j, k);
            points += static_cast<double>(here.end - here.begin);
        }
    }
    return is_sphere ? points : points * static_cast<double>(extent_[2]);
}

double Lattice::estimate() const noexcept {
    const double disc = std::numbers::pi * radius_ * radius_;
    const auto height = static_cast<double>(extent_[2]);
    switch (shape_) {
        case Shape::box:
            return static_cast<double>(extent_[0]) * static_cast<double>(extent_[1]) * height;
        case Shape::sphere:
            return 4.0 / 3.0 * disc * radius_;
        case Shape::cylinder:
            break;
    }
    return disc * height;
}

Lattice::Row Lattice::within(int axis, double low, double high) const noexcept {
    const auto extent = static_cast<double>(extent_[static_cast<std::size_t>(axis)]);
    const double begin = std::clamp(std::ceil((low - first_[axis]) / spacing_), 0.0, extent);
    const double end = std::clamp(std::floor((high - first_[axis]) / spacing_) + 1.0, begin, extent);
    return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
}

/// To the nearest point of this lattice, if that is closer than `closest`, which is at most a spacing: it is one of the
/// eight corners of the cell around the place then.
std::optional<double> Lattice::distance_to(const glm::dvec3& place, double closest) const noexcept {
    std::optional<double> nearest;
    const auto below = [&](int axis) {
        return static_cast<std::int64_t>(std::floor((place[axis] - first_[axis]) / spacing_));
    };
    const Point corner = {below(0), below(1), below(2)};
    for (int bits = 0; bits < 8; ++bits) {
        const Point point = {corner[0] + (bits & 1), corner[1] + (bits >> 1 & 1), corner[2] + (bits >> 2)};
        if (!holds(point)) continue;
        const double distance = std::hypot(coordinate(0, point[0]) - place.x, coordinate(1, point[1]) - place.y,
                                           coordinate(2, point[2]) - place.z);
        if (distance < nearest.value_or(closest)) nearest = distance;
    }
    return nearest;
}

std::optional<Lattice::Clash> Lattice::clash(const Lattice& other, double closest) const {
    // Only the points of the other one in the bounds of this one, and a little around, need a look.
    std::array<Row, 3> near{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        near[i] = other.within(axis, coordinate(axis, 0) - closest, coordinate(axis, extent_[i] - 1) + closest);
        if (near[i].begin == near[i].end) return std::nullopt;
    }
    std::optional<Clash> clash;
    for (std::int64_t k = near[2].begin; k < near[2].end; ++k) {
        for (std::int64_t j = near[1].begin; j < near[1].end; ++j) {
            const Row points = other.row(j, k);
            for (std::int64_t i = std::max(points.begin, near[0].begin); i < std::min(points.end, near[0].end); ++i) {
                const glm::dvec3 place(other.coordinate(0, i), other.coordinate(1, j), other.coordinate(2, k));
                const auto distance = distance_to(place, closest);
                if (!distance) continue;
                if (!clash) clash = Clash{place, *distance};
                ++clash->count;
            }
        }
    }
    return clash;
}

}  // namespace sim
