// Every module finds what brute force finds: on every cloud, thread count, instruction set and subset of queries.
#include <gtest/gtest.h>
#include <omp.h>

#include <limits>
#include <mutex>
#include <set>

#include "spatial/instruction_set.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using clouds::expected;
using clouds::found_by;
using clouds::refused_by;
using spatial::Index;
using spatial::Range;

namespace {

/// Too many pairs to test them all when the oracle itself runs.
bool too_many_for(std::string_view module, const Cloud& cloud) {
    return module == "all-pairs" && cloud.x.size() > 20'000;
}

class Threads {
public:
    explicit Threads(int n) : before_(omp_get_max_threads()) { omp_set_num_threads(n); }
    ~Threads() { omp_set_num_threads(before_); }
    Threads(const Threads&) = delete;

private:
    int before_;
};

}  // namespace

TEST(NeighbourSearch, FindsWhatBruteForceFindsOnEveryCloudAndThreadCount) {
    for (const Cloud& cloud : clouds::all()) {
        const auto truth = expected(cloud);
        for (const auto& module : spatial::neighbour_modules())
            for (const int threads : {1, 2, 3}) {
                if (too_many_for(module.name, cloud) || refused_by(module.name, cloud)) continue;
                const Threads team(threads);
                EXPECT_TRUE(found_by(module.name, cloud) == truth)
                    << module.name << " on \"" << cloud.name << "\" with " << threads << " threads";
            }
    }
}

TEST(NeighbourSearch, FindsTheSameWithEveryInstructionSet) {
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        for (const Cloud& cloud : clouds::all())
            for (const auto& module : spatial::neighbour_modules()) {
                if (cloud.x.size() > 20'000 || refused_by(module.name, cloud)) continue;
                EXPECT_TRUE(found_by(module.name, cloud) == expected(cloud))
                    << set << ", " << module.name << " on " << cloud.name;
            }
    }
    spatial::use_instruction_set({});
}

TEST(NeighbourSearch, AnswersASubsetOfQueriesAndNobodyElse) {
    for (const Cloud& cloud : clouds::all())
        for (const unsigned every : {2u, 7u, 100u}) {
            std::vector<std::uint8_t> active(cloud.x.size());
            for (std::size_t i = 0; i < active.size(); ++i) active[i] = (i * 2654435761u >> 7) % every == 0;
            const auto truth = expected(cloud, active);
            for (const auto& module : spatial::neighbour_modules()) {
                if (too_many_for(module.name, cloud) || refused_by(module.name, cloud)) continue;
                EXPECT_TRUE(found_by(module.name, cloud, active) == truth)
                    << module.name << " on \"" << cloud.name << "\", one in " << every;
            }
        }
}

// Cells exactly as wide as the reach look sufficient and are not: x / edge rounds, and two particles
// a hair closer than the reach can land two cells apart. A chain with its spacing within two ulps of
// the reach finds that in a fraction of a percent of the draws; hence many draws.
TEST(NeighbourSearch, LosesNoPairAtTheEdgeOfReach) {
    std::mt19937 rng(7);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (int draw = 0; draw < 5'000; ++draw) {
        const float reach = 0.01f + unit(rng);
        float spacing = reach;
        for (int ulps = static_cast<int>(rng() % 3); ulps > 0; --ulps) spacing = std::nextafter(spacing, 0.0f);
        const Cloud chain = clouds::line(12, spacing, reach, 50.0f * unit(rng));
        const auto truth = expected(chain);
        for (const auto& module : spatial::neighbour_modules())
            ASSERT_TRUE(found_by(module.name, chain) == truth) << module.name << ", draw " << draw;
    }
}

TEST(NeighbourSearch, OrdersAreTheSameForEveryThreadCount) {
    const Cloud cloud = clouds::random("many", 30'000, -1.0f, 1.0f, {0.08f}, 20);
    for (const auto& module : spatial::neighbour_modules()) {
        if (!module.reproducible) continue;
        std::vector<std::vector<Index>> orders;
        for (const int threads : {1, 2, 3, 4}) {
            const Threads team(threads);
            const auto search = module.make({});
            search->build(cloud.view());
            orders.emplace_back(search->order().begin(), search->order().end());
        }
        for (const auto& order : orders) EXPECT_EQ(order, orders.front()) << module.name;
    }
}

TEST(NeighbourSearch, NamesEverySlotInOneBlockAndEveryCandidateOnce) {
    for (const Cloud& cloud : clouds::all())
        for (const auto& module : spatial::neighbour_modules()) {
            if (refused_by(module.name, cloud)) continue;
            const auto search = module.make({});
            search->build(cloud.view());
            std::vector<int> as_query(cloud.x.size()), in_order(cloud.x.size());
            for (const Index i : search->order()) ++in_order[i];
            std::mutex mutex;
            search->for_each_block({}, [&](Range block, std::span<const Range> ranges) {
                const std::lock_guard lock(mutex);
                for (Index slot = block.begin; slot < block.end; ++slot) ++as_query[slot];
                Index last_end = 0;
                for (const Range r : ranges) {
                    EXPECT_LT(r.begin, r.end);
                    EXPECT_TRUE(r.begin >= last_end) << "ranges overlap or are out of order";
                    last_end = r.end;
                }
                EXPECT_LE(last_end, cloud.x.size());
            });
            EXPECT_EQ(as_query, std::vector<int>(cloud.x.size(), 1)) << module.name << " on " << cloud.name;
            EXPECT_EQ(in_order, std::vector<int>(cloud.x.size(), 1)) << module.name << " on " << cloud.name;
        }
}

TEST(NeighbourSearch, RefusesWhatIsNotANumberAndNamesThePoint) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const auto& module : spatial::neighbour_modules())
        for (const float bad : {nan, inf, -inf}) {
            Cloud cloud = clouds::random("with a bad one", 50, 0.0f, 1.0f, {0.1f});
            cloud.y[17] = bad;
            try {
                found_by(module.name, cloud);
                ADD_FAILURE() << module.name << " took " << bad;
            } catch (const std::invalid_argument& e) {
                EXPECT_NE(std::string(e.what()).find("point 17"), std::string::npos) << e.what();
            }
        }
}

TEST(NeighbourSearch, RefusesReachesThatAreNone) {
    for (const float bad : {0.0f, -1.0f, 1e-19f, 1e30f, std::numeric_limits<float>::quiet_NaN()}) {
        Cloud cloud = clouds::random("with bad reach", 5, 0.0f, 1.0f, {bad});
        for (const auto& module : spatial::neighbour_modules())
            EXPECT_THROW(found_by(module.name, cloud), std::invalid_argument);
        cloud.reach = {1.0f, 1.0f, bad, 1.0f, 1.0f};
        for (const auto& module : spatial::neighbour_modules())
            EXPECT_THROW(found_by(module.name, cloud), std::invalid_argument);
    }
}

TEST(NeighbourSearch, RefusesArraysThatDoNotFitTogether) {
    const std::vector<float> three(3), two(2), one(1, 1.0f);
    for (const auto& module : spatial::neighbour_modules()) {
        EXPECT_THROW(module.make({})->build({three, two, three, one}), std::invalid_argument) << module.name;
        EXPECT_THROW(module.make({})->build({three, three, three, two}), std::invalid_argument) << module.name;
    }
}

TEST(NeighbourSearch, KeepsWorkingAfterARefusalAndWithOtherSizes) {
    for (const auto& module : spatial::neighbour_modules()) {
        const auto search = module.make({});
        for (const std::size_t n : {500u, 3u, 0u, 2'000u, 40u}) {
            const Cloud cloud = clouds::random("resized", n, 0.0f, 1.0f, {0.2f}, static_cast<unsigned>(n));
            EXPECT_TRUE(spatial::find_neighbours(*search, cloud.view()) == expected(cloud)) << module.name << ", " << n;
            Cloud bad = cloud;
            bad.add(std::numeric_limits<float>::infinity(), 0.0f, 0.0f);
            EXPECT_THROW(search->build(bad.view()), std::invalid_argument);
        }
    }
}

TEST(NeighbourSearch, ListsTheKnownNamesForAnUnknownOne) {
    try {
        (void)spatial::make_neighbour_search("octree");
        FAIL();
    } catch (const std::invalid_argument& e) {
        for (const auto& module : spatial::neighbour_modules())
            EXPECT_NE(std::string(e.what()).find(module.name), std::string::npos) << e.what();
    }
}

TEST(NeighbourSearch, ModulesHaveDifferentNamesAndSaySomethingOfThemselves) {
    std::set<std::string_view> names;
    for (const auto& module : spatial::neighbour_modules()) {
        EXPECT_TRUE(names.insert(module.name).second);
        EXPECT_EQ(module.make({})->name(), module.name);
        EXPECT_GT(module.summary.size(), 20u);
    }
    EXPECT_EQ(spatial::neighbour_modules().front().name, "all-pairs");
}
