#include "app/neighbour_counts.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/grains.hpp"
#include "sim/images.hpp"
#include "sim/team.hpp"
#include "spatial/candidates.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace app {
namespace {

/// Places and supports in the order of a search.
struct Ordered {
    std::vector<float> x, y, z, support;

    Ordered(const spatial::Points& points, std::span<const spatial::Index> order) {
        const auto take = [&](std::span<const float> from, std::vector<float>& to) {
            for (const spatial::Index i : order) to.push_back(from[i]);
        };
        take(points.x, x);
        take(points.y, y);
        take(points.z, z);
        if (points.one_reach())
            support.assign(order.size(), points.reach[0]);
        else
            take(points.reach, support);
    }
};

void count(const spatial::Points& points, std::vector<float>& counts) {
    const auto search = spatial::make_neighbour_search("compact-grid");
    search->build(points);
    const std::span<const spatial::Index> order = search->order();
    const Ordered p(points, order);
    const float longest = spatial::longest_reach(points);
    spatial::PerThread<spatial::Candidates<4>> threads;
    threads.prepare();
    search->for_each_block({}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        spatial::Candidates<4>& near = threads.mine();
        const spatial::Box box = spatial::box_around(p.x.data(), p.y.data(), p.z.data(), block);
        near.gather_near(ranges, {p.x.data(), p.y.data(), p.z.data(), p.support.data()}, p.x.size(), {box, longest},
                         {spatial::out_of_reach, spatial::out_of_reach, spatial::out_of_reach, 0.0f});
        const float *const xs = near.column(0), *const ys = near.column(1), *const zs = near.column(2),
                           *const supports = near.column(3);
        for (spatial::Index slot = block.begin; slot < block.end; ++slot) {
            const float x = p.x[slot], y = p.y[slot], z = p.z[slot], support = p.support[slot];
            int in_reach = 0;
            for (std::size_t k = 0; k < near.count(); ++k) {
                const float pair = 0.5f * (support + supports[k]);
                in_reach += spatial::in_reach(spatial::squared_distance(xs[k] - x, ys[k] - y, zs[k] - z), pair, pair);
            }
            // Images stand behind the particles, and are not asked for.
            if (order[slot] < counts.size()) counts[order[slot]] = static_cast<float>(in_reach - 1);
        }
    });
}

}  // namespace

std::vector<float> mixed_supports(const sim::Scene& scene, const sim::Particles& particles) {
    std::vector<float> supports(particles.grain.size());
    const std::vector<float> spacings = sim::spacings_of(scene);
    for (std::size_t i = 0; i < supports.size(); ++i) supports[i] = scene.support * spacings[particles.grain[i]];
    return supports;
}

void count_neighbours(const sim::World& world, std::vector<float>& counts) {
    const sim::Scene& scene = world.scene();
    const sim::Particles& particles = world.particles();
    counts.assign(particles.size(), 0.0f);
    if (counts.empty()) return;
    const sim::Team team(world.threads());
    std::vector<float> supports = mixed_supports(scene, particles);
    if (supports.empty()) supports.assign(1, scene.support * scene.spacing);
    try {
        if (sim::Images images(scene.domain); images.any()) {
            sim::Particles with_images = particles;
            images.append(with_images, supports[0]);
            count({with_images.x, with_images.y, with_images.z, supports}, counts);
        } else {
            count({particles.x, particles.y, particles.z, supports}, counts);
        }
    } catch (const std::invalid_argument&) {  // of a search: somebody is nowhere after a blow-up
        std::ranges::fill(counts, 0.0f);
    }
}

}  // namespace app
