// Sections 4.1 and 4.2 of Onderik and Durikovic: the H-mask as printed and as mended, what a larger H costs, and
// whether cell indexing is linear.
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "sim/wording.hpp"
#include "spatial/cells.hpp"
#include "spatial/h_mask.hpp"
#include "spatial/neighbour_lists.hpp"
#include "spatial/neighbour_rule.hpp"
#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers.hpp"

namespace bench {

namespace {

constexpr int most_cells = 4;  // H

/// Cells relative to a cell in the middle.
using Mask = std::set<std::tuple<int, int, int>>;

/// Equation (16) to the letter: cells of h / (2H + 1), and those whose centres are nearer than h.
Mask printed_mask(int H) {
    const auto cells = spatial::mask_as_printed(H);
    Mask mask;
    for (const spatial::Cell cell : cells) mask.insert({cell.x, cell.y, cell.z});
    return mask;
}

/// Ours (spatial/h_mask.hpp).
Mask mended_mask(int H) {
    Mask mask;
    const spatial::HMask ours(H);
    for (const auto& row : ours.rows())
        for (int dx = -row.width; dx <= row.width; ++dx) mask.insert({dx, row.dy, row.dz});
    return mask;
}

/// The share of all neighbours whose cells are not in the mask.
double missed(const Cloud& cloud, const spatial::NeighbourLists& lists, const Mask& mask, double edge) {
    const spatial::Points points = cloud.now();
    std::size_t lost = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const spatial::Cell here = spatial::cell_of(points, i, 1.0 / edge);
        for (const spatial::Index j : lists.of(i)) {
            const spatial::Cell there = spatial::cell_of(points, j, 1.0 / edge);
            lost += !mask.contains({there.x - here.x, there.y - here.y, there.z - here.z});
        }
    }
    return static_cast<double>(lost) / static_cast<double>(lists.ids.size());
}

/// Panels of something over H.
Panel over_subdivision(std::string title, std::string y_label, bool log_y) {
    return {.title = std::move(title),
            .x_label = "H, cells along a support",
            .y_label = std::move(y_label),
            .log_x = false,
            .log_y = log_y};
}

}  // namespace

void measure_mask_coverage(PapersRun& run) {
    const Cloud cloud = dam(run.settings.quick ? 2'000 : 20'000);
    run.host.say("H-mask: who is missed");
    const auto search = spatial::make_neighbour_search("uniform-hash");
    const spatial::NeighbourLists lists = spatial::find_neighbours(*search, cloud.now());

    run.host.print(text("H-mask, dam of %s points: neighbours missed\n  %2s %22s %22s %22s %22s\n",
                        sim::count_text(static_cast<double>(cloud.size())).c_str(), "H", "printed: cells in it",
                        "missed", "mended: cells in it", "missed"));
    std::string found;
    double worst_of_ours = 0.0, least_of_theirs = 1.0;
    Series printed_series{.name = "the paper", .dashed = true}, mended_series{.name = "Weir"};
    for (int H = 1; H <= most_cells; ++H) {
        const Mask printed = printed_mask(H), mended = mended_mask(H);
        const double h = static_cast<double>(cloud.reach);
        const double theirs = missed(cloud, lists, printed, h / (2.0 * H + 1.0));
        const double ours = missed(cloud, lists, mended, h / H * spatial::cell_margin);
        worst_of_ours = std::max(worst_of_ours, ours);
        least_of_theirs = std::min(least_of_theirs, theirs);
        run.host.print(text("  %2d %22zu %20.2f %% %22zu %20.2f %%\n", H, printed.size(), 100.0 * theirs, mended.size(),
                            100.0 * ours));
        run.report.measurements.push_back({{"experiment", "H-mask"},
                                           {"H", H},
                                           {"cells_printed", printed.size()},
                                           {"missed_printed", theirs},
                                           {"cells_mended", mended.size()},
                                           {"missed_mended", ours}});
        found += text("%sH = %d misses %.1f %%", found.empty() ? "" : ", ", H, 100.0 * theirs);
        printed_series.points.push_back({static_cast<double>(H), 100.0 * theirs});
        mended_series.points.push_back({static_cast<double>(H), 100.0 * ours});
    }
    run.host.print("\n");
    run.add(
        {.claim = "the H-mask of equation (16) holds every cell that is not wholly outside the support",
         .source = text("%s, 4.1, (16)", onderik),
         .expected = "no neighbour missed",
         .found = found,
         .verdict = least_of_theirs > 0.0 ? Verdict::does_not_hold : Verdict::holds,
         .because = least_of_theirs > 0.0
                        ? "H cells of h / (2H + 1) reach less than h / 2 beyond the cell. Nor does its norm drop any "
                          "corner: h' |(H, H, H)| = sqrt(3) H / (2H + 1) h is less than h for every H"
                        : ""});
    run.add({.claim = "mended, with cells of h / H and the distance between the nearest points of two cells, it does",
             .source = "our bar",
             .expected = "no neighbour missed",
             .found = text("%.2f %% missed at most; %zu of 729 cells at H = 4", 100.0 * worst_of_ours,
                           mended_mask(most_cells).size()),
             .verdict = worst_of_ours > 0.0 ? Verdict::does_not_hold : Verdict::holds});
    Panel panel = over_subdivision("neighbours the H-mask misses", "% of all", false);
    panel.series = {printed_series, mended_series};
    run.report.figure.panels.push_back(std::move(panel));
}

void measure_subdivision(PapersRun& run) {
    Panel times = over_subdivision("larger H: time", "ns per point: order, move, lists", false);
    Panel candidates = over_subdivision("larger H: candidates", "candidates for each neighbour", false);
    const Cloud cloud = dam(run.middle_size());
    for (const char* const name : {"extended-hash", "cell-indexing"}) {
        const bool hash = std::string_view(name) == "extended-hash";
        Finding& precision = run.add({.claim = text("a larger H raises the precision of %s", name),
                                      .source = text("%s, abstract, 4.1", onderik),
                                      .expected = "fewer candidates for each neighbour with every step of H"});
        const std::size_t place = run.report.findings.size();
        run.add({.claim = hash ? "on a hash a larger H costs more cache misses or memory"
                               : "on cell indexing a larger H costs a constant factor",
                 .source = text("%s, abstract", onderik),
                 .expected = hash ? "more time or bytes" : "\"only constant factor slowdown\""});
        if (const std::string lack = without_module(name); !lack.empty()) {
            run.report.findings[place].because = run.report.findings[place - 1].because = lack;
            continue;
        }
        (void)precision;
        std::vector<Measurement> rows;
        Series time{.name = name}, proposed{.name = name};
        for (int H = 1; H <= most_cells; ++H) {
            run.host.say(text("%s, H = %d", name, H));
            spatial::SearchSettings settings;
            settings.subdivision = H;
            Measurement m = measure_module(name, settings,
                                           {cloud, Arrival::settled, run.threads(), run.patience(), false}, run.host);
            m.subdivision = H;
            run.add(m);
            time.points.push_back({static_cast<double>(H), m.in_all});
            proposed.points.push_back(
                {static_cast<double>(H), static_cast<double>(m.candidates) / static_cast<double>(2 * m.pairs)});
            m.search += text(", H = %d", H);
            rows.push_back(std::move(m));
        }
        run.host.print(table_of(rows));
        std::string precisions, costs;
        bool falls = true;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            falls = falls && (i == 0 || proposed.points[i].y < proposed.points[i - 1].y);
            precisions += text("%sH = %zu: %.2f", i == 0 ? "" : ", ", i + 1, proposed.points[i].y);
            costs += text("%sH = %zu: %.1f ns and %.1f bytes per point", i == 0 ? "" : ", ", i + 1, rows[i].in_all,
                          rows[i].bytes);
        }
        run.report.findings[place - 1].verdict = falls ? Verdict::holds : Verdict::does_not_hold;
        run.report.findings[place - 1].found = precisions;
        Finding& cost = run.report.findings[place];
        cost.found = costs;
        const double slower = rows.back().in_all / rows.front().in_all;
        const double larger = rows.back().bytes / rows.front().bytes;
        if (hash) {
            cost.verdict = slower > 1.0 || larger > 1.0 ? Verdict::holds : Verdict::does_not_hold;
        } else {
            // Constant means that it does not grow with the points: the masks hold 27 to 729 cells.
            const double cells = static_cast<double>(mended_mask(most_cells).size()) / 27.0;
            cost.verdict = slower <= cells ? Verdict::holds : Verdict::does_not_hold;
            cost.found += text("; %.2f times the time from 1 to 4, the mask has %.1f times the cells", slower, cells);
        }
        times.series.push_back(std::move(time));
        candidates.series.push_back(std::move(proposed));
    }
    if (times.series.empty()) return;
    run.report.figure.panels.push_back(std::move(times));
    run.report.figure.panels.push_back(std::move(candidates));
}

void measure_linearity(PapersRun& run) {
    const char* const name = "cell-indexing";
    Finding& f = run.add({.claim = "cell indexing is linear in the number of particles",
                          .source = text("%s, 4.2", onderik),
                          .expected = "O(mask size x N); our bar: ns per point at 1 M <= 1.4 times those at 10 k"});
    if (f.because = without_module(name); !f.because.empty()) return;
    const std::size_t place = run.report.findings.size() - 1;
    std::vector<Measurement> rows;
    for (const std::size_t points : run.sizes) {
        run.host.say(text("%s, %s points", name, points_text(points).c_str()));
        const Cloud cloud = dam(points);
        rows.push_back(
            measure_module(name, {}, {cloud, Arrival::settled, run.threads(), run.patience(), false}, run.host));
        run.add(rows.back());
        run.host.print(table_of(std::span(rows).last(1)));
    }
    Finding& linear = run.report.findings[place];
    Panel panel{
        .title = "cell indexing: time is linear", .x_label = "points", .y_label = "ns per point: order, move, lists"};
    panel.series.push_back({.name = name});
    for (const Measurement& m : rows) {
        linear.found +=
            text("%s%s: %.1f ns", linear.found.empty() ? "" : ", ", points_text(m.points).c_str(), m.in_all);
        panel.series[0].points.push_back({static_cast<double>(m.points), m.in_all});
    }
    linear.verdict = rows.back().in_all <= 1.4 * rows.front().in_all ? Verdict::holds : Verdict::does_not_hold;
    if (rows.size() < 2) linear.verdict = Verdict::not_measured, linear.because = "one size says nothing about growth";
    if (linear.verdict == Verdict::does_not_hold)
        linear.because = "beyond the caches every array comes from memory, whatever the algorithm";
    panel.log_y = false;
    run.report.figure.panels.push_back(std::move(panel));
}

}  // namespace bench
