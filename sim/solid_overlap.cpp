#include "sim/solid_overlap.hpp"

#include <algorithm>
#include <glm/geometric.hpp>

#include "sim/fill.hpp"
#include "sim/lattice.hpp"
#include "sim/solid_contact.hpp"

namespace sim {

namespace {

/// How near to a solid a particle may not begin, m.
class RoomOfParticles {
public:
    RoomOfParticles(const Scene& scene, const Particles& particles)
        : common_(scene.spacing), spacings_(spacings_of(scene)), grain_(particles.grain) {}
    [[nodiscard]] double operator()(std::size_t i) const {
        const float spacing = grain_.empty() ? common_ : spacings_[grain_[i]];
        return room_beside_solids(spacing);
    }

private:
    float common_;
    std::vector<float> spacings_;
    std::span<const std::uint8_t> grain_;
};

/// Whether each particle is less than its margin outside of some solid.
template <class Margin>
std::vector<std::uint8_t> find_inside(const Solids& solids, spatial::BroadPhase& broad, Margin margin_of,
                                      const Particles& p) {
    std::vector<spatial::Box> boxes;
    for (std::size_t i = 0; i < solids.size(); ++i) boxes.push_back(solids.shape(i).bounds(Frame(solids[i].pose)));
    broad.put(boxes);
    boxes.clear();
    for (std::size_t i = 0; i < p.size(); ++i) {
        const auto m = static_cast<float>(margin_of(i));
        boxes.push_back({p.x[i] - m, p.y[i] - m, p.z[i] - m, p.x[i] + m, p.y[i] + m, p.z[i] + m});
    }
    std::vector<std::uint8_t> inside(p.size());
    broad.touching(boxes, [&](spatial::Index i, std::span<const spatial::Index> near) {
        inside[i] = std::ranges::any_of(near, [&](spatial::Index number) {
            const glm::dvec3 local = Frame(solids[number].pose).to_local({p.x[i], p.y[i], p.z[i]});
            return solids.shape(number).closest(local).distance < margin_of(i);
        });
    });
    return inside;
}

}  // namespace

std::vector<std::uint64_t> leave_out_solids(const Scene& scene, const Solids& solids, spatial::BroadPhase& broad,
                                            Particles& particles) {
    const RoomOfParticles margin(scene, particles);
    const auto inside = find_inside(solids, broad, margin, particles);
    std::vector<std::uint64_t> left_out;
    std::size_t from = 0, to = 0;
    for (const Volume& volume : scene.volumes) {
        const std::size_t end =
            from + static_cast<std::size_t>(Lattice(volume, static_cast<double>(spacing_of(scene, volume))).count());
        std::uint64_t& gone = left_out.emplace_back(0);
        for (; from < end; ++from) {
            if (inside[from] != 0) {
                ++gone;
                continue;
            }
            for (auto* values : {&particles.x, &particles.y, &particles.z, &particles.vx, &particles.vy, &particles.vz})
                (*values)[to] = (*values)[from];
            particles.fluid[to] = particles.fluid[from];
            if (!particles.grain.empty()) particles.grain[to] = particles.grain[from];
            particles.id[to] = static_cast<std::uint32_t>(to);
            ++to;
        }
    }
    particles.resize(to);
    return left_out;
}

std::size_t count_inside(const Scene& scene, const ConvexShape& shape, const Pose& pose, const Particles& p) {
    const RoomOfParticles margin(scene, p);
    const Frame frame(pose);
    std::size_t count = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        if (shape.closest(frame.to_local({p.x[i], p.y[i], p.z[i]})).distance < margin(i)) ++count;
    return count;
}

std::size_t solid_at(const Solids& solids, const glm::dvec3& place, double margin) {
    for (std::size_t number = 0; number < solids.size(); ++number) {
        const ConvexShape& shape = solids.shape(number);
        const Frame frame(solids[number].pose);
        const glm::dvec3 away = place - frame.position;
        const double reach = shape.reach() + margin;
        if (shape.kind() != SolidShape::plane && glm::dot(away, away) > reach * reach) continue;
        if (shape.closest(frame.to_local(place)).distance < margin) return number;
    }
    return solids.size();
}

std::size_t first_inside(const Solids& solids, const Particles& particles) {
    const auto broad = spatial::make_broad_phase("all-pairs");
    const auto inside = find_inside(
        solids, *broad, [](std::size_t) { return 0.0; }, particles);
    return static_cast<std::size_t>(std::ranges::find(inside, 1) - inside.begin());
}

}  // namespace sim
