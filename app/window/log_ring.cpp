#include "app/window/log_ring.hpp"

namespace app {

std::vector<LogLine> LogRing::lines() {
    const std::lock_guard lock(mutex_);
    return {lines_.begin(), lines_.end()};
}

void LogRing::sink_it_(const spdlog::details::log_msg& message) {
    lines_.push_back({message.level, std::string(message.payload.data(), message.payload.size())});
    if (lines_.size() > length) lines_.pop_front();
}

}  // namespace app
