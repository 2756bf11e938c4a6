// What hierarchical hashing after Pouchol et al. 2009 costs, in look-ups, candidates and bytes: P18 to P33 of the list
// of claims.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>

#include "spatial/boxes/hierarchical_box_hash.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using crowds::asked;
using crowds::Crowd;
using crowds::square;
using spatial::Box;
using spatial::BroadCounters;
using spatial::HierarchicalBoxHash;
using spatial::Index;

namespace {

constexpr const char* of_classes[] = {"multilevel-hash", "hierarchical-hash"};

}  // namespace

// P18: all corners of a tiny query in one cell, which is read once.
TEST(HierarchicalBoxHash, ReadsACellOnceForATinyQuery) {
    const std::vector<Box> boxes = crowds::cubes(2'000, 10.0f, 0.5f, 8.0f, 105);
    HierarchicalBoxHash hash;
    hash.put(boxes);
    const auto classes = static_cast<std::uint64_t>(hash.ladder().count());
    std::vector<Box> queries = crowds::cubes(500, 9.0f, 1e-7f, 1e-6f, 106);
    for (Box& q : queries) q = {q.min_x, q.min_y, q.min_z, q.min_x, q.min_y, q.min_z};
    EXPECT_LE(asked(hash, queries).lookups, classes * queries.size());
    EXPECT_EQ(crowds::found_touching(hash, queries), crowds::expected_touching(boxes, queries)) << "each once";
}

// P19, by how full the square is.
TEST(HierarchicalBoxHash, SavesLookUps) {
    for (const std::size_t n : {100u, 1'000u, 10'000u}) {
        const Crowd crowd = square(n, 20'000, 107);
        std::uint64_t lookups[2] = {};
        std::size_t touching = 0;
        for (int k = 0; k < 2; ++k) {
            const auto broad = spatial::make_broad_phase(of_classes[k]);
            broad->put(crowd.boxes);
            std::atomic<std::size_t> count = 0;
            broad->touching(crowd.queries, [&](Index, std::span<const Index>) { ++count; });
            touching = count;
            lookups[k] = broad->counters().lookups;
        }
        const auto a_query = [&](std::uint64_t sum) {
            return static_cast<double>(sum) / static_cast<double>(crowd.queries.size());
        };
        std::printf("%zu boxes, %.0f %% of the queries touch one: %.2f look-ups a query in every class, %.2f down\n", n,
                    100.0 * a_query(touching), a_query(lookups[0]), a_query(lookups[1]));
        EXPECT_GT(lookups[0], 2 * lookups[1]);
    }
}

// P22: with everything both hold, the boxes and the scratch of a query included. The paper has at most a tenth more;
// here a box of a plane takes 20 bytes a cell, and the cells above it, which hold nobody, weigh more: most where boxes
// are few.
TEST(HierarchicalBoxHash, TakesLittleMoreMemoryThanMultilevelHashing) {
    for (const std::size_t n : {100u, 1'000u, 10'000u}) {
        const Crowd crowd = square(n, 1'000, 108);
        std::size_t bytes[2] = {};
        for (int k = 0; k < 2; ++k) {
            const auto broad = spatial::make_broad_phase(of_classes[k]);
            broad->put(crowd.boxes);
            (void)asked(*broad, crowd.queries);
            bytes[k] = broad->bytes();
        }
        std::printf("%zu boxes: %zu bytes, %zu in a hierarchy\n", n, bytes[0], bytes[1]);
        EXPECT_LT(static_cast<double>(bytes[1]), (n < 10'000 ? 1.2 : 1.16) * static_cast<double>(bytes[0]));
    }
}

// P28: strangers in an entry are tested in vain, and become few when the table is long.
TEST(HierarchicalBoxHash, TestsFewerStrangersInALongerTable) {
    const Crowd crowd = square(1'000, 5'000, 109);
    const auto candidates = [&](std::uint32_t table_size) {
        HierarchicalBoxHash hash({.table_size = table_size});
        hash.put(crowd.boxes);
        return asked(hash, crowd.queries).candidates;
    };
    const std::uint64_t once = candidates(1'000), ten = candidates(10'000), hundred = candidates(100'000),
                        unbounded = candidates(0);
    std::printf("candidates with 1, 10, 100 entries a box, without bounds: %zu, %zu, %zu, %zu\n",
                static_cast<std::size_t>(once), static_cast<std::size_t>(ten), static_cast<std::size_t>(hundred),
                static_cast<std::size_t>(unbounded));
    EXPECT_GT(once, ten);
    EXPECT_GT(ten, hundred);
    EXPECT_GE(hundred, unbounded);
    EXPECT_LT(static_cast<double>(hundred), 1.05 * static_cast<double>(unbounded));
}

// P33: nor does the work depend on where the scene is, as long as its cells fall on the same places.
TEST(HierarchicalBoxHash, WorksAsMuchFarFromTheOrigin) {
    Crowd crowd = square(500, 2'000, 110);
    for (auto* boxes : {&crowd.boxes, &crowd.queries})
        for (Box& b : *boxes)
            for (float* side : {&b.min_x, &b.min_y, &b.max_x, &b.max_y}) *side = std::round(*side);
    const auto work_at = [&](float shift) {
        Crowd there = crowd;
        for (auto* boxes : {&there.boxes, &there.queries})
            for (Box& b : *boxes)
                for (float* side : {&b.min_x, &b.min_y, &b.max_x, &b.max_y}) *side += shift;
        HierarchicalBoxHash hash;
        hash.put(there.boxes);
        EXPECT_EQ(crowds::found_touching(hash, there.queries), crowds::expected_touching(crowd.boxes, crowd.queries));
        return hash.counters();
    };
    const BroadCounters here = work_at(0.0f);
    EXPECT_EQ(work_at(131'072.0f), here);
    EXPECT_EQ(work_at(-131'072.0f), here);
    EXPECT_EQ(work_at(-4'096.0f), here) << "across the origin";
}
