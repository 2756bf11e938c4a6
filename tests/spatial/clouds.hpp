// The clouds that every neighbour search has to get right, to the last pair.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "spatial/neighbour_lists.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/slot_lists.hpp"
#include "spatial/unfit.hpp"

namespace clouds {

struct Cloud {
    std::string name;
    std::vector<float> x, y, z;
    std::vector<float> reach;

    void add(float px, float py, float pz) {
        x.push_back(px);
        y.push_back(py);
        z.push_back(pz);
    }
    [[nodiscard]] spatial::Points view() const { return {x, y, z, reach}; }
};

inline Cloud random(std::string name, std::size_t n, float low, float high, std::vector<float> reach,
                    unsigned seed = 1) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<float> place(low, high);
    Cloud c{std::move(name), {}, {}, {}, std::move(reach)};
    for (std::size_t i = 0; i < n; ++i) {
        const float px = place(rng), py = place(rng), pz = place(rng);
        c.add(px, py, pz);
    }
    return c;
}

inline Cloud lattice(std::string name, int side, float spacing, float reach, float from = 0.0f) {
    Cloud c{std::move(name), {}, {}, {}, {reach}};
    for (int k = 0; k < side; ++k)
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i)
                c.add(from + spacing * static_cast<float>(i), from + spacing * static_cast<float>(j),
                      from + spacing * static_cast<float>(k));
    return c;
}

/// A straight chain along x.
inline Cloud line(int n, float spacing, float reach, float from) {
    Cloud c{"chain", {}, {}, {}, {reach}};
    for (int i = 0; i < n; ++i) c.add(from + spacing * static_cast<float>(i), from, -from);
    return c;
}

/// Reaches drawn evenly in their logarithm: all scales are equally common.
inline Cloud mixed_reaches(std::string name, std::size_t n, float shortest, float longest, unsigned seed) {
    Cloud c = random(std::move(name), n, -1.0f, 1.0f, {}, seed);
    std::mt19937 rng(seed + 1);
    std::uniform_real_distribution<float> exponent(std::log(shortest), std::log(longest));
    for (std::size_t i = 0; i < n; ++i) c.reach.push_back(std::exp(exponent(rng)));
    return c;
}

inline std::vector<Cloud> all() {
    std::vector<Cloud> clouds;
    clouds.push_back({"none", {}, {}, {}, {0.1f}});
    clouds.push_back({"one", {0.5f}, {0.5f}, {0.5f}, {0.1f}});
    clouds.push_back({"two in reach", {0.0f, 0.1f}, {0.0f, 0.0f}, {0.0f, 0.0f}, {0.1f}});
    clouds.push_back({"two out of reach", {0.0f, 0.11f}, {0.0f, 0.0f}, {0.0f, 0.0f}, {0.1f}});
    clouds.push_back({"coincident",
                      std::vector<float>(150, 0.25f),
                      std::vector<float>(150, -3.0f),
                      std::vector<float>(150, 7.5f),
                      {0.1f}});
    clouds.push_back(random("all in one cell", 300, 0.0f, 0.01f, {1.0f}));
    clouds.push_back(random("dense", 2'000, 0.0f, 1.0f, {0.12f}, 2));
    clouds.push_back(random("sparse", 2'000, -50.0f, 50.0f, {0.5f}, 3));
    clouds.push_back(random("around zero", 1'500, -0.5f, 0.5f, {0.1f}, 4));
    clouds.push_back(random("negative", 1'500, -9.0f, -8.0f, {0.1f}, 5));
    clouds.push_back(random("far from the origin", 1'500, 10'000.0f, 10'001.0f, {0.1f}, 6));
    clouds.push_back(random("far and coarse", 800, 1e7f, 1e7f + 40.0f, {2.0f}, 7));
    Cloud farthest = random("as far as floats go", 300, -1.0f, 1.0f, {1.0f}, 8);
    for (auto* axis : {&farthest.x, &farthest.y, &farthest.z})
        for (float& value : *axis) value *= 3e38f;
    clouds.push_back(std::move(farthest));
    clouds.push_back(lattice("lattice at exact reach", 12, 0.125f, 0.25f));
    clouds.push_back(lattice("lattice at exact reach, negative", 11, 0.1f, 0.2f, -0.55f));
    clouds.push_back(mixed_reaches("reaches 1:16", 900, 0.02f, 0.32f, 9));
    clouds.push_back(mixed_reaches("reaches 1:1000", 400, 0.001f, 1.0f, 10));
    // More points than 16 bits can number.
    clouds.push_back(random("more than 65,535", 70'000, 0.0f, 1.0f, {0.02f}, 11));
    // Cells whose hashes collide by the hundred: a table of N entries for cells far apart.
    Cloud planes = random("a plane of far cells", 3'000, 0.0f, 1'000.0f, {1.5f}, 12);
    for (float& z : planes.z) z = 0.0f;
    clouds.push_back(std::move(planes));
    return clouds;
}

/// What every module has to find, by the plainest loop there is. For large clouds a sweep along x does the same
/// with less patience: only pairs whose x differ by more than any reach are left out.
inline spatial::NeighbourLists expected(const Cloud& c, const std::vector<std::uint8_t>& active = {}) {
    const spatial::Points p = c.view();
    const auto n = static_cast<spatial::Index>(p.size());
    std::vector<spatial::Index> by_x(n);
    for (spatial::Index i = 0; i < n; ++i) by_x[i] = i;
    std::sort(by_x.begin(), by_x.end(), [&](auto a, auto b) { return c.x[a] < c.x[b]; });
    const double longest = c.reach.empty() ? 0.0 : *std::max_element(c.reach.begin(), c.reach.end());

    std::vector<std::vector<spatial::Index>> found(n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b) {
            const spatial::Index i = by_x[a], j = by_x[b];
            if (double{c.x[j]} - double{c.x[i]} > 1.001 * longest) break;
            const float squared = spatial::squared_distance(c.x[i] - c.x[j], c.y[i] - c.y[j], c.z[i] - c.z[j]);
            if (!spatial::in_reach(squared, p.reach_of(i), p.reach_of(j))) continue;
            if (active.empty() || active[i] != 0) found[i].push_back(j);
            if (active.empty() || active[j] != 0) found[j].push_back(i);
        }
    spatial::NeighbourLists lists;
    lists.first.push_back(0);
    for (auto& ids : found) {
        std::sort(ids.begin(), ids.end());
        lists.ids.insert(lists.ids.end(), ids.begin(), ids.end());
        lists.first.push_back(lists.ids.size());
    }
    return lists;
}

inline spatial::NeighbourLists found_by(std::string_view module, const Cloud& c,
                                        const std::vector<std::uint8_t>& active = {}) {
    return spatial::find_neighbours(*spatial::make_neighbour_search(module), c.view(), active);
}

/// Whether a module says that it cannot hold a cloud at all. Only for the cloud that is as wide as floats go; of any
/// other, a refusal is an error like all others.
inline bool refused_by(std::string_view module, const Cloud& c) {
    if (c.name != "as far as floats go") return false;
    try {
        spatial::make_neighbour_search(module)->build(c.view());
        return false;
    } catch (const spatial::Unfit&) {
        return true;
    }
}

/// Of a cloud that is in the order of the search: neighbours by slot, ascending.
inline spatial::NeighbourLists listed_in_order(const spatial::NeighbourSearch& search, const Cloud& ordered) {
    spatial::SlotLists by_slot;
    by_slot.collect(search, ordered.view());
    spatial::NeighbourLists lists;
    lists.first.push_back(0);
    for (std::size_t slot = 0; slot < ordered.x.size(); ++slot) {
        lists.ids.insert(lists.ids.end(), by_slot.of(slot).begin(), by_slot.of(slot).end());
        std::sort(lists.ids.begin() + static_cast<std::ptrdiff_t>(lists.first.back()), lists.ids.end());
        lists.first.push_back(lists.ids.size());
    }
    return lists;
}

}  // namespace clouds
