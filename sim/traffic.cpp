#include "sim/traffic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "sim/fill.hpp"
#include "sim/solid_contact.hpp"
#include "sim/wording.hpp"

namespace sim {

namespace {

// Nearer to another particle than this nobody comes into the tank.
constexpr double least_room = 0.7;  // spacings

constexpr double default_room = 1e6;  // particles more than at the start

constexpr spatial::Box nowhere = {std::numeric_limits<float>::max(),    std::numeric_limits<float>::max(),
                                  std::numeric_limits<float>::max(),    std::numeric_limits<float>::lowest(),
                                  std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest()};

void extend(spatial::Box& box, const glm::vec3& p) noexcept {
    box = {std::min(box.min_x, p.x), std::min(box.min_y, p.y), std::min(box.min_z, p.z),
           std::max(box.max_x, p.x), std::max(box.max_y, p.y), std::max(box.max_z, p.z)};
}

bool is_empty(const spatial::Box& box) noexcept { return box.min_x > box.max_x; }

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

Traffic::Traffic(const Scene& scene)
    : any_(!scene.emitters.empty() || !scene.drains.empty() ||
           std::ranges::find(scene.domain.open, true) != scene.domain.open.end()),
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

void Traffic::take_away(spatial::Index slot, const Particles& p, spatial::Box& around) {
    gone_[slot] = 1;
    anybody_gone_ = true;
    extend(around, place_of(p, slot));
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

void Traffic::hold(const Scene& scene, Particles& p) {
    if (led_.empty()) return;
    find_led(p);
    for (const auto& [slot, layer] : led_slots_) {
        const std::size_t emitter = led_[layer].emitter;
        const glm::vec3 v(openings_[emitter].speed(scene.emitters[emitter]) * openings_[emitter].direction());
        p.vx[slot] = v.x;
        p.vy[slot] = v.y;
        p.vz[slot] = v.z;
        p.ax[slot] = p.ay[slot] = p.az[slot] = 0.0f;
    }
}

void Traffic::find_gone(const Scene& scene, const Step& step, const Particles& p) {
    changed_.clear();
    anybody_gone_ = false;
    gone_.assign(p.size(), 0);
    for (std::size_t drain = 0; drain < scene.drains.size(); ++drain)
        if (scene.drains[drain].on) find_drained(scene, drain, step, p);
    const std::array<const std::vector<float>*, 3> places = {&p.x, &p.y, &p.z};
    for (std::size_t side = 0; side < scene.domain.open.size(); ++side) {
        if (!scene.domain.open[side]) continue;
        const int axis = static_cast<int>(side / 2);
        const bool is_low = side % 2 == 0;
        const float wall = is_low ? scene.domain.min[axis] : scene.domain.max[axis];
        spatial::Box around = nowhere;
        for (std::size_t slot = 0; slot < p.size(); ++slot) {
            const float place = (*places[side / 2])[slot];
            if ((is_low ? place >= wall : place <= wall) || gone_[slot] != 0) continue;
            take_away(static_cast<spatial::Index>(slot), p, around);
            ++all_.counts.left;
        }
        if (!is_empty(around)) changed_.push_back(around);
    }
}

void Traffic::find_drained(const Scene& scene, std::size_t number, const Step& step, const Particles& p) {
    const Drain& drain = scene.drains[number];
    Sink& sink = sinks_[number];
    in_drain_.clear();
    for (std::size_t slot = 0; slot < p.size(); ++slot)
        if (gone_[slot] == 0 && holds(drain, place_of(p, slot))) in_drain_.push_back(static_cast<spatial::Index>(slot));
    if (drain.flow > 0.0f) {
        const double now = double{drain.flow} * step.length / (spacing_ * spacing_ * spacing_);
        sink.allowed = std::min(sink.allowed + now, 1.0 + now);
        const auto most = std::min(in_drain_.size(), static_cast<std::size_t>(sink.allowed));
        const glm::vec3 middle = middle_of(drain);
        const auto key = [&](spatial::Index slot) {
            const glm::vec3 d = place_of(p, slot) - middle;
            return std::pair(glm::dot(d, d), p.id[slot]);
        };
        if (most < in_drain_.size()) {
            const auto end = in_drain_.begin() + static_cast<std::ptrdiff_t>(most);
            std::ranges::nth_element(in_drain_, end, {}, key);
            in_drain_.resize(most);
        }
        sink.allowed -= static_cast<double>(most);
    }
    spatial::Box around = nowhere;
    for (const spatial::Index slot : in_drain_) take_away(slot, p, around);
    sink.drained += in_drain_.size();
    all_.counts.drained += in_drain_.size();
    if (!is_empty(around)) changed_.push_back(around);
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
        if (!is_free(layer, solids, place)) {
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
    if (all_.next_id == first) return;
    led_.push_back({length, static_cast<std::uint32_t>(layer.emitter), first, all_.next_id - first, 0});
    changed_.push_back(layer.box);
}

/// Who is near enough to the layer to be in its way. Of the layer itself nobody is: its places are a spacing apart.
void Traffic::find_near(const Layer& layer, const Particles& p) {
    const auto room = static_cast<float>(least_room * spacing_);
    const spatial::Box& box = layer.box;
    near_.clear();
    for (std::size_t slot = 0; slot < p.size(); ++slot)
        if (p.x[slot] > box.min_x - room && p.x[slot] < box.max_x + room && p.y[slot] > box.min_y - room &&
            p.y[slot] < box.max_y + room && p.z[slot] > box.min_z - room && p.z[slot] < box.max_z + room)
            near_.push_back(place_of(p, slot));
}

bool Traffic::is_free(const Layer& layer, const Solids& solids, const glm::vec3& place) const {
    const auto room = static_cast<float>(least_room * spacing_);
    for (const glm::vec3& other : near_) {
        const glm::vec3 d = place - other;
        if (glm::dot(d, d) < room * room) return false;
    }
    const Domain& domain = layer.scene.domain;
    for (int k = 0; k < 3; ++k)
        if (!domain.periodic[static_cast<std::size_t>(k)] && !(place[k] >= domain.min[k] && place[k] <= domain.max[k]))
            return false;
    const double margin = contact_radius(layer.scene.spacing) - contact_margin(layer.scene.spacing);
    for (std::size_t number = 0; number < solids.size(); ++number) {
        const Frame frame(solids[number].pose);
        const double reach = solids.shape(number).reach() + margin;
        const glm::dvec3 from_it = glm::dvec3(place) - frame.position;
        const bool is_plane = solids.shape(number).kind() == SolidShape::plane;
        if (!is_plane && glm::dot(from_it, from_it) > reach * reach) continue;
        if (solids.shape(number).closest(frame.to_local(glm::dvec3(place))).distance < margin) return false;
    }
    return true;
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
    std::size_t sum = gone_.capacity() + changed_.capacity() * sizeof(spatial::Box) +
                      led_slots_.capacity() * sizeof(LedSlot) + in_drain_.capacity() * sizeof(spatial::Index) +
                      (places_.capacity() + near_.capacity()) * sizeof(glm::vec3);
    for (const Opening& opening : openings_) sum += opening.places().size_bytes();
    return sum;
}

}  // namespace sim
