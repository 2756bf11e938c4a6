// What is particular to extended hashing: masks of smaller cells, bricks of them, reaches of different length.
#include "spatial/extended_hash.hpp"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>

#include "spatial/h_mask.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"
#include "tests/spatial/clouds.hpp"

using clouds::Cloud;
using spatial::Cell;
using spatial::Index;
using spatial::Range;

namespace {

constexpr int subdivisions[] = {1, 2, 3, 4};

int floor_of(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::uint64_t candidates_of(const spatial::NeighbourSearch& search) {
    std::uint64_t sum = 0;
    std::mutex mutex;
    search.for_each_block({}, [&](Range queries, std::span<const Range> ranges) {
        const std::lock_guard lock(mutex);
        sum += std::uint64_t{queries.size()} * spatial::size_of(ranges);
    });
    return sum;
}

}  // namespace

TEST(BrickMasks, AreTheHMaskOfEachCell) {
    for (const int side : subdivisions) {
        const spatial::BrickMasks masks(side);
        for (int cells = 1; cells <= side; ++cells) {
            const spatial::HMask mask(cells);
            for (int bit = 0; bit < side * side * side; ++bit) {
                const Cell from{bit % side, bit / side % side, bit / (side * side)};
                std::set<Cell> truth, found;
                for (const auto& row : mask.rows())
                    for (int dx = -row.width; dx <= row.width; ++dx)
                        truth.insert({from.x + dx, from.y + row.dy, from.z + row.dz});
                const auto& words = masks.around(bit, cells);
                for (int z = -side; z < 2 * side; ++z)
                    for (int y = -side; y < 2 * side; ++y)
                        for (int x = -side; x < 2 * side; ++x) {
                            const Cell brick{floor_of(x, side), floor_of(y, side), floor_of(z, side)};
                            const int at = brick.x + 1 + 3 * (brick.y + 1 + 3 * (brick.z + 1));
                            const int there =
                                x - brick.x * side + side * (y - brick.y * side) + side * side * (z - brick.z * side);
                            EXPECT_EQ(masks.offsets[at], brick);
                            if ((words[at] >> there & 1) != 0) found.insert({x, y, z});
                        }
                ASSERT_EQ(found, truth) << side << " cells a side, " << cells << " in reach, bit " << bit;
            }
        }
    }
}

TEST(ExtendedHash, FindsTheSameWithEverySubdivisionAndTableSize) {
    for (const Cloud& cloud : clouds::all()) {
        if (cloud.x.size() > 20'000) continue;
        const auto truth = expected(cloud);
        for (const int subdivision : subdivisions)
            for (const std::uint32_t table_size : {0u, 1u, 50u}) {
                spatial::ExtendedHash hash({.table_size = table_size, .subdivision = subdivision});
                EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == truth)
                    << cloud.name << ", H = " << subdivision << ", table of " << table_size;
                if (table_size != 0) {
                    EXPECT_EQ(hash.table_size(), table_size);
                }
            }
    }
}

TEST(ExtendedHash, LosesNoPairAtTheEdgeOfReachWithAnySubdivision) {
    std::mt19937 rng(60);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (int draw = 0; draw < 3'000; ++draw) {
        const float reach = 0.01f + unit(rng);
        float spacing = reach;
        for (int ulps = static_cast<int>(rng() % 3); ulps > 0; --ulps) spacing = std::nextafter(spacing, 0.0f);
        Cloud chain = clouds::line(12, spacing, reach, 50.0f * unit(rng));
        if (draw % 2 == 1) {
            // Every third point has the long reach, the others halves and quarters of it, which are whole cells.
            chain.reach.resize(12);
            for (std::size_t i = 0; i < 12; ++i) chain.reach[i] = reach / static_cast<float>(1 << i % 3);
            for (auto* axis : {&chain.x, &chain.y, &chain.z})
                for (float& value : *axis) value *= 0.25f;
            for (auto* axis : {&chain.y, &chain.z}) std::fill(axis->begin(), axis->end(), 0.0f);
        }
        const auto truth = expected(chain);
        for (const int subdivision : subdivisions) {
            spatial::ExtendedHash hash({.subdivision = subdivision});
            ASSERT_TRUE(spatial::find_neighbours(hash, chain.view()) == truth)
                << "draw " << draw << ", " << subdivision;
        }
    }
}

// What the subdivision is for.
TEST(ExtendedHash, HasFewerCandidatesTheSmallerTheCells) {
    const Cloud cloud = clouds::random("dense", 20'000, -1.0f, 1.0f, {0.15f}, 61);
    std::uint64_t before = ~std::uint64_t{0};
    for (const int subdivision : subdivisions) {
        spatial::ExtendedHash hash({.subdivision = subdivision});
        hash.build(cloud.view());
        const std::uint64_t candidates = candidates_of(hash);
        EXPECT_LT(candidates, before) << "H = " << subdivision;
        before = candidates;
    }
}

TEST(ExtendedHash, DoesNotLetTheManyLookAsFarAsTheFew) {
    Cloud cloud = clouds::random("few with a long reach", 20'000, -1.0f, 1.0f, {}, 62);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) cloud.reach.push_back(i % 100 == 0 ? 0.4f : 0.1f);
    Cloud all_long = cloud;
    all_long.reach = {0.4f};
    spatial::ExtendedHash hash({.subdivision = 4}), hash_of_long({.subdivision = 4});
    EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == expected(cloud));
    hash_of_long.build(all_long.view());
    EXPECT_LT(5 * candidates_of(hash), candidates_of(hash_of_long));
}

TEST(ExtendedHash, CountsWhatAPlainTableCounts) {
    for (const int subdivision : subdivisions)
        for (const bool mixed : {false, true}) {
            Cloud cloud = clouds::random("wide", 5'000, -30.0f, 30.0f, {1.0f}, 63);
            if (mixed) {
                cloud.reach.clear();
                for (std::size_t i = 0; i < cloud.x.size(); ++i)
                    cloud.reach.push_back(1.0f - 0.2f * static_cast<float>(i % 5));
            }
            spatial::ExtendedHash hash({.subdivision = subdivision});
            hash.build(cloud.view());

            const double edge = spatial::cell_margin / subdivision;
            std::map<std::pair<Cell, int>, std::set<Cell>> cells_of_brick;  // by brick and cells in reach
            std::set<Cell> bricks;
            std::map<std::uint32_t, std::set<Cell>> bricks_of_bucket;
            for (std::size_t i = 0; i < cloud.x.size(); ++i) {
                const Cell cell = cell_of(cloud.view(), i, 1.0 / edge);
                const Cell brick{floor_of(cell.x, subdivision), floor_of(cell.y, subdivision),
                                 floor_of(cell.z, subdivision)};
                const float reach = cloud.view().reach_of(i);
                int reach_cells = 1;
                while (reach_cells < subdivision && reach_cells * edge < double{reach} * spatial::cell_margin - 1e-6)
                    ++reach_cells;
                cells_of_brick[{brick, reach_cells}].insert(cell);
                bricks.insert(brick);
                bricks_of_bucket[spatial::teschner_hash(brick) % hash.table_size()].insert(brick);
            }
            std::uint64_t cells = 0, empty = 0, collisions = 0;
            for (const auto& [brick, its_cells] : cells_of_brick) {
                cells += its_cells.size();
                for (const Cell offset : spatial::BrickMasks::offsets) {
                    const Cell at = brick.first;
                    empty += !bricks.contains({at.x + offset.x, at.y + offset.y, at.z + offset.z});
                }
            }
            for (const auto& [bucket, its_bricks] : bricks_of_bucket) collisions += its_bricks.size() > 1;
            ASSERT_GT(collisions, 100u) << "this cloud is here to collide";

            const auto counters = hash.counters();
            EXPECT_EQ(counters.blocks, cells_of_brick.size()) << "H = " << subdivision;
            EXPECT_EQ(counters.cells, cells) << "H = " << subdivision;
            EXPECT_EQ(counters.lookups, 27 * cells_of_brick.size());
            EXPECT_EQ(counters.empty, empty) << "H = " << subdivision;
            EXPECT_EQ(counters.collisions, collisions);
        }
}

TEST(ExtendedHash, ShowsCellsOfTheSubdivision) {
    const Cloud cloud = clouds::random("some", 3'000, -1.0f, 1.0f, {0.3f}, 64);
    for (const int subdivision : subdivisions) {
        spatial::ExtendedHash hash({.subdivision = subdivision});
        hash.build(cloud.view());
        std::uint64_t cells = 0;
        hash.for_each_cell([&](const spatial::CellView& cell) {
            ++cells;
            EXPECT_NEAR(cell.box.max_x - cell.box.min_x, 0.3f / static_cast<float>(subdivision), 1e-4f);
            EXPECT_EQ(cell.level, 0);
        });
        EXPECT_EQ(cells, hash.counters().cells);
    }
}

// Neither memory nor time grow with the ratio of the reaches.
TEST(ExtendedHash, StaysSmallWhenReachesDifferByAThousand) {
    const Cloud cloud = clouds::mixed_reaches("reaches 1:1000", 20'000, 0.001f, 1.0f, 65);
    spatial::ExtendedHash hash({.subdivision = 4});
    hash.build(cloud.view());
    EXPECT_LT(hash.bytes(), 200 * cloud.x.size());
}
