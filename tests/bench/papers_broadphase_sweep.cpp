// Schornbaum 4.5: hash grids beside sweep and prune, in three regimes of motion and at their setting up.
#include <algorithm>
#include <cmath>

#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers_broadphase.hpp"

namespace bench {

namespace {

using Sizes = CrowdPlan::Sizes;
using Motion = CrowdPlan::Motion;

constexpr std::string_view grids = "hash-grids", sweep = "sweep-and-prune";

class SweepAndPrune {
public:
    explicit SweepAndPrune(PapersRun& run) : run_(run), papers_(run, schornbaum) {
        sizes_ = {std::min<std::size_t>(1'000, run.sizes.front()), run.sizes.front()};
        if (run.middle_size() > sizes_.back()) sizes_.push_back(run.middle_size());
        sizes_.erase(std::ranges::unique(sizes_).begin(), sizes_.end());
    }

    void measure() {
        usual_ = regime(Sizes::equal, Motion::usual, true);
        slow_ = regime(Sizes::equal, Motion::slow, false);
        dust_ = regime(Sizes::dust, Motion::least, false);
        judge_usual();
        judge_slow();
        judge_dust();
        judge_setup();
        papers_.end();
    }

private:
    /// Rows of one motion, from size to size.
    struct Regime {
        std::vector<BoxMeasurement> grids, sweep, all_pairs;
    };

    Regime regime(Sizes sizes, Motion motion, bool with_all_pairs) {
        constexpr std::size_t most_for_all_pairs = 10'000;
        Regime rows;
        for (const std::size_t size : sizes_) {
            const CrowdPlan plan{.boxes = size, .sizes = sizes, .motion = motion};
            rows.grids.push_back(papers_.motion(plan, module_entrant(grids)));
            rows.sweep.push_back(papers_.motion(plan, module_entrant(sweep)));
            if (with_all_pairs && size <= most_for_all_pairs)
                rows.all_pairs.push_back(papers_.motion(plan, module_entrant(oracle)));
            papers_.end_group(grids);
        }
        return rows;
    }

    static bool lacks(Finding& f, const Regime& rows) {
        return BoxPapers::lacks(f, rows.grids) || BoxPapers::lacks(f, rows.sweep);
    }

    /// Sweep's times over those of the grids, and both.
    [[nodiscard]] static std::string ratios(const Regime& rows) {
        Words words;
        for (std::size_t i = 0; i < rows.grids.size(); ++i)
            words.add(text("%.2f times at %s (%.3g and %.3g ms)", rows.sweep[i].ms / rows.grids[i].ms,
                           points_text(rows.grids[i].place.boxes).c_str(), rows.sweep[i].ms, rows.grids[i].ms));
        return words.all();
    }

    void judge_usual() {
        Finding f = papers_.claim("under a motion of 20 % sweep and prune is worse than testing all pairs",
                                  "4.5, figure 28", "slower than all pairs");
        if (lacks(f, usual_) || BoxPapers::lacks(f, usual_.all_pairs)) return papers_.give_up(f);
        Words words;
        bool worse = true;
        for (std::size_t i = 0; i < usual_.all_pairs.size(); ++i) {
            worse = worse && usual_.sweep[i].ms > usual_.all_pairs[i].ms;
            words.add(text("%.3g ms, all pairs %.3g ms at %s", usual_.sweep[i].ms, usual_.all_pairs[i].ms,
                           points_text(usual_.sweep[i].place.boxes).c_str()));
        }
        papers_.conclude(
            f, worse, words.all() + "; against hash grids " + ratios(usual_),
            "theirs kept an account of every overlap along every axis, pair by pair; what was made well since "
            "sorts no worse than it has to");
    }

    void judge_slow() {
        Finding f = papers_.claim("under a motion of 1 % hash grids are up to five times as fast as sweep and prune",
                                  "4.5, figure 29", "faster, most of all for many objects");
        if (lacks(f, slow_)) return papers_.give_up(f);
        papers_.conclude(f, slow_.sweep.back().ms > slow_.grids.back().ms, ratios(slow_),
                         "little has to be sorted again, and what is swept lies in order in memory");
    }

    void judge_dust() {
        Finding f = papers_.claim(
            "where objects of a 1e-5th of the size hardly move, sweep and prune is two to three times as fast",
            "4.5, figure 30", "2 to 3 times as fast as hash grids; floats at such places move by an ulp or not at all");
        if (lacks(f, dust_)) return papers_.give_up(f);
        papers_.conclude(f, dust_.grids.back().ms >= 2.0 * dust_.sweep.back().ms, ratios(dust_),
                         "grids with nearly one object a cell have little to test either, and who keeps its cell costs "
                         "them little");
    }

    void judge_setup() {
        Finding linear = papers_.claim("hash grids are set up in linear time, sweep and prune in quadratic",
                                       "4.5, figure 27", "N^1 and N^2; 10 000 objects in sweep and prune: one minute");
        if (sizes_.size() < 2) linear.because = "one size says nothing about growth";
        if (sizes_.size() < 2 || lacks(linear, usual_)) return papers_.give_up(linear);
        const auto power = [&](const std::vector<BoxMeasurement>& rows) {
            return std::log(rows.back().setup_ms / rows.front().setup_ms) /
                   std::log(static_cast<double>(sizes_.back()) / static_cast<double>(sizes_.front()));
        };
        Words words;
        for (std::size_t i = 0; i < sizes_.size(); ++i)
            words.add(text("%.3g and %.3g ms at %s", usual_.grids[i].setup_ms, usual_.sweep[i].setup_ms,
                           points_text(sizes_[i]).c_str()));
        const double ours = power(usual_.grids), theirs = power(usual_.sweep);
        papers_.conclude(linear, ours <= 1.2 && theirs >= 1.8, text("N^%.2f and N^%.2f: ", ours, theirs) + words.all(),
                         ours <= 1.2
                             ? "theirs inserted one object after the other; a batch that is sorted at once need not "
                               "be quadratic, as the paper says itself"
                             : "beyond the caches every cell comes from memory");
        Panel panel{.title = "setting up", .x_label = "boxes", .y_label = "ms"};
        for (const auto* const rows : {&usual_.grids, &usual_.sweep}) {
            panel.series.push_back({.name = rows->front().who});
            for (const BoxMeasurement& m : *rows)
                panel.series.back().points.push_back({static_cast<double>(m.place.boxes), m.setup_ms});
        }
        papers_.add_panel(std::move(panel));
    }

    PapersRun& run_;
    BoxPapers papers_;
    std::vector<std::size_t> sizes_;
    Regime usual_, slow_, dust_;
};

}  // namespace

void measure_sweep_and_prune(PapersRun& run) { SweepAndPrune(run).measure(); }

}  // namespace bench
