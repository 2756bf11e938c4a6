#include "spatial/slot_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Index;

namespace {

/// A cloud in the order of a search that was built for it.
Cloud in_order(const Cloud& cloud, spatial::NeighbourSearch& search) {
    search.build(cloud.view());
    Cloud ordered{cloud.name, {}, {}, {}, {}};
    for (const Index i : search.order()) {
        ordered.add(cloud.x[i], cloud.y[i], cloud.z[i]);
        if (!cloud.view().one_reach()) ordered.reach.push_back(cloud.reach[i]);
    }
    if (cloud.view().one_reach()) ordered.reach = cloud.reach;
    return ordered;
}

}  // namespace

TEST(SlotLists, HoldWhatBruteForceFindsBySlot) {
    for (const Cloud& cloud :
         {clouds::random("larger than a slab", 20'000, 0.0f, 1.0f, {0.06f}),
          clouds::random("few candidates a block, which are not gathered", 3'000, 0.0f, 1.0f, {0.05f}),
          clouds::mixed_reaches("own reaches", 1'500, 0.02f, 0.32f, 9),
          clouds::mixed_reaches("own reaches and few candidates", 1'500, 0.005f, 0.08f, 9)})
        for (const auto& module : spatial::neighbour_modules()) {
            const auto search = module.make({});
            const Cloud ordered = in_order(cloud, *search);
            spatial::SlotLists lists;
            lists.collect(*search, ordered.view());
            const auto truth = clouds::expected(ordered);
            EXPECT_EQ(lists.neighbours(), truth.ids.size()) << module.name;
            EXPECT_EQ(lists.count(*search, ordered.view()), truth.ids.size()) << module.name;
            for (std::size_t slot = 0; slot < ordered.x.size(); ++slot) {
                std::vector<Index> found(lists.of(slot).begin(), lists.of(slot).end());
                std::sort(found.begin(), found.end());
                ASSERT_TRUE(std::ranges::equal(found, truth.of(slot))) << module.name << ", slot " << slot;
            }
        }
}

TEST(SlotLists, AreEmptyForWhoDoesNotAsk) {
    const auto search = spatial::make_neighbour_search("compact-grid");
    const Cloud ordered = in_order(clouds::random("some", 2'000, 0.0f, 1.0f, {0.1f}), *search);
    spatial::SlotLists lists;
    lists.collect(*search, ordered.view());
    std::vector<std::uint8_t> active(ordered.x.size());
    for (std::size_t i = 0; i < active.size(); i += 3) active[i] = 1;
    lists.collect(*search, ordered.view(), {active});
    const auto truth = clouds::expected(ordered, active);
    EXPECT_EQ(lists.count(*search, ordered.view(), {active}), truth.ids.size());
    for (std::size_t slot = 0; slot < active.size(); ++slot)
        EXPECT_EQ(lists.of(slot).size(), truth.of(slot).size()) << slot;
}

TEST(SlotLists, KeepTheirMemory) {
    const auto search = spatial::make_neighbour_search("compact-grid");
    const Cloud ordered = in_order(clouds::random("many", 50'000, 0.0f, 1.0f, {0.05f}), *search);
    spatial::SlotLists lists;
    lists.collect(*search, ordered.view());
    lists.collect(*search, ordered.view());
    const std::size_t bytes = lists.bytes();
    for (int again = 0; again < 5; ++again) lists.collect(*search, ordered.view());
    EXPECT_LE(lists.bytes(), bytes + (std::size_t{4} << 20)) << "at most a slab that another thread came by";
}
