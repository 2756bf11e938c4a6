#include "app/commands/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

TEST(Progress, WritesDurationsAsPeopleDo) {
    EXPECT_EQ(app::duration_text(0.0), "0:00");
    EXPECT_EQ(app::duration_text(9.6), "0:10");
    EXPECT_EQ(app::duration_text(95.0), "1:35");
    EXPECT_EQ(app::duration_text(3700.0), "1:01:40");
}

std::string lines_of(std::uint64_t first, std::uint64_t last) {
    testing::internal::CaptureStderr();
    {
        app::Progress progress(app::ProgressStyle::lines, first, last);
        for (std::uint64_t frame = first + 1; frame <= last; ++frame) progress.show(frame, 0.1, 5.0);
    }
    return testing::internal::GetCapturedStderr();
}

TEST(Progress, PrintsALineEveryTenth) {
    const std::string text = lines_of(0, 1000);
    EXPECT_EQ(std::ranges::count(text, '\n'), 10) << text;
    EXPECT_NE(text.find("100 %  frame 1000/1000"), std::string::npos) << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << "a terminal's codes do not belong into a file";
}

TEST(Progress, CountsFromWhereTheRunBegan) {
    const std::string text = lines_of(90, 100);
    EXPECT_EQ(text.substr(0, text.find("  frame")), " 10 %") << text;
}

TEST(Progress, OfAFewFramesPrintsALineEach) { EXPECT_EQ(std::ranges::count(lines_of(0, 3), '\n'), 3); }

TEST(Progress, SaysNothingWhenQuiet) {
    testing::internal::CaptureStderr();
    {
        app::Progress progress(app::progress_style(true), 0, 2);
        progress.show(1, 0.1, 5.0);
        progress.show(2, 0.2, 5.0);
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
