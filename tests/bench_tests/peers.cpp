// A peer that found less would look faster: whichever is built in makes the very lists that our modules make.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include "tests/bench/bench_clouds.hpp"
#include "tests/bench/peers.hpp"

namespace {

spatial::NeighbourLists sorted(spatial::NeighbourLists lists) {
    for (std::size_t i = 0; i + 1 < lists.first.size(); ++i)
        std::sort(lists.ids.begin() + static_cast<std::ptrdiff_t>(lists.first[i]),
                  lists.ids.begin() + static_cast<std::ptrdiff_t>(lists.first[i + 1]));
    return lists;
}

}  // namespace

TEST(Peers, MakeTheListsThatOurModulesMake) {
    for (const bench::PeerEntry& entry : bench::peers()) {
        if (entry.make == nullptr) continue;
        const std::unique_ptr<bench::Peer> peer = entry.make();
        // One index for all clouds: building again forgets the last one, larger or smaller.
        for (const std::size_t points : {std::size_t{5'000}, std::size_t{700}, std::size_t{5'000}, std::size_t{1}})
            for (const int threads : {1, 3}) {
                const bench::Cloud cloud = bench::dam(points);
                const auto search = spatial::make_neighbour_search("uniform-hash");
                const spatial::NeighbourLists expected = spatial::find_neighbours(*search, cloud.now());
                omp_set_num_threads(threads);
                peer->build(cloud.now());
                spatial::NeighbourLists lists;
                peer->collect(lists);
                ASSERT_EQ(lists.first, expected.first) << entry.name << ", " << points << " points";
                EXPECT_EQ(sorted(lists), expected) << entry.name << ", " << points << " points";
            }
    }
}

TEST(Peers, TellAnOrderThatHoldsEveryPointOnce) {
    const bench::Cloud cloud = bench::dam(3'000);
    for (const bench::PeerEntry& entry : bench::peers()) {
        if (entry.make == nullptr) continue;
        const std::unique_ptr<bench::Peer> peer = entry.make();
        peer->build(cloud.now());
        std::vector<spatial::Index> order = peer->order();
        std::ranges::sort(order);
        ASSERT_EQ(order.size(), cloud.size()) << entry.name;
        for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i) << entry.name;
        EXPECT_GT(peer->bytes(), 4 * cloud.size()) << entry.name;
    }
}
