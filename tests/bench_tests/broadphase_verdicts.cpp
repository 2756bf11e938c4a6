// What the bars of the broad phases make of measurements, on measurements made up for it.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/bench/broadphase.hpp"

namespace {

using bench::BoxMeasurement;
using bench::Verdict;

constexpr std::size_t k = 1'000, M = 1'000'000;

BoxMeasurement measured(std::string who, double ms, BoxMeasurement::Place place, bool ours = true) {
    BoxMeasurement m;
    m.place = std::move(place);
    m.who = std::move(who);
    m.ours = ours;
    m.ms = ms;
    m.put_ms = ms / 4;
    m.pairs = 200;
    m.checksums = {1, 2, 3};
    m.bytes = 50 * m.place.boxes;
    m.counters.lookups = 1'000;
    return m;
}
BoxMeasurement moving(std::string who, double ms, std::size_t boxes, std::string crowd = "equal",
                      std::string how = "20 %") {
    const bool ours = who != "grid1";
    return measured(std::move(who), ms, {"motion", std::move(crowd), std::move(how), boxes}, ours);
}
BoxMeasurement asked(std::string who, double ms, std::size_t boxes) {
    const bool ours = who != "griddup" && who != "boost-rtree";
    auto m = measured(std::move(who), ms, {"segments", "squares", "random order", boxes}, ours);
    m.queries = M;
    return m;
}
BoxMeasurement fluid(std::string who, std::string variant, double ms, std::uint64_t lookups) {
    const bool ours = who != "griddup";
    auto m = measured(std::move(who), ms, {"fluid", "100 k particles", "falling", 2'000}, ours);
    m.variant = std::move(variant);
    m.answer_ms = ms / 10;
    m.counters.lookups = lookups;
    return m;
}

BoxMeasurement heaped(std::string who, double ms) {
    const bool ours = who != bench::bullets_tree;
    return measured(std::move(who), ms, {"heap", "boxes in Bullet's world", "piled up", 5'184}, ours);
}

bench::Finding judged(const std::vector<BoxMeasurement>& measurements, std::string_view claim) {
    bench::BoxResults results;
    for (const BoxMeasurement& m : measurements) results.add(m);
    const std::vector<bench::Finding> findings = bench::judge_broadphase(results);
    const auto found = std::ranges::find_if(
        findings, [&](const bench::Finding& f) { return f.claim.find(claim) != std::string::npos; });
    if (found == findings.end()) throw std::logic_error("no such claim");
    return *found;
}

}  // namespace

TEST(BoxVerdicts, WithoutMeasurementsNothingIsJudged) {
    for (const bench::Finding& f : bench::judge_broadphase({})) {
        EXPECT_EQ(f.verdict, Verdict::not_measured) << f.claim;
        EXPECT_NE(f.because, "") << f.claim;
    }
}

TEST(BoxVerdicts, EverySizeHasToReachTheBar) {
    const auto pruning = [](double last) {
        return judged({asked("multilevel-hash", 201, 100), asked("hierarchical-hash", 100, 100),
                       asked("multilevel-hash", 300, k), asked("hierarchical-hash", 100, k),
                       asked("multilevel-hash", last, 10 * k), asked("hierarchical-hash", 100, 10 * k)},
                      "pruning makes");
    };
    EXPECT_EQ(pruning(201).verdict, Verdict::holds);
    EXPECT_EQ(pruning(199).verdict, Verdict::does_not_hold);
    EXPECT_NE(pruning(199).found.find("1.99 at 10 k"), std::string::npos) << pruning(199).found;
}

TEST(BoxVerdicts, TheBestModuleIsHeldAgainstTheGrids) {
    const auto mixed = [](double ours) {
        std::vector<BoxMeasurement> all;
        for (const std::size_t boxes : {10 * k, 100 * k, M}) {
            all.push_back(moving("grid1", 130, boxes, "1 to 12"));
            all.push_back(moving("uniform-hash", 400, boxes, "1 to 12"));
            all.push_back(moving("hash-grids", ours, boxes, "1 to 12"));
            all.push_back(moving("all-pairs", 1, boxes, "1 to 12"));  // the oracle is never the best
        }
        return judged(all, "sizes 1 to 12: our best against").verdict;
    };
    EXPECT_EQ(mixed(99), Verdict::holds);
    EXPECT_EQ(mixed(101), Verdict::does_not_hold);
}

TEST(BoxVerdicts, MemoryIsHeldAgainstTheFineGrid) {
    const auto verdict = [](std::size_t bytes) {
        auto fine = asked("griddup", 50, 10 * k);
        fine.variant = bench::fine_griddup;
        fine.bytes = 7'000'000;
        auto ours = asked("hierarchical-hash", 10, 10 * k);
        ours.bytes = bytes;
        return judged({fine, asked("griddup", 20, 10 * k), ours}, "a seventh").verdict;
    };
    EXPECT_EQ(verdict(1'000'000), Verdict::holds);
    EXPECT_EQ(verdict(1'000'001), Verdict::does_not_hold);
}

TEST(BoxVerdicts, GrowthBytesStillnessAndUpdates) {
    EXPECT_EQ(judged({moving("a", 1.0, 10 * k), moving("a", 149.0, M)}, "sizes equal: time grows").verdict,
              Verdict::holds);
    EXPECT_EQ(judged({moving("a", 1.0, 10 * k), moving("a", 151.0, M)}, "sizes equal: time grows").verdict,
              Verdict::does_not_hold);
    EXPECT_EQ(
        judged({moving("a", 100, 100 * k), moving("a", 4.9, 100 * k, "equal", "nothing moves")}, "nothing has moved")
            .verdict,
        Verdict::holds);
    EXPECT_EQ(
        judged({moving("a", 100, 100 * k), moving("a", 5.1, 100 * k, "equal", "nothing moves")}, "nothing has moved")
            .verdict,
        Verdict::does_not_hold);
    const auto update = [](double put) {
        auto rebuild = moving("hash-grids", 10, 100 * k, "equal", "1 %");
        rebuild.variant = "rebuild";
        rebuild.put_ms = put;
        auto follow = moving("hash-grids", 10, 100 * k, "equal", "1 %");
        follow.put_ms = 1.0;
        return judged({rebuild, follow}, "cheaper to follow").verdict;
    };
    EXPECT_EQ(update(1.41), Verdict::holds);
    EXPECT_EQ(update(1.39), Verdict::does_not_hold);
}

TEST(BoxVerdicts, TheFluidIsAskedTheWayThatSuitsEachBest) {
    const auto all = [](double ours, std::uint64_t lookups) {
        return std::vector{fluid("griddup", "", 8, 0), fluid("griddup", "cells of 2^-3", 5, 0),
                           fluid("uniform-hash", "", 9, 3'000), fluid("uniform-hash", "cells of 2^-3", ours, lookups)};
    };
    EXPECT_EQ(judged(all(4.9, 1'000), "falling: our best keeps up").verdict, Verdict::holds);
    EXPECT_EQ(judged(all(5.1, 1'000), "falling: our best keeps up").verdict, Verdict::does_not_hold);
    auto by_particles = all(5.1, 1'000);
    EXPECT_EQ(judged(by_particles, "falling: our best keeps up with it where").verdict, Verdict::does_not_hold);
    by_particles[2].ms = 7.9;
    const auto kept_up = judged(by_particles, "falling: our best keeps up with it where");
    EXPECT_EQ(kept_up.verdict, Verdict::holds);
    EXPECT_NE(kept_up.found.find("of that the answers 0.8 and 0.9"), std::string::npos) << kept_up.found;
    EXPECT_EQ(judged(all(4.9, 1'000), "falling: cells of particles").verdict, Verdict::holds);
    EXPECT_EQ(judged(all(4.9, 1'001), "falling: cells of particles").verdict, Verdict::does_not_hold);
}

TEST(BoxVerdicts, PairsThatDifferAreNamed) {
    std::string wrong;
    std::vector all = {moving("all-pairs", 1, k), moving("hash-grids", 1, k), moving("grid1", 1, k)};
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::holds);
    EXPECT_EQ(wrong, "");

    all[1].pairs += 1;
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::does_not_hold);
    EXPECT_NE(wrong.find("hash-grids finds 201 pairs, all-pairs 200"), std::string::npos) << wrong;

    // As many, but others, and only in the third step.
    wrong.clear();
    all[1].pairs -= 1;
    all[1].checksums[2] ^= 1;
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::does_not_hold);
    EXPECT_NE(wrong.find("but others"), std::string::npos) << wrong;

    // Who was so slow that only one step was taken is compared as far as it went.
    wrong.clear();
    all[1].checksums = {1};
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::holds) << wrong;
}

TEST(BoxVerdicts, AHeapIsHeldAgainstBulletsOwnTree) {
    const auto verdict = [](double ours) {
        return judged({heaped("compact-grid", ours), heaped("hash-grids", 300), heaped("all-pairs", 1),
                       heaped(bench::bullets_tree, 100)},
                      "piled up: our best is no slower")
            .verdict;
    };
    EXPECT_EQ(verdict(99), Verdict::holds);
    EXPECT_EQ(verdict(101), Verdict::does_not_hold);
    // Contacts of another kind are no contacts.
    std::string wrong;
    std::vector all = {heaped("compact-grid", 1), heaped(bench::bullets_tree, 2)};
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::holds);
    all[0].checksums[0] ^= 1;
    EXPECT_EQ(bench::same_boxes(all, wrong).verdict, Verdict::does_not_hold);
}

TEST(BoxVerdicts, WhoGrowsTooFastIsLeftOut) {
    bench::BoxResults results;
    results.add(moving("sweep-and-prune", 10, k));
    results.add(moving("sweep-and-prune", 1'000, 10 * k));
    results.add(moving("hash-grids", 10, 10 * k));
    const auto reason = [&](const char* who) {
        return bench::left_out(results, {"motion", "equal", "20 %", 100 * k}, {.who = who, .ours = true});
    };
    EXPECT_NE(reason("sweep-and-prune").find("N^2.0"), std::string::npos) << reason("sweep-and-prune");
    EXPECT_EQ(reason("hash-grids"), "");
    EXPECT_EQ(reason("unheard-of"), "");
}
