// Schornbaum about hierarchical hash grids alone (3.1, 4.1 to 4.4): how time grows, the hierarchy factor, update
// against rebuild, the worst cases, memory. Values are in plots only; what is judged is what the words say.
#include <algorithm>
#include <cmath>
#include <map>

#include "sim/wording.hpp"
#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers_broadphase.hpp"

namespace bench {

namespace {

using Sizes = CrowdPlan::Sizes;
using Motion = CrowdPlan::Motion;

constexpr std::string_view grids = "hash-grids";
constexpr const char* beyond_the_caches =
    "here a small crowd lies in the caches as a whole, and a large one comes from memory in every step";

/// How something grows from the first to the last: N to this power.
double exponent(const std::vector<BoxMeasurement>& rows, double BoxMeasurement::*quantity) {
    const BoxMeasurement &a = rows.front(), &b = rows.back();
    return std::log(b.*quantity / a.*quantity) /
           std::log(static_cast<double>(b.place.boxes) / static_cast<double>(a.place.boxes));
}

class HashGrids {
public:
    explicit HashGrids(PapersRun& run) : run_(run), papers_(run, schornbaum) {}

    void measure() {
        for (const Sizes sizes : {Sizes::equal, Sizes::up_to_12}) measure_scaling(sizes);
        measure_ten_thousand();
        measure_factors();
        measure_update();
        measure_worst_cases();
        judge_memory();
        papers_.end();
    }

private:
    [[nodiscard]] CrowdPlan plan(Sizes sizes, std::size_t boxes) const { return {.boxes = boxes, .sizes = sizes}; }
    [[nodiscard]] std::size_t middle() const { return run_.middle_size(); }

    void measure_scaling(Sizes sizes) {
        std::vector<BoxMeasurement> rows;
        Words steps, setups;
        Series series{.name = std::string(plan(sizes, 1).sizes_text())};
        for (const std::size_t size : run_.sizes) {
            rows.push_back(papers_.motion(plan(sizes, size), module_entrant(grids)));
            papers_.end_group(grids);
            if (!rows.back().measured()) continue;
            const std::string at = points_text(size);
            steps.add(text("%.0f ns a box at %s", rows.back().ns_a_box(), at.c_str()));
            setups.add(text("%.3g ms at %s", rows.back().setup_ms, at.c_str()));
            series.points.push_back({static_cast<double>(size), rows.back().ns_a_box()});
        }
        scaling_.series.push_back(std::move(series));
        const std::string crowd(plan(sizes, 1).sizes_text());
        Finding time = papers_.claim(text("a step of hash grids is linear in the boxes, sizes %s", crowd.c_str()),
                                     "4.1, figures 20 and 22", "linear up to a million: N^1.1 at most");
        Finding setup = papers_.claim(text("setting hash grids up is linear in the boxes, sizes %s", crowd.c_str()),
                                      "4.1, figure 21", "linear or better, up to a million: N^1.1 at most");
        for (Finding* const f : {&time, &setup}) {
            if (rows.size() < 2) f->because = "one size says nothing about growth";
            if (rows.size() < 2 || BoxPapers::lacks(*f, rows)) {
                papers_.give_up(*f);
                continue;
            }
            const double power = exponent(rows, f == &time ? &BoxMeasurement::ms : &BoxMeasurement::setup_ms);
            papers_.conclude(*f, power <= 1.1, text("N^%.2f: %s", power, (f == &time ? steps : setups).all().c_str()),
                             beyond_the_caches);
        }
        if (sizes == Sizes::up_to_12) {
            scaling_.title = "hash grids: time is linear";
            scaling_.x_label = "boxes";
            scaling_.y_label = "ns per box and step";
            scaling_.log_y = false;
            papers_.add_panel(std::move(scaling_));
        }
    }

    void measure_ten_thousand() {
        const BoxMeasurement m = papers_.motion(plan(Sizes::equal, 10'000), module_entrant(grids));
        papers_.end_group(grids);
        Finding f = papers_.claim("10 000 objects with 20 000 intersections take a step of 10 to 20 ms", "4.1",
                                  "10 to 20 ms on a Core 2 of 2.13 GHz; less is better");
        if (BoxPapers::lacks(f, {m})) return papers_.give_up(f);
        papers_.conclude(f, m.ms <= 20.0,
                         text("%.3g ms with %s pairs", m.ms, sim::count_text(static_cast<double>(m.pairs)).c_str()),
                         "slower than they were, on a faster machine");
    }

    void measure_factors() {
        Panel panel{.title = "hash grids: the factor between them",
                    .x_label = "factor",
                    .y_label = "ns per box and step",
                    .log_x = false,
                    .log_y = false};
        for (const Sizes sizes : {Sizes::equal, Sizes::up_to_12}) {
            std::vector<BoxMeasurement> rows;
            Words words;
            Series series{.name = std::string(plan(sizes, 1).sizes_text())};
            for (const float factor : {1.25f, 1.5f, 2.0f, 3.0f, 4.0f}) {
                spatial::BroadSettings with;
                with.factor = factor;
                const auto wide = static_cast<double>(factor);
                rows.push_back(
                    papers_.motion(plan(sizes, middle()), module_entrant(grids, with, text("factor %g", wide))));
                if (!rows.back().measured()) continue;
                words.add(text("%g: %.3g ms", wide, rows.back().ms));
                series.points.push_back({wide, rows.back().ns_a_box()});
            }
            papers_.end_group(grids);
            panel.series.push_back(std::move(series));
            const auto best = std::ranges::min_element(rows, {}, &BoxMeasurement::ms);
            constexpr double as_good = 1.05;
            if (sizes == Sizes::equal) {
                Finding f = papers_.claim("of equal objects, a smaller factor between the grids is better",
                                          "4.2, figure 23", "the less the factor, the less the time");
                if (BoxPapers::lacks(f, rows)) {
                    papers_.give_up(f);
                    continue;
                }
                papers_.conclude(f, rows[0].ms <= as_good * best->ms && rows[0].ms < rows.back().ms, words.all(),
                                 "smaller cells hold fewer strangers, but more of them have to be visited");
            } else {
                Finding f = papers_.claim("of mixed sizes, a factor of 2 between the grids is best", "4.2, figure 24",
                                          "factor 2, or within 5 % of the best");
                if (BoxPapers::lacks(f, rows)) {
                    papers_.give_up(f);
                    continue;
                }
                papers_.conclude(f, rows[2].ms <= as_good * best->ms, words.all(),
                                 text("%s is: what a grid more costs against what strangers cost in a test is another "
                                      "trade on this machine",
                                      best->variant.c_str()));
            }
        }
        papers_.add_panel(std::move(panel));
    }

    void measure_update() {
        spatial::BroadSettings with;
        with.rebuild = true;
        std::vector<BoxMeasurement> update, rebuild;
        for (const Motion motion : {Motion::usual, Motion::everywhere}) {
            CrowdPlan crowd = plan(Sizes::equal, middle());
            crowd.motion = motion;
            update.push_back(papers_.motion(crowd, module_entrant(grids)));
            rebuild.push_back(papers_.motion(crowd, module_entrant(grids, with, "rebuild")));
            papers_.end_group(grids);
        }
        Finding faster = papers_.claim("moving who has changed cells is 40 % faster than inserting everybody anew",
                                       "4.3, figure 25", "1.4 times for the update alone, boxes that move up to 20 %");
        Finding slower = papers_.claim("where everybody changes cells it is slower", "4.3, figure 25", "slower");
        Finding share =
            papers_.claim("the update is at most 30 % of a step", "4.3", "at most 30 %, the search 70 % or more");
        if (BoxPapers::lacks(faster, update) || BoxPapers::lacks(faster, rebuild)) {
            slower.because = share.because = faster.because;
            for (const Finding& f : {faster, slower, share}) papers_.give_up(f);
            return;
        }
        const auto words = [&](std::size_t i) {
            return text("%.3g ms against %.3g ms; whole steps %.3g and %.3g ms", update[i].put_ms, rebuild[i].put_ms,
                        update[i].ms, rebuild[i].ms);
        };
        papers_.conclude(
            faster, rebuild[0].put_ms >= 1.4 * update[0].put_ms, words(0),
            "inserting everybody anew goes through memory from front to back and asks nobody where he was, which "
            "costs less beside an update than it did");
        papers_.conclude(
            slower, update[1].put_ms > rebuild[1].put_ms, words(1),
            "both write everybody's cell, and the memory of cells that were occupied is touched either way");
        papers_.conclude(share, update[0].put_ms <= 0.3 * update[0].ms,
                         text("%.0f %%", 100.0 * update[0].put_ms / update[0].ms),
                         "the search was made faster than the update; a box that moves has to be written in any case");
    }

    void measure_worst_cases() {
        const BoxMeasurement cubes = papers_.motion(plan(Sizes::equal, middle()), module_entrant(grids));
        const BoxMeasurement beams = papers_.motion(plan(Sizes::beams, middle()), module_entrant(grids));
        papers_.end_group(grids);
        Finding f = papers_.claim("boxes of 10 x 1 x 1 take up to five times as long as cubes", "4.4, figure 26",
                                  "at most 5 times");
        if (BoxPapers::lacks(f, {cubes, beams})) {
            papers_.give_up(f);
        } else {
            papers_.conclude(
                f, beams.ms <= 5.0 * cubes.ms,
                text("%.2f times: %.3g ms against %.3g ms", beams.ms / cubes.ms, beams.ms, cubes.ms),
                text("%.0f boxes are tested for each pair against %.0f of cubes; what is not a test was made "
                     "so cheap for cubes that the tests weigh more",
                     candidates_a_pair(beams), candidates_a_pair(cubes)));
        }
        std::vector<BoxMeasurement> rows = {cubes};
        Words words;
        for (const double elongation : {32.0, 1024.0}) {
            CrowdPlan crowd = plan(Sizes::equal, middle());
            crowd.elongation = elongation;
            rows.push_back(papers_.motion(crowd, module_entrant(grids)));
            if (cubes.measured()) words.add(text("%g:1:1: %.2f times", elongation, rows.back().ms / cubes.ms));
        }
        papers_.end_group(grids);
        Finding uneven = papers_.claim("a space of 1024:1:1 costs half as much again, and others little",
                                       "4.4, figure 26", "at most 1.5 times");
        if (BoxPapers::lacks(uneven, rows)) return papers_.give_up(uneven);
        papers_.conclude(
            uneven, rows.back().ms <= 1.5 * cubes.ms, words.all(),
            text("a grid folds space onto itself as often along every axis, so strangers share cells: %.0f boxes are "
                 "tested for each pair against %.0f in a cube",
                 candidates_a_pair(rows.back()), candidates_a_pair(cubes)));
    }

    static double candidates_a_pair(const BoxMeasurement& m) {
        return static_cast<double>(m.counters.candidates) / static_cast<double>(std::max<std::uint64_t>(1, m.pairs));
    }

    /// 3.1: the example of 100 000 objects, and how full grids get.
    void judge_memory() {
        constexpr std::size_t objects = 100'000, used_cells = 25'000, along = 128;
        constexpr std::size_t cells = along * along * along, inner = (along - 2) * (along - 2) * (along - 2);
        constexpr std::size_t formula = cells * 24 + (1 + cells - inner) * 27 * 4 + used_cells * 256;
        static_assert(formula == 67'183'564, "as printed in 3.1");
        Finding bytes = papers_.claim("100 000 objects in 25 000 cells of a grid of 128 x 128 x 128 take 64 MB", "3.1",
                                      text("%zu bytes by formula; less is better", formula));
        Finding occupied = papers_.claim("no more than some 10 % of the cells are in use", "3.1",
                                         "at most 1/8, as grids grow when boxes are more than an eighth of the cells");
        if (bytes.because = without_broad_phase(grids); !bytes.because.empty()) {
            occupied.because = bytes.because;
            papers_.give_up(bytes);
            return papers_.give_up(occupied);
        }
        const std::size_t boxes = run_.settings.quick ? middle() : objects;
        const MovingCrowd crowd(plan(Sizes::equal, boxes));
        const auto module = spatial::make_broad_phase(grids);
        module->put(crowd.boxes());
        static_cast<void>(module->pairs());
        papers_.conclude(
            bytes, module->bytes() <= formula,
            text("%zu bytes for %s boxes of equal size, boxes and pairs included: %.0f a box", module->bytes(),
                 points_text(boxes).c_str(), static_cast<double>(module->bytes()) / static_cast<double>(boxes)),
            "more than the formula");
        struct Level {
            std::size_t cells = 0, boxes = 0;
        };
        std::map<int, Level> levels;
        module->for_each_cell([&](const spatial::BoxCellView& view) {
            ++levels[view.level].cells;
            levels[view.level].boxes += view.boxes;
        });
        Words words;
        double most = 0.0;
        for (const auto& [number, level] : levels) {
            std::size_t in_all = 4096;  // grows eightfold when boxes are more than an eighth of it
            while (level.boxes * 8 > in_all) in_all *= 8;
            const double share = static_cast<double>(level.cells) / static_cast<double>(in_all);
            most = std::max(most, share);
            words.add(text("%zu of %zu cells", level.cells, in_all));
        }
        papers_.conclude(occupied, most <= 0.125, words.all() + " (counted; in all by the rule of growth)",
                         "cells hold less than one box on average, so more than an eighth of them is in use");
    }

    PapersRun& run_;
    BoxPapers papers_;
    Panel scaling_;
};

}  // namespace

void measure_hash_grids(PapersRun& run) { HashGrids(run).measure(); }

}  // namespace bench
