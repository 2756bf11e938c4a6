#include "sim/traffic_text.hpp"

#include <algorithm>
#include <cstdio>

#include "sim/opening.hpp"
#include "sim/traffic.hpp"
#include "sim/wording.hpp"

namespace sim {

namespace {

std::string short_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string when(const Emitter& emitter) {
    std::string text;
    if (emitter.from > 0.0f) text += ", from " + number_text(emitter.from) + " s";
    if (emitter.until > 0.0f) text += ", until " + number_text(emitter.until) + " s";
    if (emitter.limit > 0) text += ", at most " + count_text(static_cast<double>(emitter.limit));
    return text + (emitter.on ? "" : ", off");
}

}  // namespace

std::vector<std::string> traffic_lines(const Scene& scene) {
    const auto spacing = static_cast<double>(scene.spacing);
    const double cell = spacing * spacing * spacing;  // m³
    std::vector<std::string> lines;
    for (const Emitter& emitter : scene.emitters) {
        const Opening opening(emitter, spacing);
        const double flow = opening.flow(emitter);
        lines.push_back("emitter " + in_quotes(emitter.name) + ": " +
                        count_text(static_cast<double>(opening.places().size())) + " places, " +
                        short_text(opening.area()) + " m²; " + short_text(opening.speed(emitter)) + " m/s, " +
                        short_text(flow) + " m³/s, " + short_text(flow / cell) + " particles a second" + when(emitter));
    }
    for (const Drain& drain : scene.drains)
        lines.push_back("drain " + in_quotes(drain.name) + ": " +
                        (drain.flow > 0.0f ? "at most " + short_text(double{drain.flow}) + " m³/s, " +
                                                 short_text(double{drain.flow} / cell) + " particles a second"
                                           : std::string("whatever comes")) +
                        (drain.on ? "" : ", off"));
    if (!scene.emitters.empty() && scene.particle_limit > 0)
        lines.push_back("at most " + count_text(static_cast<double>(scene.particle_limit)) + " particles in the tank");
    return lines;
}

std::vector<std::string> traffic_warnings(const Scene& scene) {
    std::vector<std::string> warnings;
    for (const Emitter& emitter : scene.emitters) {
        const Opening opening(emitter, static_cast<double>(scene.spacing));
        for (const Drain& drain : scene.drains)
            if (std::ranges::any_of(opening.places(),
                                    [&](const glm::dvec3& place) { return holds(drain, glm::vec3(place)); }))
                warnings.push_back("the drain " + in_quotes(drain.name) + " takes away what the emitter " +
                                   in_quotes(emitter.name) + " gives out at once: move one of them");
    }
    return warnings;
}

}  // namespace sim
