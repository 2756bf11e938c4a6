// Many boxes at a time are rounded as one alone is, by every instruction set.
#include "spatial/boxes/box_rounding.hpp"

#include <gtest/gtest.h>

#include "spatial/instruction_set.hpp"
#include "tests/spatial/boxes/crowds.hpp"

using spatial::Box;
using spatial::CellRange;

class RoundsOnEveryInstructionSet : public testing::TestWithParam<std::string_view> {
protected:
    void SetUp() override { spatial::use_instruction_set(GetParam()); }
    void TearDown() override { spatial::use_instruction_set({}); }
};

TEST_P(RoundsOnEveryInstructionSet, ManyBoxesAsTheyAreAlone) {
    const Box bounds{-6.0f, -5.0f, -7.0f, 5.0f, 6.0f, 4.0f};
    constexpr float inverse = 4.0f;  // cells of a quarter of a metre
    for (std::size_t count = 0; count < 28; ++count) {
        std::vector<Box> boxes = crowds::cubes(count, 10.0f, 0.1f, 3.0f, 200 + static_cast<unsigned>(count));
        // On the bounds, by a corner or a side, is within them.
        if (count > 3) boxes[2] = {5.0f, 6.0f, 4.0f, 7.0f, 8.0f, 9.0f};
        if (count > 9) boxes[9] = {-9.0f, -1.0f, -1.0f, -6.0f, 1.0f, 1.0f};
        std::vector<CellRange> ranges(count);
        std::vector<std::uint32_t> numbers(count), expected;
        const std::size_t inside = spatial::round_boxes(boxes, bounds, inverse, ranges.data(), numbers.data());
        for (std::uint32_t k = 0; k < count; ++k) {
            if (!overlap(boxes[k], bounds)) continue;
            expected.push_back(k);
            const CellRange alone = spatial::cells_under(common(boxes[k], bounds), double{inverse});
            EXPECT_EQ(ranges[k].min, alone.min) << k << " of " << count;
            EXPECT_EQ(ranges[k].max, alone.max) << k << " of " << count;
        }
        EXPECT_EQ(std::vector(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(inside)), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Boxes, RoundsOnEveryInstructionSet, testing::ValuesIn(spatial::instruction_sets()),
                         [](const auto& set) { return std::string(set.param); });
