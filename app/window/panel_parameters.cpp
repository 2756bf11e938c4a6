// The physics that may change while the scene runs. Names, units, ranges and explanations are the scene file's own.
#include <array>

#include "app/window/panel_emitters.hpp"
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"
#include "sim/grains.hpp"
#include "sim/steps_for_all.hpp"

namespace app {
namespace {

bool gravity_rows(Laboratory& laboratory) {
    GravityDial& dials = laboratory.gravity();
    const GravityDial usual = GravityDial::of(laboratory.scene().gravity);
    const std::string& help = sim::scene_field("gravity").help;
    bool changed = dial("Gravity", dials.size, usual.size, {0.0f, 30.0f, "%.2f m/s²", help});
    mark("gravity-slider");
    changed |= dial("Tilt", dials.tilt, usual.tilt,
                    {0.0f, 180.0f, "%.0f°", "Angle of gravity from straight down: the tank leans without moving."});
    changed |= dial("Tilt towards", dials.heading, usual.heading,
                    {-180.0f, 180.0f, "%.0f°", "Where gravity leans to: 0° is along x, 90° along y."});
    return changed;
}

bool steps_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual) {
    label("Time steps", parameters.steps != usual.steps);
    auto steps = static_cast<int>(parameters.steps);
    bool changed = ImGui::Combo("##steps", &steps, sim::steps_names.data(), static_cast<int>(sim::steps_names.size()));
    parameters.steps = static_cast<sim::Steps>(steps);
    mark("steps");
    explain(sim::scene_field("time.steps").help);
    if (parameters.steps == sim::Steps::global) return changed;
    if (const char* const why = sim::why_steps_are_global(scene, parameters.steps, parameters.fluids)) {
        ImGui::TextDisabled("%s", why);
        return changed;
    }
    const sim::FieldInfo& field = sim::scene_field("time.deepest_level");
    label("Deepest level", parameters.deepest_level != usual.deepest_level);
    changed |= ImGui::SliderInt("##deepest-level", &parameters.deepest_level, static_cast<int>(field.min),
                                static_cast<int>(field.max), "%d", ImGuiSliderFlags_AlwaysClamp);
    mark("deepest-level");
    explain(field.help);
    return changed;
}

/// Why particles are not shifted, or nothing.
const char* why_unshifted(const sim::Scene& scene, const sim::Parameters& parameters) {
    if (sim::is_mixed(scene)) return "Fluids of mixed sizes are not shifted.";
    const bool is_individual = parameters.steps == sim::Steps::individual;
    if (is_individual && sim::why_steps_are_global(scene, parameters.steps, parameters.fluids) == nullptr)
        return "With individual time steps nobody is shifted: shifts move everybody at once.";
    return nullptr;
}

/// Why pressure is not evened by direction, or nothing.
const char* why_uneven(const sim::Scene& scene, const sim::Parameters& parameters) {
    if (sim::is_mixed(scene)) return "Not in fluids of mixed sizes.";
    if (why_unshifted(scene, parameters) != nullptr) return "Not with individual time steps.";
    return nullptr;
}

/// A slider that is grey where `why_not` says why.
bool slider_unless(const char* why_not, const char* label, float& value, float usual, const char* field,
                   const char* name) {
    ImGui::BeginDisabled(why_not != nullptr);
    const bool changed = field_slider(label, value, usual, sim::scene_field(field));
    mark(name);
    ImGui::EndDisabled();
    if (why_not != nullptr && wants_hint(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", why_not);
    return changed;
}

bool packing_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual) {
    bool changed = slider_unless(why_unshifted(scene, parameters), "Shifting", parameters.shifting, usual.shifting,
                                 "shifting", "shifting-slider");
    changed |= slider_unless(why_uneven(scene, parameters), "Isotropy", parameters.isotropy, usual.isotropy, "isotropy",
                             "isotropy-slider");
    return changed;
}

bool fluid_rows(sim::Fluid& fluid, const sim::Fluid& usual, float sound_speed_in_use) {
    bool changed = field_slider("Viscosity", fluid.viscosity, usual.viscosity, sim::scene_field("fluids.*.viscosity"),
                                100.0f, true);
    mark(("viscosity-slider-" + fluid.name).c_str());
    changed |= field_slider("Impact damping", fluid.artificial_viscosity, usual.artificial_viscosity,
                            sim::scene_field("fluids.*.artificial_viscosity"), 1.0f);
    changed |= field_slider("Sound speed", fluid.sound_speed, usual.sound_speed,
                            sim::scene_field("fluids.*.sound_speed"), 100.0f);
    if (fluid.sound_speed == 0.0f) {
        label("");
        ImGui::TextDisabled("chosen: %.3g m/s", static_cast<double>(sound_speed_in_use));
    }
    changed |= field_slider("Gamma", fluid.gamma, usual.gamma, sim::scene_field("fluids.*.gamma"));
    changed |= field_slider("Tension", fluid.tension, usual.tension, sim::scene_field("fluids.*.tension"), 10.0f, true);
    changed |= field_slider("Interface colour", fluid.interface_colour, usual.interface_colour,
                            sim::scene_field("fluids.*.interface_colour"));
    label("Stretched", fluid.negative_pressure != usual.negative_pressure);
    changed |= ImGui::Checkbox("negative pressure", &fluid.negative_pressure);
    explain(sim::scene_field("fluids.*.negative_pressure").help);
    return changed;
}

bool tension_rows(sim::Tension& tension, const sim::Tension& usual) {
    label("Tension model", tension.model != usual.model);
    int model = static_cast<int>(tension.model);
    bool changed = ImGui::Combo("##tension-model", &model, sim::tension_model_names.data(),
                                static_cast<int>(sim::tension_model_names.size()));
    tension.model = static_cast<sim::TensionModel>(model);
    explain(sim::scene_field("tension.model").help);
    changed |= field_slider("Threshold", tension.threshold, usual.threshold, sim::scene_field("tension.threshold"));
    return changed;
}

bool wall_sliders(sim::Wall& wall, const sim::Wall& usual) {
    bool changed = field_slider("Friction", wall.friction, usual.friction, sim::scene_field("domain.walls.friction"));
    changed |=
        field_slider("Restitution", wall.restitution, usual.restitution, sim::scene_field("domain.walls.restitution"));
    label("Slip", wall.no_slip != usual.no_slip);
    changed |= ImGui::Checkbox("fluid sticks", &wall.no_slip);
    explain(sim::scene_field("domain.walls.no_slip").help);
    changed |= field_slider("Drag", wall.drag, usual.drag, sim::scene_field("domain.walls.drag"));
    return changed;
}

bool wall_rows(std::array<sim::Wall, 6>& walls, const std::array<sim::Wall, 6>& usual) {
    // The sliders for all walls show the floor's values.
    constexpr auto floor = static_cast<std::size_t>(sim::Side::z_min);
    sim::Wall all = walls[floor];
    bool changed = false;
    if (wall_sliders(all, usual[floor])) {
        walls.fill(all);
        changed = true;
    }
    if (!ImGui::TreeNode("each wall")) return changed;
    for (std::size_t side = 0; side < walls.size(); ++side) {
        ImGui::PushID(sim::side_names[side]);
        ImGui::TextUnformatted(sim::side_names[side]);
        changed |= wall_sliders(walls[side], usual[side]);
        ImGui::PopID();
    }
    ImGui::TreePop();
    return changed;
}

}  // namespace

void parameters_panel(Workbench& bench) {
    Laboratory& laboratory = bench.laboratory;
    sim::Parameters& parameters = laboratory.parameters();
    const sim::Parameters usual = laboratory.scene().parameters();
    bool changed = false;

    if (section("Forces and time", true, bench.fonts.strong)) {
        changed |= gravity_rows(laboratory);
        changed |= field_slider("Courant number", parameters.courant, usual.courant, sim::scene_field("time.courant"));
        mark("courant-slider");
        label("Hurry", parameters.real_time.on != usual.real_time.on);
        changed |= ImGui::Checkbox("real time", &parameters.real_time.on);
        explain(sim::scene_field("time.real_time").help);
        if (parameters.real_time.on)
            changed |= field_slider("Density error", parameters.real_time.density_error, usual.real_time.density_error,
                                    sim::scene_field("time.density_error"));
        changed |= steps_rows(laboratory.scene(), parameters, usual);
        changed |= packing_rows(laboratory.scene(), parameters, usual);
    }
    for (std::size_t i = 0; i < parameters.fluids.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const std::string title = "Fluid: " + parameters.fluids[i].name;
        if (section(title.c_str(), i == 0, bench.fonts.strong)) {
            const std::vector<float>& speeds = laboratory.state().sound_speed;
            changed |= fluid_rows(parameters.fluids[i], usual.fluids[i], i < speeds.size() ? speeds[i] : 0.0f);
        }
        ImGui::PopID();
    }
    if (!parameters.emitters.empty() && section("Emitters", true, bench.fonts.strong))
        changed |= emitter_rows(laboratory.scene(), parameters, usual);
    if (!parameters.drains.empty() && section("Drains", true, bench.fonts.strong))
        changed |= drain_rows(laboratory.scene(), parameters, usual);
    if (section("Interface tension", false, bench.fonts.strong))
        changed |= tension_rows(parameters.tension, usual.tension);
    if (section("Walls", false, bench.fonts.strong)) changed |= wall_rows(parameters.walls, usual.walls);

    ImGui::Spacing();
    const bool restores = ImGui::Button("All as in the scene", {-1.0f, 0.0f});
    mark("restore-button");
    explain("Gives every parameter the value that the scene file has.");
    if (restores) {
        laboratory.restore_parameters();
    } else if (changed) {
        laboratory.apply_parameters();
    }
}

}  // namespace app
