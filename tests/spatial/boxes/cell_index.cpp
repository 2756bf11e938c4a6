// The numbers of cells by their keys: every cell added is found, no other, and nothing of an earlier build.
#include "spatial/boxes/cell_index.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

using spatial::CellIndex;

namespace {

/// With the keys of its cells, as an owner would have them.
struct Owner {
    CellIndex index;
    std::vector<std::uint64_t> keys{};

    [[nodiscard]] std::uint32_t find(std::uint64_t key) const {
        return index.find(key, [&](std::uint32_t cell) { return keys.at(cell) == key; });
    }
    void add(std::uint64_t key) {
        if (index.is_full()) {
            index.grow();
            for (std::uint32_t cell = 0; cell < keys.size(); ++cell) index.add(keys[cell], cell);
        }
        index.add(key, static_cast<std::uint32_t>(keys.size()));
        keys.push_back(key);
    }
    void start(std::uint32_t entries, std::size_t cells) {
        index.start(entries, cells);
        keys.clear();
    }
};

}  // namespace

TEST(CellIndex, FindsEveryCellAndNoOther) {
    std::mt19937_64 rng(131);
    Owner owner;
    for (int build = 0; build < 20; ++build) {
        owner.start(0, 10);
        std::set<std::uint64_t> keys;
        const std::size_t count = rng() % 3000;
        while (keys.size() < count)
            if (const std::uint64_t key = rng() % 8 == 0 ? keys.size() : rng(); keys.insert(key).second) owner.add(key);
        for (std::uint32_t cell = 0; cell < owner.keys.size(); ++cell) EXPECT_EQ(owner.find(owner.keys[cell]), cell);
        for (int k = 0; k < 3000; ++k)
            if (const std::uint64_t key = rng(); !keys.contains(key)) {
                EXPECT_EQ(owner.find(key), CellIndex::none);
            }
    }
}

// Dozens of one tag in one group, and groups that are full one after the other.
TEST(CellIndex, TellsCellsOfOneKeyApartByTheirOwner) {
    CellIndex index;
    for (int build = 0; build < 3; ++build) {
        index.start(0, 1'000);
        for (std::uint32_t cell = 0; cell < 100; ++cell) index.add(7, cell);
        for (std::uint32_t cell = 0; cell < 100; ++cell)
            EXPECT_EQ(index.find(7, [&](std::uint32_t it) { return it == cell; }), cell);
        EXPECT_EQ(index.find(7, [](std::uint32_t) { return false; }), CellIndex::none);
        EXPECT_EQ(index.guess(8), CellIndex::none);
    }
}

// P29, P30: what an earlier build left there counts for nothing, also when the numbers of builds or cells run out.
TEST(CellIndex, ForgetsEarlierBuilds) {
    for (const std::uint32_t first : {1u, (1u << 31) - 40, 0xffff'fff8u})
        for (const std::uint32_t entries : {0u, 64u}) {
            if (entries != 0 && first > 1u << 31) continue;  // nobody gets there in the fixed form
            Owner owner{CellIndex(first)};
            for (std::uint64_t build = 0; build < 30; ++build) {
                owner.start(entries, 16);
                for (std::uint64_t key = 0; key < 16; ++key)
                    EXPECT_EQ(owner.find(64 * build + key), CellIndex::none) << "before it was added";
                for (std::uint64_t key = 0; key < 16; ++key) owner.add(64 * build + key);
                for (std::uint32_t key = 0; key < 16; ++key) EXPECT_EQ(owner.find(64 * build + key), key);
                if (entries == 0 && build > 0) {
                    EXPECT_EQ(owner.find(64 * build - 64), CellIndex::none);
                }
            }
        }
}

TEST(CellIndex, AnswersWhoeverIsInAnEntryOfTheFixedForm) {
    CellIndex index;
    index.start(10, 0);
    EXPECT_TRUE(index.is_fixed());
    index.add(23, 0);
    EXPECT_EQ(index.find(13, [](std::uint32_t) { return false; }), 0u);
    EXPECT_EQ(index.guess(14), CellIndex::none);
    EXPECT_FALSE(index.is_full());
}

// Of a hierarchy only some cells have keys.
TEST(CellIndex, HasCellsOfAnyNumber) {
    CellIndex index;
    index.start(0, 100);
    for (std::uint32_t key = 0; key < 100; ++key) index.add(key, 1'000 - 7 * key);
    for (std::uint32_t key = 0; key < 100; ++key)
        EXPECT_EQ(index.find(key, [&](std::uint32_t cell) { return cell == 1'000 - 7 * key; }), 1'000 - 7 * key);
}
