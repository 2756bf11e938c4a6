// The list of probes in the panel, its fields, and pointing at a place, by mouse and keyboard.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <ranges>
#include <sstream>

#include "app/window/projection.hpp"
#include "drawn_interface.hpp"
#include "sim/scene_reader.hpp"

namespace {

class ProbePanel : public DrawnInterface, public testing::Test {
protected:
    ProbePanel() : DrawnInterface(render::Theme::dark) {
        spdlog::set_level(spdlog::level::debug);
        ImGui::GetIO().DisplaySize = {1280, 3000};  // all of the panel
        bench_.laboratory.toggle_play();
        bench_.settings.shows_timings = false;
    }
    ~ProbePanel() { spdlog::set_level(spdlog::level::info); }

    [[nodiscard]] const std::vector<sim::Probe>& probes() const { return bench_.laboratory.probes(); }

    /// As the interface has said itself; everything is said again once it has moved.
    ImRect rect_of(const std::string& widget) {
        scale_to(1.2f);
        drawn();
        scale_to(1.0f);
        drawn();
        const auto lines = bench_.log->lines();
        for (const app::LogLine& line : lines | std::views::reverse) {
            std::istringstream words(line.text);
            std::string what, name;
            float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
            if (words >> what >> name >> x >> y >> width >> height && what == "widget" && name == widget)
                return {{x, y}, {x + width, y + height}};
        }
        ADD_FAILURE() << "no widget " << widget;
        return {};
    }
    void click_on(const std::string& widget) { click(rect_of(widget).GetCenter()); }

    /// The n-th of three numbers beside each other, or of as many as there are; then Enter.
    void enter(const std::string& widget, const char* text, int n = 0, int of = 1) {
        const ImRect rect = rect_of(widget);
        const float share = (static_cast<float>(n) + 0.5f) / static_cast<float>(of);
        click({rect.Min.x + share * rect.GetWidth(), rect.GetCenter().y});
        ImGui::GetIO().KeyCtrl = true;
        hit(ImGuiKey_A);
        ImGui::GetIO().KeyCtrl = false;
        type(text);
        hit(ImGuiKey_Enter);
    }

    void add(const std::string& kind) {
        click_on("add-probe");
        click_on_item(kind);
    }
    void click_on_item(const std::string& kind) {
        const ImGuiWindow* const list = ImGui::FindWindowByName("##Combo_00");
        ASSERT_TRUE(list != nullptr && list->WasActive) << kind;
        const auto number =
            static_cast<float>(std::ranges::find(sim::probe_kind_names, kind) - sim::probe_kind_names.begin());
        const float row = list->InnerRect.GetHeight() / static_cast<float>(sim::probe_kind_names.size());
        click({list->InnerRect.GetCenter().x, list->InnerRect.Min.y + (number + 0.5f) * row});
    }

    /// Where a place in the tank is seen.
    ImVec2 seen(const glm::vec3& place) const {
        return app::Projection(bench_.view, ImGui::GetIO().DisplaySize)(place.x, place.y, place.z)->at;
    }
};

}  // namespace

TEST_F(ProbePanel, AddsRenamesMovesAndRemovesAProbe) {
    drawn();
    add("pressure");
    ASSERT_EQ(probes().size(), 1u);
    EXPECT_EQ(probes()[0].name, "p1");
    EXPECT_EQ(bench_.probe.picked, 0u);
    enter("probe-name", "end-wall");
    EXPECT_EQ(probes()[0].name, "end-wall");
    enter("probe-Position", "0.125", 2, 3);
    EXPECT_EQ(probes()[0].position.z, 0.125f);
    add("level");
    ASSERT_EQ(probes().size(), 2u);
    EXPECT_EQ(bench_.probe.picked, 1u);
    enter("probe-Position", "0.3", 0, 2);
    EXPECT_EQ(probes()[1].position.x, 0.3f);
    bench_.laboratory.step_once();
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.probe_history.last(1).has_value(); }));
    click_on("probe-row-end-wall");
    EXPECT_EQ(bench_.probe.picked, 0u);
    click_on("remove-probe");
    ASSERT_EQ(probes().size(), 1u);
    EXPECT_EQ(probes()[0].name, "H1");
    click_on("restore-probes");
    EXPECT_TRUE(probes().empty());
}

TEST_F(ProbePanel, OffersEveryKindWithItsFields) {
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids.size() == 13; }));
    bench_.laboratory.toggle_play();
    for (const char* const kind : sim::probe_kind_names) {
        add(kind);
        EXPECT_EQ(sim::probe_kind_names[static_cast<std::size_t>(probes().back().kind)], std::string(kind));
        EXPECT_TRUE(has_logged("widget probe-name"));
    }
    ASSERT_EQ(probes().size(), sim::probe_kind_names.size());
    bench_.laboratory.step_once();
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.probe_history.last(7).has_value(); }));
    click_on("probe-row-wall");
    enter("probe-To", "0.25", 2, 3);
    EXPECT_EQ(probes()[4].max.z, 0.25f);
}

TEST_F(ProbePanel, KeepsABadEntryWithItsReasonAndTheProbeAsItWas) {
    drawn();
    add("pressure");
    add("pressure");
    const std::vector<sim::Probe> before = probes();
    enter("probe-name", "p1");
    EXPECT_EQ(bench_.probe.complaint, "name: probes.0 is named 'p1' already; give each probe a name of its own");
    EXPECT_EQ(bench_.probe.draft.name, "p1") << "as it was typed";
    EXPECT_EQ(probes(), before);
    enter("probe-name", "p9");
    EXPECT_EQ(bench_.probe.complaint, "");
    EXPECT_EQ(probes()[1].name, "p9");
    enter("probe-Position", "7", 0, 3);
    EXPECT_EQ(bench_.probe.complaint,
              "position is outside the tank, which reaches from (0, 0, 0) m to (1, 0.5, 0.5) m");
    EXPECT_EQ(probes()[1].position, before[1].position);
    EXPECT_EQ(bench_.probe.draft.position.x, 7.0f);
    enter("probe-Position", "1e99", 0, 3);
    EXPECT_TRUE(bench_.probe.complaint.starts_with("position.0 must be between -10000 and 10000 m"))
        << bench_.probe.complaint;
    press("Ctrl+Z");
    drawn();
    EXPECT_EQ(probes()[1].name, "p2");
    EXPECT_EQ(bench_.probe.draft, probes()[1]) << "what was taken back is shown, not what was typed";
    EXPECT_EQ(bench_.probe.complaint, "");
}

// There is nobody to be pushed.
TEST_F(ProbePanel, SaysWhyASceneCannotHaveAProbe) {
    drawn();
    add("force");
    EXPECT_TRUE(probes().empty());
    EXPECT_EQ(bench_.laboratory.toasts.all().back().text,
              "probes.0.solid: there is no solid ''; none of the scene has a name: give one");
    EXPECT_FALSE(bench_.probe.picked);
}

TEST_F(ProbePanel, PutsAProbeWhereSomebodyPointsWithoutTouchingTheFluid) {
    ImGui::GetIO().DisplaySize = {1280, 1400};
    drawn();
    bench_.view.go_home(bench_.laboratory);
    bench_.view.look_along(app::ViewControl::Axis::front);
    app::add_probe(bench_, sim::ProbeKind::pressure);
    app::toggle_placing(bench_);
    drawn();
    // From the front the back wall is behind where there is no water.
    click(seen({0.8f, 0.5f, 0.3f}));
    EXPECT_FALSE(bench_.probe.is_placing);
    EXPECT_EQ(probes()[0].position.y, 0.5f) << "on it";
    EXPECT_NEAR(probes()[0].position.x, 0.8f, 0.005f);
    EXPECT_NEAR(probes()[0].position.z, 0.3f, 0.005f);
    app::toggle_placing(bench_);
    click(seen({0.2f, 0.0f, 0.2f}));
    EXPECT_NEAR(probes()[0].position.x, 0.2f, 0.03f);
    EXPECT_LT(probes()[0].position.y, 0.1f) << "in the water, which is in front";
    app::toggle_placing(bench_);
    ImGui::GetIO().KeyShift = true;
    click(seen({0.2f, 0.5f, 0.2f}));
    ImGui::GetIO().KeyShift = false;
    EXPECT_EQ(probes()[0].position.y, 0.5f) << "and on the wall behind it";
    EXPECT_FALSE(has_logged("brush push at")) << "a click that says where is no hand in the water";
    EXPECT_FALSE(has_logged("camera: orbit"));
    app::toggle_placing(bench_);
    press("Escape");
    EXPECT_FALSE(bench_.probe.is_placing);
    EXPECT_EQ(probes().size(), 1u);
}

TEST_F(ProbePanel, PointsAtASolidForItsForce) {
    ImGui::GetIO().DisplaySize = {1280, 1400};
    bench_.laboratory.open_scene(folder_.write("bay.json", small_bay));
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().solids.size() == 13; }));
    bench_.laboratory.toggle_play();
    drawn();
    bench_.view.go_home(bench_.laboratory);
    bench_.view.look_along(app::ViewControl::Axis::front);
    app::add_probe(bench_, sim::ProbeKind::force);
    EXPECT_EQ(probes()[0].solid, "ramp");
    app::toggle_placing(bench_);
    drawn();
    click(seen({0.9f, 0.5f, 0.45f}));
    EXPECT_TRUE(bench_.probe.is_placing) << "a wall is nothing for it";
    click(seen({0.7f, 0.1f, 0.2f}));
    EXPECT_EQ(probes()[0].solid, "pillar");
    EXPECT_FALSE(bench_.settings.picked_solid) << "nor is it taken in hand";
}

TEST_F(ProbePanel, BeginsAtThePickedParticle) {
    bench_.settings.shows_cells = true;
    bench_.settings.cells.picked = 300u;
    ASSERT_TRUE(drawn_until([&] { return bench_.laboratory.state().search_view.picked.has_value(); }));
    app::add_probe(bench_, sim::ProbeKind::pressure);
    const app::Snapshot& state = bench_.laboratory.state();
    const std::size_t slot = state.search_view.picked->slot;
    EXPECT_NEAR(probes()[0].position.x, state.x[slot], 0.002f);
    EXPECT_NEAR(probes()[0].position.z, state.z[slot], 0.002f);
}

TEST_F(ProbePanel, IsFoundByNameInTheLineForCommands) {
    drawn();
    const auto run = [&](const std::string& name) {
        const std::vector<app::Command> all = app::commands(bench_);
        const auto command = std::ranges::find(all, name, &app::Command::name);
        ASSERT_NE(command, all.end()) << name;
        command->run(bench_);
        drawn();
    };
    bench_.settings.shows_probes = bench_.settings.shows_panels = false;
    run("Add a probe: level");
    EXPECT_TRUE(bench_.settings.shows_probes && bench_.settings.shows_panels) << "in sight at once";
    run("Add a probe: energy");
    run("Probe: H1");
    EXPECT_EQ(bench_.probe.picked, 0u);
}

TEST_F(ProbePanel, MarksTheNewPlaceInThePicture) {
    bench_.settings.shows_panels = false;
    const int without = drawn();
    bench_.probe = {};
    ASSERT_EQ(bench_.laboratory.add_probe(app::new_probe(sim::ProbeKind::level, bench_.laboratory.scene(), {}, {})),
              "");
    EXPECT_GT(drawn(), without + 20);
}

TEST_F(ProbePanel, SavesWhatWasSetInWithTheScene) {
    drawn();
    add("pressure");
    press("Ctrl+E");
    const auto saved = std::filesystem::directory_iterator(folder_.path() / "out")->path();
    EXPECT_EQ(sim::read_scene(saved).probes, probes());
}
