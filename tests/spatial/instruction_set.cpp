#include "spatial/instruction_set.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

TEST(InstructionSet, RunsWithTheBestUnlessToldOtherwise) {
    const auto sets = spatial::instruction_sets();
    ASSERT_FALSE(sets.empty());
    EXPECT_EQ(spatial::instruction_set(), sets.front());
    for (const auto set : sets) {
        spatial::use_instruction_set(set);
        EXPECT_EQ(spatial::instruction_set(), set);
        EXPECT_EQ(spatial::instruction_sets(), sets) << "the list does not depend on the choice";
    }
    spatial::use_instruction_set({});
    EXPECT_EQ(spatial::instruction_set(), sets.front());
}

TEST(InstructionSet, ListsWhatThereIsForAnUnknownName) {
    const std::string before(spatial::instruction_set());
    try {
        spatial::use_instruction_set("MMX");
        FAIL();
    } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find(before), std::string::npos) << e.what();
    }
    EXPECT_EQ(spatial::instruction_set(), before);
}
