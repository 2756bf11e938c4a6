// The point clouds of the benches: what fluids look like to a neighbour search. The same on every machine.
//
//   dam      a jittered lattice, 2 : 1 : 1, as a block of fluid at rest: about 30 neighbours
//   wide     the same with a longer reach: about 60
//   splash   70 % in a layer four spacings thick, 30 % in droplets scattered through the space above it
//   random   evenly random in a cube: about 30 neighbours, in cells between empty and crowded
//   plane    2-D: evenly random in a square of 2^20, z = 0 (Pouchol et al., 4.1)
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "spatial/points.hpp"

namespace bench {

struct Cloud {
    std::string_view name;
    double spacing;  // as of a lattice of as many points in the same volume, m
    double reach_in_spacings;
    float reach;                                   // their product, rounded as sim::Medium rounds it
    std::vector<float> x, y, z;                    // a step ago, in random order
    std::vector<float> moved_x, moved_y, moved_z;  // now: every point has moved by 1 % of the reach, each its own way

    [[nodiscard]] std::size_t size() const noexcept { return x.size(); }
    [[nodiscard]] spatial::Points before() const noexcept { return {x, y, z, {&reach, 1}}; }
    [[nodiscard]] spatial::Points now() const noexcept { return {moved_x, moved_y, moved_z, {&reach, 1}}; }
};

struct CloudMaker {
    std::string_view name;
    Cloud (*make)(std::size_t points);
};

/// The 3-D ones.
[[nodiscard]] std::span<const CloudMaker> cloud_makers() noexcept;
[[nodiscard]] Cloud dam(std::size_t points, double reach_in_spacings = 2.0);

/// With so many neighbours on average.
[[nodiscard]] Cloud plane(std::size_t points, double neighbours);

}  // namespace bench
