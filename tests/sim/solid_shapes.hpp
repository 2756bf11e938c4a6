// One solid of each shape, and random numbers to try them with.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <random>
#include <vector>

#include "sim/shape.hpp"

namespace sim::test {

class Draws {
public:
    explicit Draws(unsigned seed) : rng_(seed) {}
    double one() { return unit_(rng_); }  // -1 .. 1
    glm::dvec3 within(double reach) { return reach * glm::dvec3(one(), one(), one()); }
    glm::dvec3 direction() {
        for (;;) {
            const glm::dvec3 v = within(1.0);
            if (const double l = glm::length(v); l > 0.1 && l < 1.0) return v / l;
        }
    }
    glm::dquat rotation() { return glm::normalize(glm::dquat(one(), one(), one(), one() + 0.01)); }
    unsigned below(unsigned n) { return static_cast<unsigned>(rng_() % n); }

private:
    std::mt19937 rng_;
    std::uniform_real_distribution<double> unit_{-1.0, 1.0};
};

/// In the order of SolidShape, all about half a metre; the hull has its centre of mass elsewhere and odd axes.
inline std::vector<Solid> every_shape() {
    std::vector<Solid> solids(5);
    for (std::size_t i = 0; i < solids.size(); ++i) solids[i].shape = static_cast<SolidShape>(i);
    solids[1].size = {0.6f, 0.4f, 0.9f};
    solids[2].radius = 0.45f;
    solids[3].radius = 0.25f;
    solids[3].height = 0.5f;
    solids[4].points = {{0, 0, 0},          {0.9f, 0, 0},       {0, 0.7f, 0},      {0.1f, 0.1f, 0.8f},
                        {0.6f, 0.6f, 0.1f}, {0.3f, 0.5f, 0.6f}, {0.3f, 0.3f, 0.3f}};  // the last one is inside
    return solids;
}

inline const char* name_of(const ConvexShape& shape) {
    return solid_shape_names[static_cast<std::size_t>(shape.kind())];
}

/// Points of the surface, found from inside by halving: by nothing but holds().
inline std::vector<glm::dvec3> surface_points(const ConvexShape& shape, Draws& draws, int count) {
    std::vector<glm::dvec3> points;
    for (int i = 0; i < count; ++i) {
        if (shape.kind() == SolidShape::plane) {
            points.push_back(draws.within(2.0) * glm::dvec3(1.0, 1.0, 0.0));
            continue;
        }
        glm::dvec3 in(0.0), out = 2.0 * shape.reach() * draws.direction();
        for (int step = 0; step < 60; ++step) {
            const glm::dvec3 middle = 0.5 * (in + out);
            (shape.holds(middle) ? in : out) = middle;
        }
        points.push_back(out);
    }
    return points;
}

}  // namespace sim::test
