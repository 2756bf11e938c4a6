// The crowds of boxes that every broad phase has to get right, and the oracle.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"

namespace crowds {

using spatial::Box;
using spatial::BoxPair;
using spatial::Index;

struct Crowd {
    std::string name;
    std::vector<Box> boxes;
    std::vector<Box> queries;
};

using Random = std::mt19937;

inline float between(Random& rng, float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(rng);
}
/// Even in its logarithm: all scales are equally common.
inline float any_scale(Random& rng, float low, float high) {
    return std::exp(between(rng, std::log(low), std::log(high)));
}

/// From a corner and edges; what rounding leaves stays a box.
inline Box box_at(float x, float y, float z, float a, float b, float c) {
    return {x, y, z, std::max(x, x + a), std::max(y, y + b), std::max(z, z + c)};
}
inline Box cube_at(float x, float y, float z, float edge) { return box_at(x, y, z, edge, edge, edge); }

/// Cubes of sizes even in their logarithm, corners in a cube of the given half width around `middle`.
inline std::vector<Box> cubes(std::size_t n, float half_width, float smallest, float largest, unsigned seed,
                              float middle = 0.0f) {
    Random rng(seed);
    std::vector<Box> boxes;
    const auto place = [&] { return middle + between(rng, -half_width, half_width); };
    for (std::size_t i = 0; i < n; ++i) {
        const float x = place(), y = place(), z = place();
        boxes.push_back(cube_at(x, y, z, any_scale(rng, smallest, largest)));
    }
    return boxes;
}

/// Boxes on a lattice that touch exactly, corner to corner and face to face; edges are powers of two or not.
inline std::vector<Box> touching_lattice(int side, float edge, float from) {
    std::vector<Box> boxes;
    const auto at = [&](int i) { return from + edge * static_cast<float>(i); };
    for (int k = 0; k < side; ++k)
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i) boxes.push_back({at(i), at(j), at(k), at(i + 1), at(j + 1), at(k + 1)});
    return boxes;
}

inline std::vector<Crowd> all() {
    const std::vector<Box> few_queries = cubes(60, 12.0f, 1e-3f, 30.0f, 99);
    std::vector<Crowd> crowds;
    crowds.push_back({"none", {}, few_queries});
    crowds.push_back({"one", {cube_at(0.5f, 0.5f, 0.5f, 1.0f)}, few_queries});
    crowds.push_back({"two that touch in a corner", {{0, 0, 0, 1, 1, 1}, {1, 1, 1, 2, 2, 2}}, few_queries});
    crowds.push_back({"two a hair apart",
                      {{0, 0, 0, 1, 1, 1}, {std::nextafter(1.0f, 2.0f), 0, 0, 2, 1, 1}},
                      {{1, 0, 0, 1, 0, 0}, {std::nextafter(1.0f, 2.0f), 0, 0, 1.5f, 1, 1}}});
    crowds.push_back({"a hundred in one place", std::vector<Box>(100, cube_at(-3.0f, 2.0f, 1.0f, 0.5f)), few_queries});
    crowds.push_back({"points", cubes(300, 0.01f, 1e-30f, 2e-30f, 1), cubes(50, 0.01f, 1e-3f, 1e-2f, 2)});
    {
        // Every size zero, several at the very same place, zero itself among them.
        Crowd c{"of no size", {}, {}};
        Random rng(3);
        for (int i = 0; i < 300; ++i) {
            const auto place = [&] { return static_cast<float>(static_cast<int>(rng() % 5) - 2); };
            const float x = place(), y = place(), z = place();
            c.boxes.push_back({x, y, z, x, y, z});
        }
        c.queries = c.boxes;
        crowds.push_back(std::move(c));
    }
    crowds.push_back({"lattice, power of two", touching_lattice(8, 0.5f, -2.0f), touching_lattice(5, 0.5f, -2.25f)});
    crowds.push_back({"lattice, a tenth", touching_lattice(8, 0.1f, -0.35f), touching_lattice(6, 0.1f, -0.45f)});
    crowds.push_back({"equal sizes", cubes(1'500, 6.0f, 0.999f, 1.0f, 4), cubes(300, 6.0f, 0.1f, 2.0f, 5)});
    crowds.push_back({"sizes 1 to 12", cubes(1'500, 30.0f, 1.0f, 12.0f, 6), cubes(300, 30.0f, 0.1f, 20.0f, 7)});
    crowds.push_back({"sizes 1 to a million", cubes(900, 3e5f, 1.0f, 1e6f, 8), cubes(300, 5e5f, 0.01f, 1e6f, 9)});
    crowds.push_back(
        {"far from the origin", cubes(800, 3.0f, 0.1f, 1.0f, 10, 1e4f), cubes(200, 3.0f, 0.05f, 2.0f, 11, 1e4f)});
    crowds.push_back(
        {"far and negative", cubes(800, 300.0f, 1e-3f, 30.0f, 12, -1e7f), cubes(200, 300.0f, 1.0f, 90.0f, 13, -1e7f)});
    crowds.push_back(
        {"as far as floats go", cubes(200, 1.6e38f, 1e36f, 4e37f, 14), cubes(90, 1.6e38f, 1e35f, 9e37f, 15)});
    {
        // A hall: long thin beams, flat plates, and dust between them.
        Crowd c{"beams, plates and dust", {}, cubes(300, 10.0f, 1e-3f, 8.0f, 17)};
        Random rng(16);
        for (int i = 0; i < 600; ++i) {
            const auto edge = [&](bool is_long) {
                return is_long ? between(rng, 1.0f, 20.0f) : any_scale(rng, 1e-3f, 0.1f);
            };
            const float x = between(rng, -10.0f, 10.0f), y = between(rng, -10.0f, 10.0f),
                        z = between(rng, -10.0f, 10.0f);
            c.boxes.push_back(box_at(x, y, z, edge(rng() % 3 == 0), edge(rng() % 3 == 0), edge(rng() % 3 == 0)));
        }
        crowds.push_back(std::move(c));
    }
    {
        // Flat: the papers' 2-D tests are boxes without height.
        Crowd c{"flat", {}, {}};
        Random rng(18);
        for (int i = 0; i < 700; ++i) {
            const float edge = rng() % 10 == 0 ? 1024.0f : rng() % 3 == 0 ? 64.0f : 8.0f;
            c.boxes.push_back(box_at(between(rng, 0.0f, 8192.0f), between(rng, 0.0f, 8192.0f), 0.0f,
                                     edge * between(rng, 0.5f, 1.5f), edge * between(rng, 0.5f, 1.5f), 0.0f));
        }
        for (int i = 0; i < 900; ++i)
            c.queries.push_back(box_at(between(rng, 0.0f, 8192.0f), between(rng, 0.0f, 8192.0f), 0.0f,
                                       between(rng, 0.0f, 16.0f), between(rng, 0.0f, 16.0f), 0.0f));
        crowds.push_back(std::move(c));
    }
    {
        // Planes among them: a floor that is a half-space, a tilted one whose box is everything.
        constexpr float inf = std::numeric_limits<float>::infinity();
        Crowd c{"with planes", cubes(400, 4.0f, 0.1f, 1.0f, 19), cubes(200, 5.0f, 0.1f, 1.0f, 20)};
        c.boxes[7] = {-inf, -inf, -inf, inf, inf, -1.0f};
        c.boxes[300] = {-inf, -inf, -inf, inf, inf, inf};
        crowds.push_back(std::move(c));
    }
    crowds.push_back({"edges of powers of two, and one ulp beside", {}, cubes(100, 4.0f, 0.2f, 3.0f, 22)});
    {
        Random rng(21);
        for (int i = 0; i < 600; ++i) {
            float edge = std::ldexp(1.0f, static_cast<int>(rng() % 5) - 3);
            if (rng() % 3 == 1) edge = std::nextafter(edge, 0.0f);
            if (rng() % 3 == 2) edge = std::nextafter(edge, 9.0f);
            const auto place = [&] { return 0.125f * static_cast<float>(static_cast<int>(rng() % 64) - 32); };
            const float x = place(), y = place(), z = place();
            crowds.back().boxes.push_back(cube_at(x, y, z, edge));
        }
    }
    return crowds;
}

/// All pairs that touch, ascending, by the plainest loop there is.
inline std::vector<BoxPair> expected_pairs(const std::vector<Box>& boxes, const std::vector<bool>& there = {}) {
    std::vector<BoxPair> pairs;
    for (Index i = 0; i < boxes.size(); ++i)
        for (Index j = i + 1; j < boxes.size(); ++j)
            if ((there.empty() || (there[i] && there[j])) && spatial::overlap(boxes[i], boxes[j]))
                pairs.push_back({i, j});
    return pairs;
}

/// Who is touched by each query, ascending.
inline std::vector<std::vector<Index>> expected_touching(const std::vector<Box>& boxes, const std::vector<Box>& queries,
                                                         const std::vector<bool>& there = {}) {
    std::vector<std::vector<Index>> touched(queries.size());
    for (std::size_t q = 0; q < queries.size(); ++q)
        for (Index i = 0; i < boxes.size(); ++i)
            if ((there.empty() || there[i]) && spatial::overlap(boxes[i], queries[q])) touched[q].push_back(i);
    return touched;
}

inline std::vector<BoxPair> found_pairs(spatial::BroadPhase& broad) {
    const auto pairs = broad.pairs();
    std::vector<BoxPair> sorted(pairs.begin(), pairs.end());
    std::sort(sorted.begin(), sorted.end());  // duplicates stay and show
    return sorted;
}

inline std::vector<std::vector<Index>> found_touching(spatial::BroadPhase& broad, const std::vector<Box>& queries) {
    std::vector<std::vector<Index>> touched(queries.size());
    broad.touching(queries, [&](Index query, std::span<const Index> boxes) {
        auto& list = touched[query];  // a query called twice would show as somebody touched twice
        list.insert(list.end(), boxes.begin(), boxes.end());
        std::sort(list.begin(), list.end());
    });
    return touched;
}

/// Boxes and segments of 4.1 of the paper, in a square of 2^13.
inline Crowd square(std::size_t n, std::size_t segments, unsigned seed) {
    Random rng(seed);
    Crowd c{"square", {}, {}};
    for (std::size_t i = 0; i < n; ++i) {
        const float kind = between(rng, 0.0f, 1.0f), size = kind < 0.1f ? 1024.0f : kind < 0.35f ? 64.0f : 8.0f;
        const float a = size * between(rng, 0.5f, 1.5f), b = size * between(rng, 0.5f, 1.5f);
        const float x = between(rng, 0.0f, 8192.0f - a);
        c.boxes.push_back(box_at(x, between(rng, 0.0f, 8192.0f - b), 0.0f, a, b, 0.0f));
    }
    for (std::size_t i = 0; i < segments; ++i) {
        const float x = between(rng, 0.0f, 8192.0f), y = between(rng, 0.0f, 8192.0f);
        c.queries.push_back(box_at(x, y, 0.0f, between(rng, 0.0f, 11.0f), between(rng, 0.0f, 11.0f), 0.0f));
    }
    return c;
}

/// What it took.
inline spatial::BroadCounters asked(spatial::BroadPhase& broad, const std::vector<Box>& queries) {
    broad.touching(queries, [](Index, std::span<const Index>) {});
    return broad.counters();
}

}  // namespace crowds
