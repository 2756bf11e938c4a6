// What modules say of themselves, to people and to menus, and that it is so.
#include <gtest/gtest.h>

#include "tests/spatial/clouds.hpp"

using spatial::SearchCounters;
using spatial::SearchSettings;

namespace {

struct Build {
    SearchCounters counters;
    std::vector<spatial::Index> order;
    bool operator==(const Build&) const = default;
};

Build built(const spatial::NeighbourModule& module, const SearchSettings& settings, const clouds::Cloud& cloud) {
    const auto search = module.make(settings);
    search->build(cloud.view());
    return {search->counters(), {search->order().begin(), search->order().end()}};
}

}  // namespace

TEST(NeighbourModules, SayWhatTheyAreGoodAndBadAt) {
    for (const auto& module : spatial::neighbour_modules()) {
        EXPECT_GT(module.good_at.size(), 10u) << module.name;
        EXPECT_GT(module.bad_at.size(), 3u) << module.name;
    }
}

// Sliders that do nothing and settings that no slider shows are both found here.
TEST(NeighbourModules, UseTheSettingsTheySayTheyUseAndNoOthers) {
    const clouds::Cloud one_size = clouds::random("one size", 4'000, 0.0f, 1.0f, {0.05f}, 31);
    const clouds::Cloud mixed = clouds::mixed_reaches("mixed", 3'000, 0.01f, 0.1f, 32);
    for (const auto& module : spatial::neighbour_modules()) {
        if (!module.reproducible) continue;  // builds differ anyhow
        const auto matters = [&](const SearchSettings& settings) {
            return built(module, settings, one_size) != built(module, {}, one_size) ||
                   built(module, settings, mixed) != built(module, {}, mixed);
        };
        EXPECT_EQ(matters({.table_size = 101}), module.uses.table_size) << module.name;
        EXPECT_EQ(matters({.subdivision = 3}), module.uses.subdivision) << module.name;
        EXPECT_EQ(matters({.unbounded_table = true}), module.uses.unbounded_table) << module.name;
    }
}
