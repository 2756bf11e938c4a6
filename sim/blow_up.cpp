#include "sim/blow_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "sim/courant.hpp"
#include "sim/medium.hpp"

namespace sim {
namespace {

// Real-time mode compresses by 0.2 at the most, and shipped scenes by 0.07.
constexpr double most_compressed = 0.5;

template <class... Values>
std::string text_of(const char* format, Values... values) {
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

std::string place_of(const Particles& p, std::size_t slot) {
    return text_of("particle %u at (%g, %g, %g) m", p.id[slot], double{p.x[slot]}, double{p.y[slot]},
                   double{p.z[slot]});
}

double speed_of(const Particles& p, std::size_t i) {
    return std::hypot(double{p.vx[i]}, double{p.vy[i]}, double{p.vz[i]});
}

/// What helps a fluid that has gained energy.
std::string what_damps(const Scene& scene) {
    return std::string("raise the fluid's artificial_viscosity or the scene's support") +
           (scene.isotropy > 0.0f ? ", or set isotropy to 0, with which hardly damped fluids gain energy" : "");
}
std::string what_helps(const Scene& scene) {
    return std::string("lower time.courant, or raise the fluid's sound_speed or artificial_viscosity") +
           (scene.isotropy > 0.0f ? ", or set isotropy to 0" : "");
}

/// The first slot of the greatest value.
template <class Value>
std::size_t greatest(const Particles& p, Value value_of) {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < p.size(); ++i)
        if (value_of(i) > value_of(worst)) worst = i;
    return worst;
}

}  // namespace

std::string describe_blow_up(const Observation& all, const Particles& p, const Scene& scene, float sound, double time) {
    if (p.size() == 0) return {};
    if (all.outside > 0) {
        const auto beyond = [&](std::size_t i) {
            float most = 0.0f;
            const glm::vec3 place(p.x[i], p.y[i], p.z[i]);
            for (int k = 0; k < 3; ++k)
                most = std::max({most, scene.domain.min[k] - place[k], place[k] - scene.domain.max[k]});
            return most;
        };
        return place_of(p, greatest(p, beyond)) +
               text_of(" is outside the tank at t = %.4f s; lower time.courant, or slow down what pushed it there",
                       time);
    }
    if (all.mean_density_error > most_compressed) {
        const auto density = [&](std::size_t i) { return p.density[i] / scene.fluids[p.fluid[i]].rest_density; };
        const std::size_t worst = greatest(p, density);
        return text_of("at t = %.4f s the fluid is %.2g times as dense as at rest on the mean, ", time,
                       1.0 + all.mean_density_error) +
               place_of(p, worst) +
               text_of(
                   " %.2g times: it has collapsed; raise fluids.%u.sound_speed (sound is at %.3g m/s; left out, "
                   "it is ten times the flow to be expected, %.3g m/s), or weaken what presses it",
                   double{density(worst)}, unsigned{p.fluid[worst]}, double{sound},
                   double{automatic_sound_speed(scene)});
    }
    // Of a fluid that is carried along, or falls, as a whole, that motion is none of its own.
    double carried = 0.0;
    for (const double momentum : all.momentum) carried += 0.5 * momentum * momentum / all.mass;
    const double energy = (all.kinetic_energy - carried) / all.mass;
    const auto beyond = [&](float speed) { return energy > 0.5 * double{speed} * double{speed}; };
    // A soft fluid may fall faster than its sound; ten times as fast as anything can be expected to be is another
    // matter.
    if (!beyond(sound) || !beyond(automatic_sound_speed(scene))) return {};
    const std::size_t worst = greatest(p, [&](std::size_t i) { return speed_of(p, i); });
    return text_of("at t = %.4f s the fluid moves at %.3g m/s on the mean, faster than its sound, ", time,
                   std::sqrt(2.0 * energy)) +
           place_of(p, worst) + text_of(" at %.3g m/s: it has blown up; ", speed_of(p, worst)) + what_helps(scene);
}

std::string describe_gain(const Particles& p, const Scene& scene, const Gain& gain) {
    const std::size_t worst = greatest(p, [&](std::size_t i) { return speed_of(p, i); });
    return text_of(
               "at t = %.4f s the fluid has %.3g J more of motion and height than at t = %.4f s, though nothing drives "
               "it, where %.3g J are all that its flow can be expected to have; the fastest is ",
               gain.time, gain.energy, gain.since, gain.most) +
           place_of(p, worst) + text_of(" at %.3g m/s; ", speed_of(p, worst)) + what_damps(scene);
}

std::string describe_not_finite(const Particles& p, const Scene& scene, double time) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (!is_finite(p, i))
            return place_of(p, i) + text_of(" has a speed or acceleration beyond all numbers at t = %.4f s; ", time) +
                   what_helps(scene);
    return {};
}

std::string describe_collapse(const Particles& p, const Scene& scene, double limit, double length, double time) {
    const auto push = [&](std::size_t i) { return glm::length(glm::dvec3(p.ax[i], p.ay[i], p.az[i])); };
    const std::size_t worst = greatest(
        p, [&](std::size_t i) { return std::max(speed_of(p, i) / length, std::sqrt(push(i) / length)); });  // 1/s
    return text_of("the stable time step fell to %.3g s at t = %.4f s for ", limit, time) + place_of(p, worst) +
           text_of(" (%.3g m/s, pushed with %.3g m/s²): the fluid has blown up; ", speed_of(p, worst), push(worst)) +
           what_helps(scene);
}

std::string describe_slow_sound(const Medium& medium, float flow, double time) {
    const auto softest = std::ranges::min_element(medium.phases, {}, &Medium::Phase::sound_speed);
    return text_of(
        "at t = %.4f s sound is at %.3g m/s where the flow to be expected is at %.3g m/s: nothing will hold the fluid; "
        "raise fluids.%u.sound_speed (left out, it is ten times that flow), or slow the flow down",
        time, double{softest->sound_speed}, double{flow}, static_cast<unsigned>(softest - medium.phases.begin()));
}

}  // namespace sim
