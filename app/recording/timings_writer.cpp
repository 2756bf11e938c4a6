#include "app/recording/timings_writer.hpp"

#include <string>

#include "app/recording/csv_row.hpp"

namespace app {

namespace {

/// Particle updates of each level, the longest steps first, up to the deepest level there was.
std::string levels_text(const sim::FrameReport& report) {
    std::size_t used = report.levels.size();
    while (used > 1 && report.levels[used - 1] == 0) --used;
    std::string text;
    for (std::size_t level = 0; level < used; ++level)
        text += (level == 0 ? "" : " ") + std::to_string(report.levels[level]);
    return text;
}

}  // namespace

TimingsWriter::TimingsWriter(const std::filesystem::path& target) : file_(target) {
    CsvRow row;
    row << "frame"
        << "time_s"
        << "wall_ms";
    for (const char* stage : sim::stage_names) row << std::string(stage) + "_ms";
    row << "substeps"
        << "shortest_step_s"
        << "longest_step_s"
        << "particles"
        << "active"
        << "candidates"
        << "pairs"
        << "blocks"
        << "cells"
        << "lookups"
        << "empty_lookups"
        << "collisions"
        << "reused_steps"
        << "neighbours"
        << "search_bytes"
        << "bytes"
        << "solids"
        << "bodies"
        << "solid_hits"
        << "squeezed"
        << "solid_questions"
        << "solid_lookups"
        << "solid_candidates"
        << "solid_pairs"
        << "body_pairs"
        << "body_contacts"
        << "broadphase"
        << "kinetic_energy_J"
        << "potential_energy_J"
        << "momentum_x"
        << "momentum_y"
        << "momentum_z"
        << "mean_density_error"
        << "max_density_error"
        << "max_speed"
        << "levels"
        << "emitted"
        << "drained"
        << "left"
        << "skipped"
        << "inflow_m3_s"
        << "outflow_m3_s"
        << "touched";
    file_.write(row.finish());
}

void TimingsWriter::add(const sim::FrameReport& r) {
    CsvRow row;
    row << r.frame << r.time << r.wall_ms;
    for (const double ms : r.stage_ms) row << ms;
    row << r.substeps << r.shortest_step << r.longest_step << r.particles << r.active << r.candidates << r.pairs
        << r.blocks << r.cells << r.lookups << r.empty_lookups << r.collisions << r.reused << r.neighbours
        << r.search_bytes << r.bytes << r.solids << r.bodies << r.solid_hits << r.squeezed << r.solid_questions
        << r.solid_counters.lookups << r.solid_counters.candidates << r.solid_counters.pairs << r.body_pairs
        << r.body_contacts << r.broadphase << r.kinetic_energy << r.potential_energy << r.momentum[0] << r.momentum[1]
        << r.momentum[2] << r.mean_density_error << r.max_density_error << r.max_speed << levels_text(r) << r.emitted
        << r.drained << r.left << r.skipped << r.inflow << r.outflow << (r.touched ? 1 : 0);
    file_.write(row.finish());
}

}  // namespace app
