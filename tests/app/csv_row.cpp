#include "app/recording/csv_row.hpp"

#include <gtest/gtest.h>

using app::CsvRow;

TEST(CsvRow, WritesNumbersAsTheyReadBack) {
    CsvRow row;
    row << 1 << 0.1 << 1e-30 << std::uint64_t{18446744073709551615u};
    EXPECT_EQ(row.finish(), "1,0.1,1e-30,18446744073709551615\n");
}

TEST(CsvRow, QuotesTextsThatNeedIt) {
    CsvRow row;
    row << "plain"
        << "a, b"
        << "says \"x\""
        << "two\nlines";
    EXPECT_EQ(row.finish(), "plain,\"a, b\",\"says \"\"x\"\"\",\"two\nlines\"\n");
}

// An empty first cell once vanished, and all that followed moved to the left.
TEST(CsvRow, KeepsEmptyCellsAndBeginsAnew) {
    CsvRow row;
    row << ""
        << "b"
        << "";
    EXPECT_EQ(row.finish(), ",b,\n");
    row << 7;
    EXPECT_EQ(row.finish(), "7\n");
}
