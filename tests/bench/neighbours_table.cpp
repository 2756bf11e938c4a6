#include <algorithm>

#include "sim/wording.hpp"
#include "spatial/instruction_set.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

constexpr const char* columns = "  %-18s %8s %7s %7s %8s %7s %8s | %8s %8s %11s | %11s %9s %5s\n";

/// "12.3", and as many digits as a column of 8 has room for.
std::string number(double value) { return text(value < 999.95 ? "%.1f" : "%.0f", value); }

std::string times(double ratio) { return text(ratio < 99.95 ? "%.2fx" : "%.0fx", ratio); }

std::string row_of(const Measurement& m, double best, double nanoflann) {
    if (!m.measured()) return text("  %-18s - (%s)\n", m.search.c_str(), m.missing.c_str());
    const auto stage = [&](Stage s) {
        const std::optional<double>& ns = m.ns[static_cast<std::size_t>(s)];
        return ns ? number(*ns) : std::string("-");
    };
    return text(
        columns, m.search.c_str(), stage(Stage::order).c_str(), stage(Stage::move).c_str(),
        stage(Stage::ranges).c_str(), stage(Stage::lists).c_str(), stage(Stage::poly6).c_str(),
        stage(Stage::density).c_str(), number(m.in_all).c_str(), best > 0.0 ? times(m.in_all / best).c_str() : "-",
        nanoflann > 0.0 ? times(nanoflann / m.in_all).c_str() : "-",
        sim::count_text(static_cast<double>(m.pairs)).c_str(), number(m.bytes).c_str(), std::to_string(m.runs).c_str());
}

}  // namespace

std::string explain_tables() {
    return "in all     order + move + lists: from arrays to everybody's neighbours\n"
           "best       time in all against our fastest in the same table\n"
           "nanoflann  so many times faster than nanoflann's kd-tree in the same table\n"
           "poly6      a bare density sum streamed over the ranges; density: the simulation's own pass\n"
           "bytes      that the search holds per point, the points themselves not counted\n\n";
}

std::string table_of(std::span<const Measurement> group) {
    const auto measured = std::ranges::find_if(group, &Measurement::measured);
    if (measured == group.end()) return {};
    const Measurement& m = *measured;
    double best = 0.0, nanoflann = 0.0;
    for (const Measurement& each : group) {
        if (!each.measured()) continue;
        if (each.search == "nanoflann") nanoflann = each.in_all;
        if (!is_peer(each.search) && (best == 0.0 || each.in_all < best)) best = each.in_all;
    }
    std::string table = text(
        "%s, %s points, reach %.4g spacings, %.3g neighbours (at most %llu); %s order, %d thread%s, %s; ns per "
        "point\n",
        m.cloud.c_str(), sim::count_text(static_cast<double>(m.points)).c_str(), m.reach_in_spacings, m.mean_neighbours,
        static_cast<unsigned long long>(m.most_neighbours), arrival_names[static_cast<std::size_t>(m.arrival)],
        m.threads, m.threads == 1 ? "" : "s", std::string(spatial::instruction_set()).c_str());
    table += text(columns, "search", "order", "move", "ranges", "lists", "poly6", "density", "in all", "best",
                  "nanoflann", "pairs", "bytes", "runs");
    for (const Measurement& each : group) table += row_of(each, best, nanoflann);
    return table + "\n";
}

}  // namespace bench
