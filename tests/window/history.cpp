#include "app/window/history.hpp"

#include <gtest/gtest.h>

#include "app/window/energy_history.hpp"

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

TEST(EnergyHistory, CountsPotentialEnergyFromItsFirstFrame) {
    app::EnergyHistory history;
    sim::FrameReport report;
    report.potential_energy = -100.0;
    report.time = 1.0;
    history.add(report);
    report.potential_energy = -130.0;
    report.kinetic_energy = 25.0;
    report.momentum[1] = 7.0;
    report.time = 2.0;
    history.add(report);
    ASSERT_EQ(history.size(), 2u);
    EXPECT_EQ(history.energy(2, 0), 0.0);
    EXPECT_EQ(history.energy(0, 1), 25.0);
    EXPECT_EQ(history.energy(1, 1), -30.0);
    EXPECT_EQ(history.energy(2, 1), -5.0) << "what friction took";
    EXPECT_EQ(history.momentum(1, 1), 7.0);
    report.time = 1.5;
    history.add(report);
    ASSERT_EQ(history.size(), 1u) << "time was turned back";
    EXPECT_EQ(history.energy(1, 0), 0.0);
    for (std::size_t i = 0; i < app::EnergyHistory::length + 5; ++i) {
        report.time += 1.0;
        history.add(report);
    }
    EXPECT_EQ(history.size(), app::EnergyHistory::length);
}
