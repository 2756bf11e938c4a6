#include "spatial/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "spatial/instruction_set.hpp"

TEST(Bounds, AreTheLeastAndTheGreatestForEveryLengthAndInstructionSet) {
    std::mt19937 rng(1);
    std::uniform_real_distribution<float> value(-1e38f, 1e38f);
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        for (std::size_t n = 1; n < 70; ++n) {
            std::vector<float> values(n);
            for (float& v : values) v = value(rng);
            const auto bounds = spatial::bounds_of(values);
            EXPECT_EQ(bounds.min, *std::min_element(values.begin(), values.end())) << set << ", " << n;
            EXPECT_EQ(bounds.max, *std::max_element(values.begin(), values.end())) << set << ", " << n;
            EXPECT_TRUE(bounds.finite);
        }
    }
    spatial::use_instruction_set({});
}

TEST(Bounds, NoticeWhatIsNotFiniteWhereverItStands) {
    for (const std::string_view set : spatial::instruction_sets()) {
        spatial::use_instruction_set(set);
        for (const float bad : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()})
            for (std::size_t at = 0; at < 37; ++at) {
                std::vector<float> values(37, 2.0f);
                values[at] = bad;
                EXPECT_FALSE(spatial::bounds_of(values).finite) << set << ", " << bad << " at " << at;
            }
    }
    spatial::use_instruction_set({});
    EXPECT_TRUE(spatial::bounds_of({}).finite);
}
