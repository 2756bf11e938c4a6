#include "app/recording/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/app/scratch_folder.hpp"

namespace {

using Json = nlohmann::json;

/// A frame with two steps; stages take 1, 2, 3, … ms, a bit more in every frame.
sim::FrameReport made_up(std::uint64_t frame) {
    sim::FrameReport report;
    report.frame = frame;
    report.time = static_cast<double>(frame) * 0.01;
    report.wall_ms = 30.0 + static_cast<double>(frame * 37 % 101);
    report.substeps = 2;
    report.particles = 1000;
    report.active = 2000;
    report.neighbours = "uniform-hash";
    report.search = {.table_size = 401, .subdivision = 3, .skin = 0.3f};
    report.search_note = "because, it says";
    report.candidates = 9000 + frame;
    report.pairs = 3000;
    report.blocks = 70;
    report.cells = 60;
    report.lookups = 1620;
    report.empty_lookups = 810;
    report.collisions = 5;
    report.reused = 1;
    report.search_bytes = 4321;
    report.bytes = 54321;
    report.max_density_error = frame == 3 ? 0.5 : 0.01;
    double clock = 1e6 * report.time;
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage) {
        report.stage_ms[stage] = static_cast<double>(stage + 1) + 0.001 * static_cast<double>(frame);
        report.spans.push_back({static_cast<sim::Stage>(stage), clock, 1000.0 * report.stage_ms[stage]});
        clock += 1000.0 * report.stage_ms[stage];
    }
    return report;
}

app::RunSettings settings() {
    app::RunSettings s;
    s.scene.name = "a \"quoted\" name";
    s.scene.frame = 0.01f;
    s.overrides = {"fluids.0.viscosity=2"};
    s.threads = 3;
    return s;
}

std::vector<std::vector<std::string>> table_of(const std::filesystem::path& file) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(content_of(file));
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
}

class RecorderTest : public testing::Test {
protected:
    app::RunResult record(std::uint64_t frames, bool interrupted = false) {
        app::Recorder recorder(folder.path(), settings());
        for (std::uint64_t frame = 1; frame <= frames; ++frame) recorder.add(made_up(frame));
        return recorder.finish(0xabcdu, interrupted);
    }
    [[nodiscard]] Json summary() const { return Json::parse(content_of(folder / "summary.json")); }
    [[nodiscard]] Json trace() const { return Json::parse(content_of(folder / "trace.json")); }

    ScratchFolder folder;
};

TEST_F(RecorderTest, WritesARowAFrame) {
    record(5);
    const auto table = table_of(folder / "timings.csv");
    ASSERT_EQ(table.size(), 6u);
    const std::vector<std::string> first_columns = {"frame",     "time_s",    "wall_ms",    "drift_ms",
                                                    "solids_ms", "search_ms", "reorder_ms", "density_ms",
                                                    "forces_ms", "kick_ms",   "report_ms",  "substeps"};
    EXPECT_TRUE(std::equal(first_columns.begin(), first_columns.end(), table[0].begin()));
    for (std::size_t row = 1; row < table.size(); ++row) {
        ASSERT_EQ(table[row].size(), table[0].size());
        EXPECT_EQ(table[row][0], std::to_string(row));
        EXPECT_EQ(std::stod(table[row][2]), made_up(row).wall_ms);
    }
}

TEST_F(RecorderTest, WritesWhatTheSearchDid) {
    record(3);
    const auto table = table_of(folder / "timings.csv");
    const auto cell = [&](std::size_t row, const char* column) {
        const auto place = std::ranges::find(table[0], column) - table[0].begin();
        return table.at(row).at(static_cast<std::size_t>(place));
    };
    for (const std::size_t row : {1u, 2u, 3u}) {
        EXPECT_EQ(cell(row, "candidates"), std::to_string(9000 + row));
        EXPECT_EQ(cell(row, "pairs"), "3000");
        EXPECT_EQ(cell(row, "blocks"), "70");
        EXPECT_EQ(cell(row, "cells"), "60");
        EXPECT_EQ(cell(row, "lookups"), "1620");
        EXPECT_EQ(cell(row, "empty_lookups"), "810");
        EXPECT_EQ(cell(row, "collisions"), "5");
        EXPECT_EQ(cell(row, "reused_steps"), "1");
        EXPECT_EQ(cell(row, "neighbours"), "uniform-hash");
        EXPECT_EQ(cell(row, "search_bytes"), "4321");
        EXPECT_EQ(cell(row, "bytes"), "54321");
    }
    const Json s = summary();
    EXPECT_EQ(s["totals"]["reused_steps"], 3);
    EXPECT_EQ(s["state"]["neighbours"], "uniform-hash");
    const Json search = s["state"]["search"];
    EXPECT_EQ(search["skin"], 0.3) << "as people write it";
    EXPECT_EQ(search["table_size"], 401);
    EXPECT_EQ(search["subdivision"], 3);
    EXPECT_EQ(search["note"], "because, it says");
    EXPECT_EQ(search["candidates"], 9003);
    EXPECT_EQ(search["cells"], 60);
    EXPECT_EQ(search["bytes"], 4321);
}

TEST_F(RecorderTest, HasPercentilesThatTheTableConfirms) {
    record(200);
    const auto table = table_of(folder / "timings.csv");
    std::vector<double> wall;
    for (std::size_t row = 1; row < table.size(); ++row) wall.push_back(std::stod(table[row][2]));
    std::ranges::sort(wall);
    const Json frame = summary()["ms_per_frame"]["frame"];
    EXPECT_EQ(frame["min"], wall[0]);
    EXPECT_EQ(frame["p50"], wall[99]);
    EXPECT_EQ(frame["p95"], wall[189]);
    EXPECT_EQ(frame["p99"], wall[197]);
    for (const char* stage : sim::stage_names) EXPECT_TRUE(summary()["ms_per_frame"].contains(stage)) << stage;
}

TEST_F(RecorderTest, AddsUp) {
    const app::RunResult result = record(4);
    const Json s = summary();
    EXPECT_EQ(s["totals"]["frames"], 4);
    EXPECT_EQ(s["totals"]["steps"], 8);
    EXPECT_EQ(s["totals"]["particle_steps"], 8000);
    EXPECT_NEAR(s["totals"]["simulated_s"].get<double>(), 0.04, 1e-9);
    double wall = 0.0;  // s
    for (std::uint64_t frame = 1; frame <= 4; ++frame) wall += made_up(frame).wall_ms / 1000.0;
    EXPECT_DOUBLE_EQ(s["totals"]["wall_s"].get<double>(), wall);
    EXPECT_DOUBLE_EQ(s["rates"]["steps_per_second"].get<double>(), 8.0 / wall);
    EXPECT_DOUBLE_EQ(s["rates"]["particle_steps_per_second"].get<double>(), 8000.0 / wall);
    EXPECT_NEAR(s["rates"]["real_time_factor"].get<double>(), 0.04 / wall, 1e-6);
    EXPECT_EQ(s["state"]["state_hash"], "000000000000abcd");
    EXPECT_EQ(s["state"]["worst_density_error_of_the_run"], 0.5);
    EXPECT_EQ(s["state"]["max_density_error"], 0.01);
    EXPECT_EQ(result.state_hash, "000000000000abcd");
    EXPECT_EQ(result.frames, 4u);
}

TEST_F(RecorderTest, SaysWhatTheNumbersDependOn) {
    record(1);
    const Json s = summary();
    EXPECT_EQ(s["settings"]["scene"]["name"], "a \"quoted\" name");
    EXPECT_EQ(s["settings"]["overrides"][0], "fluids.0.viscosity=2");
    EXPECT_EQ(s["settings"]["threads"], 3);
    for (const char* key : {"processor", "cores", "instruction_set", "compiler", "build_type"})
        EXPECT_TRUE(s["machine"].contains(key)) << key;
}

// A folder's name in what went wrong, as on a full disk: without its summary nothing tells what the recording is of.
TEST_F(RecorderTest, HasASummaryWhateverBytesNamesConsistOf) {
    app::RunSettings odd = settings();
    odd.scene_file = "gr\xf6" "ber.json";
    app::Recorder recorder(folder.path(), odd);
    recorder.add(made_up(1));
    recorder.give_up_trace("cannot write /tmp/\xff/trace.json");
    recorder.finish(0, false);
    EXPECT_EQ(summary()["settings"]["scene_file"],
              "gr\xef\xbf\xbd"
              "ber.json");
    EXPECT_EQ(summary()["trouble"], "cannot write /tmp/\xef\xbf\xbd/trace.json");
}

TEST_F(RecorderTest, SaysHowTheRunEnded) {
    record(2);
    EXPECT_EQ(summary()["ended"], "complete");
    record(2, true);
    EXPECT_EQ(summary()["ended"], "interrupted");
    EXPECT_EQ(summary()["interrupted"], true);
}

TEST_F(RecorderTest, CountsNoFrameThatEndedInTrouble) {
    app::Recorder recorder(folder.path(), settings());
    recorder.add(made_up(1));
    sim::FrameReport bad = made_up(1);  // the world has not come any further
    bad.trouble = "particle 7 is nowhere";
    recorder.add(bad);
    EXPECT_EQ(recorder.finish(0, false).frames, 1u);
    EXPECT_EQ(table_of(folder / "timings.csv").size(), 2u);
    EXPECT_EQ(summary()["ended"], "failed");
    EXPECT_EQ(summary()["trouble"], "particle 7 is nowhere");
}

TEST_F(RecorderTest, DrawsATraceInWhichStagesLieWithinTheirFrames) {
    record(3);
    std::vector<Json> frames, stages;
    const Json drawn = trace();
    for (const Json& event : drawn["traceEvents"]) {
        if (event["ph"] != "X") continue;
        (event["name"].get<std::string>().starts_with("frame ") ? frames : stages).push_back(event);
    }
    ASSERT_EQ(frames.size(), 3u);
    ASSERT_EQ(stages.size(), 3 * sim::stage_count);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Json& frame = frames[i / sim::stage_count];
        EXPECT_EQ(stages[i]["name"], sim::stage_names[i % sim::stage_count]);
        EXPECT_GE(stages[i]["ts"].get<double>(), frame["ts"].get<double>());
        EXPECT_LE(stages[i]["ts"].get<double>() + stages[i]["dur"].get<double>(),
                  frame["ts"].get<double>() + frame["dur"].get<double>() + 0.01);
    }
}

TEST_F(RecorderTest, OfNoFrameAtAllIsStillWhole) {
    record(0, true);
    EXPECT_EQ(summary()["totals"]["frames"], 0);
    EXPECT_EQ(summary()["rates"]["real_time_factor"], 0.0);
    EXPECT_TRUE(trace()["traceEvents"].is_array());
    EXPECT_EQ(table_of(folder / "timings.csv").size(), 1u);
}

// Not a number is no JSON; a run that ended in one must still have a summary that programs can read.
TEST_F(RecorderTest, WritesValidJsonOfNumbersGoneWrong) {
    app::Recorder recorder(folder.path(), settings());
    sim::FrameReport bad = made_up(1);
    bad.kinetic_energy = std::nan("");
    recorder.add(bad);
    recorder.finish(0, false);
    EXPECT_TRUE(summary()["state"]["kinetic_energy_J"].is_null());
}

// The frame in which the trace no longer fitted once had a row and was not counted.
TEST_F(RecorderTest, KeepsEveryRowWhereTheTraceFillsTheDisk) {
    std::filesystem::create_symlink("/dev/full", folder / "trace.json");
    app::Recorder recorder(folder.path(), settings());
    std::uint64_t frame = 0;
    EXPECT_THROW(
        {
            while (frame < 100'000) recorder.add(made_up(++frame));
        },
        std::runtime_error);
    recorder.give_up_trace("no room");
    EXPECT_EQ(recorder.finish(std::nullopt, true).frames, frame);
    EXPECT_EQ(table_of(folder / "timings.csv").size(), frame + 1);
    EXPECT_EQ(summary()["totals"]["frames"], frame);
    EXPECT_EQ(summary()["trouble"], "no room");
    EXPECT_EQ(summary()["state"]["state_hash"], "") << "nobody asked for it in time";
}

TEST_F(RecorderTest, LeavesNothingWhenItIsNotFinished) {
    {
        app::Recorder recorder(folder.path(), settings());
        recorder.add(made_up(1));
        EXPECT_FALSE(std::filesystem::exists(folder / "timings.csv"));
    }
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(RecorderTest, NamesTheFolderItCannotWriteTo) {
    const std::string message = message_of<std::runtime_error>([] { app::Recorder("/dev/null/nowhere", settings()); });
    EXPECT_NE(message.find("/dev/null/nowhere"), std::string::npos) << message;
}

}  // namespace
