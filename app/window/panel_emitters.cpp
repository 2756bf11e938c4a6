// What comes into the tank and what leaves it, while the scene runs.
#include "app/window/panel_emitters.hpp"

#include "app/window/widgets.hpp"

namespace app {
namespace {

constexpr float fast_jet = 10.0f;  // m/s: where the slider ends, unless the scene has a faster one

bool switch_row(const char* what, bool& on, bool usual, const sim::FieldInfo& field) {
    label(what, on != usual);
    const bool changed = ImGui::Checkbox("on", &on);
    explain(field.help);
    return changed;
}

}  // namespace

bool emitter_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual) {
    bool changed = false;
    for (std::size_t i = 0; i < parameters.emitters.size(); ++i) {
        sim::EmitterControl& now = parameters.emitters[i];
        const sim::EmitterControl& before = usual.emitters[i];
        ImGui::PushID(static_cast<int>(i));
        changed |= switch_row(scene.emitters[i].name.c_str(), now.on, before.on, sim::scene_field("emitters.*.on"));
        mark(("emitter-on-" + scene.emitters[i].name).c_str());
        if (before.speed > 0.0f)
            changed |= field_slider("Speed", now.speed, before.speed, sim::scene_field("emitters.*.speed"), fast_jet);
        else
            changed |= field_slider("Flow", now.flow, before.flow, sim::scene_field("emitters.*.flow"),
                                    4.0f * before.flow, true);
        mark(("emitter-rate-" + scene.emitters[i].name).c_str());
        ImGui::PopID();
    }
    return changed;
}

bool drain_rows(const sim::Scene& scene, sim::Parameters& parameters, const sim::Parameters& usual) {
    bool changed = false;
    for (std::size_t i = 0; i < parameters.drains.size(); ++i) {
        sim::DrainControl& now = parameters.drains[i];
        ImGui::PushID(static_cast<int>(i));
        changed |=
            switch_row(scene.drains[i].name.c_str(), now.on, usual.drains[i].on, sim::scene_field("drains.*.on"));
        mark(("drain-on-" + scene.drains[i].name).c_str());
        const float most = usual.drains[i].flow > 0.0f ? 4.0f * usual.drains[i].flow : 0.01f;
        changed |= field_slider("At most", now.flow, usual.drains[i].flow, sim::scene_field("drains.*.flow"), most,
                                false, "whatever comes");
        ImGui::PopID();
    }
    return changed;
}

}  // namespace app
