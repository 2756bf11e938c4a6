// Search while inserting, Listing 3 of Pouchol et al. 2009: the same lists as brute force, each pair found once.
#include "spatial/hierarchy_insertion.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::NeighbourLists;
using spatial::SearchSettings;
using spatial::SearchWhileInserting;

namespace {

const std::vector<std::pair<const char*, SearchSettings>> tables = {
    {"fixed length", {}},
    {"few entries", {.table_size = 151}},  // everybody shares an entry with somebody
    {"thousands of entries", {.table_size = 4'999}},
    {"unbounded", {.unbounded_table = true}},
};

}  // namespace

TEST(SearchWhileInserting, FindsWhatBruteForceFindsOnEveryCloud) {
    for (const Cloud& cloud : clouds::all()) {
        const NeighbourLists truth = clouds::expected(cloud);
        for (const auto& [name, settings] : tables) {
            if (settings.table_size != 0 && cloud.x.size() > 2 * settings.table_size) continue;
            SearchWhileInserting search(settings);
            NeighbourLists lists;
            search.run(cloud.view(), lists);
            EXPECT_TRUE(lists == truth) << cloud.name << ", " << name;
            EXPECT_EQ(2 * search.pairs(), truth.ids.size()) << cloud.name << ", " << name << ": each pair once";
            EXPECT_TRUE(spatial::search_while_inserting(cloud.view(), settings) == truth) << cloud.name;
        }
    }
}

TEST(SearchWhileInserting, FindsTheSameWhateverTheOrderOfInsertion) {
    Cloud cloud = clouds::mixed_reaches("mixed", 500, 0.01f, 0.4f, 40);
    const NeighbourLists truth = clouds::expected(cloud);
    for (auto* values : {&cloud.x, &cloud.y, &cloud.z, &cloud.reach}) std::reverse(values->begin(), values->end());
    const NeighbourLists reversed = spatial::search_while_inserting(cloud.view());
    const auto n = static_cast<spatial::Index>(cloud.x.size());
    for (spatial::Index i = 0; i < n; ++i) {
        std::vector<spatial::Index> as_before;
        for (const spatial::Index j : reversed.of(n - 1 - i)) as_before.push_back(n - 1 - j);
        std::reverse(as_before.begin(), as_before.end());
        EXPECT_TRUE(std::ranges::equal(as_before, truth.of(i))) << i;
    }
}

// Point query of 3.3: from the largest class down, and no further than there is something.
TEST(SearchWhileInserting, AsksOneCellWhereNothingIs) {
    Cloud cloud{"far apart", {8.0f, 100.0f, 230.0f}, {8.0f, 100.0f, 100.0f}, {8.0f, 100.0f, 100.0f}, {1.0f}};
    cloud.add(100.3f, 100.2f, 100.1f);  // beside the second
    SearchWhileInserting search({.unbounded_table = true});
    NeighbourLists lists;
    search.run(cloud.view(), lists);
    ASSERT_EQ(search.classes().count, 4) << "1, 4, 16 and 64";
    // Three find an empty cell of the largest class, and the last one goes down all four.
    EXPECT_EQ(search.counters().lookups, 3u + 4u);
    EXPECT_EQ(search.counters().empty, 3u);
    EXPECT_EQ(search.pairs(), 1u);
}

// In a table that is far too short every cell seems to have every child, and a long reach subdivides into a million.
TEST(SearchWhileInserting, DoesNotDrownInFalseChildren) {
    const Cloud cloud = clouds::mixed_reaches("mixed", 600, 0.001f, 1.0f, 41);
    SearchWhileInserting search({.table_size = 3});
    NeighbourLists lists;
    search.run(cloud.view(), lists);
    EXPECT_TRUE(lists == clouds::expected(cloud));
    EXPECT_LT(search.bytes(), 2'000'000u);
}

TEST(SearchWhileInserting, KeepsItsMemoryAndAnswersAsAFreshOne) {
    for (const auto& [name, settings] : tables) {
        SearchWhileInserting search(settings);
        NeighbourLists lists;
        Cloud cloud = clouds::random("moving", 3'000, -10.0f, 10.0f, {0.8f}, 42);
        std::mt19937 rng(43);
        std::uniform_real_distribution<float> step(-0.3f, 0.3f);
        std::size_t settled = 0;
        for (int build = 0; build < 100; ++build) {
            for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
                for (float& value : *axis) value = std::clamp(value + step(rng), -10.0f, 10.0f);
            search.run(cloud.view(), lists);
            if (build % 20 == 0) EXPECT_TRUE(lists == clouds::expected(cloud)) << name << ", build " << build;
            if (build == 50) settled = search.bytes();
        }
        EXPECT_TRUE(lists == spatial::search_while_inserting(cloud.view(), settings)) << name;
        EXPECT_LE(search.bytes(), settled * 11 / 10) << name << ": the number of pairs varies a little, nothing else";
    }
}

TEST(SearchWhileInserting, RefusesWhatIsNotANumber) {
    Cloud cloud = clouds::random("with a bad one", 50, 0.0f, 1.0f, {0.1f});
    cloud.y[17] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(spatial::search_while_inserting(cloud.view()), std::invalid_argument);
}
