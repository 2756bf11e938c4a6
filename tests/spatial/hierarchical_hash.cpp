// What is particular to hierarchical hashing: its classes, keys and flags, what it looks up, and what it spares.
#include "spatial/hierarchical_hash.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <map>
#include <mutex>
#include <set>

#include "spatial/uniform_hash.hpp"
#include "tests/spatial/hierarchy_truth.hpp"

using clouds::Cloud;
using hierarchy::cells_in;
using hierarchy::cells_of;
using hierarchy::key_of;
using hierarchy::sparse_sheet;
using hierarchy::Truth;
using hierarchy::wander;
using spatial::Cell;
using spatial::HierarchicalHash;
using spatial::HierarchyClasses;
using spatial::Index;
using spatial::NeighbourLists;
using spatial::Range;
using spatial::SearchSettings;

namespace {

double candidates_a_point(const spatial::NeighbourSearch& search) {
    std::mutex mutex;
    double sum = 0;
    search.for_each_block({}, [&](Range block, std::span<const Range> ranges) {
        const std::lock_guard lock(mutex);
        sum += static_cast<double>(block.size()) * static_cast<double>(spatial::size_of(ranges));
    });
    return sum / static_cast<double>(search.order().size());
}

}  // namespace

TEST(HierarchicalHash, FindsWhatBruteForceFindsWithAnyTableAndAnyClasses) {
    struct Variant {
        SearchSettings settings;
        HierarchyClasses::Choice choice;
    };
    const std::vector<Variant> variants = {
        {{.table_size = 1}, {}},
        {{.table_size = 97}, {}},
        {{.table_size = 100'003}, {}},
        {{.unbounded_table = true}, {}},
        {{}, {.longest_step = 1}},
        {{}, {.most_classes = 1}},
        {{.unbounded_table = true}, {.most_classes = 2}},
    };
    for (const Cloud& cloud : clouds::all()) {
        if (cloud.x.size() > 20'000) continue;
        const NeighbourLists truth = clouds::expected(cloud);
        for (const auto& [settings, choice] : variants) {
            if (settings.table_size == 1 && cloud.x.size() > 1'000) continue;
            HierarchicalHash hash(settings, choice);
            EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == truth)
                << cloud.name << ", table " << settings.table_size << (settings.unbounded_table ? " unbounded" : "")
                << ", steps " << choice.longest_step << ", classes " << choice.most_classes;
        }
    }
}

// Unbounded, implicit grid (P33).
TEST(HierarchicalHash, FindsTheSamePairsWhereverTheCloudIs) {
    for (const float shift : {1e5f, -1e5f, -3.7f, 12'345.678f}) {
        Cloud cloud = clouds::random("shifted", 2'000, -2.0f, 2.0f, {0.25f}, 51);
        for (auto* axis : {&cloud.x, &cloud.y, &cloud.z})
            for (float& value : *axis) value += shift;
        for (const bool unbounded : {false, true}) {
            HierarchicalHash hash({.unbounded_table = unbounded});
            EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == clouds::expected(cloud)) << shift;
        }
    }
}

// More than 2^20 cells along an axis do not fit into one word of the sorting key.
TEST(HierarchicalHash, FindsPairsInCloudsOfAnyWidth) {
    for (const float reach : {50.0f, 400.0f, 3.0f}) {
        Cloud cloud = clouds::random("wide", 3'000, -3e8f, 3e8f, {reach}, 52);
        for (std::size_t i = 0; i < 1'500; ++i)  // the other half beside the first
            cloud.add(cloud.x[i] + 32.0f, cloud.y[i] - 32.0f * static_cast<float>(i % 3), cloud.z[i]);
        const NeighbourLists truth = clouds::expected(cloud);
        ASSERT_EQ(reach > 32.0f, !truth.ids.empty());
        for (const int threads : {1, 3}) {
            const int before = omp_get_max_threads();
            omp_set_num_threads(threads);
            HierarchicalHash hash;
            EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == truth) << reach;
            omp_set_num_threads(before);
        }
        // And with points of longer reaches in between.
        cloud.reach.resize(cloud.x.size(), reach);
        for (std::size_t i = 0; i < cloud.x.size(); i += 100) cloud.reach[i] = 1e7f;
        HierarchicalHash hash;
        EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == clouds::expected(cloud)) << reach << ", mixed";
        EXPECT_GT(hash.classes().last.x >> 20, 0);
    }
}

TEST(HierarchicalHash, HasClassesFromTheReachToTheWidthOfTheCloud) {
    const Cloud cloud = clouds::random("wide", 1'000, 0.0f, 100.0f, {1.0f}, 54);
    HierarchicalHash hash;
    hash.build(cloud.view());
    const std::vector<double> sizes = hash.classes().sizes();
    ASSERT_EQ(sizes.size(), 4u) << "1, 4, 16, 64";
    EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend())) << "the largest first";
    EXPECT_EQ(sizes.back(), 1.0 * spatial::cell_margin);
    for (std::size_t k = 1; k < sizes.size(); ++k) EXPECT_EQ(sizes[k - 1], 4 * sizes[k]);
    EXPECT_EQ(hash.note(), "4 classes: 1, 4, 16, 64 m");

    HierarchicalHash by_two({}, {.longest_step = 1});
    by_two.build(cloud.view());
    EXPECT_EQ(by_two.note(), "6 classes: 1, 2, 4, 8, 16, 32 m");
}

TEST(HierarchicalHash, HasAClassForEveryReachAndLetsPointsLiveThere) {
    Cloud cloud{"three reaches", {0.0f, 1.0f, 2.0f, 3.0f}, {0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 0.0f}, {}};
    cloud.reach = {0.5f, 1.0f, 6.0f, std::nextafter(1.0f, 2.0f)};  // the last: just above a power of two
    HierarchicalHash hash;
    hash.build(cloud.view());
    const HierarchyClasses& classes = hash.classes();
    std::vector<int> exponents(classes.exponent.begin(), classes.exponent.begin() + classes.count);
    EXPECT_EQ(exponents, (std::vector<int>{0, 1, 2, 4})) << "0.5, 1, 2 and 8; 4 is a step's length apart anyway";
    std::map<Index, int> level_of;
    hash.for_each_cell([&](const spatial::CellView& cell) {
        for (Index slot = cell.slots.begin; slot < cell.slots.end; ++slot) level_of[hash.order()[slot]] = cell.level;
    });
    EXPECT_EQ(level_of, (std::map<Index, int>{{0, 0}, {1, 1}, {2, 3}, {3, 2}}));
    EXPECT_EQ(classes.holding, 0b1111u);
}

TEST(HierarchicalHash, ShowsCellsThatHoldTheirPoints) {
    for (const Cloud& cloud : {clouds::random("one reach", 3'000, -5.0f, 5.0f, {0.7f}, 55),
                               clouds::mixed_reaches("mixed", 1'000, 0.02f, 0.5f, 56)}) {
        HierarchicalHash hash;
        hash.build(cloud.view());
        Index next = 0;
        std::uint64_t cells = 0;
        std::set<int> levels;
        hash.for_each_cell([&](const spatial::CellView& cell) {
            EXPECT_EQ(cell.slots.begin, next);
            next = cell.slots.end;
            ++cells;
            levels.insert(cell.level);
            for (Index slot = cell.slots.begin; slot < cell.slots.end; ++slot) {
                const Index i = hash.order()[slot];
                EXPECT_TRUE(cell.box.min_x <= cloud.x[i] && cloud.x[i] <= cell.box.max_x &&
                            cell.box.min_y <= cloud.y[i] && cloud.y[i] <= cell.box.max_y &&
                            cell.box.min_z <= cloud.z[i] && cloud.z[i] <= cell.box.max_z);
                EXPECT_LE(double{cloud.view().reach_of(i)}, hash.classes().size(cell.level));
            }
        });
        EXPECT_EQ(next, cloud.x.size());
        EXPECT_EQ(cells, hash.counters().cells);
        EXPECT_EQ(levels.size() > 1, !cloud.view().one_reach());
    }
}

// P11, P29, P30: a stale flag costs pruning, a lost one loses pairs.
TEST(HierarchicalHash, KnowsChildrenAfterAHundredBuildsAsAfterTheFirst) {
    for (const SearchSettings& settings :
         {SearchSettings{}, SearchSettings{.table_size = 5'003}, SearchSettings{.unbounded_table = true}})
        for (Cloud cloud : {clouds::random("one reach", 1'500, -20.0f, 20.0f, {1.0f}, 59),
                            clouds::mixed_reaches("mixed", 700, 0.02f, 0.5f, 60)}) {
            std::mt19937 rng(61);
            HierarchicalHash hash(settings);
            for (int build = 1; build <= 100; ++build) {
                wander(cloud, rng, 0.4f);
                hash.build(cloud.view());
                if (build % 25 != 0) continue;
                const Truth truth = cells_of(cloud, hash.classes());
                EXPECT_TRUE(cells_in(hash) == truth) << cloud.name << ", build " << build;
                for (const auto& [where, children] : truth) {
                    std::uint64_t said = 0;
                    for (auto cell = hash.table().find(key_of(where.second, where.first, hash.classes()));
                         cell != spatial::HierarchyTable::none; cell = hash.table().following(cell))
                        said |= hash.table()[cell].children;
                    EXPECT_EQ(said & children, children) << "a flag is lost";
                    if (settings.unbounded_table) EXPECT_EQ(said, children) << "a flag is stale";
                }
                HierarchicalHash fresh(settings);
                fresh.build(cloud.view());
                EXPECT_TRUE(std::ranges::equal(hash.order(), fresh.order()));
                EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == clouds::expected(cloud));
                EXPECT_EQ(hash.counters(), fresh.counters());
            }
        }
}

TEST(HierarchicalHash, KeepsItsMemory) {
    Cloud cloud = clouds::random("wandering", 20'000, -20.0f, 20.0f, {1.0f}, 62);
    std::mt19937 rng(63);
    HierarchicalHash hash;
    for (int build = 0; build < 20; ++build) {
        wander(cloud, rng, 0.01f);
        hash.build(cloud.view());
    }
    const std::size_t settled = hash.bytes();
    EXPECT_GT(settled, 20'000 * (2 * sizeof(Index) + 2 * sizeof(std::uint64_t)));
    for (int build = 0; build < 20; ++build) {
        hash.build(cloud.view());
        EXPECT_EQ(hash.bytes(), settled);
    }
}

TEST(HierarchicalHash, CountsTheLookUpsItTakes) {
    const Cloud cloud = clouds::random("some", 500, -22.0f, 22.0f, {2.0f}, 64);  // fewer blocks than a chunk has
    HierarchicalHash hash({.unbounded_table = true});
    hash.build(cloud.view());
    const HierarchyClasses& classes = hash.classes();
    const Truth cells = cells_in(hash);
    ASSERT_EQ(classes.count, 3);

    // Around a cell of a class, on each axis, what the 27 finest cells around those in it touch.
    std::map<std::pair<int, Cell>, std::array<std::set<int>, 3>> window;
    for (const auto& [where, children] : cells) {
        if (where.first != 0) continue;
        for (int c = 0; c < classes.count; ++c) {
            const int e = classes.exponent[c];
            const Cell l = where.second;
            auto& axes = window[{c, Cell{l.x >> e, l.y >> e, l.z >> e}}];
            for (int d = -1; d <= 1; ++d) {
                axes[0].insert((l.x + d) >> e);
                axes[1].insert((l.y + d) >> e);
                axes[2].insert((l.z + d) >> e);
            }
        }
    }
    std::set<std::tuple<int, Cell, Cell>> asked;  // class, for which parent (largest: for which cell), cell
    std::uint64_t empty = 0;
    for (const auto& [where, axes] : window)
        for (const int x : axes[0])
            for (const int y : axes[1])
                for (const int z : axes[2]) {
                    const auto [c, at] = where;
                    const Cell cell{x, y, z};
                    if (cell == at) continue;
                    if (c == classes.largest()) {
                        empty += asked.insert({c, at, cell}).second && !cells.contains({c, cell});
                        continue;
                    }
                    const auto parent = [&](Cell of) {
                        const int step = classes.step(c);
                        return Cell{of.x >> step, of.y >> step, of.z >> step};
                    };
                    // The parent says whether it is there; and the order where, if the parent is the same.
                    if (!cells.contains({c, cell}) || parent(cell) == parent(at)) continue;
                    asked.insert({c, parent(at), cell});
                }
    const auto counters = hash.counters();
    EXPECT_EQ(counters.lookups, asked.size());
    EXPECT_EQ(counters.empty, empty);
    EXPECT_GT(counters.lookups, 300u);
    EXPECT_EQ(counters.collisions, 0u);
    EXPECT_EQ(counters.blocks, counters.cells);
    EXPECT_EQ(counters.cells, std::ranges::count_if(cells, [](const auto& cell) { return cell.first.first == 0; }));
}

TEST(HierarchicalHash, CountsTheEntriesThatCellsShare) {
    const Cloud cloud = clouds::random("some", 5'000, -30.0f, 30.0f, {2.0f}, 65);
    HierarchicalHash hash({.table_size = 2'003});
    hash.build(cloud.view());
    std::map<std::uint32_t, int> cells_of_entry;
    for (const auto& [where, children] : cells_in(hash))
        ++cells_of_entry[static_cast<std::uint32_t>(key_of(where.second, where.first, hash.classes())) % 2'003];
    EXPECT_EQ(hash.counters().collisions,
              std::ranges::count_if(cells_of_entry, [](const auto& entry) { return entry.second > 1; }));
}

TEST(HierarchicalHash, CountsTheSameWithAnyTeam) {
    for (const Cloud& cloud : {sparse_sheet(20'000), clouds::random("full", 20'000, 0.0f, 20.0f, {1.0f}, 66)}) {
        std::vector<spatial::SearchCounters> counters;
        for (const int threads : {1, 2, 3}) {
            const int before = omp_get_max_threads();
            omp_set_num_threads(threads);
            HierarchicalHash hash;
            hash.build(cloud.view());
            counters.push_back(hash.counters());
            EXPECT_TRUE(cells_in(hash) == cells_of(cloud, hash.classes())) << threads << " threads";
            omp_set_num_threads(before);
        }
        EXPECT_EQ(counters[1], counters[0]);
        EXPECT_EQ(counters[2], counters[0]);
    }
}

// P19, P24: what pruning is for, at no more than the memory the paper pays.
TEST(HierarchicalHash, SparesNearlyAllLookUpsInASparseSheet) {
    const Cloud cloud = sparse_sheet(100'000);
    HierarchicalHash hash;
    spatial::UniformHash uniform;
    hash.build(cloud.view());
    uniform.build(cloud.view());
    EXPECT_LT(20 * hash.counters().lookups, uniform.counters().lookups);
    EXPECT_LT(hash.counters().empty * 20, hash.counters().lookups);
    EXPECT_LT(static_cast<double>(hash.bytes()), 1.25 * static_cast<double>(uniform.bytes()));
}

// P32: more classes cost keys and spare look-ups.
TEST(HierarchicalHash, LooksUpLessWithMoreClasses) {
    const Cloud cloud = sparse_sheet(20'000);
    std::vector<std::uint64_t> lookups;
    for (const int classes : {1, 2, 3, 5}) {
        HierarchicalHash hash({}, {.most_classes = classes});
        hash.build(cloud.view());
        EXPECT_EQ(hash.classes().count, classes);
        lookups.push_back(hash.counters().lookups);
    }
    EXPECT_TRUE(std::is_sorted(lookups.rbegin(), lookups.rend()));
    EXPECT_GT(lookups.front(), 25u * 18'000u) << "one class is a uniform grid";
    EXPECT_LT(lookups.back(), 20'000u);
}

// P28: points of other cells, for nothing, are few once the table is long.
TEST(HierarchicalHash, BringsFewerFalseCandidatesInALongerTable) {
    const Cloud cloud = clouds::random("full", 20'000, 0.0f, 14.0f, {1.0f}, 67);
    HierarchicalHash exact({.unbounded_table = true});
    exact.build(cloud.view());
    const double least = candidates_a_point(exact);
    std::vector<double> more;
    for (const std::uint32_t times : {1u, 10u, 100u}) {
        HierarchicalHash hash({.table_size = times * static_cast<std::uint32_t>(exact.table().size())});
        hash.build(cloud.view());
        more.push_back(candidates_a_point(hash) / least - 1.0);
    }
    EXPECT_GT(more[0], 0.1);
    EXPECT_LT(more[1], more[0] / 4);
    EXPECT_LT(more[2], 0.01);
}

// P17: a box of a thousand million finest cells, two of them with a point.
TEST(HierarchicalHash, SubdividesALongReachOnlyWhereSomethingIs) {
    Cloud cloud{
        "one long", {0.0f, 300.0f, -400.0f}, {0.0f, 300.0f, 100.0f}, {0.0f, 10.0f, 7.0f}, {1'000.0f, 1.0f, 1.0f}};
    for (int i = 0; i < 300; ++i) {  // a heap, so that subtrees are not nearly empty
        cloud.add(300.0f + 0.03f * static_cast<float>(i), 300.0f, 10.0f);
        cloud.reach.push_back(1.0f);
    }
    for (const bool unbounded : {false, true}) {
        HierarchicalHash hash({.unbounded_table = unbounded});
        EXPECT_TRUE(spatial::find_neighbours(hash, cloud.view()) == clouds::expected(cloud));
        EXPECT_LT(hash.counters().lookups, 200u);
    }
}
