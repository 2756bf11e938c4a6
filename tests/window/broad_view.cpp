// What the window shows of a broad phase: its cells and the boxes that it holds.
#include "app/broad_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/present.hpp"
#include "app/simulation.hpp"
#include "scenes.hpp"
#include "sim/scene_reader.hpp"

using app::BroadView;

namespace {

constexpr std::size_t finite_solids = 12, all_solids = 13;

std::shared_ptr<const sim::Scene> scene_with(std::string_view module) {
    return std::make_shared<const sim::Scene>(
        sim::parse_scene(small_bay, "bay.json", {"modules.broadphase=" + std::string(module)}));
}

BroadView seen(sim::World& world, const app::BroadViewRequest& request) {
    BroadView view;
    app::look_into(world, request, view);
    return view;
}

template <class Condition>
bool comes_true(const Condition& condition) {
    for (int i = 0; i < 4000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
}

class BroadViewOf : public testing::TestWithParam<std::string_view> {
protected:
    BroadViewOf() : world_(*scene_with(GetParam())) {
        for (int frame = 0; frame < 3; ++frame) world_.advance_frame();
    }
    sim::World world_;
};

}  // namespace

TEST_P(BroadViewOf, HasEverySolidsBoxAndACellForIt) {
    const BroadView view = seen(world_, {.most = 1'000'000});
    EXPECT_EQ(view.all_boxes, all_solids);
    EXPECT_EQ(view.unbounded, all_solids - finite_solids) << "the plane";
    ASSERT_EQ(view.boxes.size(), finite_solids);
    EXPECT_EQ(view.cells.size(), view.all_cells);
    EXPECT_EQ(view.fitting, view.all_cells);
    std::size_t registered = 0;
    for (const spatial::BoxCellView& cell : view.cells) {
        registered += cell.boxes;
        EXPECT_TRUE(cell.level >= 0 && cell.level < view.levels);
    }
    EXPECT_GE(registered, finite_solids);
    // Cells that hold boxes reach to every box.
    for (const spatial::Box& box : view.boxes)
        EXPECT_TRUE(std::ranges::any_of(view.cells, [&](const spatial::BoxCellView& cell) {
            return cell.boxes > 0 && spatial::overlap(cell.box, box);
        }));
    const sim::Pose& crate = world_.solids()[all_solids - 1].pose;
    EXPECT_TRUE(std::ranges::any_of(view.boxes, [&](const spatial::Box& box) {
        return box.min_x < crate.position.x && crate.position.x < box.max_x && box.min_z < crate.position.z &&
               crate.position.z < box.max_z;
    })) << "where the solid is";
}

TEST_P(BroadViewOf, ShowsNoMoreThanAskedFor) {
    const BroadView few = seen(world_, {.most = 2});
    EXPECT_LE(few.cells.size(), 2u);
    EXPECT_EQ(few.boxes.size(), 2u);
    EXPECT_EQ(few.all_boxes, all_solids);
    for (int axis = 0; axis < 3; ++axis) {
        const BroadView slice = seen(world_, {.slice = true, .axis = axis, .most = 1'000'000});
        EXPECT_LE(slice.fitting, slice.all_cells);
        EXPECT_LT(slice.boxes.size(), finite_solids);
    }
}

INSTANTIATE_TEST_SUITE_P(Modules, BroadViewOf, testing::ValuesIn([] {
                             std::vector<std::string_view> names;
                             for (const auto& module : spatial::broad_phase_modules()) names.push_back(module.name);
                             return names;
                         }()),
                         [](const auto& module) {
                             std::string name(module.param);
                             std::erase(name, '-');
                             return name;
                         });

TEST(BroadView, CostsNothingUntilSomebodyLooksAndComesAlsoWhilePaused) {
    app::Simulation simulation(scene_with("all-pairs"), 1, false);
    simulation.step_once();
    ASSERT_TRUE(comes_true([&] { return simulation.latest()->frame == 1; }));
    EXPECT_FALSE(simulation.latest()->has_broad_view);
    EXPECT_EQ(simulation.latest()->broad_view.boxes.capacity(), 0u);
    simulation.set_broad_view(app::BroadViewRequest{});
    ASSERT_TRUE(comes_true([&] { return simulation.latest()->has_broad_view; }));
    const auto state = simulation.latest();
    EXPECT_EQ(state->broad_view.boxes.size(), finite_solids);

    app::Presenter presenter;
    const render::View view = app::camera_of(*state->scene, 1.5f).view(600, 400);
    const render::Frame frame = presenter.frame(*state, {}, view);
    EXPECT_EQ(frame.lines.size(), 12u + 12u * (finite_solids + state->broad_view.cells.size()));
    EXPECT_EQ(frame.spheres.palette.size(), 1u) << "grey water";
    simulation.set_broad_view(std::nullopt);
    EXPECT_TRUE(comes_true([&] { return !simulation.latest()->has_broad_view; }));
}

TEST(BroadView, DrawsCellsThatOnlyLeadToOthersFainter) {
    app::Simulation simulation(scene_with("all-pairs"), 1, false);
    app::Snapshot state = *simulation.latest();
    state.has_broad_view = true;
    state.broad_view.cells = {{{0, 0, 0, 1, 1, 1}, 1, 0, true}, {{0, 0, 0, 0.5f, 0.5f, 0.5f}, 0, 3, false}};
    app::Presenter presenter;
    const render::Frame frame = presenter.frame(state, {}, app::camera_of(*state.scene, 1.5f).view(600, 400));
    ASSERT_EQ(frame.lines.size(), 36u);
    EXPECT_LT(frame.lines[12].colour.a, 0.5f);
    EXPECT_EQ(frame.lines[24].colour.a, 1.0f);
    EXPECT_NE(glm::vec3(frame.lines[12].colour), glm::vec3(frame.lines[24].colour)) << "a colour for each level";
}
