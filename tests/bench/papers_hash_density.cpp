// Figure 5 of Pouchol et al.: a million points evenly random in a square of 2^20, all neighbours within a radius that
// grows: hierarchical hashing, uniform hashing and a kd-tree, time and memory against the most neighbours of a point.
// The points come in random order, as there.
#include <algorithm>

#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers.hpp"

namespace bench {

namespace {

constexpr std::array<std::string_view, 3> searches = {"hierarchical-hash", "uniform-hash", "kd-tree"};
constexpr std::uint64_t most_when_sparse = 4;  // "below 5"

class HashDensity {
public:
    explicit HashDensity(PapersRun& run) : run_(run) {}

    void measure() {
        for (const double neighbours : plane_neighbours) {
            const Cloud cloud = plane(run_.sizes.back(), neighbours);
            run_.host.say(text("plane, %s points, %g neighbours", points_text(cloud.size()).c_str(), neighbours));
            const Circumstances given{cloud, Arrival::random, run_.threads(), run_.patience(), false};
            std::vector<std::string_view> present;
            std::ranges::copy_if(searches, std::back_inserter(present),
                                 [](std::string_view name) { return without_module(name).empty(); });
            const std::size_t first = all_.size();
            measure_group(present, false, given, run_.host, [&](Measurement m) {
                run_.add(m);
                all_.push_back(std::move(m));
            });
            run_.host.print(table_of(std::span(all_).subspan(first)));
        }
        std::string wrong;
        run_.add(same_pairs(all_, wrong));
        if (!wrong.empty()) run_.report.wrong = wrong;
        judge_sparse_time();
        judge_sparse_bytes();
        judge_dense();
        add_panel("plane: time", "ns per point: order, move, lists", true, &Measurement::in_all);
        add_panel("plane: memory", "bytes per point", false, &Measurement::bytes);
    }

private:
    [[nodiscard]] const Measurement* find(std::string_view search, double reach) const {
        for (const Measurement& m : all_)
            if (m.measured() && m.search == search && m.reach_in_spacings == reach) return &m;
        return nullptr;
    }

    /// Of one quantity, hierarchical to uniform, in every sparse row: the least, the greatest, and all in words.
    struct Ratios {
        double least = 0.0, greatest = 0.0;
        std::string words;
    };
    [[nodiscard]] Ratios sparse_ratios(double Measurement::*quantity) const {
        Ratios r;
        for (const Measurement& m : all_) {
            if (!m.measured() || m.search != searches[0] || m.most_neighbours > most_when_sparse) continue;
            const Measurement* const uniform = find(searches[1], m.reach_in_spacings);
            if (uniform == nullptr) continue;
            const double ratio = m.*quantity / (uniform->*quantity);
            r.least = r.words.empty() ? ratio : std::min(r.least, ratio);
            r.greatest = std::max(r.greatest, ratio);
            r.words += text("%s%.2f times at %llu neighbours at most", r.words.empty() ? "" : ", ", ratio,
                            static_cast<unsigned long long>(m.most_neighbours));
        }
        return r;
    }

    Finding& add(std::string claim, std::string expected) {
        return run_.add({.claim = std::move(claim),
                         .source = text("%s, 4.1, figure 5", pouchol),
                         .expected = std::move(expected),
                         .because = without_module(searches[0])});
    }

    void judge_sparse_time() {
        Finding& f = add("hierarchical hashing competes with uniform hashing where no point has 5 neighbours",
                         "about the same time or less (the values are in a plot only)");
        const Ratios r = sparse_ratios(&Measurement::in_all);
        if (r.words.empty()) return;
        f.found = r.words;
        f.verdict = r.greatest <= 1.1 ? Verdict::holds : Verdict::does_not_hold;
        if (f.verdict == Verdict::does_not_hold)
            f.because =
                "all points are of one size: the hierarchy has one class of its own to prune with, and the uniform "
                "hash finds an empty cell as fast by looking into its table";
    }

    void judge_sparse_bytes() {
        Finding& f =
            add("the memory overhead of the hierarchy is 10 to 25 % there", "1.10 to 1.25 times; less is better");
        const Ratios r = sparse_ratios(&Measurement::bytes);
        if (r.words.empty()) return;
        f.found = r.words;
        f.verdict = r.greatest <= 1.25 ? Verdict::holds : Verdict::does_not_hold;
        if (f.verdict == Verdict::does_not_hold)
            f.because = "a uniform hash of sorted points is so small here that what is added weighs more";
    }

    void judge_dense() {
        Finding& f = add("the kd-tree is best for dense points", "the fastest of the three at the largest radius");
        f.because = without_module(searches[2]);
        const double reach = all_.empty() ? 0.0 : all_.back().reach_in_spacings;
        const Measurement* const tree = find(searches[2], reach);
        if (tree == nullptr) return;
        double others = 0.0;
        f.found = text("kd-tree %.1f ns per point", tree->in_all);
        for (const std::string_view hash : {searches[0], searches[1]})
            if (const Measurement* const m = find(hash, reach)) {
                others = others == 0.0 ? m->in_all : std::min(others, m->in_all);
                f.found += text(", %s %.1f", m->search.c_str(), m->in_all);
            }
        f.found += text(" at %llu neighbours at most", static_cast<unsigned long long>(tree->most_neighbours));
        f.verdict = tree->in_all < others ? Verdict::holds : Verdict::does_not_hold;
        if (f.verdict == Verdict::does_not_hold)
            f.because =
                "their hashes kept points in lists that were walked link by link; here a cell is a run of sorted "
                "points, read as fast as a leaf of the tree, and found without descending";
    }

    void add_panel(std::string title, std::string y_label, bool log_y, double Measurement::*quantity) {
        Panel panel{.title = std::move(title),
                    .x_label = "most neighbours of a point",
                    .y_label = std::move(y_label),
                    .log_y = log_y};
        for (const std::string_view name : searches) {
            Series series{.name = std::string(name)};
            for (const Measurement& m : all_)
                if (m.measured() && m.search == name)
                    series.points.push_back({static_cast<double>(m.most_neighbours), m.*quantity});
            if (!series.points.empty()) panel.series.push_back(std::move(series));
        }
        if (!panel.series.empty()) run_.report.figure.panels.push_back(std::move(panel));
    }

    PapersRun& run_;
    std::vector<Measurement> all_;
};

}  // namespace

void measure_hash_density(PapersRun& run) { HashDensity(run).measure(); }

}  // namespace bench
