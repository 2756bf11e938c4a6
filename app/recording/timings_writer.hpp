// timings.csv: a row a frame, written as the frames come.
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
