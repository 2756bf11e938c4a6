#include "app/window/history.hpp"

#include <utility>

namespace app {
namespace {

template <class T>
void push(std::vector<T>& ring, std::size_t& next, const T& value) {
    if (ring.size() < History::length) {
        ring.push_back(value);
    } else {
        ring[next] = value;
        next = (next + 1) % History::length;
    }
}

}  // namespace

void History::add(const sim::FrameReport& report) {
    Timing timing;
    for (std::size_t stage = 0; stage < sim::stage_count; ++stage)
        timing.stage_ms[stage] = static_cast<float>(report.stage_ms[stage]);
    timing.wall_ms = static_cast<float>(report.wall_ms);
    push(frames_, next_, timing);
}

void History::add_drawing(float ms) { push(drawing_, next_drawing_, ms); }

void History::clear() {
    frames_.clear();
    next_ = 0;
}

Distribution History::of_stage(std::size_t stage) const {
    std::vector<double> values;
    values.reserve(frames_.size());
    for (const Timing& timing : frames_) values.push_back(timing.stage_ms[stage]);
    return distribution(std::move(values));
}

Distribution History::of_frame() const {
    std::vector<double> values;
    values.reserve(frames_.size());
    for (const Timing& timing : frames_) values.push_back(timing.wall_ms);
    return distribution(std::move(values));
}

Distribution History::of_drawing() const { return distribution({drawing_.begin(), drawing_.end()}); }

}  // namespace app
