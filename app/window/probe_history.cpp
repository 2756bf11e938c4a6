#include "app/window/probe_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

using Probes = std::vector<sim::Probe>;

bool measures_the_same(const sim::Probe& a, sim::Probe b) {
    b.name = a.name;
    return a == b;
}

/// The one among others that a probe is, or that it was before it got its name; their number where there is none.
std::size_t origin_of(const sim::Probe& probe, const Probes& now, const Probes& others) {
    if (const auto same = std::ranges::find(others, probe); same != others.end())
        return static_cast<std::size_t>(same - others.begin());
    const auto renamed = std::ranges::find_if(others, [&](const sim::Probe& other) {
        return measures_the_same(probe, other) && std::ranges::find(now, other) == now.end();
    });
    return static_cast<std::size_t>(renamed - others.begin());
}

/// Of each, the place of its first column; and of who would come next.
std::vector<std::size_t> firsts_of(const Probes& probes) {
    std::vector<std::size_t> firsts = {0};
    for (const sim::Probe& probe : probes) firsts.push_back(firsts.back() + sim::probe_columns({&probe, 1}).size());
    return firsts;
}

/// Of each column of these probes, where it stands among the columns of others.
std::vector<std::optional<std::size_t>> origins_of(const Probes& now, const Probes& others) {
    const std::vector<std::size_t> firsts = firsts_of(now), there = firsts_of(others);
    std::vector<std::optional<std::size_t>> origins;
    for (std::size_t probe = 0; probe < now.size(); ++probe) {
        const std::size_t origin = origin_of(now[probe], now, others);
        for (std::size_t i = 0; i < firsts[probe + 1] - firsts[probe]; ++i)
            origins.push_back(origin < others.size() ? std::optional(there[origin] + i) : std::nullopt);
    }
    return origins;
}

std::vector<double> values_from(const std::vector<double>& values,
                                const std::vector<std::optional<std::size_t>>& origins) {
    std::vector<double> taken;
    for (const auto& origin : origins)
        taken.push_back(origin && *origin < values.size() ? values[*origin] : std::numeric_limits<double>::quiet_NaN());
    return taken;
}

}  // namespace

void ProbeHistory::set(const Probes& probes) {
    probes_ = probes;
    columns_ = sim::probe_columns(probes_);
    firsts_ = firsts_of(probes_);
    heard_.reset();
}

void ProbeHistory::begin(const sim::Scene& scene) {
    set(scene.probes);
    samples_.clear();
}

void ProbeHistory::change(const Probes& probes) {
    const Origins origins = origins_of(probes, probes_);
    for (Sample& sample : samples_) sample.values = values_from(sample.values, origins);
    set(probes);
    // Curves begin where the first of them has something to say.
    const auto says_nothing = [](const Sample& sample) {
        return std::ranges::all_of(sample.values, [](double value) { return std::isnan(value); });
    };
    while (!samples_.empty() && says_nothing(samples_.front())) samples_.pop_front();
}

void ProbeHistory::add(const sim::FrameReport& report) {
    if (columns_.empty() || !report.probed) return;
    if (report.probed != heard_) {
        heard_ = report.probed;
        in_heard_ = origins_of(probes_, *heard_);
    }
    if (std::ranges::none_of(in_heard_, [](const auto& origin) { return origin.has_value(); })) return;
    if (!samples_.empty() && report.time <= samples_.back().time) samples_.clear();
    if (samples_.size() == length) samples_.pop_front();
    samples_.push_back({report.time, values_from(report.probes, in_heard_)});
}

std::optional<double> ProbeHistory::last(std::size_t probe) const {
    if (samples_.empty() || probe >= probes_.size()) return std::nullopt;
    const double value = samples_.back().values[firsts_[probe]];
    return std::isnan(value) ? std::nullopt : std::optional(value);
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
