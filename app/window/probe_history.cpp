#include "app/window/probe_history.hpp"

#include <algorithm>

namespace app {

void ProbeHistory::begin(const sim::Scene& scene) {
    columns_ = sim::probe_columns(scene);
    samples_.clear();
}

void ProbeHistory::add(const sim::FrameReport& report) {
    if (columns_.empty() || report.probes.size() != columns_.size()) return;
    if (!samples_.empty() && report.time <= samples_.back().time) samples_.clear();
    if (samples_.size() == length) samples_.pop_front();
    samples_.push_back({report.time, report.probes});
}

std::vector<std::vector<std::size_t>> ProbeHistory::by_unit() const {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const auto group = std::ranges::find_if(
            groups, [&](const auto& others) { return columns_[others.front()].unit == columns_[column].unit; });
        if (group == groups.end())
            groups.push_back({column});
        else
            group->push_back(column);
    }
    return groups;
}

}  // namespace app
