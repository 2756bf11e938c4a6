#include "sim/solid_sights.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>

namespace sim {

namespace {

// So many cells and solids that may see each other share their work among threads.
constexpr std::size_t worth_a_team = 64;

// Of less it makes nothing, and joined with others it could be rounded away.
constexpr float least = 1e-6f;

float range_of(const WallSights& walls) { return std::max(walls.poly6.range(), walls.spiky.range()); }

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
    return {from_both_sides(poly6_behind, q_poly6), from_both_sides(spiky_behind, q),
            walls.spiky.slope * spiky_push(std::abs(q))};
}

/// Between two parallel planes, the one d metres away and the other behind it by `depth`.
Behind between_planes(float d, float depth, const WallSights& walls) {
    const Behind near = behind_plane(d, walls), far = behind_plane(d + depth, walls);
    return {near.poly6 - far.poly6, near.spiky - far.spiky, near.steepness - far.steepness};
}

Sight sight_of_box(const glm::vec3& half, const glm::vec3& p, const WallSights& walls) {
    const glm::vec3 away = glm::abs(p) - half;
    if (std::max({away.x, away.y, away.z}) >= range_of(walls)) return {};
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

/// What the lattice's sum of pair forces is to the push of a wall (force_pass.cpp), m³.
double wall_factor(const Calibration& lattice) {
    return double{lattice.cell_volume} * lattice.cell_volume / lattice.spiky_virial * lattice.spiky_sum;
}

}  // namespace

Sight sight_of(const ConvexShape& shape, const glm::dvec3& p, const WallSights& walls) {
    if (shape.kind() == SolidShape::box) return sight_of_box(glm::vec3(shape.half_size()), glm::vec3(p), walls);
    const auto range = double{range_of(walls)};
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
    seen_.clear();
    slots_.clear();
    parts_.clear();
    // Where sizes are mixed, the range of the coarsest.
    find_near(broad, p, longest_solid_cell * medium.support, range_of(medium.lattice.walls));
    const Fluid fluid{p, medium, grains, queries};
    threads_.prepare();
    threads_.for_each([](Mine& mine) { mine.seen.clear(), mine.slots.clear(), mine.parts.clear(); });
#pragma omp parallel for schedule(dynamic, 1) if (near_.size() > worth_a_team)
    for (std::size_t i = 0; i < met_.size(); ++i) look_around(met_[i], solids, broad, fluid);
    threads_.for_each([&](const Mine& mine) {
        seen_.insert(seen_.end(), mine.seen.begin(), mine.seen.end());
        slots_.insert(slots_.end(), mine.slots.begin(), mine.slots.end());
        parts_.insert(parts_.end(), mine.parts.begin(), mine.parts.end());
    });
    for (std::size_t i = 0; i < slots_.size(); ++i) index_[slots_[i]] = static_cast<std::uint32_t>(i + 1);
}

/// A broad phase answers so few questions on one thread; what comes of them is worth more.
void SolidSights::find_near(spatial::BroadPhase& broad, const Particles& p, float longest, float range) {
    cells_.find(p.size(), longest, range,
                [&](std::size_t i) { return spatial::Box{p.x[i], p.y[i], p.z[i], p.x[i], p.y[i], p.z[i]}; });
    threads_.prepare();
    threads_.for_each([](Mine& mine) { mine.met.clear(), mine.near.clear(); });
    broad.touching(cells_.boxes(), [&](spatial::Index cell, std::span<const spatial::Index> near) {
        Mine& mine = threads_.mine();
        mine.met.push_back({cell, mine.near.size(), near.size()});
        mine.near.insert(mine.near.end(), near.begin(), near.end());
        // Every module says them in an order of its own.
        std::sort(mine.near.end() - static_cast<std::ptrdiff_t>(near.size()), mine.near.end());
    });
    counters_ = broad.counters();
    met_.clear();
    near_.clear();
    threads_.for_each([&](const Mine& mine) {
        for (const Meeting& met : mine.met) met_.push_back({met.cell, near_.size() + met.first, met.count});
        near_.insert(near_.end(), mine.near.begin(), mine.near.end());
    });
}

void SolidSights::look_around(const Meeting& met, const Solids& solids, const spatial::BroadPhase& broad,
                              const Fluid& fluid) {
    const Particles& p = fluid.particles;
    const SolidCells::Cell cell = cells_[met.cell];
    const std::size_t count = cell.end - cell.begin;
    const float *const x = &p.x[cell.begin], *const y = &p.y[cell.begin], *const z = &p.z[cell.begin];
    Mine& mine = threads_.mine();
    std::array<Sight, most_in_solid_cell> together{};
    std::array<std::int32_t, most_in_solid_cell> is_near;
    for (const spatial::Index solid : std::span(near_).subspan(met.first, met.count)) {
        const Frame frame(solids[solid].pose);
        const glm::dmat3 to_scene = glm::mat3_cast(frame.rotation), to_local = glm::transpose(to_scene);
        const ConvexShape& shape = solids.shape(solid);
        // All at once first: most of the cell is out of sight.
        const spatial::Box box = inflated(broad.boxes()[solid], range_of(fluid.medium.lattice.walls));
        for (std::size_t i = 0; i < count; ++i)
            is_near[i] = static_cast<std::int32_t>(x[i] >= box.min_x) & static_cast<std::int32_t>(x[i] <= box.max_x) &
                         static_cast<std::int32_t>(y[i] >= box.min_y) & static_cast<std::int32_t>(y[i] <= box.max_y) &
                         static_cast<std::int32_t>(z[i] >= box.min_z) & static_cast<std::int32_t>(z[i] <= box.max_z);
        for (std::size_t i = 0; i < count; ++i) {
            const spatial::Index slot = cell.begin + static_cast<spatial::Index>(i);
            if (is_near[i] == 0 || (!fluid.queries.everybody() && fluid.queries.active[slot] == 0)) continue;
            const Medium& medium = fluid.grains.mixed() ? fluid.grains[p.grain[slot]].medium : fluid.medium;
            const glm::dvec3 local = to_local * (glm::dvec3(x[i], y[i], z[i]) - frame.position);
            const Sight one = sight_of(shape, local, medium.lattice.walls);
            if (one.poly6 < least && one.spiky < least) continue;
            const glm::vec3 push(to_scene * glm::dvec3(one.push));
            Sight& all = together[i];
            all.push = (1.0f - one.spiky) * all.push + (1.0f - all.spiky) * push;
            all.poly6 = joined(all.poly6, one.poly6);
            all.spiky = joined(all.spiky, one.spiky);
            mine.parts.push_back({solid, slot, one.spiky, push});
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (together[i].poly6 <= 0.0f && together[i].spiky <= 0.0f) continue;
        mine.seen.push_back(together[i]);
        mine.slots.push_back(cell.begin + static_cast<spatial::Index>(i));
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
    loads_.clear();
    for (std::uint32_t solid = 0, begin = 0; solid < solids.size(); begin = first_[solid++])
        if (first_[solid] > begin) loads_.push_back({solid, {}, {}});
#pragma omp parallel for schedule(dynamic, 16) if (parts_.size() > 16 * worth_a_team)
    for (std::size_t i = 0; i < loads_.size(); ++i) {
        Load& load = loads_[i];
        const std::span<Part> parts(sorted_.begin() + (load.solid == 0 ? 0 : first_[load.solid - 1]),
                                    sorted_.begin() + first_[load.solid]);
        std::ranges::sort(parts, {}, &Part::slot);
        const glm::dvec3 centre(solids[load.solid].pose.position);
        for (const Part& part : parts) {
            const Grain* const grain = grains.mixed() ? &grains[p.grain[part.slot]] : nullptr;
            const glm::vec3 place{p.x[part.slot], p.y[part.slot], p.z[part.slot]};
            const float left_by_tank = 1.0f - (grain ? grain->tank : tank).shares_behind(place).spiky;
            // What the other solids leave. One that leaves nothing has the particle inside of it.
            const float left = (1.0f - at(part.slot)->spiky) / std::max(1.0f - part.spiky, 1e-6f);
            const glm::dvec3 force = -wall_factor((grain ? grain->medium : medium).lattice) *
                                     double{terms.push[part.slot] * left_by_tank * left} * glm::dvec3(part.push);
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
    std::size_t sum = cells_.bytes() + of(met_, near_, index_, seen_, slots_, parts_, first_, sorted_, loads_);
    threads_.for_each([&](const Mine& m) { sum += of(m.met, m.near, m.seen, m.slots, m.parts); });
    return sum;
}

}  // namespace sim
