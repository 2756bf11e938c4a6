#include "app/window/energy_history.hpp"

namespace app {

void EnergyHistory::add(const sim::FrameReport& report) {
    if (!samples_.empty() && report.time <= samples_.back().time) samples_.clear();
    if (samples_.empty()) potential_at_first_ = report.potential_energy;
    if (samples_.size() == length) samples_.pop_front();
    const double potential = report.potential_energy - potential_at_first_;
    samples_.push_back({report.time,
                        {report.kinetic_energy, potential, report.kinetic_energy + potential},
                        {report.momentum[0], report.momentum[1], report.momentum[2]}});
}

}  // namespace app
