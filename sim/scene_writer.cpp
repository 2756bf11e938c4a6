#include "sim/scene_writer.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

using Json = nlohmann::ordered_json;

/// The double with the fewest decimals that reads back as this float: 0.02, not 0.019999999552965164.
Json json(float value) {
    char text[32];
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
    double decimal = 0.0;
    std::from_chars(text, end.ptr, decimal);
    return decimal;
}

Json json(const glm::vec3& v) { return Json::array({json(v.x), json(v.y), json(v.z)}); }

Json json(const Wall& wall) {
    return {{"friction", json(wall.friction)},
            {"restitution", json(wall.restitution)},
            {"no_slip", wall.no_slip},
            {"drag", json(wall.drag)},
            {"velocity", json(wall.velocity)}};
}

Json json(const Domain& domain) {
    Json walls = Json::object();
    for (std::size_t side = 0; side < side_names.size(); ++side) walls[side_names[side]] = json(domain.walls[side]);
    const auto& [x, y, z] = domain.periodic;
    Json open = Json::object();
    for (std::size_t side = 0; side < side_names.size(); ++side) open[side_names[side]] = bool{domain.open[side]};
    return {{"min", json(domain.min)},
            {"max", json(domain.max)},
            {"walls", std::move(walls)},
            {"periodic", {{"x", x}, {"y", y}, {"z", z}}},
            {"open", std::move(open)}};
}

Json json(const Fluid& fluid) {
    return {{"name", fluid.name},
            {"rest_density", json(fluid.rest_density)},
            {"viscosity", json(fluid.viscosity)},
            {"artificial_viscosity", json(fluid.artificial_viscosity)},
            {"sound_speed", json(fluid.sound_speed)},
            {"gamma", json(fluid.gamma)},
            {"negative_pressure", fluid.negative_pressure},
            {"tension", json(fluid.tension)},
            {"interface_colour", json(fluid.interface_colour)},
            {"colour", json(fluid.colour)}};
}

/// Only what its kind has.
Json json(const Flow& flow) {
    Json out = {{"kind", flow_names[static_cast<std::size_t>(flow.kind)]}};
    if (flow.kind != FlowKind::uniform) out["centre"] = json(flow.centre);
    if (flow.kind == FlowKind::strain) out["rate"] = json(flow.rate);
    if (flow.kind == FlowKind::vortices) {
        out["speed"] = json(flow.speed);
        out["wavelength"] = json(flow.wavelength);
    }
    return out;
}

/// Of a volume or a drain, only what its shape has: the reader refuses the radius of a box.
template <class Body>
void write_shape(Json& out, const Body& body) {
    out["shape"] = shape_names[static_cast<std::size_t>(body.shape)];
    if (body.shape == Shape::box) {
        out["min"] = json(body.min);
        out["max"] = json(body.max);
    } else {
        out["centre"] = json(body.centre);
        out["radius"] = json(body.radius);
        if (body.shape == Shape::cylinder) out["height"] = json(body.height);
    }
}

Json json(const Volume& volume) {
    Json out = Json::object();
    write_shape(out, volume);
    if (!volume.fluid.empty()) out["fluid"] = volume.fluid;
    out["velocity"] = json(volume.velocity);
    out["spacing"] = json(volume.spacing);
    out["flow"] = json(volume.flow);
    return out;
}

Json json(const Solid::Waypoint& waypoint) {
    return {{"time", json(waypoint.time)}, {"position", json(waypoint.position)}};
}

Json json(const Solid& solid);
Json json(const Probe& probe);
Json json(const Emitter& emitter);
Json json(const Drain& drain);

template <class Entry>
Json list(const std::vector<Entry>& entries) {
    Json out = Json::array();
    for (const Entry& entry : entries) out.push_back(json(entry));
    return out;
}

/// Likewise: only what its shape and its motion have.
Json json(const Solid& solid) {
    Json out = {{"name", solid.name},
                {"shape", solid_shape_names[static_cast<std::size_t>(solid.shape)]},
                {"position", json(solid.position)}};
    switch (solid.shape) {
        case SolidShape::plane:
            out["normal"] = json(solid.normal);
            break;
        case SolidShape::box:
            out["size"] = json(solid.size);
            break;
        case SolidShape::capsule:
            out["height"] = json(solid.height);
            [[fallthrough]];
        case SolidShape::sphere:
            out["radius"] = json(solid.radius);
            break;
        case SolidShape::hull:
            out["points"] = list(solid.points);
            break;
    }
    if (solid.shape != SolidShape::plane) out["rotation"] = json(solid.rotation);
    out["motion"] = motion_names[static_cast<std::size_t>(solid.motion)];
    if (solid.motion != Motion::fixed) {
        out["velocity"] = json(solid.velocity);
        out["spin"] = json(solid.spin);
    }
    if (solid.motion == Motion::moving) out["path"] = list(solid.path);
    if (solid.motion == Motion::dynamic) out["density"] = json(solid.density);
    out["friction"] = json(solid.friction);
    out["restitution"] = json(solid.restitution);
    out["colour"] = json(solid.colour);
    const Solid::Repeat& repeat = solid.repeat;
    out["repeat"] = {{"count", {repeat.count.x, repeat.count.y, repeat.count.z}},
                     {"step", json(repeat.step)},
                     {"jitter", json(repeat.jitter)}};
    return out;
}

/// Likewise of its shape, and of speed and flow the one that was said.
Json json(const Emitter& emitter) {
    Json out = {{"name", emitter.name},
                {"shape", emitter_shape_names[static_cast<std::size_t>(emitter.shape)]},
                {"position", json(emitter.position)},
                {"direction", json(emitter.direction)}};
    if (emitter.shape == EmitterShape::disc) {
        out["radius"] = json(emitter.radius);
    } else {
        out["width"] = json(emitter.width);
        out["height"] = json(emitter.height);
    }
    if (emitter.speed > 0.0f) out["speed"] = json(emitter.speed);
    if (emitter.flow > 0.0f) out["flow"] = json(emitter.flow);
    if (!emitter.fluid.empty()) out["fluid"] = emitter.fluid;
    out["from"] = json(emitter.from);
    out["until"] = json(emitter.until);
    out["limit"] = emitter.limit;
    out["on"] = emitter.on;
    return out;
}

Json json(const Drain& drain) {
    Json out = {{"name", drain.name}};
    write_shape(out, drain);
    out["flow"] = json(drain.flow);
    out["on"] = drain.on;
    return out;
}

/// Likewise of its kind.
Json json(const Probe& probe) {
    Json out = {{"name", probe.name}, {"kind", probe_kind_names[static_cast<std::size_t>(probe.kind)]}};
    switch (probe.kind) {
        case ProbeKind::front:
            out["direction"] = json(probe.direction);
            out["height"] = json(probe.height);
            break;
        case ProbeKind::column_height:
        case ProbeKind::level:
        case ProbeKind::pressure:
            out["position"] = json(probe.position);
            break;
        case ProbeKind::wall_pressure:
            out["side"] = side_names[static_cast<std::size_t>(probe.side)];
            out["min"] = json(probe.min);
            out["max"] = json(probe.max);
            break;
        case ProbeKind::energy:
        case ProbeKind::momentum:
            break;
        case ProbeKind::force:
            out["solid"] = probe.solid;
            break;
    }
    return out;
}

Json json(const Camera& camera) {
    return {{"target", json(camera.target)},
            {"distance", json(camera.distance)},
            {"yaw", json(camera.yaw)},
            {"pitch", json(camera.pitch)}};
}

Json json(const spatial::SearchSettings& search) {
    return {{"table_size", search.table_size},
            {"subdivision", search.subdivision},
            {"skin", json(search.skin)},
            {"unbounded_table", search.unbounded_table}};
}

Json json(const spatial::BroadSettings& broad) {
    return {{"cell_size", json(broad.cell_size)},
            {"table_size", broad.table_size},
            {"table_per_class", broad.table_per_class},
            {"factor", json(broad.factor)},
            {"rebuild", broad.rebuild}};
}

}  // namespace

std::string write_scene(const Scene& scene) {
    const Json out = {
        {"name", scene.name},
        {"watch", scene.watch},
        {"domain", json(scene.domain)},
        {"gravity", json(scene.gravity)},
        {"attraction", {{"centre", json(scene.attraction.centre)}, {"rate", json(scene.attraction.rate)}}},
        {"shaking", {{"amplitude", json(scene.shaking.amplitude)}, {"period", json(scene.shaking.period)}}},
        {"spacing", json(scene.spacing)},
        {"support", json(scene.support)},
        {"shifting", json(scene.shifting)},
        {"isotropy", json(scene.isotropy)},
        {"fluids", list(scene.fluids)},
        {"tension",
         {{"model", tension_model_names[static_cast<std::size_t>(scene.tension.model)]},
          {"threshold", json(scene.tension.threshold)}}},
        {"volumes", list(scene.volumes)},
        {"solids", list(scene.solids)},
        {"emitters", list(scene.emitters)},
        {"drains", list(scene.drains)},
        {"max_particles", scene.particle_limit},
        {"probes", list(scene.probes)},
        {"time",
         {{"frame", json(scene.frame)},
          {"courant", json(scene.courant)},
          {"real_time", scene.real_time.on},
          {"density_error", json(scene.real_time.density_error)},
          {"steps", steps_names[static_cast<std::size_t>(scene.steps)]},
          {"deepest_level", scene.deepest_level}}},
        {"modules",
         {{"neighbours", scene.neighbours},
          {"search", json(scene.search)},
          {"broadphase", scene.broadphase},
          {"broad", json(scene.broad)},
          {"solid_queries", solid_queries_names[static_cast<std::size_t>(scene.solid_queries)]}}},
        {"camera", json(scene.camera)},
        {"look", {{"colour", colouring_names[static_cast<std::size_t>(scene.colouring)]}}}};
    return out.dump(2);
}

std::string write_probes(const Scene& scene) {
    const Json out = {{"probes", list(scene.probes)}};
    return out.dump();
}

}  // namespace sim
