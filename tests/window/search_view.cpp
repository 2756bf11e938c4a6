// What the window shows of a search: its cells, and whom it proposes to a particle.
#include "app/search_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "app/present.hpp"
#include "app/simulation.hpp"
#include "scenes.hpp"
#include "sim/scene_reader.hpp"
#include "spatial/neighbour_search.hpp"

using app::CellChoice;
using app::SearchView;

namespace {

std::shared_ptr<const sim::Scene> scene_with(std::string_view module) {
    return std::make_shared<const sim::Scene>(
        sim::parse_scene(small_dam, "small.json", {"modules.neighbours=" + std::string(module)}));
}

SearchView seen(const sim::World& world, const app::SearchViewRequest& request) {
    SearchView view;
    app::look_into(world, request, view);
    return view;
}

bool holds(const spatial::Box& box, float x, float y, float z) {
    return x >= box.min_x && x <= box.max_x && y >= box.min_y && y <= box.max_y && z >= box.min_z && z <= box.max_z;
}

template <class Condition>
bool comes_true(const Condition& condition) {
    for (int i = 0; i < 4000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
}

class SearchViewOf : public testing::TestWithParam<std::string_view> {
protected:
    SearchViewOf() : world_(*scene_with(GetParam())) {
        for (int frame = 0; frame < 5; ++frame) world_.advance_frame();
    }
    [[nodiscard]] const sim::Particles& particles() const { return world_.particles(); }

    sim::World world_;
};

}  // namespace

TEST_P(SearchViewOf, CountsTheCellsThatTheSearchCounts) {
    const SearchView view = seen(world_, {.choice = CellChoice::all, .most = 1'000'000});
    std::size_t particles_in_cells = 0;
    for (const SearchView::Cell& cell : view.cells) particles_in_cells += cell.particles;
    EXPECT_EQ(particles_in_cells, particles().size());
    EXPECT_EQ(view.all_cells, world_.search().counters().cells);
    EXPECT_EQ(view.fitting, view.all_cells);
    EXPECT_EQ(view.cells.size(), view.all_cells);
    EXPECT_EQ(view.ids, particles().id);
}

TEST_P(SearchViewOf, FindsTheNeighboursOfThePickedOneAmongItsCandidates) {
    const sim::Particles& p = particles();
    const float reach = world_.scene().support * world_.scene().spacing;
    for (const std::uint32_t id : {0u, 123u, 456u, 999u}) {
        const SearchView view = seen(world_, {.picked = id});
        ASSERT_TRUE(view.picked);
        const SearchView::Picked& picked = *view.picked;
        EXPECT_EQ(p.id[picked.slot], id);
        EXPECT_TRUE(picked.slot >= picked.block.begin && picked.slot < picked.block.end);
        EXPECT_FLOAT_EQ(picked.speed, std::hypot(p.vx[picked.slot], p.vy[picked.slot], p.vz[picked.slot]));
        EXPECT_EQ(picked.density, p.density[picked.slot]);
        EXPECT_EQ(picked.pressure, p.pressure[picked.slot]);
        EXPECT_EQ(picked.level, 0) << "steps are global here";
        EXPECT_EQ(picked.step, world_.last_steps().longest);

        std::vector<spatial::Index> expected;
        for (spatial::Index other = 0; other < p.size(); ++other) {
            const float dx = p.x[picked.slot] - p.x[other], dy = p.y[picked.slot] - p.y[other],
                        dz = p.z[picked.slot] - p.z[other];
            if (other != picked.slot && (dx * dx + dy * dy) + dz * dz <= reach * reach) expected.push_back(other);
        }
        EXPECT_EQ(picked.neighbours, expected);
        EXPECT_GT(picked.candidates(), expected.size());
        for (const spatial::Index slot : expected)
            EXPECT_TRUE(std::ranges::any_of(
                picked.ranges, [&](const spatial::Range range) { return slot >= range.begin && slot < range.end; }));
    }
    EXPECT_FALSE(seen(world_, {.picked = 1'000'000u}).picked) << "there is no such particle";
}

TEST_P(SearchViewOf, ShowsNoMoreCellsThanAskedFor) {
    for (const CellChoice choice : {CellChoice::surface, CellChoice::around, CellChoice::slice, CellChoice::all}) {
        const SearchView view = seen(world_, {.choice = choice, .most = 5, .picked = 7u});
        EXPECT_LE(view.cells.size(), 5u);
        EXPECT_EQ(view.cells.size(), std::min<std::size_t>(view.fitting, 5));
        EXPECT_LE(view.fitting, view.all_cells);
    }
}

TEST_P(SearchViewOf, CutsASliceThroughThePickedParticle) {
    for (int axis = 0; axis < 3; ++axis) {
        const SearchView view =
            seen(world_, {.choice = CellChoice::slice, .axis = axis, .most = 1'000'000, .picked = 321u});
        ASSERT_TRUE(view.picked && view.slice);
        const sim::Particles& p = particles();
        const spatial::Index slot = view.picked->slot;
        EXPECT_EQ(view.slice->at, (axis == 0 ? p.x : axis == 1 ? p.y : p.z)[slot]);
        EXPECT_TRUE(std::ranges::any_of(view.cells, [&](const SearchView::Cell& cell) {
            return holds(cell.box, p.x[slot], p.y[slot], p.z[slot]);
        }));
        ASSERT_EQ(view.in_slice.size(), p.size());
        std::size_t marked = 0, in_cells = 0;
        for (const std::uint8_t is_in : view.in_slice) marked += is_in;
        for (const SearchView::Cell& cell : view.cells) in_cells += cell.particles;
        EXPECT_EQ(marked, in_cells);
        EXPECT_EQ(view.in_slice[slot], 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Modules, SearchViewOf, testing::ValuesIn([] {
                             std::vector<std::string_view> names;
                             for (const auto& module : spatial::neighbour_modules()) names.push_back(module.name);
                             return names;
                         }()),
                         [](const auto& module) {
                             std::string name(module.param);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// A cube of ten cells a side has cells that nobody sees.
TEST(SearchView, LeavesOutWhatIsInsideTheWater) {
    const sim::World world(sim::parse_scene(R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.05,
        "support": 2, "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1]}], "modules": {"neighbours": "uniform-hash"}})",
                                            "full.json"));
    const SearchView view = seen(world, {.choice = CellChoice::surface});
    const float reach = view.reach;
    EXPECT_GT(view.all_cells, 900u);
    for (const SearchView::Cell& cell : view.cells) {
        const auto is_deep = [&](float min, float max) { return min > 1.5f * reach && max < 1.0f - 1.5f * reach; };
        EXPECT_FALSE(is_deep(cell.box.min_x, cell.box.max_x) && is_deep(cell.box.min_y, cell.box.max_y) &&
                     is_deep(cell.box.min_z, cell.box.max_z));
    }
    const auto touching = std::ranges::count_if(
        view.cells, [&](const SearchView::Cell& cell) { return cell.box.min_x < 0.01f || cell.box.min_z < 0.01f; });
    EXPECT_GE(touching, 190) << "two whole sides of a hundred each, less their edge";
}

// The box of all pairs is as tight as its particles' middles: it would cut through their spheres.
TEST(SearchView, PutsTightBoxesAroundTheSpheres) {
    const sim::World world(*scene_with("all-pairs"));
    const SearchView view = seen(world, {.choice = CellChoice::all});
    ASSERT_EQ(view.cells.size(), 1u);
    const auto [min, max] = std::ranges::minmax(world.particles().x);
    EXPECT_NEAR(view.cells[0].box.min_x, min - 0.02f, 1e-5f);
    EXPECT_NEAR(view.cells[0].box.max_x, max + 0.02f, 1e-5f);

    // Those of a grid are where they are.
    const sim::World hashed(*scene_with("uniform-hash"));
    std::vector<float> widths;
    for (const SearchView::Cell& cell : seen(hashed, {.choice = CellChoice::all}).cells)
        widths.push_back(cell.box.max_x - cell.box.min_x);
    EXPECT_NEAR(std::ranges::min(widths), 0.08f, 1e-4f);
    EXPECT_NEAR(std::ranges::max(widths), 0.08f, 1e-4f);
}

TEST(SearchView, ShowsTheCellsNearestToThePickedOne) {
    sim::World world(*scene_with("uniform-hash"));
    const SearchView few = seen(world, {.choice = CellChoice::around, .most = 8, .picked = 500u});
    const SearchView all = seen(world, {.choice = CellChoice::around, .most = 10'000, .picked = 500u});
    const sim::Particles& p = world.particles();
    const spatial::Index slot = few.picked->slot;
    EXPECT_TRUE(holds(few.cells.front().box, p.x[slot], p.y[slot], p.z[slot])) << "its own cell first";
    EXPECT_LT(all.fitting, all.all_cells) << "those far away do not belong";
    EXPECT_GE(all.fitting, 8u);
}

TEST(SearchView, CostsNothingUntilSomebodyLooks) {
    app::Simulation simulation(scene_with("uniform-hash"), 1, true);
    ASSERT_TRUE(comes_true([&] { return simulation.latest()->frame >= 2; }));
    EXPECT_FALSE(simulation.latest()->has_search_view);
    EXPECT_EQ(simulation.latest()->search_view.ids.capacity(), 0u);
}

TEST(SearchView, ComesWithTheStateItBelongsToAlsoWhilePaused) {
    for (const bool plays : {true, false}) {
        app::Simulation simulation(scene_with("uniform-hash"), 1, plays);
        simulation.set_search_view(app::SearchViewRequest{.choice = CellChoice::all, .most = 100'000, .picked = 42u});
        ASSERT_TRUE(comes_true([&] { return simulation.latest()->has_search_view; }));
        const auto state = simulation.latest();
        ASSERT_TRUE(state->search_view.picked);
        EXPECT_EQ(state->search_view.ids.size(), state->x.size());
        std::size_t inside = 0;
        for (std::size_t i = 0; i < state->x.size(); ++i)
            inside += std::ranges::any_of(state->search_view.cells, [&](const SearchView::Cell& cell) {
                return holds(cell.box, state->x[i], state->y[i], state->z[i]);
            });
        EXPECT_EQ(inside, state->x.size()) << "cells of this state, not of another";
        simulation.set_search_view(std::nullopt);
        EXPECT_TRUE(comes_true([&] { return !simulation.latest()->has_search_view; }));
    }
}

TEST(SearchView, IsDrawnAsTwelveLinesACell) {
    app::Simulation simulation(scene_with("uniform-hash"), 1, false);
    const auto plain = simulation.latest();
    simulation.set_search_view(app::SearchViewRequest{.choice = CellChoice::slice, .picked = 42u});
    ASSERT_TRUE(comes_true([&] { return simulation.latest()->has_search_view; }));
    const auto state = simulation.latest();
    app::Presenter presenter;
    const render::View view = app::camera_of(*state->scene, 1.5f).view(600, 400);
    app::Look look;
    EXPECT_EQ(presenter.frame(*plain, look, view).lines.size(), 12u) << "the tank";
    const render::Frame cut = presenter.frame(*state, look, view);
    EXPECT_EQ(cut.lines.size(), 12u + 12u * state->search_view.cells.size());
    EXPECT_LT(cut.spheres.x.size(), state->x.size()) << "the near side is cut away";
    EXPECT_GT(cut.spheres.x.size(), 0u);
    EXPECT_EQ(cut.spheres.palette.size(), 1u) << "grey";
    look.cells.water = app::CellLook::Water::hidden;
    EXPECT_EQ(presenter.frame(*state, look, view).spheres.x.size(), 0u);
    EXPECT_EQ(presenter.frame(*plain, look, view).spheres.x.size(), plain->x.size()) << "nothing of it without cells";
    EXPECT_EQ(presenter.frame(*plain, look, view).lines.size(), 12u);
}
