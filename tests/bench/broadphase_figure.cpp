#include <algorithm>

#include "spatial/instruction_set.hpp"
#include "tests/bench/broadphase.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

/// Adds a point to the series of that name, which is made where there is none.
void add_point(std::vector<Series>& series, const BoxMeasurement& m, Series::Point point) {
    auto found = std::ranges::find(series, m.who, &Series::name);
    if (found == series.end()) found = series.insert(series.end(), {.name = m.who, .dashed = !m.ours});
    found->points.push_back(point);
}

template <class Quantity>
Panel curves(const BoxResults& results, std::string title, std::string y_label, const BoxMeasurement::Place& like,
             Quantity quantity) {
    Panel panel{.title = std::move(title), .x_label = "boxes", .y_label = std::move(y_label)};
    for (const BoxMeasurement& m : results.all()) {
        auto place = m.place;
        place.boxes = like.boxes;
        if (m.measured() && m.variant.empty() && place == like)
            add_point(panel.series, m, {static_cast<double>(m.place.boxes), quantity(m)});
    }
    return panel;
}

/// A group of bars for each category; category_of() names that of a measurement.
template <class Category>
Panel bars(const BoxResults& results, std::string title, std::string y_label, std::vector<std::string> categories,
           int threads, Category category_of) {
    Panel panel{.title = std::move(title),
                .y_label = std::move(y_label),
                .kind = Panel::Kind::bars,
                .log_y = false,
                .categories = std::move(categories)};
    for (std::size_t c = 0; c < panel.categories.size(); ++c)
        for (const BoxMeasurement& m : results.all())
            if (m.measured() && m.who != oracle && m.place.threads == threads && category_of(m) == panel.categories[c])
                add_point(panel.series, m, {static_cast<double>(c), m.ms});
    return panel;
}

}  // namespace

Figure figure_of_broadphase(const BoxResults& results) {
    Figure figure{.title = "Broad phases", .columns = 3};
    const int threads = results.all().empty() ? 1 : results.all().front().place.threads;
    figure.subtitle = text("%d thread%s, %s; best of several runs; lower is better; dashed: baselines and libraries",
                           threads, threads == 1 ? "" : "s", std::string(spatial::instruction_set()).c_str());
    const auto per_query = [](const BoxMeasurement& m) { return 1e6 * m.ms / static_cast<double>(m.queries); };
    const auto per_box = [](const BoxMeasurement& m) { return m.ns_a_box(); };
    figure.panels.push_back(curves(results, "segments among squares", "ns per query",
                                   {"segments", "squares", "random order", 0, threads}, per_query));
    for (const char* const crowd : {"equal", "1 to 12", "1 to 1000"})
        figure.panels.push_back(curves(results, text("moving boxes, sizes %s", crowd), "ns per box and step",
                                       {"motion", crowd, "20 %", 0, threads}, per_box));
    figure.panels.push_back(curves(results, "memory, moving boxes of equal size", "bytes per box",
                                   {"motion", "equal", "20 %", 0, threads},
                                   [](const BoxMeasurement& m) { return m.bytes_a_box(); }));
    figure.panels.push_back(bars(results, "fluid on spheres", "ms, particles as queries", {"falling", "settled"},
                                 threads, [](const BoxMeasurement& m) {
                                     return m.place.scene == "fluid" && m.variant.empty() ? m.place.how : std::string();
                                 }));
    std::erase_if(figure.panels, [](const Panel& panel) { return panel.series.empty(); });
    return figure;
}

}  // namespace bench
