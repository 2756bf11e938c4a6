// Marks on axes: round, inside, few enough to be read.
#include <gtest/gtest.h>

#include "tests/bench/axis_scale.hpp"

namespace {

std::vector<std::string> words(const bench::AxisScale& scale) {
    std::vector<std::string> labels;
    for (const auto& mark : scale.marks())
        if (!mark.label.empty()) labels.push_back(mark.label);
    return labels;
}

}  // namespace

TEST(AxisScale, DecadesAreNamedInThousandsAndMillions) {
    EXPECT_EQ(words(bench::AxisScale({1e4, 1e5, 1e6}, true)),
              (std::vector<std::string>{"10 k", "20 k", "100 k", "200 k", "1 M"}));
    EXPECT_EQ(words(bench::AxisScale({1.0, 1e4}, true)), (std::vector<std::string>{"1", "10", "100", "1000", "10 k"}));
}

TEST(AxisScale, ALinearOneBeginsAtZeroAndEndsAtARoundNumber) {
    const bench::AxisScale scale({37.0, 12.0}, false);
    EXPECT_EQ(words(scale), (std::vector<std::string>{"0", "10", "20", "30", "40"}));
    EXPECT_DOUBLE_EQ(scale.share(0.0), 0.0);
    EXPECT_DOUBLE_EQ(scale.share(40.0), 1.0);
}

TEST(AxisScale, ALinearOneReachesBelowZeroWhereValuesDo) {
    const bench::AxisScale scale({-7.0, 12.0}, false);
    EXPECT_EQ(words(scale), (std::vector<std::string>{"-10", "-5", "0", "5", "10", "15"}));
    EXPECT_DOUBLE_EQ(scale.share(-10.0), 0.0);
    EXPECT_DOUBLE_EQ(scale.share(0.0), 0.4);
}

TEST(AxisScale, EveryValueLiesOnTheAxisAndInOrder) {
    for (const bool logarithmic : {false, true})
        for (const std::vector<double>& values :
             {std::vector<double>{5.0}, {1e-3, 2e3}, {0.5, 0.6, 0.7}, {7.0, 7.0}, {1e6, 3e6}}) {
            const bench::AxisScale scale(values, logarithmic);
            for (const double value : values) {
                EXPECT_GE(scale.share(value), 0.0);
                EXPECT_LE(scale.share(value), 1.0);
            }
            EXPECT_LT(scale.share(values.front()), scale.share(values.front() * 1.01));
            EXPECT_GE(words(scale).size(), 2u);
            EXPECT_LE(words(scale).size(), 8u);
        }
}

TEST(AxisScale, NothingToShowIsNoTrouble) {
    for (const bool logarithmic : {false, true}) EXPECT_NO_THROW(bench::AxisScale({}, logarithmic));
}
