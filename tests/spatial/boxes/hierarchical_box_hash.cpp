// Hierarchical hashing after Pouchol et al. 2009: P9 to P33 of the list of claims, as far as boxes are concerned; what
// it shares with multilevel hashing (P6, P7) is tested for both here. What it costs is in
// hierarchical_box_hash_work.cpp, of the classes see box_ladder.cpp.
#include "spatial/boxes/hierarchical_box_hash.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <tuple>

#include "spatial/hierarchy_key.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using crowds::Crowd;
using spatial::Box;
using spatial::BroadCounters;
using spatial::Cell;
using spatial::HierarchicalBoxHash;
using spatial::Index;

namespace {

struct Held {
    Index boxes = 0;
    bool has_children = false;
    bool operator==(const Held&) const = default;
};
using Name = std::tuple<int, Cell>;  // level from the largest class down
using Cells = std::map<Name, Held>;

/// What the table shall say, made of the boxes alone.
Cells truth(HierarchicalBoxHash& hash) {
    const spatial::BoxLadder& ladder = hash.ladder();
    Cells cells;
    const auto each = [](const spatial::CellRange& range, auto f) {
        for (int z = range.min.z; z <= range.max.z; ++z)
            for (int y = range.min.y; y <= range.max.y; ++y)
                for (int x = range.min.x; x <= range.max.x; ++x) f(Cell{x, y, z});
    };
    for (Index number = 0; number < hash.boxes().end(); ++number) {
        if (!hash.boxes().is_finite(number)) continue;
        const int own = ladder.level_of(number);
        for (int level = 0; level <= own; ++level)
            each(ladder.cells(hash.boxes()[number], level), [&](Cell at) {
                Held& held = cells[{level, at}];
                if (level == own)
                    ++held.boxes;
                else
                    held.has_children = true;
            });
    }
    return cells;
}

Cells shown(HierarchicalBoxHash& hash) {
    Cells cells;
    hash.for_each_cell([&](const spatial::BoxCellView& view) {
        const int level = hash.ladder().count() - 1 - view.level;
        const double inverse = spatial::inverse_size(hash.ladder().exponent(level));
        const auto at = [&](float x) { return static_cast<std::int32_t>(std::lround(double{x} * inverse)); };
        const bool is_new = cells
                                .insert({{level, {at(view.box.min_x), at(view.box.min_y), at(view.box.min_z)}},
                                         {view.boxes, view.has_children}})
                                .second;
        EXPECT_TRUE(is_new) << "a cell is shown twice";
    });
    return cells;
}

constexpr const char* of_classes[] = {"multilevel-hash", "hierarchical-hash"};

}  // namespace

// P6.
TEST(ClassedBoxHashes, KeepUpWithPulsatingBoxes) {
    for (const char* name : of_classes) {
        const auto broad = spatial::make_broad_phase(name);
        const std::vector<Box> start = crowds::cubes(300, 10.0f, 0.2f, 3.0f, 91);
        for (int step = 0; step < 100; ++step) {
            std::vector<Box> boxes = start;
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                const float pulse = std::exp2(3.0f * std::sin(0.3f * static_cast<float>(step) + static_cast<float>(i)));
                const Box& b = start[i];
                boxes[i] = crowds::cube_at(b.min_x, b.min_y, b.min_z, (b.max_x - b.min_x) * pulse);
            }
            broad->put(boxes);
            ASSERT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(boxes)) << name << ", step " << step;
        }
    }
}

// P7.
TEST(ClassedBoxHashes, FindABoxTenTimesTheLargestClass) {
    for (const char* name : of_classes) {
        const auto broad = spatial::make_broad_phase(name);
        std::vector<Box> boxes = crowds::cubes(300, 10.0f, 0.2f, 1.0f, 92);
        broad->put(boxes);
        for (const float edge : {10.0f, 1000.0f, 1e7f}) {
            boxes[17] = crowds::cube_at(-4.0f, -5.0f, -6.0f, edge);
            broad->put(boxes);
            EXPECT_EQ(crowds::found_pairs(*broad), crowds::expected_pairs(boxes)) << name << ", " << edge;
            const std::vector<Box> queries = crowds::cubes(50, 10.0f, 0.1f, 30.0f, 93);
            EXPECT_EQ(crowds::found_touching(*broad, queries), crowds::expected_touching(boxes, queries))
                << name << ", " << edge;
        }
    }
}

// P9.
TEST(HierarchicalBoxHash, HasDifferentKeysWhereOwnHashesCollideUnderDifferentParents) {
    constexpr std::uint64_t n = 499;
    int met = 0;
    for (int a = 0; a < 200; ++a)
        for (int b = a + 1; b < 200; ++b) {
            const Cell p{a, 3 * a, 0}, q{b, b / 2, 0}, above_p{a >> 1, 3 * a >> 1, 0}, above_q{b >> 1, b / 2 >> 1, 0};
            if (spatial::teschner_hash_64(p) % n != spatial::teschner_hash_64(q) % n) continue;
            if (spatial::additive_key(0, above_p) % n == spatial::additive_key(0, above_q) % n) continue;
            ++met;
            EXPECT_NE((spatial::additive_key(0, above_p) % n + spatial::teschner_hash_64(p) % n) % n,
                      (spatial::additive_key(0, above_q) % n + spatial::teschner_hash_64(q) % n) % n);
        }
    EXPECT_GT(met, 0) << "nothing was tested";
}

// P10: in one table of fixed length, over the cells that hold boxes; h^c as printed, in (3).
TEST(HierarchicalBoxHash, HasKeysThatCollideLessThanThoseOfEachClassAlone) {
    HierarchicalBoxHash hash;
    hash.put(crowds::cubes(4'000, 40.0f, 0.1f, 12.0f, 94, 45.0f));
    const spatial::BoxLadder& ladder = hash.ladder();
    const Cells cells = truth(hash);
    for (const std::uint32_t per_cell : {1u, 4u, 20u}) {
        const std::uint32_t n = spatial::teschner_table_size(cells.size() * per_cell / 2);
        std::set<std::uint32_t> additive, alone;
        std::size_t count = 0;
        for (const auto& [name, held] : cells) {
            if (held.boxes == 0) continue;
            ++count;
            const auto& [own, at] = name;
            std::uint64_t key = 0;
            for (int level = 0; level <= own; ++level) {
                const int by = ladder.exponent(level) - ladder.exponent(own);
                key = spatial::additive_key(key, {at.x >> by, at.y >> by, at.z >> by});
            }
            additive.insert(static_cast<std::uint32_t>(key) % n);
            alone.insert(spatial::teschner_hash(at) % n);
        }
        std::printf("%zu cells in %u entries: %zu collide by additive keys, %zu by those of a class alone\n", count, n,
                    count - additive.size(), count - alone.size());
        EXPECT_GT(additive.size(), alone.size());
    }
}

// P11.
TEST(HierarchicalBoxHash, SaysOfEveryCellWhetherItHasChildren) {
    for (const Crowd& crowd : crowds::all()) {
        if (crowd.name == "as far as floats go") continue;  // what is shown of its cells is infinite
        HierarchicalBoxHash hash;
        hash.put(crowd.boxes);
        EXPECT_TRUE(shown(hash) == truth(hash)) << crowd.name;
    }
}

// P30: stamps cover what a cell says of its children, too. In a table of fixed length a cell may be credited with the
// children of another, and never the other way round.
TEST(HierarchicalBoxHash, KnowsItsChildrenAfterAHundredMovingSteps) {
    for (const std::uint32_t table_size : {0u, 64u, 1000u}) {
        HierarchicalBoxHash hash({.table_size = table_size});
        std::vector<Box> boxes = crowds::cubes(300, 10.0f, 0.05f, 6.0f, 95);
        crowds::Random rng(96);
        for (int step = 0; step < 100; ++step) {
            for (Box& b : boxes) {
                const float edge = b.max_x - b.min_x;
                b = crowds::cube_at(b.min_x + crowds::between(rng, -2.0f, 2.0f) * edge,
                                    b.min_y + crowds::between(rng, -1.0f, 1.0f) * edge, b.min_z, edge);
            }
            hash.put(boxes);
            if (step % 10 == 0) (void)hash.pairs();
            if (step % 20 == 9) {
                // Everything smaller is gone for a step: nobody has children then.
                std::vector<Index> smaller;
                for (Index i = 0; i < boxes.size(); ++i)
                    if (spatial::class_of(boxes[i]) < 3) smaller.push_back(i);
                hash.remove(smaller);
                for (const auto& [name, held] : shown(hash)) EXPECT_FALSE(held.has_children);
            }
        }
        hash.put(boxes);
        const Cells expected = truth(hash), found = shown(hash);
        if (table_size == 0) {
            EXPECT_TRUE(found == expected);
            continue;
        }
        ASSERT_EQ(found.size(), expected.size());
        for (const auto& [name, held] : expected) {
            EXPECT_EQ(found.at(name).boxes, held.boxes);
            EXPECT_GE(found.at(name).has_children, held.has_children) << "a child is denied";
        }
    }
}

// P14: whatever it passes on its way in one step is found, and a longer way costs more.
TEST(HierarchicalBoxHash, FindsWhatAParticlePassesOnAWayOfAThousandCells) {
    const std::vector<Box> boxes = crowds::cubes(2'000, 10.0f, 0.02f, 1.0f, 97);
    HierarchicalBoxHash hash;
    hash.put(boxes);
    std::uint64_t before = 0;
    for (const float way : {0.02f, 0.2f, 2.0f, 20.0f}) {  // a cell of the finest class is 2^-5 m
        std::vector<Box> swept;
        for (const Box& from : crowds::cubes(50, 10.0f, 0.01f, 0.02f, 98)) {
            Box b = from;
            b.min_x -= way;
            swept.push_back(b);
        }
        EXPECT_EQ(crowds::found_touching(hash, swept), crowds::expected_touching(boxes, swept)) << way;
        const std::uint64_t lookups = crowds::asked(hash, swept).lookups;
        EXPECT_GT(lookups, before);
        before = lookups;
    }
    std::vector<Box> moved = boxes;
    for (std::size_t i = 0; i < moved.size(); i += 100) moved[i].min_x -= 31.0f;
    hash.put(moved);
    EXPECT_EQ(crowds::found_pairs(hash), crowds::expected_pairs(moved));
}

// P15, figure 3: A in the four cells of 4 m around (4, 4), B in four of 1 m around (6, 1). A third box, elsewhere,
// makes the class of 2 m that the figure has.
TEST(HierarchicalBoxHash, AnswersThePointsOfTheFigure) {
    const Box a{2.5f, 2.5f, 0, 5.5f, 5.5f, 0}, b{5.6f, 0.6f, 0, 6.4f, 1.4f, 0}, c{40, 40, 0, 42, 41, 0};
    HierarchicalBoxHash hash;
    hash.put(std::vector<Box>{a, b, c});
    const Cells cells = shown(hash);
    EXPECT_EQ(cells.at({0, {0, 0, 0}}), (Held{1, false}));
    EXPECT_EQ(cells.at({0, {1, 0, 0}}), (Held{1, true}));
    EXPECT_EQ(cells.at({0, {0, 1, 0}}), (Held{1, false}));
    EXPECT_EQ(cells.at({0, {1, 1, 0}}), (Held{1, false}));
    EXPECT_EQ(cells.at({1, {2, 0, 0}}), (Held{0, true}));
    EXPECT_EQ(cells.at({1, {3, 0, 0}}), (Held{0, true}));
    for (const Cell at : {Cell{5, 0, 0}, {5, 1, 0}, {6, 0, 0}, {6, 1, 0}})
        EXPECT_EQ(cells.at({2, at}), (Held{1, false}));

    const std::vector<Box> p = {{5.7f, 0.7f, 0, 5.7f, 0.7f, 0}}, q = {{2.7f, 5.2f, 0, 2.7f, 5.2f, 0}};
    EXPECT_EQ(crowds::found_touching(hash, p).front(), std::vector<Index>{1});
    EXPECT_EQ(hash.counters().lookups, 3u);
    EXPECT_EQ(hash.counters().candidates, 2u) << "A, then B";
    EXPECT_EQ(crowds::found_touching(hash, q).front(), std::vector<Index>{0});
    EXPECT_EQ(hash.counters().lookups, 1u) << "A, and then nothing follows";
    EXPECT_EQ(hash.counters().candidates, 1u);
}

// P16, and P27: in either form of the table.
TEST(HierarchicalBoxHash, AnswersQueriesOfEverySize) {
    const Crowd crowd = crowds::square(1'000, 0, 101);
    for (const std::uint32_t table_size : {0u, 1u, 500u, 100'000u}) {
        HierarchicalBoxHash hash({.table_size = table_size});
        hash.put(crowd.boxes);
        for (int k = -3; k <= 13; ++k) {
            crowds::Random rng(102);
            std::vector<Box> queries;
            for (int i = 0; i < 40; ++i) {
                const float edge = std::ldexp(1.0f, k), x = crowds::between(rng, -500.0f, 8000.0f);
                queries.push_back(crowds::box_at(x, crowds::between(rng, -500.0f, 8000.0f), 0, edge, edge, 0));
            }
            EXPECT_EQ(crowds::found_touching(hash, queries), crowds::expected_touching(crowd.boxes, queries))
                << "2^" << k << ", " << table_size << " entries";
        }
    }
}

// P17: parts of a query inherit the key of the cell they are in, and its end. Then what is looked up are its cells of
// the largest class, and of the others those that are there: no cell in a place where nobody lives.
TEST(HierarchicalBoxHash, LooksUpOnlyCellsThatAreThereBelowTheLargest) {
    HierarchicalBoxHash hash;
    const std::vector<Box> boxes = crowds::cubes(1'500, 10.0f, 0.1f, 8.0f, 103);
    hash.put(boxes);
    const spatial::BoxLadder& ladder = hash.ladder();
    for (int level = 1; level < ladder.count(); ++level) ASSERT_LE(ladder.step(level), 2);
    const Cells cells = truth(hash);
    for (const float edge : {0.01f, 0.3f, 3.0f, 20.0f, 100.0f}) {
        for (const Box& query : crowds::cubes(20, 9.0f, 0.5f * edge, edge, 104)) {
            const Box within = spatial::common(query, ladder.bounds());
            std::uint64_t expected = static_cast<std::uint64_t>(ladder.cells(within, 0).count());
            for (const auto& [name, held] : cells) {
                const auto& [level, at] = name;
                const auto range = ladder.cells(within, level);
                expected += level > 0 && at.x >= range.min.x && at.x <= range.max.x && at.y >= range.min.y &&
                                    at.y <= range.max.y && at.z >= range.min.z && at.z <= range.max.z
                                ? 1
                                : 0;
            }
            EXPECT_EQ(crowds::asked(hash, {query}).lookups, expected) << edge;
        }
    }
}

// In one layer of cells a word of children has bits for eight by eight of them; across it, whatever axis that is and
// however far out, nobody is told apart by where the layer is.
TEST(HierarchicalBoxHash, AnswersInFlatScenesAlongEveryAxis) {
    for (const int axis : {0, 1, 2})
        for (const float layer : {0.0f, -700.0f, 700.0f})
            for (const float thickness : {0.0f, 0.001f}) {
                const auto flattened = [&](std::vector<Box> boxes, float thick) {
                    for (Box& b : boxes) {
                        (&b.min_x)[axis] = layer + 0.001f;
                        (&b.max_x)[axis] = layer + 0.001f + thick;
                    }
                    return boxes;
                };
                // Classes one, two, three and ten doublings apart.
                std::vector<Box> boxes;
                for (const auto& [n, edge] :
                     {std::pair{3u, 900.0f}, {6u, 400.0f}, {40u, 100.0f}, {300u, 12.0f}, {300u, 0.01f}})
                    for (const Box& b : crowds::cubes(n, 1'000.0f, 0.9f * edge, edge, 111)) boxes.push_back(b);
                boxes = flattened(boxes, thickness);
                std::vector<Box> queries = crowds::cubes(100, 1'000.0f, 0.01f, 1.0f, 112);
                for (const float edge : {20.0f, 300.0f, 1'500.0f})
                    for (const Box& b : crowds::cubes(50, 1'000.0f, 0.5f * edge, edge, 113)) queries.push_back(b);
                for (Box& q : queries) {
                    (&q.min_x)[axis] = layer - 5.0f;
                    (&q.max_x)[axis] = layer + 5.0f;
                }
                HierarchicalBoxHash hash;
                hash.put(boxes);
                EXPECT_NE(hash.ladder().flat(), spatial::Flat::no_axis);
                EXPECT_EQ(crowds::found_touching(hash, queries), crowds::expected_touching(boxes, queries));
                EXPECT_EQ(crowds::found_pairs(hash), crowds::expected_pairs(boxes));
                EXPECT_EQ(shown(hash), truth(hash));
            }
}
