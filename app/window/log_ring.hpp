// The last lines of the log, kept for the log panel.
#pragma once

#include <spdlog/sinks/base_sink.h>

#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace app {

struct LogLine {
    spdlog::level::level_enum level;
    std::string text;
};

/// A sink for spdlog; several threads may log while one reads.
class LogRing final : public spdlog::sinks::base_sink<std::mutex> {
public:
    static constexpr std::size_t length = 500;  // lines

    [[nodiscard]] std::vector<LogLine> lines();

protected:
    void sink_it_(const spdlog::details::log_msg& message) override;
    void flush_() override {}

private:
    std::deque<LogLine> lines_;
};

}  // namespace app
