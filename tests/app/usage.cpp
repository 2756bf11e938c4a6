#include "app/commands/usage.hpp"

#include "tests/app/scratch_folder.hpp"

namespace {

TEST(Usage, ReadsWholeNumbersOnly) {
    EXPECT_EQ(app::parse_number("--seconds", "2.5", 0.0, 10.0, "s"), 2.5);
    EXPECT_EQ(app::parse_number("--seconds", "1e1", 0.0, 10.0, "s"), 10.0);
    EXPECT_EQ(app::parse_count("--threads", "256", 1, 256, "threads"), 256);
    for (const char* text : {"", "x", "2x", "2 ", " 2", "nan", "inf", "-1", "10.01", "1e999"})
        EXPECT_THROW((void)app::parse_number("--seconds", text, 0.0, 10.0, "s"), app::UsageError) << text;
    for (const char* text : {"", "0", "-4", "257", "1.5", "1e2", "99999999999999999999"})
        EXPECT_THROW((void)app::parse_count("--threads", text, 1, 256, "threads"), app::UsageError) << text;
}

TEST(Usage, SaysWhatWouldDoInstead) {
    EXPECT_EQ(message_of<app::UsageError>([] { (void)app::parse_count("--threads", "0", 1, 256, "threads"); }),
              "--threads 0: give a whole number from 1 to 256 (threads)");
}

}  // namespace
