#include "sim/solid_contact.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "sim/solid_contact_round.hpp"
#include "spatial/blocks.hpp"

namespace sim {

namespace {

// So many meetings of questions and solids share their work among threads.
constexpr std::size_t worth_a_team = 64;

// Who is still running into things after so many rounds is caught between them.
constexpr std::uint32_t most_rounds = 8;

Frame frame_at(const SolidState& state, double time) {
    if (time >= 1.0 || state.start == state.pose) return Frame(state.pose);
    if (time <= 0.0) return Frame(state.start);
    return between(Frame(state.start), Frame(state.pose), time);
}

}  // namespace

void SolidContact::use(std::unique_ptr<spatial::BroadPhase> module) {
    broad_ = std::move(module);
    is_filled_ = false;
}

spatial::BroadPhase& SolidContact::filled(const Solids& solids, const Scene& scene) {
    if (!is_filled_) put_boxes(solids, contact_radius(scene.spacing));
    return *broad_;
}

void SolidContact::remember(const Particles& particles) {
    x_.resize(particles.size());
    y_.resize(particles.size());
    z_.resize(particles.size());
    const std::size_t n = particles.size();
#pragma omp parallel for schedule(static) if (n > spatial::worth_a_team_for_little)
    for (std::size_t i = 0; i < n; ++i) {
        x_[i] = particles.x[i];
        y_[i] = particles.y[i];
        z_[i] = particles.z[i];
    }
}

void SolidContact::run(const Surroundings& around, double dt, Solids& solids, Particles& particles) {
    report_ = {};
    crowd_.resize(solids.bodies().size());
    put_boxes(solids, contact_radius(around.scene.spacing));
    threads_.prepare();
    threads_.for_each([](Mine& mine) { mine.flights.clear(), mine.pushes.clear(); });
    flights_.clear();
    caught_.clear();
    Round round{around, dt, solids, particles, 0, flights_, x_, y_, z_};
    do {
        ask(round, around.scene.solid_queries);
        gather_flights();
        respond(round);
        report_.hits += flights_.size();
        ++round.number;
    } while (!flights_.empty() && round.number < most_rounds);
    settle(round);
    hand_over(solids);
}

void SolidContact::put_boxes(const Solids& solids, double radius) {
    if (is_filled_) {
        const std::span<const std::uint32_t> movers = solids.movers();
        solid_boxes_.resize(movers.size());
#pragma omp parallel for schedule(static) if (movers.size() > solids_worth_a_team)
        for (std::size_t i = 0; i < movers.size(); ++i) solid_boxes_[i] = solids.swept(movers[i], radius);
        if (!solid_boxes_.empty()) broad_->put(solids.movers(), solid_boxes_);
        return;
    }
    solid_boxes_.clear();
    for (std::size_t i = 0; i < solids.size(); ++i) solid_boxes_.push_back(solids.swept(i, radius));
    broad_->put(solid_boxes_);
    is_filled_ = true;
}

void SolidContact::ask(const Round& round, SolidQueries queries) {
    const bool by_particle = queries == SolidQueries::particles;
    const std::size_t n = round.size();
    if (by_particle) {
        boxes_.resize(n);
#pragma omp parallel for schedule(static) if (n > spatial::worth_a_team_for_little)
        for (std::size_t way = 0; way < n; ++way) boxes_[way] = round.box_of(way);
    } else {
        cells_.find(n, longest_solid_cell * round.around.medium.support, 0.0f,
                    [&](std::size_t way) { return round.box_of(way); });
    }
    const std::span<const spatial::Box> questions = by_particle ? boxes_ : cells_.boxes();
    meetings_.find(*broad_, questions);
    report_.questions += questions.size();
    report_.counters += broad_->counters();
    const int at_once = by_particle ? 256 : 4;
#pragma omp parallel for schedule(dynamic, at_once) if (meetings_.met() > worth_a_team)
    for (std::size_t question = 0; question < questions.size(); ++question) {
        if (!meetings_.any(question)) continue;
        if (by_particle)
            fly(round, static_cast<spatial::Index>(question), meetings_[question]);
        else
            fly_all(round, cells_[question], meetings_[question]);
    }
}

void SolidContact::fly_all(const Round& round, const SolidCells::Cell& cell, std::span<const spatial::Index> solids) {
    const auto touching = [&](const spatial::Box& box, std::span<const spatial::Index> of,
                              std::vector<spatial::Index>& some) {
        some.clear();
        for (const spatial::Index solid : of)
            if (spatial::overlap(box, broad_->boxes()[solid])) some.push_back(solid);
    };
    Mine& mine = threads_.mine();
    std::array<spatial::Box, 8> boxes;
    for (spatial::Index first = cell.begin; first < cell.end; first += static_cast<spatial::Index>(boxes.size())) {
        const std::size_t count = std::min<std::size_t>(boxes.size(), cell.end - first);
        for (std::size_t i = 0; i < count; ++i) boxes[i] = round.box_of(first + i);
        spatial::Box together = boxes[0];
        for (std::size_t i = 1; i < count; ++i) together = joined(together, boxes[i]);
        touching(together, solids, mine.near);  // of some at once, which is mostly nobody
        if (mine.near.empty()) continue;
        for (std::size_t i = 0; i < count; ++i) {
            touching(boxes[i], mine.near, mine.met);
            if (!mine.met.empty()) fly(round, first + static_cast<spatial::Index>(i), mine.met);
        }
    }
}

void SolidContact::fly(const Round& round, spatial::Index way, std::span<const spatial::Index> solids) {
    Flight flight = round.flight(way);
    const glm::dvec3 end = round.end(flight.slot);
    std::optional<Entry> first;
    std::uint32_t who = 0;
    glm::dvec3 from(0.0), to(0.0);  // in the frame of who is hit first
    for (const spatial::Index number : solids) {
        const SolidState& state = round.solids[number];
        const glm::dvec3 a = frame_at(state, flight.time).to_local(flight.place), b = Frame(state.pose).to_local(end);
        const auto entry = round.solids.shape(number).entry(a, b, round.radius(flight.slot));
        if (!entry || (first && std::tie(entry->time, number) >= std::tie(first->time, who))) continue;
        first = entry;
        who = number;
        from = a;
        to = b;
    }
    if (!first) return;

    // Where it ran in, put a hair off the surface; who was inside already is put out of its nearest face.
    const double margin = round.margin(flight.slot);
    const glm::dvec3 local = glm::mix(from, to, first->time) + (margin + first->depth) * first->normal;
    flight.pushed = first->depth > margin;
    const Frame frame = frame_at(round.solids[who], flight.time += first->time * (1.0 - flight.time));
    flight.place = frame.to_scene(local);
    flight.normal = frame.rotation * first->normal;
    flight.again = round.number > 0 && flight.solid == who;
    flight.solid = who;
    threads_.mine().flights.push_back(flight);
}

/// What becomes of those who ran into something. A dynamic solid yields to the push of a particle, and all the more to
/// that of all particles that hit it in this round. Taken by itself, a particle that is stopped by a light body would
/// kick it away faster than it came, and fluid and body would throw each other about ever harder. So each of n
/// particles of mass m pushes as if the body were there n times for it:
///
///   impulse = approach / (1/m + n K),   K = 1/M + (I^-1 (arm x d)) x arm . d   along the direction d of the push
///
/// which for n particles side by side on a face is the exact inelastic impact.
void SolidContact::respond(const Round& round) {
    for (const Flight& flight : flights_)
        if (const std::int32_t b = round.solids.body_of(flight.solid); b >= 0) ++crowd_[static_cast<std::size_t>(b)];
#pragma omp parallel for schedule(static) if (flights_.size() > spatial::worth_a_team)
    for (std::size_t i = 0; i < flights_.size(); ++i) rebound_of(round, flights_[i]);
    for (const Flight& flight : flights_)
        if (const std::int32_t b = round.solids.body_of(flight.solid); b >= 0) crowd_[static_cast<std::size_t>(b)] = 0;
}

void SolidContact::rebound_of(const Round& round, const Flight& flight) {
    Particles& p = round.particles;
    const spatial::Index slot = flight.slot;
    const SolidState& state = round.solids[flight.solid];
    const glm::dvec3 arm = flight.place - frame_at(state, flight.time).position;
    const glm::vec3 moving(glm::dvec3(state.velocity) + glm::cross(glm::dvec3(state.spin), arm));
    const glm::vec3 normal(flight.normal), before{p.vx[slot], p.vy[slot], p.vz[slot]};
    const glm::vec3 relative = before - moving;
    const glm::vec3 change = rebound(relative, normal, round.surface(flight.solid)) - relative;

    glm::vec3 after = before;
    const std::int32_t b = round.solids.body_of(flight.solid);
    if (b < 0) {
        after += change;
        if (impulses_.any())
            threads_.mine().pushes.push_back({flight.solid, slot, round.number, flight.place,
                                              -round.mass(slot) * glm::dvec3(change), glm::dvec3(0.0)});
    } else if (!flight.again && change != glm::vec3(0.0f)) {
        const double mass = round.mass(slot);
        const double crowd = crowd_[static_cast<std::size_t>(b)];
        const double yields =
            round.solids.yielding(static_cast<std::size_t>(b), arm, glm::normalize(glm::dvec3(change)));
        after += static_cast<float>(1.0 / (1.0 + mass * crowd * yields)) * change;
        const glm::dvec3 impulse = mass * (glm::dvec3(before) - glm::dvec3(after));
        threads_.mine().pushes.push_back(
            {flight.solid, slot, round.number, flight.place, impulse, glm::cross(arm, impulse)});
    }
    // It goes on without entering, even if a body that yields has not stopped it.
    const float into = std::min(0.0f, glm::dot(after - moving, normal));
    glm::vec3 place(flight.place + (1.0 - flight.time) * round.dt * glm::dvec3(after - into * normal));
    round.around.tank.collide(place, after);
    p.x[slot] = place.x, p.y[slot] = place.y, p.z[slot] = place.z;
    p.vx[slot] = after.x, p.vy[slot] = after.y, p.vz[slot] = after.z;
}

void SolidContact::gather_flights() {
    flights_.clear();
    threads_.for_each([&](Mine& mine) {
        flights_.insert(flights_.end(), mine.flights.begin(), mine.flights.end());
        mine.flights.clear();
    });
    std::ranges::sort(flights_, {}, &Flight::slot);
    std::ranges::copy_if(flights_, std::back_inserter(caught_), &Flight::pushed);
}

void SolidContact::hand_over(Solids& solids) {
    pushes_.clear();
    threads_.for_each([&](const Mine& mine) { pushes_.insert(pushes_.end(), mine.pushes.begin(), mine.pushes.end()); });
    // Summed in one order, whoever found them.
    std::ranges::sort(pushes_, [](const Push& a, const Push& b) {
        return std::tie(a.solid, a.slot, a.round) < std::tie(b.solid, b.slot, b.round);
    });
    if (!pushes_.empty()) impulses_.look_at(solids);
    for (std::size_t i = 0; i < pushes_.size();) {
        const std::uint32_t solid = pushes_[i].solid;
        glm::dvec3 impulse(0.0), moment(0.0);
        for (; i < pushes_.size() && pushes_[i].solid == solid; ++i) {
            impulse += pushes_[i].impulse;
            moment += pushes_[i].moment;
            impulses_.add_contact(solids, solid, pushes_[i].place, pushes_[i].impulse);
        }
        if (const std::int32_t b = solids.body_of(solid); b >= 0)
            solids.add_impulse(solids.bodies()[static_cast<std::size_t>(b)], impulse, moment);
    }
}

std::size_t SolidContact::bytes() const noexcept {
    std::size_t sum = (x_.capacity() + y_.capacity() + z_.capacity()) * sizeof(float) +
                      (boxes_.capacity() + solid_boxes_.capacity()) * sizeof(spatial::Box) + cells_.bytes() +
                      flights_.capacity() * sizeof(Flight) + pushes_.capacity() * sizeof(Push) + broad_->bytes();
    sum += meetings_.bytes();
    threads_.for_each([&](const Mine& mine) {
        sum += mine.flights.capacity() * sizeof(Flight) + mine.pushes.capacity() * sizeof(Push);
    });
    return sum;
}

}  // namespace sim
