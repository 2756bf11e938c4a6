// What was written down of a search's blocks is what the search shows, for those who were asked about and any of them.
#include "spatial/block_record.hpp"

#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "tests/spatial/clouds.hpp"

using spatial::Index;
using spatial::Range;

namespace {

/// The ranges shown to each of the queries.
std::map<Index, std::vector<Range>> shown(const spatial::BlockSource& source, const std::vector<std::uint8_t>& active) {
    std::map<Index, std::vector<Range>> by_slot;
    std::mutex mutex;
    source.for_each_block({active}, [&](Range block, std::span<const Range> ranges) {
        const std::lock_guard lock(mutex);
        for (Index slot = block.begin; slot < block.end; ++slot)
            if (active.empty() || active[slot] != 0)
                EXPECT_TRUE(by_slot.try_emplace(slot, ranges.begin(), ranges.end()).second) << "twice";
    });
    return by_slot;
}

/// Whether the runs hold everybody who was asked about, and nobody twice.
bool is_covered_once(const spatial::BlockRecord& record, const std::vector<std::uint8_t>& asked) {
    std::vector<int> times(asked.size());
    std::mutex mutex;
    record.for_each_run([&](Range run) {
        const std::lock_guard lock(mutex);
        for (Index slot = run.begin; slot < run.end; ++slot) ++times[slot];
    });
    for (std::size_t slot = 0; slot < asked.size(); ++slot)
        if (times[slot] > 1 || times[slot] < asked[slot]) return false;
    return true;
}

}  // namespace

TEST(BlockRecord, ShowsWhatTheSearchShows) {
    spatial::BlockRecord record;  // the same one again and again
    for (const char* const module : {"compact-grid", "kd-tree"})
        for (const auto& cloud : {clouds::random("many", 6'000, -1.0f, 1.0f, {0.1f}, 20),
                                  clouds::random("few", 900, -1.0f, 1.0f, {0.05f}, 21),
                                  clouds::mixed_reaches("mixed", 5'000, 0.02f, 0.2f, 22)}) {
            const auto search = spatial::make_neighbour_search(module);
            search->build(cloud.view());
            record.forget();
            std::vector<std::uint8_t> due(cloud.x.size()), some(cloud.x.size());
            for (std::size_t i = 0; i < due.size(); ++i) {
                due[i] = (i / 64) % 5 == 0 || i % 97 == 0;
                some[i] = due[i] != 0 && i % 3 == 0;
            }
            record.record(*search, {due});
            EXPECT_EQ(shown(record, due), shown(*search, due)) << module << ", " << cloud.name;
            const auto found = shown(record, some);
            for (const auto& [slot, ranges] : shown(*search, some)) EXPECT_TRUE(found.contains(slot));
            record.record(*search, {});
            EXPECT_EQ(shown(record, {}), shown(*search, {})) << module << ", " << cloud.name;
        }
}

// A build that serves for many steps: others are due in each, who were not when something was written down first.
TEST(BlockRecord, ShowsOthersOfTheSameBuild) {
    const auto cloud = clouds::random("many", 6'000, -1.0f, 1.0f, {0.1f}, 23);
    spatial::BlockRecord record;
    for (const char* const module : {"compact-grid", "kd-tree"}) {
        const auto search = spatial::make_neighbour_search(module);
        search->build(cloud.view());
        record.forget();
        for (std::size_t step = 0; step < 4; ++step) {
            std::vector<std::uint8_t> due(cloud.x.size());
            for (std::size_t i = 0; i < due.size(); ++i) due[i] = (i / 100) % 7 == step;
            record.record(*search, {due});
            EXPECT_EQ(shown(record, due), shown(*search, due)) << module << ", step " << step;
            // Others than those who were recorded, whether the record is of everybody or not.
            std::vector<std::uint8_t> others(cloud.x.size());
            for (std::size_t i = 0; i < others.size(); ++i) others[i] = (i / 100) % 7 != step;
            EXPECT_EQ(shown(record.of_anybody(*search), others), shown(*search, others)) << module << ", step " << step;
            EXPECT_TRUE(is_covered_once(record, due)) << module << ", step " << step;
        }
        record.record(*search, {});
        EXPECT_EQ(shown(record, {}), shown(*search, {})) << module;
    }
}
