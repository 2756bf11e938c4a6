// The crowds of the broad-phase benches are what the papers describe, or ratios between them mean nothing.
#include "tests/bench/broadphase_crowds.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "tests/bench/broadphase_fluid.hpp"
#include "tests/bench/broadphase_peers.hpp"

namespace {

using bench::Box;
using bench::CrowdPlan;
using bench::MovingCrowd;
using Sizes = CrowdPlan::Sizes;
using Motion = CrowdPlan::Motion;

constexpr std::array every_size = {Sizes::equal, Sizes::up_to_12, Sizes::up_to_1000, Sizes::beams, Sizes::dust};

double pairs_a_box(const MovingCrowd& crowd) {
    const auto grid = bench::make_plain_grid();
    grid->put(crowd.boxes());
    return static_cast<double>(grid->pairs().size()) / static_cast<double>(crowd.boxes().size());
}

double longest_edge(const std::vector<Box>& boxes) {
    double longest = 0.0;
    for (const Box& b : boxes) longest = std::max(longest, spatial::longest_edge(b));
    return longest;
}

const bench::Host quiet{[](const std::string&) {}, [](const std::string&) {}, [] { return false; }};

}  // namespace

TEST(BenchSquares, HaveTheSizesOfThePaper) {
    const std::vector<Box> squares = bench::squares(10'000);
    double large = 0.0, medium = 0.0, small = 0.0;
    for (const Box& b : squares) {
        EXPECT_EQ(b.min_z, b.max_z);
        EXPECT_GE(b.min_x, 0.0f);
        EXPECT_LE(b.max_y, 8192.0f);
        const double width = double{b.max_x} - b.min_x;
        (width >= 511.0 ? large : width >= 31.0 ? medium : small) += 1e-4;
        if (width < 31.0) EXPECT_LE(width, 12.01);
    }
    EXPECT_NEAR(large, 0.10, 1e-6);
    EXPECT_NEAR(medium, 0.25, 1e-6);
    EXPECT_NEAR(small, 0.65, 1e-6);
}

TEST(BenchSquares, OfClassesFallIntoThatMany) {
    for (const int classes : {1, 3, 6, 10}) {
        std::vector<int> exponents;
        for (const Box& b : bench::squares_of_classes(5'000, classes))
            exponents.push_back(static_cast<int>(std::ceil(std::log2(spatial::longest_edge(b)))));
        std::ranges::sort(exponents);
        EXPECT_EQ(exponents.front(), 1);
        exponents.erase(std::ranges::unique(exponents).begin(), exponents.end());
        EXPECT_EQ(exponents.size(), static_cast<std::size_t>(classes));
    }
}

TEST(BenchSegments, AreShortAndTheSameInEitherOrder) {
    const std::vector<Box> segments = bench::segments(20'000);
    EXPECT_LE(longest_edge(segments), 16.001);
    EXPECT_GT(longest_edge(segments), 15.0);
    const auto key = [](const Box& b) { return std::array{b.min_x, b.min_y, b.max_x, b.max_y}; };
    std::vector<Box> sorted = bench::in_space_order(segments);
    const auto way = [](const std::vector<Box>& boxes) {
        double sum = 0.0;
        for (std::size_t i = 1; i < boxes.size(); ++i)
            sum += std::hypot(boxes[i].min_x - boxes[i - 1].min_x, boxes[i].min_y - boxes[i - 1].min_y);
        return sum;
    };
    EXPECT_LT(way(sorted), 0.05 * way(segments));
    std::vector<Box> again = segments;
    std::ranges::sort(again, {}, key);
    std::ranges::sort(sorted, {}, key);
    EXPECT_TRUE(std::ranges::equal(again, sorted, spatial::same));
}

TEST(BenchCrowds, HaveTwoPairsABoxWhateverTheirSizesAndTheSpace) {
    for (const Sizes sizes : {Sizes::equal, Sizes::up_to_12, Sizes::up_to_1000, Sizes::beams})
        for (const double elongation : {1.0, 64.0}) {
            const MovingCrowd crowd({.boxes = 20'000, .sizes = sizes, .elongation = elongation});
            EXPECT_NEAR(pairs_a_box(crowd), 2.0, 0.2) << crowd.plan().text();
            EXPECT_NEAR(crowd.space()[0] / crowd.space()[1], elongation, 1e-6);
        }
    EXPECT_LT(pairs_a_box(MovingCrowd({.boxes = 20'000, .sizes = Sizes::dust})), 1e-3);
}

TEST(BenchCrowds, HaveTheSizesTheyPromise) {
    const auto ratio = [](Sizes sizes) {
        const MovingCrowd crowd({.boxes = 20'000, .sizes = sizes});
        double least = 1e9;
        for (const Box& b : crowd.boxes()) least = std::min(least, spatial::longest_edge(b));
        return longest_edge(crowd.boxes()) / least;
    };
    EXPECT_NEAR(ratio(Sizes::up_to_12), 12.0, 0.1);
    EXPECT_NEAR(ratio(Sizes::up_to_1000), 1000.0, 20.0);
    const MovingCrowd beams({.boxes = 100, .sizes = Sizes::beams});
    EXPECT_NEAR(double{beams.boxes()[0].max_x} - beams.boxes()[0].min_x, 10.0, 1e-4);
    EXPECT_NEAR(double{beams.boxes()[0].max_y} - beams.boxes()[0].min_y, 1.0, 1e-4);
}

TEST(BenchCrowds, MoveAsFarAsTheyShould) {
    const auto moved = [](Motion motion) {  // the farthest in one step, in sizes; who re-entered does not count
        MovingCrowd crowd({.boxes = 5'000, .sizes = Sizes::equal, .motion = motion});
        const std::vector<Box> before = crowd.boxes();
        crowd.step();
        double most = 0.0;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Box &a = before[i], &b = crowd.boxes()[i];
            const double way = std::hypot(a.min_x - b.min_x, a.min_y - b.min_y, a.min_z - b.min_z);
            if (way < 0.5 * crowd.space()[0] || motion == Motion::everywhere) most = std::max(most, way);
        }
        return most;
    };
    EXPECT_EQ(moved(Motion::none), 0.0);
    EXPECT_NEAR(moved(Motion::slow), 0.01, 0.0005);
    EXPECT_NEAR(moved(Motion::usual), 0.2, 0.01);
    EXPECT_GT(moved(Motion::everywhere), 2.0);
    EXPECT_GT(moved(Motion::least), 0.0);
    EXPECT_LT(moved(Motion::least), 1e-5);
}

TEST(BenchCrowds, StayInTheirSpaceAndAreTheSameEveryTime) {
    for (const Sizes sizes : every_size)
        for (const Motion motion : {Motion::slow, Motion::usual, Motion::least, Motion::everywhere}) {
            MovingCrowd once({.boxes = 1'000, .sizes = sizes, .motion = motion}), again = once;
            for (int step = 0; step < 40; ++step) once.step(), again.step();
            EXPECT_TRUE(std::ranges::equal(once.boxes(), again.boxes(), spatial::same));
            EXPECT_NO_THROW(spatial::check(once.boxes(), spatial::Infinite::refused));
            for (const Box& b : once.boxes()) {
                ASSERT_GE(b.min_x, 0.0f);
                ASSERT_LE(double{b.min_y}, once.space()[1] * 1.0001);
            }
        }
}

TEST(BenchFluid, FallsOnSpheresAndStaysOutOfThem) {
    omp_set_num_threads(1);  // so few particles are not worth a team
    bench::FallingFluid fluid(3'000);
    const auto deepest = [&](const bench::Ways& ways) {  // how far any particle is inside a sphere, m
        double depth = 0.0;
        for (std::size_t i = 0; i < ways.size(); ++i)
            for (const bench::Sphere& s : fluid.spheres()) {
                const double distance = std::hypot(ways.from[0][i] - s.x, ways.from[1][i] - s.y, ways.from[2][i] - s.z);
                depth = std::max(depth, double{s.radius} + double{bench::Ways::radius} - distance);
            }
        return depth;
    };
    const auto height = [](const bench::Ways& ways) {
        double sum = 0.0;
        for (const float z : ways.from[2]) sum += double{z};
        return sum / static_cast<double>(ways.size());
    };
    const auto kept = bench::ways_at(fluid, std::array{0, 60, 600}, quiet);
    EXPECT_NEAR(height(kept[0]), 2.0, 0.1);
    EXPECT_LT(height(kept[1]), 1.8);
    EXPECT_LT(height(kept[2]), 0.5);
    EXPECT_LE(deepest(kept[0]), 1e-5);
    // Where two spheres overlap one may push a particle into the other, for a step.
    EXPECT_LT(deepest(kept[1]), 0.125);
    for (const bench::Ways& ways : kept)
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const float x : ways.from[axis]) {
                ASSERT_GE(x, bench::Ways::radius);
                ASSERT_LE(x, bench::FallingFluid::width - bench::Ways::radius);
            }
}

TEST(BenchFluid, SweptBoxesHoldEveryContact) {
    omp_set_num_threads(1);
    bench::FallingFluid fluid(2'000);
    const bench::Ways ways = bench::ways_at(fluid, std::array{80}, quiet).front();
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < ways.size(); ++i)
        for (std::size_t s = 0; s < fluid.spheres().size(); ++s)
            if (ways.touches(i, fluid.spheres()[s])) {
                ++contacts;
                EXPECT_TRUE(spatial::overlap(ways.swept(i), fluid.sphere_boxes()[s]));
            }
    EXPECT_GT(contacts, 10u);
}
