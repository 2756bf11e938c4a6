// The parts of the suite `papers`, one source a subject. Each measures, prints its table, and adds its measurements,
// findings and panels to the report. The papers:
//
//   Onderik, Durikovic: Efficient Neighbor Search for Particle-based Fluids (cell indexing, H-mask)
//   Pouchol, Ahmad, Crespin, Terraz: A hierarchical hashing scheme for Nearest Neighbor Search and Broad-Phase
//   Collision Detection
//   Schornbaum: Hierarchical Hash Grids for Coarse Collision Detection
#pragma once

#include "tests/bench/measurement.hpp"
#include "tests/bench/suites.hpp"

namespace bench {

struct PapersRun {
    const Settings& settings;
    const Host& host;
    std::vector<std::size_t> sizes;  // of clouds, ascending
    Report& report;
    double wall = 0.0, processor = 0.0;  // s, of all that was measured with one thread

    [[nodiscard]] Patience patience() const { return settings.quick ? hurried : Patience{}; }
    [[nodiscard]] int threads() const { return settings.threads.front(); }
    /// For what is measured at one size.
    [[nodiscard]] std::size_t middle_size() const { return sizes[sizes.size() / 2]; }
    void add(const Measurement& m) {
        report.measurements.push_back(json_of(m));
        if (!m.measured() || m.threads != 1) return;
        wall += m.wall;
        processor += m.processor;
    }
    Finding& add(Finding finding) {
        report.findings.push_back(std::move(finding));
        return report.findings.back();
    }
};

inline constexpr const char* onderik = "Onderik and Durikovic";
inline constexpr const char* pouchol = "Pouchol et al.";
inline constexpr const char* schornbaum = "Schornbaum";

/// Table I: a dam break of 1600 particles under three searches.
void measure_dam_break_table(PapersRun& run);

/// 4.1 and 4.2: what the H-mask misses, what a larger H costs, whether time is linear.
void measure_mask_coverage(PapersRun& run);
void measure_subdivision(PapersRun& run);
void measure_linearity(PapersRun& run);

/// Figure 5: hashes and a kd-tree from sparse to dense.
void measure_hash_density(PapersRun& run);

/// Figures 4 and 6: hashes as broad phases, segments among squares and a fluid on spheres.
void measure_box_hashing(PapersRun& run);

/// Schornbaum's chapter 4: hash grids alone, then beside sweep and prune.
void measure_hash_grids(PapersRun& run);
void measure_sweep_and_prune(PapersRun& run);

/// The sentence for what is not there; empty when it is.
[[nodiscard]] std::string without_module(std::string_view name);

}  // namespace bench
