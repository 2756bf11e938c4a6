#include "sim/solid_sights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

namespace sim {

namespace {

// So many cells and solids that may see each other share their work among threads.
constexpr std::size_t worth_a_team = 64;

// What a thread looks around from at a time.
constexpr std::size_t cells_a_run = 8, most_runs = 256;

/// What is behind a plane that is `d` metres away, negative from inside, and how steeply that falls with d, 1/m.
struct Behind {
    float poly6, spiky, steepness;
};

Behind behind_plane(float d, const WallSights& walls) {
    // The same from both sides: what is behind from outside is before from inside.
    const auto from_both_sides = [](float (*behind)(float) noexcept, float q) {
        return q < 0.0f ? 1.0f - behind(-q) : behind(q);
    };
    const float q = walls.spiky(d), q_poly6 = walls.poly6(d);
    if (std::max(q, q_poly6) <= -1.0f) return {1.0f, 1.0f, 0.0f};
    if (std::min(q, q_poly6) >= 1.0f) return {0.0f, 0.0f, 0.0f};
    return {from_both_sides(Poly6HalfSpace::behind, q_poly6), from_both_sides(SpikyHalfSpace::behind, q),
            walls.spiky.slope * SpikyHalfSpace::push(std::abs(q))};
}

/// Between two parallel planes, the one d metres away and the other behind it by `depth`.
Behind between_planes(float d, float depth, const WallSights& walls) {
    const Behind near = behind_plane(d, walls), far = behind_plane(d + depth, walls);
    return {near.poly6 - far.poly6, near.spiky - far.spiky, near.steepness - far.steepness};
}

Sight sight_of_box(const glm::vec3& half, const glm::vec3& p, const WallSights& walls) {
    const glm::vec3 away = glm::abs(p) - half;
    if (std::max({away.x, away.y, away.z}) >= walls.range()) return {};
    const Behind x = between_planes(away.x, 2.0f * half.x, walls), y = between_planes(away.y, 2.0f * half.y, walls),
                 z = between_planes(away.z, 2.0f * half.z, walls);
    const glm::vec3 steepness{x.steepness * y.spiky * z.spiky, x.spiky * y.steepness * z.spiky,
                              x.spiky * y.spiky * z.steepness};
    return {x.poly6 * y.poly6 * z.poly6, x.spiky * y.spiky * z.spiky, glm::sign(p) * steepness};
}

/// How deep a shape is along a direction, m.
double depth_along(const ConvexShape& shape, const glm::dvec3& direction) {
    switch (shape.kind()) {
        case SolidShape::sphere:
            return 2.0 * shape.radius();
        case SolidShape::capsule:
            return 2.0 * (shape.radius() + shape.half_height() * std::abs(direction.z));
        case SolidShape::hull: {
            double low = std::numeric_limits<double>::infinity(), high = -low;
            for (const glm::dvec3& v : shape.vertices()) {
                low = std::min(low, glm::dot(direction, v));
                high = std::max(high, glm::dot(direction, v));
            }
            return high - low;
        }
        default:
            return std::numeric_limits<double>::infinity();
    }
}

}  // namespace

Sight sight_of(const ConvexShape& shape, const glm::dvec3& p, const WallSights& walls) {
    if (shape.kind() == SolidShape::box) return sight_of_box(glm::vec3(shape.half_size()), glm::vec3(p), walls);
    const auto range = double{walls.range()};
    if (!shape.holds(p, range)) return {};  // soon said
    const auto [distance, normal] = shape.closest(p);
    if (distance >= range) return {};
    const Behind seen =
        between_planes(static_cast<float>(distance), static_cast<float>(depth_along(shape, normal)), walls);
    return {seen.poly6, seen.spiky, seen.steepness * glm::vec3(normal)};
}

void SolidSights::find(const Solids& solids, spatial::BroadPhase& broad, const Medium& medium, const Grains& grains,
                       const Particles& p, spatial::Queries queries) {
    for (const spatial::Index slot : slots_)
        if (slot < index_.size()) index_[slot] = 0;
    index_.resize(p.size());
    // Where sizes are mixed, the range of the coarsest.
    cells_.find(p.size(), longest_solid_cell * medium.support, medium.lattice.walls.range(),
                [&](std::size_t i) { return spatial::Box{p.x[i], p.y[i], p.z[i], p.x[i], p.y[i], p.z[i]}; });
    near_.find(broad, cells_.boxes());
    counters_ = broad.counters();
    frames_.resize(solids.size());
#pragma omp parallel for schedule(static) if (solids.size() > solids_worth_a_team)
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const Frame pose(solids[i].pose);
        frames_[i] = {pose.position, glm::mat3_cast(pose.rotation)};
    }
    const Fluid fluid{p, medium, grains, queries};
    threads_.prepare();
    // Runs of cells in the order of the slots, so that what all find is too, whoever looked.
    const std::size_t a_run = std::max<std::size_t>(cells_a_run, cells_.size() / most_runs + 1);
    const std::size_t runs = (cells_.size() + a_run - 1) / a_run;
    if (found_.size() < runs) found_.resize(runs);
    for (Found& found : found_) found.seen.clear(), found.slots.clear(), found.parts.clear();
#pragma omp parallel for schedule(dynamic, 1) if (near_.met() > worth_a_team)
    for (std::size_t run = 0; run < runs; ++run)
        for (std::size_t cell = run * a_run; cell < std::min(cells_.size(), (run + 1) * a_run); ++cell)
            if (near_.any(cell)) look_around(static_cast<spatial::Index>(cell), solids, broad, fluid, found_[run]);
    gather();
}

void SolidSights::gather() {
    seen_.clear();
    slots_.clear();
    parts_.clear();
    for (const Found& found : found_) {
        seen_.insert(seen_.end(), found.seen.begin(), found.seen.end());
        slots_.insert(slots_.end(), found.slots.begin(), found.slots.end());
        parts_.insert(parts_.end(), found.parts.begin(), found.parts.end());
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) index_[slots_[i]] = static_cast<std::uint32_t>(i + 1);
}

/// Who of the cell sees it: as look_at_box() says it, for any shape.
std::uint64_t SolidSights::look_at(std::uint32_t solid, const Solids& solids, const spatial::Box& around,
                                   const Fluid& fluid, SolidCells::Cell cell, std::uint64_t wanted) {
    const ConvexShape& shape = solids.shape(solid);
    const LocalFrame& frame = frames_[solid];
    auto& [all, seen] = threads_.mine();
    if (shape.kind() == SolidShape::box) return wanted & look_at_box(all, shape.half_size(), frame, around, seen);
    const glm::dmat3 to_local = glm::transpose(frame.to_scene);
    std::uint64_t who = 0;
    for (; wanted != 0; wanted &= wanted - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(wanted));
        const float x = all.x[i], y = all.y[i], z = all.z[i];
        if (!spatial::overlap({x, y, z, x, y, z}, around)) continue;
        const Sight one = sight_of(shape, to_local * (glm::dvec3(x, y, z) - frame.position),
                                   fluid.walls_of(cell.begin + static_cast<spatial::Index>(i)));
        if (one.poly6 < least_sight && one.spiky < least_sight) continue;
        const glm::vec3 push(frame.to_scene * glm::dvec3(one.push));
        seen.poly6[i] = one.poly6, seen.spiky[i] = one.spiky;
        seen.push_x[i] = push.x, seen.push_y[i] = push.y, seen.push_z[i] = push.z;
        who |= std::uint64_t{1} << i;
    }
    return who;
}

void SolidSights::look_around(spatial::Index number, const Solids& solids, const spatial::BroadPhase& broad,
                              const Fluid& fluid, Found& found) {
    const Particles& p = fluid.particles;
    const SolidCells::Cell cell = cells_[number];
    auto& [all, seen] = threads_.mine();
    all.count = cell.end - cell.begin;
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < all.count; ++i) {
        const spatial::Index slot = cell.begin + static_cast<spatial::Index>(i);
        all.x[i] = p.x[slot], all.y[i] = p.y[slot], all.z[i] = p.z[slot];
        all.see(i, fluid.walls_of(slot));
        if (fluid.queries.everybody() || fluid.queries.active[slot] != 0) wanted |= std::uint64_t{1} << i;
    }
    all.find_places();
    std::array<Sight, most_in_solid_cell> together{};
    std::uint64_t anything = 0;
    const std::span<spatial::Index> near = near_[number];
    std::ranges::sort(near);  // every module says them in an order of its own
    for (const spatial::Index solid : near) {
        const spatial::Box box = inflated(broad.boxes()[solid], fluid.medium.lattice.walls.range());
        if (!all.any_in(box)) continue;
        std::uint64_t who = look_at(solid, solids, box, fluid, cell, wanted);
        for (anything |= who; who != 0; who &= who - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(who));
            const Sight one{seen.poly6[i], seen.spiky[i], {seen.push_x[i], seen.push_y[i], seen.push_z[i]}};
            Sight& sum = together[i];
            sum.push = (1.0f - one.spiky) * sum.push + (1.0f - sum.spiky) * one.push;
            sum.poly6 = joined(sum.poly6, one.poly6);
            sum.spiky = joined(sum.spiky, one.spiky);
            found.parts.push_back({solid, cell.begin + static_cast<spatial::Index>(i), one.spiky, one.push});
        }
    }
    for (; anything != 0; anything &= anything - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(anything));
        if (together[i].poly6 <= 0.0f && together[i].spiky <= 0.0f) continue;
        found.seen.push_back(together[i]);
        found.slots.push_back(cell.begin + static_cast<spatial::Index>(i));
    }
}

void SolidSights::weigh(const Tank& tank, const Grains& grains, const PairTerms& terms, const Particles& p) {
    weights_.resize(slots_.size());
#pragma omp parallel for schedule(static) if (slots_.size() > 16 * worth_a_team)
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const spatial::Index slot = slots_[i];
        const Tank& walls = grains.mixed() ? grains[p.grain[slot]].tank : tank;
        const float left_by_tank = 1.0f - walls.shares_behind({p.x[slot], p.y[slot], p.z[slot]}).spiky;
        weights_[i] = {terms.push[slot] * left_by_tank, 1.0f - seen_[i].spiky};
    }
}

void SolidSights::put_loads(Solids& solids, const Medium& medium, const Tank& tank, const Grains& grains,
                            const PairTerms& terms, const Particles& p) {
    // By solid, and within each by slot: summed in one order, whoever found them.
    first_.assign(solids.size() + 1, 0);
    for (const Part& part : parts_) ++first_[part.solid + 1];
    for (std::size_t i = 0; i < solids.size(); ++i) first_[i + 1] += first_[i];
    sorted_.resize(parts_.size());
    for (const Part& part : parts_) sorted_[first_[part.solid]++] = part;
    weigh(tank, grains, terms, p);
    const double factor_of_all = medium.lattice.wall_factor();
    loads_.clear();
    for (std::uint32_t solid = 0, begin = 0; solid < solids.size(); begin = first_[solid++])
        if (first_[solid] > begin) loads_.push_back({solid, {}, {}});
#pragma omp parallel for schedule(dynamic, 16) if (parts_.size() > 16 * worth_a_team)
    for (std::size_t i = 0; i < loads_.size(); ++i) {
        Load& load = loads_[i];
        const std::span<const Part> parts(sorted_.begin() + (load.solid == 0 ? 0 : first_[load.solid - 1]),
                                          sorted_.begin() + first_[load.solid]);
        const glm::dvec3 centre(solids[load.solid].pose.position);
        for (const Part& part : parts) {
            const glm::vec3 place{p.x[part.slot], p.y[part.slot], p.z[part.slot]};
            const Weight& weight = weights_[index_[part.slot] - 1];
            // What the other solids leave. One that leaves nothing has the particle inside of it.
            const float left = weight.left / std::max(1.0f - part.spiky, 1e-6f);
            const double factor =
                grains.mixed() ? grains[p.grain[part.slot]].medium.lattice.wall_factor() : factor_of_all;
            const glm::dvec3 force = -factor * double{weight.push * left} * glm::dvec3(part.push);
            load.force += force;
            load.moment += glm::cross(glm::dvec3(place) - centre, force);
        }
    }
    for (Body& body : solids.bodies()) body.load = body.moment = glm::vec3(0.0f);
    for (const Load& load : loads_)
        if (const std::int32_t b = solids.body_of(load.solid); b >= 0) {
            Body& body = solids.bodies()[static_cast<std::size_t>(b)];
            body.load = glm::vec3(load.force);
            body.moment = glm::vec3(load.moment);
        }
}

std::size_t SolidSights::bytes() const noexcept {
    const auto of = [](const auto&... values) { return (... + (values.capacity() * sizeof(values[0]))); };
    std::size_t sum =
        cells_.bytes() + near_.bytes() + of(frames_, index_, seen_, slots_, parts_, first_, sorted_, weights_, loads_);
    for (const Found& found : found_) sum += of(found.seen, found.slots, found.parts);
    return sum;
}

}  // namespace sim
