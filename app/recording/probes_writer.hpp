// probes.csv: a row a sample of the scene's probes. Its columns: time_s, and what sim::probe_columns() says, each with
// its unit (front.x_m, p1.pressure_Pa).
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "app/recording/atomic_file.hpp"
#include "sim/probe.hpp"

namespace app {

class ProbesWriter {
public:
    ProbesWriter(const std::filesystem::path& target, std::span<const sim::Probe> probes);

    void add(double time, std::span<const double> values);
    void commit() { file_.commit(); }
    [[nodiscard]] std::uint64_t samples() const noexcept { return samples_; }

private:
    AtomicFile file_;
    std::uint64_t samples_ = 0;
};

}  // namespace app
