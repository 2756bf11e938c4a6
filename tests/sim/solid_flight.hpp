// Particles and solids, moved by hand: what tests of their contact share.
#pragma once

#include "sim/solid_contact.hpp"
#include "tests/sim/small_scenes.hpp"

namespace sim::test {

inline constexpr float spacing = 0.01f;

/// A big empty tank around the origin, in which particles fly on their own.
inline Scene open_scene() {
    Scene scene = scenes::tank(glm::vec3(0.0f), spacing);
    scene.domain.min = glm::vec3(-50.0f);
    scene.domain.max = glm::vec3(50.0f);
    scene.volumes.push_back(scenes::box(glm::vec3(0.0f), glm::vec3(1.0f)));
    scene.gravity = glm::vec3(0.0f);
    return scene;
}

/// Particles and solids, moved by hand.
class Flight {
public:
    explicit Flight(Scene scene, const char* module = "all-pairs")
        : scene_(std::move(scene)),
          medium(water()),
          tank(scene_.domain, medium.lattice.walls),
          solids(scene_),
          contact(spatial::make_broad_phase(module), scene_) {}

    void add(const glm::vec3& x, const glm::vec3& v) {
        const std::size_t i = p.size();
        p.resize(i + 1);
        p.x[i] = x.x, p.y[i] = x.y, p.z[i] = x.z;
        p.vx[i] = v.x, p.vy[i] = v.y, p.vz[i] = v.z;
        p.id[i] = static_cast<std::uint32_t>(i);
    }
    [[nodiscard]] glm::vec3 place(std::size_t i) const { return {p.x[i], p.y[i], p.z[i]}; }
    [[nodiscard]] glm::vec3 velocity(std::size_t i) const { return {p.vx[i], p.vy[i], p.vz[i]}; }

    void step(double dt) {
        contact.remember(p);
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto h = static_cast<float>(dt);
            p.x[i] += h * p.vx[i];
            p.y[i] += h * p.vy[i];
            p.z[i] += h * p.vz[i];
        }
        solids.advance(scene_, time, dt);
        contact.run({scene_, medium, tank, Grains(scene_)}, dt, solids, p);
        time += dt;
    }

    /// Of the solid's own frame, now and at the beginning of the last step.
    [[nodiscard]] glm::dvec3 local(std::size_t i, std::size_t solid) const {
        return Frame(solids[solid].pose).to_local(place(i));
    }
    [[nodiscard]] bool is_inside(std::size_t i) const {
        for (std::size_t s = 0; s < solids.size(); ++s)
            if (solids.shape(s).holds(local(i, s))) return true;
        return false;
    }

    [[nodiscard]] glm::dvec3 momentum() const {
        glm::dvec3 sum(0.0);
        for (std::size_t i = 0; i < p.size(); ++i)
            sum += double{medium.phases[p.fluid[i]].mass} * glm::dvec3(velocity(i));
        for (const Body& body : solids.bodies()) sum += double{body.mass} * glm::dvec3(body.velocity);
        return sum;
    }

private:
    /// One for all: it takes a while to calibrate.
    static const Medium& water() {
        static const Medium medium(open_scene());
        return medium;
    }

    Scene scene_;

public:
    const Medium& medium;
    Tank tank;
    Solids solids;
    SolidContact contact;
    Particles p;
    double time = 0.0;
};

inline Solid plate(glm::vec3 size = {2.0f, 2.0f, 0.001f}) {
    Solid solid;
    solid.size = size;
    return solid;
}

}  // namespace sim::test
