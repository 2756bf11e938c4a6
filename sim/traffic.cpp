#include "sim/traffic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "sim/bounds.hpp"
#include "sim/fill.hpp"
#include "sim/kernels.hpp"
#include "sim/solid_contact.hpp"
#include "sim/solid_overlap.hpp"
#include "sim/wording.hpp"

namespace sim {

namespace {

// Nearer to another particle than this nobody comes into the tank, nor where the others fill this share of the space
// around a place, as they do in the gaps of a lattice: 0.87 spacings from everybody, all the same there is no room.
constexpr double least_room = 0.7;  // spacings
constexpr double most_fluid = 0.95;
constexpr double fluid_reach = 2.0;  // how far it is looked for, spacings
// Who is nearer than this to a place that is taken is in the way, those around a gap included.
constexpr double way_room = 0.9;  // spacings

constexpr double default_room = 1e6;  // particles more than at the start

constexpr spatial::Box nowhere = {std::numeric_limits<float>::max(),    std::numeric_limits<float>::max(),
                                  std::numeric_limits<float>::max(),    std::numeric_limits<float>::lowest(),
                                  std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()};

void extend(spatial::Box& box, const glm::vec3& p) noexcept {
    box = {std::min(box.min_x, p.x), std::min(box.min_y, p.y), std::min(box.min_z, p.z),
           std::max(box.max_x, p.x), std::max(box.max_y, p.y), std::max(box.max_z, p.z)};
}

spatial::Box box_of(const Drain& drain) noexcept {
    const Bounds bounds = bounds_of(drain);
    const glm::vec3 min(bounds.min), max(bounds.max);
    return {min.x, min.y, min.z, max.x, max.y, max.z};
}

spatial::Box grown(const spatial::Box& box, float by) noexcept {
    return {box.min_x - by, box.min_y - by, box.min_z - by, box.max_x + by, box.max_y + by, box.max_z + by};
}

glm::vec3 middle_of(const Drain& drain) noexcept {
    switch (drain.shape) {
        case Shape::box:
            return 0.5f * (drain.min + drain.max);
        case Shape::sphere:
            break;
        case Shape::cylinder:
            return drain.centre + glm::vec3(0.0f, 0.0f, 0.5f * drain.height);
    }
    return drain.centre;
}

glm::vec3 place_of(const Particles& p, std::size_t slot) noexcept { return {p.x[slot], p.y[slot], p.z[slot]}; }

}  // namespace

bool holds(const Drain& drain, const glm::vec3& p) noexcept {
    if (drain.shape == Shape::box)
        return p.x >= drain.min.x && p.y >= drain.min.y && p.z >= drain.min.z && p.x <= drain.max.x &&
               p.y <= drain.max.y && p.z <= drain.max.z;
    glm::vec3 d = p - drain.centre;
    if (drain.shape == Shape::cylinder) {
        if (!(d.z >= 0.0f && d.z <= drain.height)) return false;
        d.z = 0.0f;
    }
    return glm::dot(d, d) <= drain.radius * drain.radius;
}

std::uint64_t particle_limit(const Scene& scene, std::uint64_t at_start) noexcept {
    if (scene.particle_limit > 0) return static_cast<std::uint64_t>(scene.particle_limit);
    return static_cast<std::uint64_t>(std::min(max_particles, static_cast<double>(at_start) + default_room));
}

/// Of an emitter, at the end of the step.
struct Traffic::Layer {
    const Scene& scene;
    std::size_t emitter;
    double since;      // it came out, s
    spatial::Box box;  // around the places
};

bool has_traffic(const Scene& scene) noexcept {
    return !scene.emitters.empty() || !scene.drains.empty() ||
           std::ranges::find(scene.domain.open, true) != scene.domain.open.end();
}

Traffic::Traffic(const Scene& scene)
    : any_(has_traffic(scene)),
      spacing_(static_cast<double>(scene.spacing)),
      sources_(scene.emitters.size()),
      sinks_(scene.drains.size()) {
    for (const Emitter& emitter : scene.emitters) {
        openings_.emplace_back(emitter, spacing_);
        Volume like;
        like.fluid = emitter.fluid;
        fluids_.push_back(static_cast<std::uint8_t>(fluid_index(scene, like).value_or(0)));
    }
}

void Traffic::begin(std::size_t particles) noexcept {
    all_.counts.at_start = particles;
    before_ = all_.counts;
    all_.next_id = static_cast<std::uint32_t>(particles);
}

void Traffic::move_led(const Scene& scene, double dt) {
    // As many layers as a support is spacings: then the next one stands behind the last that is felt.
    const double length = spacing_ * std::ceil(static_cast<double>(scene.support) - 1e-3);
    overdue_.assign(led_.size(), -1.0);
    for (std::size_t layer = 0; layer < led_.size(); ++layer) {
        Led& led = led_[layer];
        const Emitter& emitter = scene.emitters[led.emitter];
        const double speed = openings_[led.emitter].speed(emitter);
        led.way += speed * dt;
        if (!emitter.on || speed <= 0.0)
            overdue_[layer] = 0.0;
        else if (led.way >= length)
            overdue_[layer] = std::min((led.way - length) / speed, dt);
    }
}

void Traffic::find_led(const Particles& p) {
    led_slots_.clear();
    const std::uint32_t oldest = led_.front().first;
    for (std::size_t slot = 0; slot < p.size(); ++slot) {
        if (p.id[slot] < oldest) continue;
        const auto after = std::ranges::upper_bound(led_, p.id[slot], {}, &Led::first);
        const Led& led = *(after - 1);
        if (p.id[slot] - led.first < led.count)
            led_slots_.push_back(
                {static_cast<spatial::Index>(slot), static_cast<std::uint32_t>(after - 1 - led_.begin())});
    }
}

void Traffic::hold(const Scene& scene, Particles& p, Shifts& shifts) {
    if (led_.empty()) return;
    find_led(p);
    for (const auto& [slot, layer] : led_slots_) {
        const std::size_t emitter = led_[layer].emitter;
        const glm::vec3 v(openings_[emitter].speed(scene.emitters[emitter]) * openings_[emitter].direction());
        p.vx[slot] = v.x;
        p.vy[slot] = v.y;
        p.vz[slot] = v.z;
        p.ax[slot] = p.ay[slot] = p.az[slot] = 0.0f;
        if (shifts.any()) shifts.x[slot] = shifts.y[slot] = shifts.z[slot] = 0.0f;
    }
}

void Traffic::find_gone(const Scene& scene, const Step& step, const Particles& p) {
    changed_.clear();
    gone_.clear();
    for (std::size_t drain = 0; drain < scene.drains.size(); ++drain)
        if (scene.drains[drain].on) find_drained(scene, drain, step, p);
    for (std::size_t side = 0; side < scene.domain.open.size(); ++side)
        if (scene.domain.open[side]) find_left(scene.domain, side, p);
}

/// Those of gone_ are kept in order; few leave in a step.
void Traffic::take_away(std::span<const spatial::Index> slots, const Particles& p) {
    if (slots.empty()) return;
    spatial::Box around = nowhere;
    for (const spatial::Index slot : slots) extend(around, place_of(p, slot));
    changed_.push_back(around);
    gone_.insert(gone_.end(), slots.begin(), slots.end());
    std::ranges::sort(gone_);
}

bool Traffic::is_gone(spatial::Index slot) const { return std::ranges::binary_search(gone_, slot); }

void Traffic::find_drained(const Scene& scene, std::size_t number, const Step& step, const Particles& p) {
    const Drain& drain = scene.drains[number];
    Sink& sink = sinks_[number];
    leaving_.clear();
    for (const spatial::Index slot : in_box_.find(p, box_of(drain)))
        if (holds(drain, place_of(p, slot)) && !is_gone(slot)) leaving_.push_back(slot);
    if (drain.flow > 0.0f) {
        const double now = double{drain.flow} * step.length / (spacing_ * spacing_ * spacing_);
        sink.allowed = std::min(sink.allowed + now, 1.0 + now);
        const auto most = std::min(leaving_.size(), static_cast<std::size_t>(sink.allowed));
        sink.allowed -= static_cast<double>(most);
        const glm::vec3 middle = middle_of(drain);
        const auto key = [&](spatial::Index slot) {
            const glm::vec3 d = place_of(p, slot) - middle;
            return std::pair(glm::dot(d, d), p.id[slot]);
        };
        std::ranges::nth_element(leaving_, leaving_.begin() + static_cast<std::ptrdiff_t>(most), {}, key);
        leaving_.resize(most);
    }
    all_.counts.drained += leaving_.size();
    take_away(leaving_, p);
}

void Traffic::find_left(const Domain& domain, std::size_t side, const Particles& p) {
    constexpr float far = std::numeric_limits<float>::max();
    constexpr std::array<float spatial::Box::*, 6> near_face = {&spatial::Box::max_x, &spatial::Box::min_x,
                                                                &spatial::Box::max_y, &spatial::Box::min_y,
                                                                &spatial::Box::max_z, &spatial::Box::min_z};
    const int axis = static_cast<int>(side / 2);
    spatial::Box beyond = {-far, -far, -far, far, far, far};
    // Who is on the side itself is still inside.
    beyond.*near_face[side] =
        side % 2 == 0 ? std::nextafter(domain.min[axis], -far) : std::nextafter(domain.max[axis], far);
    leaving_.clear();
    for (const spatial::Index slot : in_box_.find(p, beyond))
        if (!is_gone(slot)) leaving_.push_back(slot);
    all_.counts.left += leaving_.size();
    take_away(leaving_, p);
}

void Traffic::emit(const Scene& scene, const Step& step, const Solids& solids, Particles& p) {
    for (std::size_t number = 0; number < scene.emitters.size(); ++number) {
        const Emitter& emitter = scene.emitters[number];
        if (!emitter.on) continue;
        const double begin = std::max(step.begin, double{emitter.from});
        double end = step.begin + step.length;
        if (emitter.until > 0.0f) end = std::min(end, double{emitter.until});
        const double speed = openings_[number].speed(emitter);
        double left = end - begin, since = step.begin + step.length - begin;
        if (left <= 0.0 || speed <= 0.0) continue;
        Source& source = sources_[number];
        while (source.to_next <= speed * left) {
            const double wait = source.to_next / speed;
            left -= wait;
            since -= wait;
            source.to_next = spacing_;
            emit_layer({scene, number, since, nowhere}, solids, p);
        }
        source.to_next -= speed * left;
    }
}

void Traffic::emit_layer(const Layer& given, const Solids& solids, Particles& p) {
    Layer layer = given;
    const Emitter& emitter = layer.scene.emitters[layer.emitter];
    const Opening& opening = openings_[layer.emitter];
    Source& source = sources_[layer.emitter];
    const double length = opening.speed(emitter) * layer.since;  // of its way so far, m
    const glm::dvec3 way = length * opening.direction();
    places_.clear();
    for (const glm::dvec3& place : opening.places()) {
        places_.emplace_back(place + way);
        extend(layer.box, places_.back());
    }
    find_near(layer, p);

    const glm::vec3 velocity(opening.speed(emitter) * opening.direction());
    const std::uint32_t first = all_.next_id;
    const std::uint64_t most = particle_limit(layer.scene, all_.counts.at_start);
    for (const glm::vec3& place : places_) {
        if (emitter.limit > 0 && source.emitted >= static_cast<std::uint64_t>(emitter.limit)) break;
        if (p.size() >= most || all_.next_id == std::numeric_limits<std::uint32_t>::max()) {
            if (all_.is_full == 0)
                notice_ = "emitters pause: there are " + count_text(static_cast<double>(p.size())) +
                          " particles in the tank, as many as max_particles lets in; raise that, or add a drain";
            all_.is_full = 1;
            break;
        }
        if (push_on(place, velocity, p) || !is_free(layer, solids, place)) {
            ++all_.counts.skipped;
            continue;
        }
        const std::size_t slot = p.size();
        p.resize(slot + 1);
        p.x[slot] = place.x;
        p.y[slot] = place.y;
        p.z[slot] = place.z;
        p.vx[slot] = velocity.x;
        p.vy[slot] = velocity.y;
        p.vz[slot] = velocity.z;
        p.ax[slot] = p.ay[slot] = p.az[slot] = 0.0f;
        p.fluid[slot] = fluids_[layer.emitter];
        p.density[slot] = layer.scene.fluids[p.fluid[slot]].rest_density;
        p.pressure[slot] = 0.0f;
        p.id[slot] = all_.next_id++;
        ++source.emitted;
        ++all_.counts.emitted;
    }
    changed_.push_back(layer.box);
    if (all_.next_id > first)
        led_.push_back({length, static_cast<std::uint32_t>(layer.emitter), first, all_.next_id - first, 0});
}

/// Who is near enough to the layer to be in its way, in a periodic tank across its sides, too, and as mirror images
/// behind walls. Of the layer itself nobody is: its places are a spacing apart.
void Traffic::find_near(const Layer& layer, const Particles& p) {
    const Domain& domain = layer.scene.domain;
    const glm::vec3 size = domain.max - domain.min;
    const auto reach = static_cast<float>(fluid_reach * spacing_);
    const spatial::Box box = grown(layer.box, reach);
    const auto [along_x, along_y, along_z] = domain.periodic;
    near_.clear();
    for (int k = -along_z; k <= along_z; ++k)
        for (int j = -along_y; j <= along_y; ++j)
            for (int i = -along_x; i <= along_x; ++i) {
                const glm::vec3 shift = glm::vec3(i, j, k) * size;
                const spatial::Box there = {box.min_x + shift.x, box.min_y + shift.y, box.min_z + shift.z,
                                            box.max_x + shift.x, box.max_y + shift.y, box.max_z + shift.z};
                for (const spatial::Index slot : in_box_.find(p, there))
                    near_.push_back({slot, place_of(p, slot) - shift});
            }
    for (std::size_t side = 0; side < domain.open.size(); ++side) {
        const auto axis = static_cast<int>(side / 2);
        if (domain.open[side] || domain.periodic[side / 2]) continue;
        const float wall = side % 2 == 0 ? domain.min[axis] : domain.max[axis];
        for (std::size_t n = 0, seen = near_.size(); n < seen; ++n) {
            Near image = near_[n];
            if (std::abs(image.seen_at[axis] - wall) >= reach) continue;
            image.seen_at[axis] = 2.0f * wall - image.seen_at[axis];
            near_.push_back(image);
        }
    }
}

/// Whether there is somebody at a place already, or so many around it that there is no room.
bool Traffic::is_taken(const glm::vec3& place) const {
    const auto room = static_cast<float>(least_room * spacing_), reach = static_cast<float>(fluid_reach * spacing_);
    const Poly6 kernel(reach);
    float sum = 0.0f;
    for (const Near& near : near_) {
        const glm::vec3 d = place - near.seen_at;
        const float squared = glm::dot(d, d);
        if (squared < room * room) return true;
        if (squared < reach * reach) sum += kernel(std::sqrt(squared));
    }
    return double{sum} * spacing_ * spacing_ * spacing_ > most_fluid;
}

/// Whether somebody is in the way at a place; who goes slower than the jet is pushed on.
bool Traffic::push_on(const glm::vec3& place, const glm::vec3& velocity, Particles& p) const {
    if (!is_taken(place)) return false;
    const auto room = static_cast<float>(way_room * spacing_);
    for (const auto& [slot, seen_at] : near_) {
        const glm::vec3 d = place - seen_at;
        if (glm::dot(d, d) >= room * room) continue;
        const glm::vec3 v{p.vx[slot], p.vy[slot], p.vz[slot]};
        const float along = glm::dot(v, velocity) / glm::dot(velocity, velocity);
        if (along >= 1.0f) continue;
        p.vx[slot] += (1.0f - along) * velocity.x;
        p.vy[slot] += (1.0f - along) * velocity.y;
        p.vz[slot] += (1.0f - along) * velocity.z;
    }
    return true;
}

bool Traffic::is_free(const Layer& layer, const Solids& solids, const glm::vec3& place) const {
    const Domain& domain = layer.scene.domain;
    for (int k = 0; k < 3; ++k)
        if (!domain.periodic[static_cast<std::size_t>(k)] && !(place[k] >= domain.min[k] && place[k] <= domain.max[k]))
            return false;
    const double margin = room_beside_solids(layer.scene.spacing);
    return solid_at(solids, glm::dvec3(place), margin) == solids.size();
}

std::string Traffic::take_notice() {
    std::string notice;
    notice.swap(notice_);
    return notice;
}

bool Traffic::restore(std::vector<Source> sources, std::vector<Sink> sinks, std::vector<Led> led,
                      const Totals& totals) {
    if (sources.size() != sources_.size() || sinks.size() != sinks_.size()) return false;
    if (std::ranges::any_of(led, [&](const Led& layer) { return layer.emitter >= sources.size(); })) return false;
    led_ = std::move(led);
    sources_ = std::move(sources);
    sinks_ = std::move(sinks);
    all_ = totals;
    before_ = totals.counts;
    return true;
}

std::size_t Traffic::bytes() const noexcept {
    std::size_t sum = in_box_.bytes() + changed_.capacity() * sizeof(spatial::Box) +
                      led_slots_.capacity() * sizeof(LedSlot) +
                      (gone_.capacity() + leaving_.capacity()) * sizeof(spatial::Index) +
                      near_.capacity() * sizeof(Near) + places_.capacity() * sizeof(glm::vec3);
    for (const Opening& opening : openings_) sum += opening.places().size_bytes();
    return sum;
}

}  // namespace sim
