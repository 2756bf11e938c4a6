#include "app/window/ticks.hpp"

#include <gtest/gtest.h>

#include <limits>

TEST(Ticks, AreRoundNumbersWithinTheRange) {
    EXPECT_EQ(app::ticks(0.0, 10.0, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(app::ticks(0.3, 1.2, 4), (std::vector<double>{0.5, 1.0}));
    EXPECT_EQ(app::ticks(-1.0, 1.0, 4), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
}

TEST(Ticks, AreFewEnoughToWriteDown) {
    for (const double high : {1e-9, 0.7, 1.0, 3.0, 9.99, 12345.0, 1e12})
        for (int most = 1; most < 12; ++most)
            EXPECT_LE(app::ticks(0.0, high, most).size(), static_cast<std::size_t>(most) + 1) << high;
}

TEST(Ticks, OfAnEmptyOrInfiniteRangeAreNone) {
    EXPECT_TRUE(app::ticks(1.0, 1.0, 5).empty());
    EXPECT_TRUE(app::ticks(2.0, 1.0, 5).empty());
    EXPECT_TRUE(app::ticks(0.0, std::numeric_limits<double>::infinity(), 5).empty());
    EXPECT_TRUE(app::ticks(0.0, std::numeric_limits<double>::quiet_NaN(), 5).empty());
}

// A narrow plot of 0.39 s had one tick, at 0.2 s, which said "0 s".
TEST(Ticks, KnowTheirStepWhereThereIsOnlyOne) {
    ASSERT_EQ(app::ticks(0.15, 0.39, 2).size(), 1u);
    EXPECT_EQ(app::tick_text(app::ticks(0.15, 0.39, 2)[0], app::tick_step(0.15, 0.39, 2)), "0.2");
    for (const int most : {1, 2, 3, 7})
        for (const double high : {0.31, 0.9, 1.0, 4.7, 650.0})
            if (const auto marks = app::ticks(0.0, high, most); marks.size() > 1)
                EXPECT_NEAR(app::tick_step(0.0, high, most), marks[1] - marks[0], 1e-9 * high);
}

// The axis of energies had one number beside it, 0, in a low plot.
TEST(Ticks, AreAtLeastTwoBesideAnAxisHoweverLowItIs) {
    ASSERT_EQ(app::ticks(-1.2, 9.0, 2).size(), 1u);
    for (const int most : {0, 1, 2, 3, 9})
        for (double high = 1e-6; high < 1e9; high *= 1.37)
            for (const double low : {0.0, -0.13 * high, -0.9 * high, -7.0 * high})
                EXPECT_GE(app::ticks(low, high, app::enough_ticks(low, high, most)).size(), 2u) << low << " " << high;
    EXPECT_EQ(app::enough_ticks(0.0, 10.0, 5), 5) << "where that is enough";
}

TEST(Ticks, AreWrittenWithTheDigitsTheirStepNeeds) {
    EXPECT_EQ(app::tick_text(0.25, 0.05), "0.25");
    EXPECT_EQ(app::tick_text(2.0, 0.5), "2.0");
    EXPECT_EQ(app::tick_text(1200.0, 200.0), "1200");
    EXPECT_EQ(app::tick_text(0.0, 0.1), "0.0");
    EXPECT_EQ(app::tick_text(2e-6, 1e-6), "2e-06");
}

TEST(ShortNumber, KeepsThreeDigitsAndTheSize) {
    EXPECT_EQ(app::short_number(0.0), "0");
    EXPECT_EQ(app::short_number(12.34), "12.3");
    EXPECT_EQ(app::short_number(1234.0), "1.23 k");
    EXPECT_EQ(app::short_number(-45678.0), "-45.7 k");
    EXPECT_EQ(app::short_number(7.5e6), "7.50 M");
}
