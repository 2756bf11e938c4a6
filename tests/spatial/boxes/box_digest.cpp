// Eight bytes of a box: nobody who overlaps is lost, nobody is beyond doubt who does not, on every instruction set.
#include "spatial/boxes/box_digest.hpp"

#include <gtest/gtest.h>

#include "spatial/boxes/hash_grid.hpp"
#include "spatial/boxes/hash_grids.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::BoxDigest;

namespace {

/// How far each reaches into the other, by the byte that says least of it.
int reach(BoxDigest a, BoxDigest b) {
    const BoxDigest asks = spatial::asking(b);
    int least = 127;
    for (unsigned byte = 0; byte < 8; ++byte) {
        const auto sum = static_cast<std::uint8_t>(a >> 8 * byte) + static_cast<std::uint8_t>(asks >> 8 * byte);
        least = std::min(least, int{static_cast<std::int8_t>(sum & 255)});
    }
    return least;
}

/// Side by side within a grid whose cells are 1.4 long, at any place, some touching to the last bit.
std::pair<Box, Box> two_near(crowds::Random& rng, float from) {
    const auto any = [&](float low, float high) { return crowds::between(rng, low, high); };
    const Box a = {from + any(0, 3), any(-3, 0), any(-1, 1), 0, 0, 0};
    const auto with_edges = [&](Box b) {
        b.max_x = b.min_x + any(0, 1.4f), b.max_y = b.min_y + any(0, 1.4f), b.max_z = b.min_z + any(0.7f, 1.4f);
        return b;
    };
    const Box one = with_edges(a);
    Box other =
        with_edges({a.min_x + any(-1.4f, 1.4f), a.min_y + any(-1.4f, 1.4f), a.min_z + any(-1.4f, 1.4f), 0, 0, 0});
    if (rng() % 3 == 0) other.min_x = one.max_x, other.max_x = std::max(other.max_x, other.min_x);
    if (rng() % 3 == 0) other.min_y = std::nextafter(one.max_y, 9.0f), other.max_y = std::max(other.max_y, other.min_y);
    return {one, other};
}

}  // namespace

TEST(BoxDigest, LosesNobodyAndIsSureOfNobodyWhoIsNotThere) {
    crowds::Random rng(201);
    const spatial::HashGrid grid(0.7, 1.41, 0, {});
    int sure = 0, overlapping = 0;
    for (int draw = 0; draw < 200'000; ++draw) {
        const auto [a, b] = two_near(rng, draw % 2 == 0 ? 0.0f : -4e4f);
        const int by = reach(grid.digest_of(a), grid.digest_of(b));
        if (overlap(a, b)) ASSERT_GE(by, 0);
        if (by >= 1) ASSERT_TRUE(overlap(a, b));
        sure += by >= 1 ? 1 : 0;
        overlapping += overlap(a, b) ? 1 : 0;
    }
    EXPECT_GT(sure, overlapping / 3) << "most are beyond doubt, of those that do not touch to the last bit";
    EXPECT_LT(sure, overlapping) << "and some are not: those that only just touch";
}

TEST(HashGrids, FindTheSameInTheSameOrderOnEveryInstructionSet) {
    // Some of one size and some of many; and far enough apart for grids to fold.
    for (const float half : {14.0f, 3e5f}) {
        std::vector<Box> boxes = crowds::cubes(3'000, 14.0f, 0.9f, 1.0f, 202);
        for (const Box& b : crowds::cubes(1'000, half, 0.1f, 6.0f, 203)) boxes.push_back(b);
        const auto expected = crowds::expected_pairs(boxes);
        std::vector<spatial::BoxPair> first;
        for (const std::string_view set : spatial::instruction_sets()) {
            spatial::use_instruction_set(set);
            spatial::HashGrids grids({});
            grids.put(boxes);
            const auto found = grids.pairs();
            if (first.empty()) first.assign(found.begin(), found.end());
            EXPECT_TRUE(std::ranges::equal(found, first)) << set;
            EXPECT_EQ(crowds::found_pairs(grids), expected) << set;
        }
    }
    spatial::use_instruction_set({});
}

// More objects in a cell and around it than are copied side by side, and more in doubt than are kept at a time.
TEST(HashGrids, FindEverybodyInCrowdedCells) {
    std::vector<Box> boxes;
    for (int i = 0; i < 1'500; ++i) boxes.push_back(crowds::cube_at(0.001f * static_cast<float>(i % 7), 0, 0, 1.0f));
    for (int i = 0; i < 400; ++i) boxes.push_back(crowds::cube_at(1.0f, 0.002f * static_cast<float>(i), 0, 1.0f));
    spatial::HashGrids grids({});
    grids.put(boxes);
    EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
}

// Who enters a grid may make it grow while others are on their way to another cell in it.
TEST(HashGrids, LoseNobodyWhoMovesWhileTheGridGrows) {
    std::vector<Box> boxes = crowds::cubes(500, 5.0f, 0.9f, 1.0f, 204);
    const std::vector<Box> larger = crowds::cubes(500, 5.0f, 3.0f, 3.9f, 205);
    boxes.insert(boxes.end(), larger.begin(), larger.end());
    spatial::HashGrids grids({});
    grids.put(boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Box& b = boxes[i];
        boxes[i] = crowds::cube_at(b.min_x + 1.0f, b.min_y - 0.5f, b.min_z, i % 3 == 0 ? 0.95f : b.max_x - b.min_x);
    }
    grids.put(boxes);
    EXPECT_GT(grids.grids().front()->growths(), 0);
    EXPECT_EQ(crowds::found_pairs(grids), crowds::expected_pairs(boxes));
}

// Where there is no room for both, one would be seen in the other.
TEST(GridPlace, KeepsItsGridAndItsDigestApart) {
    for (const int side : {-128, -1, 0, 1, 127})
        for (const std::uint16_t grid : {std::uint16_t{0}, std::uint16_t{0xff}, std::uint16_t{0x1234}}) {
            const spatial::BoxDigest digest = spatial::digest_of({side, -side, 5}, {side, 7, -side});
            spatial::GridPlace place(1, 2, grid, digest);
            EXPECT_EQ(place.grid(), grid);
            EXPECT_EQ(place.digest(), digest);
            place.set(spatial::GridPlace::no_grid, digest);
            EXPECT_EQ(place.grid(), spatial::GridPlace::no_grid);
            EXPECT_EQ(place.digest(), digest);
        }
    EXPECT_EQ(spatial::GridPlace().grid(), spatial::GridPlace::no_grid);
}
