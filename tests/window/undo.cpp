// Changes of parameters and of solids that are taken back and made again, and what is said of them.
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "app/window/log_ring.hpp"
#include "watched_laboratory.hpp"

namespace {

/// No water comes near it.
const std::string dry_gate = R"({
  "domain": {"min": [0, 0, 0], "max": [1, 0.2, 0.5]}, "spacing": 0.05, "support": 2,
  "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.3, 0.2, 0.1]}],
  "solids": [{"name": "gate", "shape": "box", "size": [0.04, 0.2, 0.3], "position": [0.6, 0.1, 0.2]}]})";

}  // namespace

TEST(Undo, TakesChangesOfParametersBackAndMakesThemAgain) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    const auto set = [&](float size) {
        laboratory.gravity().size = size;
        laboratory.apply_parameters();
    };
    const auto moment = [&] { laboratory.update(1.0); };
    set(1.0f);
    set(2.0f);  // at once after it, as a slider does: one change
    moment();
    set(3.0f);
    moment();
    laboratory.undo();
    EXPECT_FLOAT_EQ(laboratory.gravity().size, 2.0f);
    laboratory.undo();
    EXPECT_NEAR(laboratory.gravity().size, 9.81f, 1e-4f);
    EXPECT_FALSE(laboratory.changes().can_undo());
    laboratory.undo();
    laboratory.redo();
    EXPECT_FLOAT_EQ(laboratory.gravity().size, 2.0f);
    moment();
    set(5.0f);
    EXPECT_FALSE(laboratory.changes().can_redo()) << "another way was taken";
    laboratory.undo();
    EXPECT_FLOAT_EQ(laboratory.gravity().size, 2.0f);
}

// "A change of parameters taken back" left open which.
TEST(Undo, NamesWhatItTakesBack) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("small.json", small_dam)));
    const auto said = [&] { return laboratory.toasts.all().back().text; };
    const auto change = [&](const auto& set) {
        set();
        laboratory.apply_parameters();
        laboratory.update(1.0);
    };
    change([&] { laboratory.parameters().fluids.front().viscosity = 1.0f; });
    change([&] { laboratory.parameters().fluids.front().viscosity = 2.5f; });
    change([&] { laboratory.gravity().tilt = 30.0f; });
    change([&] { laboratory.parameters().fluids.front().gamma = 5.0f; });
    change([&] {
        laboratory.parameters().courant = 0.5f;
        laboratory.parameters().shifting = 0.0f;
        laboratory.parameters().fluids.front().gamma = 3.0f;
    });
    laboratory.undo();
    EXPECT_TRUE(said().starts_with("taken back: ") && said().ends_with(" and 1 more")) << said();
    laboratory.undo();
    EXPECT_EQ(said(), "taken back: fluids.0.gamma, 5 -> 7") << "and not the rounding of a tilted gravity";
    laboratory.undo();
    EXPECT_EQ(said(), "taken back: gravity");
    laboratory.undo();
    EXPECT_EQ(said(), "taken back: fluids.0.viscosity, 2.5 -> 1 Pa s");
    laboratory.redo();
    EXPECT_EQ(said(), "made again: fluids.0.viscosity, 1 -> 2.5 Pa s");
}

// As when somebody has gone back in time between: it is in already, and stays where it is.
TEST(Undo, OfASolidThatWasPutBackMovesNobody) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("gate.json", dry_gate)));
    const auto gate = [&] { return laboratory.state().solids.front(); };
    const auto reaches = [&](bool is_out) { return update_until(laboratory, [&] { return gate().is_out == is_out; }); };
    const auto frame = [&] { return laboratory.state().report.frame; };
    const auto reaches_frame = [&](std::uint64_t wanted) {
        return update_until(laboratory, [&] { return frame() == wanted; });
    };
    // From its start, at rest: the first frame may be under way already.
    laboratory.update(0.0);
    laboratory.toggle_play();
    laboratory.reset();
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.has_restarted() && frame() == 0; }));
    const glm::vec3 place = gate().pose.position;
    laboratory.step_once();
    ASSERT_TRUE(reaches_frame(1));
    const std::uint64_t in = frame();
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(reaches(true));
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(reaches(false));
    laboratory.undo();
    ASSERT_TRUE(reaches(true));
    laboratory.step_once();
    ASSERT_TRUE(reaches_frame(in + 1));
    laboratory.step_back();
    ASSERT_TRUE(reaches_frame(in));
    ASSERT_TRUE(reaches(false));
    laboratory.redo();
    for (std::uint64_t next = in + 1; next < in + 6; ++next) {
        laboratory.step_once();
        ASSERT_TRUE(reaches_frame(next));
    }
    EXPECT_EQ(gate().pose.position, place);
}

// Until the first wish was seen carried out, a second one was taken for the same and the solid stayed out.
TEST(Undo, OfASolidTakenOutAndPutBackAtOnceEndsWhereItBegan) {
    const SceneFolder folder;
    app::Laboratory laboratory(options_for(folder, folder.write("gate.json", dry_gate)));
    const auto is_out = [&] { return laboratory.state().solids.front().is_out; };
    const auto after_two_frames = [&] {
        const std::uint64_t frame = laboratory.state().frame;
        return update_until(laboratory, [&] { return laboratory.state().frame > frame + 2; });
    };
    for (const int presses : {2, 3, 4}) {
        const bool before = is_out();
        for (int press = 0; press < presses; ++press) laboratory.take_out_or_put_back(0);
        ASSERT_TRUE(after_two_frames());
        EXPECT_EQ(is_out(), before != (presses % 2 == 1)) << presses;
    }
    ASSERT_TRUE(is_out());
    laboratory.undo();  // as the last one of four had found it
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(after_two_frames());
    EXPECT_TRUE(is_out());
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(after_two_frames());
    EXPECT_FALSE(is_out()) << "a wish that was seen carried out is forgotten";
}

// It was said to be put back, and in the next line that it cannot be.
TEST(Undo, OfASolidIsToldOfOnceItIsSeen) {
    const SceneFolder folder;
    const auto log = std::make_shared<app::LogRing>();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", log));
    const auto has_logged = [&](const std::string& words) {
        return std::ranges::any_of(
            log->lines(), [&](const app::LogLine& line) { return line.text.find(words) != std::string::npos; });
    };
    std::string flooded = small_dam;
    flooded.insert(
        flooded.find("\"volumes\""),
        R"("solids": [{"name": "gate", "shape": "box", "position": [0.42, 0.25, 0.25], "size": [0.04, 0.5, 0.5]}], )");
    app::Laboratory laboratory(options_for(folder, folder.write("flooded.json", flooded)));
    const auto is_out = [&] { return laboratory.state().solids.front().is_out; };
    laboratory.take_out_or_put_back(0);
    EXPECT_FALSE(has_logged("solid 0 taken out: gate")) << "not yet";
    ASSERT_TRUE(update_until(laboratory, is_out));
    EXPECT_TRUE(has_logged("solid 0 taken out: gate"));
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().time > 0.2; })) << "water where it was";
    laboratory.toasts.clear();
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(update_until(laboratory, [&] { return !laboratory.toasts.all().empty(); }));
    EXPECT_NE(laboratory.toasts.all().back().text.find("cannot come back"), std::string::npos);
    EXPECT_TRUE(is_out());
    EXPECT_FALSE(has_logged("solid 0 put back: gate"));
    laboratory.undo();  // of what came about: it was taken out
    EXPECT_FALSE(laboratory.changes().can_undo());
}

// Numbers are all that says which solid is meant, and the scene that comes has others by the same numbers.
TEST(Undo, ASolidOfTheSceneThatGoesIsNotTakenForOneOfTheSceneThatComes) {
    const SceneFolder folder;
    const std::filesystem::path gate = folder.write("gate.json", dry_gate);
    app::Laboratory laboratory(options_for(folder, gate));
    const std::shared_ptr<const sim::Scene> before = laboratory.state().scene;
    laboratory.open_scene(gate);
    laboratory.hold_solid(0, glm::vec3(0.0f));
    laboratory.take_out_or_put_back(0);
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().scene != before; }));
    const std::uint64_t frame = laboratory.state().frame;
    ASSERT_TRUE(update_until(laboratory, [&] { return laboratory.state().frame > frame + 2; }));
    EXPECT_FALSE(laboratory.state().solids.front().is_out);
}
