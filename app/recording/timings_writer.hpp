// timings.csv: a row a frame, written as the frames come. Its columns:
//
//   frame, time_s, wall_ms             which frame, simulated time at its end, time it took
//   <stage>_ms                         of that: drift, search, reorder, density, forces, kick, report
//   substeps, shortest_step_s, longest_step_s
//   particles, active                  how many, and how many were updated over all substeps
//   levels                             the same by level of individual steps, the longest first, with spaces in between
//   candidates, pairs                  of the last substep: pairs that the search proposed, and those of them that were
//                                      neighbours, each pair twice
//   blocks, cells                      of its last build: groups of queries that share their candidates; cells, leaves
//                                      or buckets with a particle in them
//   lookups, empty_lookups, collisions cells asked for, those of them without a particle; buckets that hold more than
//                                      one cell
//   reused_steps                       substeps that an earlier build still served (modules.search.skin)
//   neighbours                         the module that ran
//   search_bytes, bytes                memory of the search; of the search, the particles and all scratch
//   kinetic_energy_J, potential_energy_J, momentum_x, momentum_y, momentum_z (kg m/s)
//   touched                            1 where a hand acted: a brush in the fluid, a solid that was moved or taken out
//   mean_density_error, max_density_error, max_speed (relative to rest; m/s)
#pragma once

#include <filesystem>

#include "app/recording/atomic_file.hpp"
#include "sim/step_report.hpp"

namespace app {

class TimingsWriter {
public:
    explicit TimingsWriter(const std::filesystem::path& target);

    void add(const sim::FrameReport& report);
    void commit() { file_.commit(); }

private:
    AtomicFile file_;
};

}  // namespace app
