#include <algorithm>

#include "spatial/neighbour_search.hpp"
#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers.hpp"

namespace bench {

std::string without_module(std::string_view name) {
    const auto found = std::ranges::find(spatial::neighbour_modules(), name, &spatial::NeighbourModule::name);
    return found != spatial::neighbour_modules().end() ? std::string() : "there is no module " + std::string(name);
}

Report papers_suite(const Settings& settings, const Host& host) {
    Report report;
    PapersRun run{settings, host, settings.points, report};
    if (run.sizes.empty())
        run.sizes = settings.quick ? std::vector<std::size_t>{1'000, 4'000}
                                   : std::vector<std::size_t>{10'000, 100'000, 1'000'000};
    report.settings = {{"quick", settings.quick}, {"threads", settings.threads}, {"points", run.sizes}};
    report.figure = {.title = "Papers, measured again",
                     .subtitle = text("%d thread%s; what is of a paper is pale or dashed", run.threads(),
                                      run.threads() == 1 ? "" : "s"),
                     .columns = 3};
    host.print(explain_tables());
    try {
        for (const auto part :
             {measure_dam_break_table, measure_mask_coverage, measure_subdivision, measure_linearity,
              measure_hash_density, measure_box_hashing, measure_hash_grids, measure_sweep_and_prune}) {
            host.go_on();
            part(run);
        }
    } catch (const Stopped&) {
        report.stopped = true;
    }
    report.findings.insert(report.findings.begin(), undisturbed(run.wall, run.processor));
    return report;
}

}  // namespace bench
