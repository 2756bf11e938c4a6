// Probes that are set in, moved, renamed and taken out while the scene runs: in the laboratory, without the panel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "app/window/parameter_difference.hpp"
#include "sim/scene_reader.hpp"
#include "watched_laboratory.hpp"

namespace {

sim::Probe pressure(const char* name, glm::vec3 place = {1.0f, 0.25f, 0.05f}) {
    sim::Probe probe;
    probe.name = name;
    probe.kind = sim::ProbeKind::pressure;
    probe.position = place;
    return probe;
}

std::string header_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

std::filesystem::path only_entry_of(const std::filesystem::path& folder) {
    return std::filesystem::directory_iterator(folder)->path();
}

class SetInProbes : public testing::Test {
protected:
    SetInProbes() : laboratory_(options_for(folder_, folder_.write("probed.json", probed_dam))) {}

    [[nodiscard]] const app::ProbeHistory& history() const { return laboratory_.probe_history; }
    [[nodiscard]] std::size_t column(const std::string& name) const {
        for (std::size_t i = 0; i < history().columns().size(); ++i)
            if (history().columns()[i].name == name) return i;
        ADD_FAILURE() << "no column " << name;
        return 0;
    }
    [[nodiscard]] double last_of(const std::string& name) const {
        return history().size() > 0 ? history().value(column(name), history().size() - 1) : std::nan("");
    }
    bool frames_pass(std::size_t count) {
        const std::uint64_t frame = laboratory_.state().frame;
        return update_until(laboratory_, [&] { return laboratory_.state().frame >= frame + count; });
    }

    SceneFolder folder_;
    app::Laboratory laboratory_;
};

}  // namespace

TEST_F(SetInProbes, HaveACurveAtOnceAndLeaveThoseOfTheOthersWhole) {
    ASSERT_TRUE(frames_pass(10));
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    ASSERT_EQ(laboratory_.probes().size(), 8u);
    ASSERT_TRUE(update_until(laboratory_, [&] { return !std::isnan(last_of("new.pressure_Pa")); }));
    laboratory_.remove_probe(1);
    ASSERT_TRUE(frames_pass(10));
    // A sample for every frame, none twice and none left out.
    const double frame = static_cast<double>(laboratory_.scene().frame);
    for (std::size_t i = 0; i < history().size(); ++i) {
        EXPECT_NEAR(history().time(i), frame * static_cast<double>(i + 1), 1e-9);
        EXPECT_FALSE(std::isnan(history().value(column("front.x_m"), i))) << i;
        EXPECT_FALSE(std::isnan(history().value(column("m.z_Ns"), i))) << i;
    }
    EXPECT_TRUE(std::isnan(history().value(column("new.pressure_Pa"), 5))) << "nobody knows what was there before";
    for (const sim::ProbeColumn& one : history().columns()) EXPECT_FALSE(one.name.starts_with("back")) << one.name;
    EXPECT_TRUE(laboratory_.toasts.all().empty());
}

TEST_F(SetInProbes, KeepTheirCurveUnderAnotherNameAndBeginANewOneAtAnotherPlace) {
    ASSERT_TRUE(frames_pass(5));
    sim::Probe p = laboratory_.probes()[3];
    ASSERT_EQ(p.name, "p");
    p.name = "renamed";
    ASSERT_EQ(laboratory_.change_probe(3, p), "");
    EXPECT_FALSE(std::isnan(history().value(column("renamed.pressure_Pa"), 1)));
    ASSERT_TRUE(frames_pass(3));
    EXPECT_FALSE(std::isnan(last_of("renamed.pressure_Pa")));
    p.position.z = 0.2f;
    ASSERT_EQ(laboratory_.change_probe(3, p), "");
    EXPECT_TRUE(std::isnan(history().value(column("renamed.pressure_Pa"), 1)));
    EXPECT_FALSE(std::isnan(history().value(column("end.pressure_Pa"), 1)));
    ASSERT_TRUE(update_until(laboratory_, [&] { return !std::isnan(last_of("renamed.pressure_Pa")); }));
}

TEST_F(SetInProbes, AreRefusedWithAReasonWhereNothingIsLost) {
    ASSERT_TRUE(frames_pass(5));
    const std::vector<sim::Probe> before = laboratory_.probes();
    const std::size_t samples = history().size();
    EXPECT_EQ(laboratory_.add_probe(pressure("out", {2.0f, 0.0f, 0.0f})),
              "probes.7.position is outside the tank, which reaches from (0, 0, 0) m to (1, 0.5, 0.5) m");
    EXPECT_EQ(laboratory_.change_probe(3, pressure("H")),
              "probes.3.name: probes.2 is named 'H' already; give each probe a name of its own");
    EXPECT_EQ(laboratory_.probes(), before);
    EXPECT_GE(history().size(), samples);
    EXPECT_FALSE(laboratory_.changes().can_undo());
}

TEST_F(SetInProbes, AreKeptByAResetAndNotByAReload) {
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    const std::shared_ptr<const sim::Scene> first = laboratory_.state().scene;
    laboratory_.reset();
    EXPECT_NE(laboratory_.add_probe(pressure("late")), "") << "the scene that comes would not have it";
    ASSERT_TRUE(update_until(laboratory_, [&] { return laboratory_.state().scene != first; }));
    EXPECT_EQ(laboratory_.probes().back().name, "new");
    ASSERT_TRUE(update_until(laboratory_, [&] { return history().size() > 2; }));
    EXPECT_FALSE(std::isnan(history().value(column("new.pressure_Pa"), 0)));
    laboratory_.reload_scene();
    ASSERT_TRUE(update_until(laboratory_, [&] { return laboratory_.probes().size() == 7; }));
}

TEST_F(SetInProbes, StayWhereTimeGoesBack) {
    ASSERT_TRUE(frames_pass(5));
    laboratory_.toggle_play();
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    const std::uint64_t frame = laboratory_.state().frame;
    const auto is_before = [&] {
        laboratory_.step_back();  // from a frame that nobody has seen yet, it may be
        return laboratory_.state().frame < frame;
    };
    ASSERT_TRUE(update_until(laboratory_, is_before));
    laboratory_.step_once();
    const auto has_new = [&] {
        return history().size() == 1 && !std::isnan(last_of("new.pressure_Pa")) && !std::isnan(last_of("front.x_m"));
    };
    EXPECT_TRUE(update_until(laboratory_, has_new));
    laboratory_.return_to_last_good();
    laboratory_.step_once();
    EXPECT_TRUE(update_until(laboratory_, has_new));
    EXPECT_EQ(laboratory_.probes().back().name, "new");
}

TEST_F(SetInProbes, AreTakenBackAndMadeAgain) {
    const auto said = [&] { return laboratory_.toasts.all().back().text; };
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    laboratory_.remove_probe(0);
    laboratory_.undo();
    EXPECT_EQ(laboratory_.probes().front().name, "front");
    EXPECT_EQ(said(), "taken back: probe front added");
    laboratory_.undo();
    EXPECT_EQ(laboratory_.probes().size(), 7u);
    EXPECT_EQ(said(), "taken back: probe new removed");
    laboratory_.redo();
    EXPECT_EQ(said(), "made again: probe new added");
    ASSERT_TRUE(
        update_until(laboratory_, [&] { return history().size() > 0 && !std::isnan(last_of("new.pressure_Pa")); }));
    laboratory_.restore_probes();
    EXPECT_EQ(laboratory_.probes(), laboratory_.scene().probes);
    laboratory_.undo();
    EXPECT_EQ(laboratory_.probes().size(), 8u);
}

TEST_F(SetInProbes, AreInTheSceneThatIsSavedAndInCheckpoints) {
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    laboratory_.remove_probe(0);
    ASSERT_TRUE(frames_pass(2));
    laboratory_.save_scene({});
    const sim::Scene saved = sim::read_scene(only_entry_of(folder_.path() / "out"));
    EXPECT_EQ(saved.probes, laboratory_.probes());
    laboratory_.save_checkpoint();
    ASSERT_TRUE(update_until(laboratory_, [&] { return laboratory_.toasts.all().size() == 2; }));
    const std::vector<sim::Probe> probes = laboratory_.probes();
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out"))
        if (entry.path().extension() == ".weir") laboratory_.open_scene(entry.path().string());
    laboratory_.remove_probe(0);  // of the scene that goes
    ASSERT_TRUE(update_until(laboratory_, [&] { return laboratory_.scene_file().extension() == ".weir"; }));
    EXPECT_EQ(laboratory_.probes(), probes);
}

TEST_F(SetInProbes, AreRecordedFromWhereTheyCameIn) {
    laboratory_.toggle_recording();
    ASSERT_TRUE(update_until(laboratory_, [&] { return laboratory_.recorded_frames() >= 5; }));
    ASSERT_EQ(laboratory_.add_probe(pressure("new")), "");
    ASSERT_TRUE(frames_pass(5));
    laboratory_.toggle_recording();
    ASSERT_TRUE(update_until(laboratory_, [&] { return !laboratory_.is_recording(); }));
    const std::filesystem::path run = only_entry_of(folder_.path() / "out");
    EXPECT_EQ(header_of(run / "probes-2.csv"), header_of(run / "probes.csv") + ",new.pressure_Pa");
    // One after the other, every frame once.
    std::size_t rows = 0;
    for (const char* const name : {"probes.csv", "probes-2.csv"}) {
        std::ifstream file(run / name);
        std::string line;
        std::getline(file, line);
        while (std::getline(file, line)) {
            ++rows;
            EXPECT_EQ(std::ranges::count(line, ','), std::ranges::count(header_of(run / name), ',')) << line;
        }
    }
    std::ifstream timings(run / "timings.csv");
    EXPECT_EQ(rows + 1, static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(timings),
                                                            std::istreambuf_iterator<char>(), '\n')));
}

TEST(ProbeDifference, IsSaidInWords) {
    const sim::Probe a = pressure("a"), b = pressure("b"), moved = pressure("a", {0.0f, 0.0f, 0.0f});
    EXPECT_EQ(app::difference_of({a}, {a, b}), "probe b added");
    EXPECT_EQ(app::difference_of({a, b}, {b}), "probe a removed");
    EXPECT_EQ(app::difference_of({a}, {moved}), "probe a changed");
    EXPECT_EQ(app::difference_of({a}, {b}), "probe a renamed to b");
    EXPECT_EQ(app::difference_of({a}, {moved, b}), "probes changed");
}
