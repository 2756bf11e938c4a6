// The stages of every step as a timeline, in the Chrome trace event format (JSON) that Perfetto, chrome://tracing and
// Tracy's import read. Two tracks: frames above, their stages below. Times are in microseconds.
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/recording/atomic_file.hpp"
#include "sim/step_report.hpp"

namespace app {

class TraceWriter {
public:
    explicit TraceWriter(const std::filesystem::path& target);

    void add(const sim::FrameReport& report);
    void commit();

    /// After so many stages only frames are written: a timeline beyond 100 MB opens nowhere, and a run over night
    /// must not fill the disk.
    static constexpr std::uint64_t most_stages = 1'000'000;

private:
    AtomicFile file_;
    std::uint64_t stages_ = 0;
};

}  // namespace app
