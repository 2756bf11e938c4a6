// The suite `neighbours`. What is measured, stage by stage: order (the build), move (bringing x, y, z into it), ranges
// (walking all blocks with a visitor that does nothing), lists (true neighbour lists from the ranges), poly6 (a bare
// density sum, streamed over the ranges) and density (the simulation's own pass).
#include "spatial/instruction_set.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

std::vector<std::size_t> sizes(const Settings& settings) {
    if (!settings.points.empty()) return settings.points;
    return settings.quick ? std::vector<std::size_t>{1'000, 4'000}
                          : std::vector<std::size_t>{10'000, 100'000, 1'000'000};
}

class NeighboursRun {
public:
    NeighboursRun(const Settings& settings, const Host& host)
        : settings_(settings), host_(host), sizes_(sizes(settings)) {}

    Report run() {
        report_.settings = {{"quick", settings_.quick}, {"threads", settings_.threads}, {"points", sizes_}};
        try {
            measure_all();
        } catch (const Stopped&) {
            report_.stopped = true;
        }
        report_.findings.push_back(undisturbed(results_.all()));
        report_.findings.push_back(same_pairs(results_.all(), report_.wrong));
        for (Finding& finding : judge_neighbours(results_)) report_.findings.push_back(std::move(finding));
        for (const Measurement& m : results_.all()) report_.measurements.push_back(json_of(m));
        report_.figure = figure_of_neighbours(results_);
        return std::move(report_);
    }

private:
    void measure_all() {
        host_.print(explain_tables());
        for (const std::size_t points : sizes_)
            for (const CloudMaker& maker : cloud_makers()) {
                const Cloud cloud = maker.make(points);
                for (const int threads : settings_.threads)
                    for (const Arrival arrival : {Arrival::settled, Arrival::random})
                        measure({cloud, arrival, threads, patience(), true});
            }
        // In the plane only the reach changes: the largest cloud, with the fewest threads.
        for (const double neighbours : plane_neighbours) {
            const Cloud cloud = plane(sizes_.back(), neighbours);
            for (const Arrival arrival : {Arrival::settled, Arrival::random})
                measure({cloud, arrival, settings_.threads.front(), patience(), false});
        }
    }

    [[nodiscard]] Patience patience() const { return settings_.quick ? hurried : Patience{}; }

    void measure(const Circumstances& given) {
        const std::string where = text("%s, %s points, %s, threads: %d", std::string(given.cloud.name).c_str(),
                                       points_text(given.cloud.size()).c_str(),
                                       arrival_names[static_cast<std::size_t>(given.arrival)], given.threads);
        host_.say(where);
        std::vector<Measurement> group;
        measure_group(modules_for(given.cloud.size()), true, given, host_, [&](Measurement m) {
            group.push_back(m);
            results_.add(std::move(m));
        });
        host_.print(table_of(group));
    }

    const Settings& settings_;
    const Host& host_;
    std::vector<std::size_t> sizes_;
    Results results_;
    Report report_;
};

}  // namespace

Report neighbours_suite(const Settings& settings, const Host& host) { return NeighboursRun(settings, host).run(); }

}  // namespace bench
