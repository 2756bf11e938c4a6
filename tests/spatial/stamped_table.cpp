// The table that is never swept says the same as one made anew.
#include "spatial/stamped_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

using spatial::Index;

namespace {

/// Builds again and again with other buckets and other lengths, and asks for every bucket each time.
template <class Stamp>
void compare_with_a_fresh_map(int builds, std::uint32_t longest_table, std::size_t most_runs) {
    spatial::StampedTable<Stamp> table;
    std::mt19937 rng(3);
    for (int build = 0; build < builds; ++build) {
        const auto length = static_cast<std::uint32_t>(1 + rng() % longest_table);
        const std::size_t claims = rng() % (most_runs + 1);
        table.start(length, claims);
        std::map<std::uint32_t, Index> fresh;
        for (std::size_t c = 0; c < claims; ++c) {
            const auto bucket = static_cast<std::uint32_t>(rng() % length);
            const auto [entry, is_new] = fresh.try_emplace(bucket, static_cast<Index>(fresh.size()));
            ASSERT_EQ(table.claim(bucket), entry->second) << "build " << build;
        }
        ASSERT_EQ(table.runs(), fresh.size());
        for (std::uint32_t bucket = 0; bucket < length; ++bucket) {
            const auto entry = fresh.find(bucket);
            ASSERT_EQ(table.find(bucket), entry == fresh.end() ? table.none : entry->second) << "build " << build;
        }
    }
}

}  // namespace

TEST(StampedTable, ForgetsEarlierBuilds) { compare_with_a_fresh_map<std::uint32_t>(300, 2'000, 700); }

// With 8 bits the numbers are used up every other build, with 16 every hundred.
TEST(StampedTable, SurvivesTheEndOfItsNumbers) {
    compare_with_a_fresh_map<std::uint8_t>(3'000, 300, 254);
    compare_with_a_fresh_map<std::uint16_t>(1'000, 2'000, 700);
}

TEST(StampedTable, UsesEveryNumberThereIs) {
    spatial::StampedTable<std::uint8_t> table;
    for (int build = 0; build < 3; ++build) {
        table.start(255, 254);
        for (std::uint32_t bucket = 0; bucket < 254; ++bucket) EXPECT_EQ(table.claim(bucket), bucket);
        EXPECT_EQ(table.find(253), 253u);
        EXPECT_EQ(table.find(254), table.none);
    }
}

TEST(StampedTable, KeepsItsMemoryWhateverTheLength) {
    spatial::StampedTable<> table;
    table.start(5'000, 100);
    const std::size_t bytes = table.bytes();
    for (const std::uint32_t length : {10u, 5'000u, 1u, 4'999u}) {
        table.start(length, 100);
        EXPECT_EQ(table.find(length - 1), table.none);
    }
    EXPECT_EQ(table.bytes(), bytes);
}
