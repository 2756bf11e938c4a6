#include "tests/bench/broadphase_fluid.hpp"

#include <algorithm>
#include <cmath>

#include "tests/bench/dice.hpp"

namespace bench {

namespace {

constexpr float step = 0.005f, gravity = 9.81f;  // s, m/s²
constexpr float restitution = 0.5f;
constexpr int steps_between_sorts = 50;
constexpr float sorting_cells_a_metre = 16.0f;

struct Vector {
    float x, y, z;
    Vector operator+(const Vector& o) const noexcept { return {x + o.x, y + o.y, z + o.z}; }
    Vector operator-(const Vector& o) const noexcept { return {x - o.x, y - o.y, z - o.z}; }
    Vector operator*(float s) const noexcept { return {x * s, y * s, z * s}; }
};
float dot(const Vector& a, const Vector& b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vector at(const std::array<std::vector<float>, 3>& axes, std::size_t i) noexcept {
    return {axes[0][i], axes[1][i], axes[2][i]};
}
void set(std::array<std::vector<float>, 3>& axes, std::size_t i, const Vector& v) noexcept {
    axes[0][i] = v.x;
    axes[1][i] = v.y;
    axes[2][i] = v.z;
}

Vector centre_of(const Sphere& s) noexcept { return {s.x, s.y, s.z}; }

/// When something at `from` from a sphere's centre comes as near as `reach`, as a share of its way; more than 1: never.
float meets_at(const Vector& from, const Vector& way, float reach) noexcept {
    const float outside = dot(from, from) - reach * reach, towards = dot(from, way), squared = dot(way, way);
    if (outside <= 0.0f) return 0.0f;
    const float root = towards * towards - squared * outside;
    if (towards >= 0.0f || root < 0.0f) return 2.0f;
    return (-towards - std::sqrt(root)) / squared;
}

}  // namespace

Box Ways::swept(std::size_t i) const noexcept {
    const auto low = [&](std::size_t axis) { return std::min(from[axis][i], to[axis][i]) - radius; };
    const auto high = [&](std::size_t axis) { return std::max(from[axis][i], to[axis][i]) + radius; };
    return {low(0), low(1), low(2), high(0), high(1), high(2)};
}

bool Ways::touches(std::size_t i, const Sphere& sphere) const noexcept {
    const Vector begin = at(from, i), way = at(to, i) - begin, centre = centre_of(sphere) - begin;
    const float squared = dot(way, way), reach = sphere.radius + radius;
    const float share = squared > 0.0f ? std::clamp(dot(centre, way) / squared, 0.0f, 1.0f) : 0.0f;
    const Vector nearest = centre - way * share;
    return dot(nearest, nearest) <= reach * reach;
}

FallingFluid::FallingFluid(std::size_t particles) : finder_(make_duplicating_grid()) {
    Dice dice(42);
    const auto place = [&](double margin) {
        return static_cast<float>(dice.between(margin, static_cast<double>(width) - margin));
    };
    for (std::size_t i = 0; i < spheres_in_all; ++i) {
        const double radius = 0.5 * dice.between(0x1p-4, 0x1p-2);
        const float x = place(radius), y = place(radius), z = place(radius);
        spheres_.push_back({x, y, z, static_cast<float>(radius)});
        const float r = spheres_.back().radius;
        boxes_.push_back({x - r, y - r, z - r, x + r, y + r, z + r});
    }
    finder_->put(boxes_);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ways_.from[axis].resize(particles);
        ways_.to[axis].resize(particles);
        velocity_[axis].assign(particles, 0.0f);
    }
    swept_.resize(particles);
    std::vector<std::size_t> inside;
    for (std::size_t i = 0; i < particles; ++i) inside.push_back(i);
    while (!inside.empty()) {  // another place for everybody who is in a sphere
        for (const std::size_t i : inside) {
            const float x = place(0.01), y = place(0.01), z = place(0.01);
            set(ways_.from, i, {x, y, z});
            set(ways_.to, i, {x, y, z});
        }
        std::vector<Box> boxes;
        for (const std::size_t i : inside) boxes.push_back(ways_.swept(i));
        std::vector<char> is_inside(inside.size(), 0);
        finder_->touching(boxes, [&](spatial::Index query, std::span<const spatial::Index> touched) {
            for (const spatial::Index s : touched)
                if (ways_.touches(inside[query], spheres_[s])) is_inside[query] = 1;
        });
        std::size_t left = 0;
        for (std::size_t k = 0; k < inside.size(); ++k)
            if (is_inside[k] != 0) inside[left++] = inside[k];
        inside.resize(left);
    }
    sort();
    set_out();
}

void FallingFluid::sort() {
    constexpr auto cells = static_cast<std::uint32_t>(width * sorting_cells_a_metre);
    const auto cell = [&](std::size_t axis, std::size_t i) {
        return std::min(cells - 1, static_cast<std::uint32_t>(ways_.from[axis][i] * sorting_cells_a_metre));
    };
    std::vector<std::uint32_t> keys(ways_.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = (cell(2, i) * cells + cell(1, i)) * cells + cell(0, i);
    std::vector<spatial::Index> order, first;
    counting_.sort(keys, cells * cells * cells, order, first);
    std::vector<float> moved(keys.size());
    for (auto* axes : {&ways_.from, &velocity_})
        for (std::vector<float>& axis : *axes) {
            for (std::size_t slot = 0; slot < order.size(); ++slot) moved[slot] = axis[order[slot]];
            axis.swap(moved);
        }
}

void FallingFluid::set_out() {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
        velocity_[2][i] -= gravity * step;
        set(ways_.to, i, at(ways_.from, i) + at(velocity_, i) * step);
        swept_[i] = ways_.swept(i);
    }
}

void FallingFluid::advance() {
    finder_->touching(swept_, [&](spatial::Index i, std::span<const spatial::Index> touched) { meet(i, touched); });
    stay_inside();
    ways_.from.swap(ways_.to);
    if (++steps_ % steps_between_sorts == 0) sort();
    set_out();
}

/// Stops the particle where it meets the first sphere, and turns its velocity; of two at once, the one numbered lower.
void FallingFluid::meet(std::size_t i, std::span<const spatial::Index> spheres) {
    const Vector from = at(ways_.from, i), way = at(ways_.to, i) - from;
    float first = 2.0f;
    spatial::Index hit = 0;
    for (const spatial::Index s : spheres) {
        const float share = meets_at(from - centre_of(spheres_[s]), way, spheres_[s].radius + Ways::radius);
        if (share > 1.0f || share > first || (share == first && s > hit)) continue;
        first = share;
        hit = s;
    }
    if (first > 1.0f) return;
    const Vector centre = centre_of(spheres_[hit]);
    Vector normal = from + way * first - centre;
    const float distance = std::sqrt(dot(normal, normal));
    normal = distance > 0.0f ? normal * (1.0f / distance) : Vector{0.0f, 0.0f, 1.0f};
    set(ways_.to, i, centre + normal * ((spheres_[hit].radius + Ways::radius) * 1.00001f));
    const Vector velocity = at(velocity_, i);
    const float against = dot(velocity, normal);
    if (against < 0.0f) set(velocity_, i, velocity - normal * ((1.0f + restitution) * against));
}

void FallingFluid::stay_inside() {
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            float &x = ways_.to[axis][i], &v = velocity_[axis][i];
            const float inside = std::clamp(x, Ways::radius, width - Ways::radius);
            if (inside == x) continue;
            if ((inside > x) == (v < 0.0f)) v *= -restitution;
            x = inside;
        }
}

std::vector<Ways> ways_at(FallingFluid& fluid, std::span<const int> steps, const Host& host) {
    std::vector<Ways> kept;
    for (const int step_wanted : steps) {
        while (fluid.steps() < step_wanted) {
            fluid.advance();
            host.go_on();
        }
        kept.push_back(fluid.ways());
    }
    return kept;
}

}  // namespace bench
