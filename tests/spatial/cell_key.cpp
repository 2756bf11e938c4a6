// Keys hold cell and index, are as wide as needed, and refuse what they cannot hold.
#include "spatial/cell_key.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "spatial/unfit.hpp"

using spatial::Cell;
using spatial::Index;
using spatial::KeyLayout;

namespace {

std::int32_t most(int bits) { return static_cast<std::int32_t>((std::int64_t{1} << bits) - 1); }

std::string refusal(std::size_t points, const spatial::LastCell& last) {
    try {
        check(KeyLayout::needed_for(points, last), points, last);
    } catch (const spatial::Unfit& unfit) {
        return unfit.what();
    }
    return {};
}

}  // namespace

TEST(CellKey, ComesApartAgainAtTheLimitsOfItsFields) {
    for (const KeyLayout layout :
         {KeyLayout{16, 16, 16, 16}, KeyLayout{17, 30, 8, 8}, KeyLayout{32, 10, 11, 11}, KeyLayout{4, 30, 0, 30},
          KeyLayout{10, 0, 0, 30}, KeyLayout{1, 0, 0, 0}, KeyLayout{20, 1, 1, 1}}) {
        ASSERT_TRUE(layout.fits());
        const auto last_index = static_cast<Index>((std::uint64_t{1} << layout.index_bits) - 1);
        for (const Index n : {Index{0}, Index{1}, last_index})
            for (const int x : {0, most(layout.x_bits)})
                for (const int y : {0, most(layout.y_bits)})
                    for (const int z : {0, most(layout.z_bits)}) {
                        const Cell cell{x, y, z};
                        const std::uint64_t key = layout.key(n, cell);
                        EXPECT_EQ(layout.index_of(key), n) << describe(layout);
                        EXPECT_EQ(layout.cell_at(layout.cell_number_of(key)), cell) << describe(layout);
                    }
    }
}

TEST(CellKey, IsThePapersSum) {
    const KeyLayout layout{5, 3, 4, 6};
    EXPECT_EQ(layout.key(19, {6, 11, 40}), 19u + (6u << 5) + (11u << (5 + 3)) + (40u << (5 + 3 + 4)));
}

TEST(CellKey, OrdersByRowsOfCellsAndThenByIndex) {
    const KeyLayout layout{3, 2, 2, 2};
    std::uint64_t before = 0;
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 4; ++x)
                for (Index n = 0; n < 8; ++n) {
                    const std::uint64_t key = layout.key(n, {x, y, z});
                    EXPECT_TRUE(key == 0 || key == before + 1) << x << ' ' << y << ' ' << z << ' ' << n;
                    before = key;
                }
}

TEST(CellKey, FindsTheSamePlaceInAnotherRow) {
    const KeyLayout layout{4, 5, 6, 7};
    const Cell here{17, 30, 64};
    for (const auto& [dy, dz] : {std::tuple(0, 0), std::tuple(-1, 0), std::tuple(2, -3), std::tuple(-4, 4)})
        EXPECT_EQ(layout.cell_number(here) + layout.row_offset(dy, dz),
                  layout.cell_number({here.x, here.y + dy, here.z + dz}));
}

TEST(CellKey, FieldsAreAsWideAsThePointsNeed) {
    EXPECT_EQ(KeyLayout::needed_for(65'535, {0, 0, 0}), (KeyLayout{16, 0, 0, 0}));
    EXPECT_EQ(KeyLayout::needed_for(65'536, {0, 0, 0}), (KeyLayout{17, 0, 0, 0})) << "2^I > N";
    EXPECT_EQ(KeyLayout::needed_for(1'000'000, {1, 7, 8}), (KeyLayout{20, 1, 3, 4}));
    EXPECT_EQ(KeyLayout::needed_for(0, {0, 0, 0}), (KeyLayout{1, 0, 0, 0})) << "no shift as long as a key";
    EXPECT_EQ(KeyLayout::needed_for(100, {0x1p40, 0x1p100, 0}), (KeyLayout{7, 41, 101, 0}));
}

TEST(CellKey, FitsIntoSixtyFourBitsAndNotOneMore) {
    EXPECT_TRUE((KeyLayout{16, 16, 16, 16}).fits());
    EXPECT_FALSE((KeyLayout{17, 16, 16, 16}).fits());
    EXPECT_TRUE((KeyLayout{4, 30, 30, 0}).fits());
    EXPECT_FALSE((KeyLayout{2, 31, 0, 0}).fits())
        << "a coordinate of a cell is a signed 32-bit number, also beyond the box";
}

TEST(CellKey, RefusesWithAllTheNumbersAndAWayOut) {
    EXPECT_EQ(refusal(100'000, {1'000, 1'000, 1'000}), "");
    const std::string text = refusal(100'000, {99'999, 199'999, 1e38});
    for (const char* said :
         {"100000 points", "1e+05 x 2e+05 x 1e+38 cells", "17 bits index + 17 + 18 + 127 bits of cell", "179 in all",
          "a key has 64", "uniform-hash"})
        EXPECT_NE(text.find(said), std::string::npos) << said << " is not in: " << text;
}
