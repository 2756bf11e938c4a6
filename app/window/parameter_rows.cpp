#include "app/window/parameter_rows.hpp"

namespace app {

std::vector<ParameterRow> parameter_rows(const sim::Scene& scene) {
    std::vector<ParameterRow> rows;
    for (const char* label : {"Gravity", "Tilt", "Tilt towards", "Courant number"})
        rows.push_back({"Forces and time", label, {}});
    rows.push_back({"Forces and time", "Hurry", "real time"});
    for (const char* label : {"Time steps", "Shifting", "Isotropy"}) rows.push_back({"Forces and time", label, {}});
    for (const sim::Fluid& fluid : scene.fluids)
        for (const char* label : {"Viscosity", "Sound speed", "Gamma", "Tension", "Interface colour"})
            rows.push_back({"Fluid: " + fluid.name, label, fluid.name});
    // What goes by another name in scenes and in the advice after a blow-up is found by both.
    for (const sim::Fluid& fluid : scene.fluids)
        rows.push_back({"Fluid: " + fluid.name, "Impact damping", "artificial viscosity, " + fluid.name});
    for (const sim::Fluid& fluid : scene.fluids)
        rows.push_back({"Fluid: " + fluid.name, "Stretched", "negative pressure, " + fluid.name});
    for (const sim::Emitter& emitter : scene.emitters) rows.push_back({"Emitters", emitter.name, "emitter"});
    for (const sim::Drain& drain : scene.drains) rows.push_back({"Drains", drain.name, "drain"});
    for (const char* label : {"Tension model", "Threshold"}) rows.push_back({"Interface tension", label, {}});
    for (const char* label : {"Friction", "Restitution", "Slip", "Drag"}) rows.push_back({"Walls", label, "walls"});
    return rows;
}

}  // namespace app
