#include <algorithm>

#include "spatial/instruction_set.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

/// Adds a point to the series of that name, which is made where there is none.
void add_point(std::vector<Series>& series, const std::string& name, Series::Point point) {
    auto found = std::ranges::find(series, name, &Series::name);
    if (found == series.end()) found = series.insert(series.end(), {.name = name, .dashed = is_peer(name)});
    found->points.push_back(point);
}

Panel curves(const Results& results, std::string_view cloud, int threads) {
    Panel panel;
    panel.x_label = "points";
    panel.y_label = "ns per point: order, move, lists";
    for (const Measurement& m : results.all()) {
        if (!m.measured() || m.cloud != cloud || m.arrival != Arrival::settled || m.threads != threads) continue;
        panel.title = text("%s: %.2g neighbours", m.cloud.c_str(), m.mean_neighbours);
        add_point(panel.series, m.search, {static_cast<double>(m.points), m.in_all});
    }
    return panel;
}

Panel over_density(const Results& results) {
    Panel panel;
    panel.title = "plane: sparse to dense";
    panel.x_label = "neighbours on average";
    panel.y_label = "ns per point: order, move, lists";
    for (const Measurement& m : results.all())
        if (m.measured() && m.cloud == "plane" && m.arrival == Arrival::settled)
            add_point(panel.series, m.search, {m.mean_neighbours, m.in_all});
    return panel;
}

/// Where the time goes, for the largest dam.
Panel stages(const Results& results, int threads) {
    Panel panel;
    panel.kind = Panel::Kind::bars;
    panel.log_y = false;
    panel.y_label = "ns per point";
    panel.categories = {"order", "move", "lists", "poly6", "density"};
    std::size_t most = 0;
    for (const Measurement& m : results.all())
        if (m.measured() && m.cloud == "dam") most = std::max(most, m.points);
    panel.title = text("dam, %s points, by stage", points_text(most).c_str());
    for (const Measurement& m : results.all()) {
        if (!m.measured() || m.cloud != "dam" || m.points != most || m.arrival != Arrival::settled ||
            m.threads != threads || m.search == "all-pairs" || is_peer(m.search))
            continue;
        double x = 0.0;
        for (const Stage s : {Stage::order, Stage::move, Stage::lists, Stage::poly6, Stage::density})
            add_point(panel.series, m.search, {x++, m.stage(s)});
    }
    return panel;
}

}  // namespace

Figure figure_of_neighbours(const Results& results) {
    Figure figure{.title = "Neighbour searches", .columns = 3};
    const int threads = results.all().empty() ? 1 : results.all().front().threads;
    figure.subtitle = text("settled order, %d thread%s, %s; best of several runs; lower is better", threads,
                           threads == 1 ? "" : "s", std::string(spatial::instruction_set()).c_str());
    for (const CloudMaker& maker : cloud_makers()) figure.panels.push_back(curves(results, maker.name, threads));
    figure.panels.push_back(over_density(results));
    figure.panels.push_back(stages(results, threads));
    std::erase_if(figure.panels, [](const Panel& panel) { return panel.series.empty(); });
    return figure;
}

}  // namespace bench
