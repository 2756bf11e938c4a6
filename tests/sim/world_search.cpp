// The search of a world: what it is set to, when it changes, and that none of it changes what the fluid does.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/checkpoint.hpp"
#include "sim/world.hpp"
#include "spatial/neighbour_search.hpp"
#include "tests/sim/small_scenes.hpp"

using sim::World;
using spatial::SearchSettings;

namespace {

sim::Scene dam_with(std::string_view module, const SearchSettings& settings) {
    sim::Scene scene = scenes::dam_break();
    scene.neighbours = module;
    scene.search = settings;
    return scene;
}

sim::FrameReport run(World& world, int frames) {
    sim::FrameReport report;
    for (int i = 0; i < frames; ++i) {
        report = world.advance_frame();
        EXPECT_EQ(report.trouble, "");
    }
    return report;
}

}  // namespace

TEST(WorldSearch, IsMadeWithTheSettingsOfTheScene) {
    World few(dam_with("uniform-hash", {.table_size = 7})), many(dam_with("uniform-hash", {.table_size = 100'003}));
    const auto crowded = run(few, 1), roomy = run(many, 1);
    EXPECT_EQ(crowded.search.table_size, 7u);
    EXPECT_EQ(crowded.collisions, 7u);
    EXPECT_GT(crowded.candidates, 2 * roomy.candidates);
    // The same neighbours; but their sums, made in another order, move a particle by a rounding in every step.
    EXPECT_NEAR(static_cast<double>(crowded.pairs), static_cast<double>(roomy.pairs),
                1e-3 * static_cast<double>(roomy.pairs));
    EXPECT_GT(roomy.search_bytes, 4u * 100'003u);
    EXPECT_GT(roomy.bytes, roomy.search_bytes);
}

TEST(WorldSearch, TakesOtherSettingsAtTheNextStepAndTouchesNoParticle) {
    World world(dam_with("uniform-hash", {}));
    run(world, 2);
    const std::uint64_t before = world.state_hash();
    world.set_neighbour_search("uniform-hash", {.table_size = 7});
    EXPECT_EQ(world.state_hash(), before);
    EXPECT_EQ(world.search_settings(), SearchSettings{}) << "until the next step";
    EXPECT_EQ(run(world, 1).search.table_size, 7u);
    EXPECT_EQ(world.search_settings().table_size, 7u);

    world.set_neighbour_search("all-pairs");
    const auto report = run(world, 1);
    EXPECT_EQ(report.neighbours, "all-pairs");
    EXPECT_EQ(report.search.table_size, 7u) << "a name alone keeps the settings";
    EXPECT_EQ(world.validate(), "");
    EXPECT_THROW(world.set_neighbour_search("uniform-hash", {.subdivision = 9}), std::invalid_argument);
    EXPECT_EQ(run(world, 1).neighbours, "all-pairs");
}

TEST(WorldSearch, ShowsTheSearchOfTheLastStep) {
    World world(dam_with("uniform-hash", {}));
    run(world, 1);
    world.set_neighbour_search("all-pairs");
    EXPECT_EQ(world.search().name(), "uniform-hash");
    const auto& p = world.particles();
    std::size_t seen = 0;
    world.search().for_each_cell([&](const spatial::CellView& cell) {
        for (spatial::Index slot = cell.slots.begin; slot < cell.slots.end; ++slot, ++seen) {
            EXPECT_TRUE(p.x[slot] >= cell.box.min_x && p.x[slot] <= cell.box.max_x);
            EXPECT_TRUE(p.z[slot] >= cell.box.min_z && p.z[slot] <= cell.box.max_z);
        }
    });
    EXPECT_EQ(seen, p.size()) << "every particle is in one cell, as the arrays lie now";
}

TEST(WorldSearch, IsKeptByACheckpointWithItsSettings) {
    World world(
        dam_with("uniform-hash", {.table_size = 331, .subdivision = 3, .unbounded_table = true, .skin = 0.25f}));
    run(world, 1);
    const World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    EXPECT_EQ(resumed.search_settings(), world.search_settings());

    world.set_neighbour_search("all-pairs", {.table_size = 5});  // and no step since
    const World later = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    EXPECT_EQ(later.neighbour_search(), "all-pairs");
    EXPECT_EQ(later.search_settings().table_size, 5u);
}

class WorldWithASkin : public testing::TestWithParam<std::string_view> {
protected:
    [[nodiscard]] static sim::Scene scene() { return dam_with(GetParam(), {.skin = 0.3f}); }
};

TEST_P(WorldWithASkin, SearchesSeldomAndFindsTheSamePairs) {
    World skinned(scene()), plain(dam_with(GetParam(), {}));
    const auto with = run(skinned, 1), without = run(plain, 1);
    EXPECT_EQ(without.reused, 0u);
    EXPECT_GT(with.reused, 0u) << "of " << with.substeps << " steps at the start of a fall";
    EXPECT_LT(with.reused, with.substeps) << "a frame begins with a search";
    EXPECT_EQ(with.substeps, without.substeps);
    EXPECT_NEAR(static_cast<double>(with.pairs) / static_cast<double>(without.pairs), 1.0, 1e-3)
        << "sums in another order round differently, no more";
    EXPECT_NEAR(with.kinetic_energy, without.kinetic_energy, 1e-3 * without.kinetic_energy);
    EXPECT_EQ(skinned.validate(), "");
}

TEST_P(WorldWithASkin, IsTheSameForEveryThreadCount) {
    std::uint64_t one = 0;
    for (const int threads : {1, 2, 3, 4}) {
        World world(scene());
        world.set_threads(threads);
        run(world, 3);
        if (threads == 1) one = world.state_hash();
        EXPECT_EQ(world.state_hash(), one) << threads;
    }
}

// The steps before a checkpoint left a search behind that might serve on; a resumed world has none.
TEST_P(WorldWithASkin, GoesOnFromACheckpointToTheLastBit) {
    World whole(scene());
    for (int frames = 0; frames < 4; ++frames) {
        World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
        const auto expected = run(whole, 1), found = run(resumed, 1);
        EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << "after frame " << frames;
        EXPECT_EQ(found.reused, expected.reused);
        resumed.set_threads(2);
    }
}

// A frame may be broken off and finished by the next call: that is no new frame.
TEST_P(WorldWithASkin, IsTheSameWhenAFrameIsBrokenOffAndFinished) {
    World whole(scene()), broken(scene());
    const auto report = run(whole, 1);
    ASSERT_GT(report.substeps, 2u);
    const auto part = broken.advance_frame([] { return false; });
    const auto rest = broken.advance_frame();
    EXPECT_EQ(part.reused + rest.reused, report.reused);
    EXPECT_EQ(broken.state_hash(), whole.state_hash());
}

INSTANTIATE_TEST_SUITE_P(Modules, WorldWithASkin, testing::ValuesIn([] {
                             std::vector<std::string_view> names;
                             for (const auto& module : spatial::neighbour_modules())
                                 if (module.reproducible) names.push_back(module.name);
                             return names;
                         }()),
                         [](const auto& module) {
                             std::string name(module.param);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });
