#include "app/window/history.hpp"

#include <gtest/gtest.h>

namespace {

sim::FrameReport frame_of(double ms) {
    sim::FrameReport report;
    report.wall_ms = ms;
    report.stage_ms.fill(ms / 10.0);
    return report;
}

}  // namespace

TEST(History, KeepsTheLastFramesOldestFirst) {
    app::History history;
    const std::size_t frames = app::History::length + 17;
    for (std::size_t i = 0; i < frames; ++i) history.add(frame_of(static_cast<double>(i)));
    ASSERT_EQ(history.size(), app::History::length);
    for (std::size_t i = 0; i < history.size(); ++i) EXPECT_EQ(history[i].wall_ms, static_cast<float>(17 + i));
}

TEST(History, SaysHowFramesStagesAndDrawingAreSpread) {
    app::History history;
    for (int ms = 1; ms <= 100; ++ms) {
        history.add(frame_of(ms));
        history.add_drawing(static_cast<float>(2 * ms));
    }
    EXPECT_FLOAT_EQ(static_cast<float>(history.of_frame().p50), 50.0f);
    EXPECT_FLOAT_EQ(static_cast<float>(history.of_frame().p99), 99.0f);
    EXPECT_FLOAT_EQ(static_cast<float>(history.of_stage(3).p95), 9.5f);
    EXPECT_FLOAT_EQ(static_cast<float>(history.of_drawing().p50), 100.0f);
}

TEST(History, ForgetsTheFramesOfAnotherScene) {
    app::History history;
    for (std::size_t i = 0; i < app::History::length + 3; ++i) history.add(frame_of(1.0));
    history.clear();
    history.add(frame_of(7.0));
    ASSERT_EQ(history.size(), 1u);
    EXPECT_EQ(history[0].wall_ms, 7.0f);
}
