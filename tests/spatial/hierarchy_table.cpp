// The additive key of Pouchol et al. 2009, and the table that is asked for it.
#include "spatial/hierarchy_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "spatial/teschner_hash.hpp"
#include "tests/spatial/hierarchy_truth.hpp"

using clouds::Cloud;
using hierarchy::cells_in;
using hierarchy::key_of;
using hierarchy::sparse_sheet;
using hierarchy::Truth;
using spatial::Cell;
using spatial::HierarchicalHash;

// (4) of Pouchol et al.: cells whose own hashes collide, but not those of their parents, have different keys (P9).
TEST(AdditiveKey, KeepsCellsOfDifferentParentsApart) {
    constexpr std::uint64_t n = 499;
    int met = 0;
    for (int a = 0; a < 40; ++a)
        for (int b = a + 1; b < 40; ++b) {
            const Cell p{a, 3 * a, -a}, q{b, b / 2, 2 * b};
            if (spatial::teschner_hash_64(p) % n != spatial::teschner_hash_64(q) % n) continue;
            const Cell p_parent{p.x >> 2, p.y >> 2, p.z >> 2}, q_parent{q.x >> 2, q.y >> 2, q.z >> 2};
            const std::uint64_t above_p = spatial::additive_key(0, p_parent),
                                above_q = spatial::additive_key(0, q_parent);
            if (above_p % n == above_q % n) continue;
            ++met;
            // Modulo n, as the paper has it: each term by itself.
            EXPECT_NE((above_p % n + spatial::teschner_hash_64(p) % n) % n,
                      (above_q % n + spatial::teschner_hash_64(q) % n) % n);
            EXPECT_NE(spatial::additive_key(above_p, p), spatial::additive_key(above_q, q));
        }
    EXPECT_GT(met, 0) << "nothing was tested";
}

// P10. Plain keys give a cell and the cells of other classes with the same coordinates one entry between them.
TEST(AdditiveKey, CollidesLessThanPlainHashesOfAllClassesInOneTable) {
    for (const Cloud& cloud : {sparse_sheet(20'000), clouds::random("full", 20'000, -10.0f, 10.0f, {0.8f}, 57)}) {
        HierarchicalHash hash;
        hash.build(cloud.view());
        const Truth cells = cells_in(hash);
        for (const std::uint32_t per_cell : {1u, 2u, 8u}) {
            const std::uint32_t n = spatial::teschner_table_size(cells.size() * per_cell / 2);
            std::set<std::uint32_t> additive, plain;
            for (const auto& [where, children] : cells) {
                additive.insert(static_cast<std::uint32_t>(key_of(where.second, where.first, hash.classes())) % n);
                plain.insert(spatial::teschner_hash(where.second) % n);
            }
            EXPECT_GT(additive.size(), plain.size()) << cloud.name << ", " << n << " entries";
        }
    }
}

// Summed as printed, keys near the origin are those of other classes: the hash of (0, 0, 0) is 0 (hierarchy_key.hpp).
TEST(AdditiveKey, IsDifferentForEveryCellOfEveryClass) {
    for (const Cloud& cloud : {sparse_sheet(20'000), clouds::random("full", 20'000, -10.0f, 10.0f, {0.8f}, 58)}) {
        HierarchicalHash hash({.unbounded_table = true});
        hash.build(cloud.view());
        std::set<std::uint64_t> keys;
        const Truth cells = cells_in(hash);
        for (const auto& [where, children] : cells) keys.insert(key_of(where.second, where.first, hash.classes()));
        EXPECT_EQ(keys.size(), cells.size());
        EXPECT_EQ(hash.counters().collisions, 0u);
    }
}

TEST(HierarchyTable, ForgetsAllOfABuildAlsoWhenItsNumbersStartOver) {
    for (const std::uint32_t entries : {0u, 101u}) {
        spatial::HierarchyTable table((1u << 31) - 150);
        for (std::uint64_t build = 0; build < 10; ++build) {
            table.start(entries, 10);
            for (std::uint64_t k = 0; k < 200; ++k)
                EXPECT_EQ(table.find(k * 7919 + build), spatial::HierarchyTable::none);
            std::set<std::uint32_t> cells, different;
            for (std::uint64_t k = 0; k < 50; ++k) {
                const std::uint32_t cell = table.find_or_add(k * 7919 + build);
                cells.insert(cell);
                different.insert(static_cast<std::uint32_t>((k * 7919 + build) % (entries == 0 ? 1u << 31 : entries)));
                if (entries == 0) EXPECT_EQ(table[cell].children, 0u) << "a flag of the build before";
                table[cell].children |= 1;
                EXPECT_EQ(table.find(k * 7919 + build), cell);
            }
            EXPECT_EQ(cells.size(), table.size());
            EXPECT_EQ(cells.size(), different.size()) << "a cell of the build before";
        }
    }
}
