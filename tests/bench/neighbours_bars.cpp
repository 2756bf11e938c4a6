// What we want to be true of our searches, judged on what was measured. Every bar is a ratio within one run.
#include <algorithm>
#include <set>

#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

constexpr std::size_t k = 1'000, M = 1'000'000;

class Judge {
public:
    explicit Judge(const Results& results) : results_(results) {}

    std::vector<Finding> judge() {
        best_against_nanoflann();
        two_threads();
        splash_against_dam();
        density_against_lists("compact-grid");
        density_against_lists("cell-indexing");
        ratio("cell indexing beats uniform hashing", {"dam", 100 * k}, "uniform-hash", "cell-indexing", 1.6, true);
        cell_indexing_against_compact_grid();
        sparse_plane();
        dense_plane();
        linear();
        bytes_of_compact_grid();
        return std::move(findings_);
    }

private:
    Finding& add(std::string claim, std::string expected) {
        findings_.push_back({.claim = std::move(claim), .source = "our bar", .expected = std::move(expected)});
        return findings_.back();
    }
    static void decide(Finding& finding, bool good, std::string found) {
        finding.verdict = good ? Verdict::holds : Verdict::does_not_hold;
        finding.found = std::move(found);
    }
    /// Says why there is nothing to judge by.
    static void lack(Finding& finding, const std::string& what) {
        finding.because = what + " was not measured in this run";
    }

    /// Time of `slow` over that of `fast`, to be at least (or at most) `bar`.
    void ratio(std::string claim, const Results::Key& key, std::string_view slow, std::string_view fast, double bar,
               bool at_least) {
        Finding& f = add(std::move(claim),
                         text("%s : %s %s %.2f, lists in all, %s %s, settled, 1 thread", std::string(slow).c_str(),
                              std::string(fast).c_str(), at_least ? ">=" : "<=", bar, std::string(key.cloud).c_str(),
                              points_text(key.points).c_str()));
        const Measurement* const a = results_.find(key, slow);
        const Measurement* const b = results_.find(key, fast);
        if (a == nullptr || b == nullptr) return lack(f, std::string(a == nullptr ? slow : fast) + " there");
        const double found = a->in_all / b->in_all;
        decide(f, at_least ? found >= bar : found <= bar,
               text("%.2f (%.1f and %.1f ns per point)", found, a->in_all, b->in_all));
    }

    void best_against_nanoflann() {
        Finding& f =
            add("our best search beats nanoflann's kd-tree", "15 times, lists in all, dam 1 M, settled, 1 thread");
        const Results::Key key{"dam", M};
        const Measurement* const ours = results_.best(key);
        const Measurement* const theirs = results_.find(key, "nanoflann");
        if (ours == nullptr || theirs == nullptr) return lack(f, "one of the two");
        const double found = theirs->in_all / ours->in_all;
        decide(f, found >= 15.0,
               text("%.1f times (%s, %.1f ns per point against %.0f)", found, ours->search.c_str(), ours->in_all,
                    theirs->in_all));
    }

    void two_threads() {
        Finding& f = add("a second thread pays", "1.75 times as fast, best search, lists in all, dam 1 M, settled");
        const Measurement* const one = results_.best({"dam", M});
        if (one == nullptr) return lack(f, "dam 1 M with one thread");
        const Measurement* const two = results_.find({"dam", M, Arrival::settled, 2}, one->search);
        if (two == nullptr) return lack(f, "dam 1 M with two threads");
        const double found = one->in_all / two->in_all;
        decide(f, found >= 1.75, text("%.2f times (%s)", found, one->search.c_str()));
    }

    void splash_against_dam() {
        Finding& f = add("thin layers and droplets cost no more per point than a block",
                         "splash <= dam, best search on each, lists in all, 1 M, settled, 1 thread");
        const Measurement* const splash = results_.best({"splash", M});
        const Measurement* const dam = results_.best({"dam", M});
        if (splash == nullptr || dam == nullptr) return lack(f, "one of the two");
        decide(f, splash->in_all <= dam->in_all,
               text("%.1f ns per point (%s) against %.1f (%s)", splash->in_all, splash->search.c_str(), dam->in_all,
                    dam->search.c_str()));
    }

    void density_against_lists(std::string_view search) {
        Finding& f = add(
            text("streaming the density over ranges is cheap beside building lists, %s", std::string(search).c_str()),
            "poly6 <= 40 % of lists (without order and move), dam 1 M, settled, 1 thread");
        const Measurement* const m = results_.find({"dam", M}, search);
        if (m == nullptr) return lack(f, std::string(search) + " there");
        const double lists = m->stage(Stage::lists), found = m->stage(Stage::poly6) / lists;
        decide(f, found <= 0.4,
               text("%.0f %% (%.1f and %.1f ns per point); the simulation's own pass %.0f %% (%.1f)", 100.0 * found,
                    m->stage(Stage::poly6), lists, 100.0 * m->stage(Stage::density) / lists, m->stage(Stage::density)));
        if (f.verdict == Verdict::does_not_hold)
            f.because = text(
                "both look at the same candidates, and a list is but one test and one store for each: the sum takes "
                "%.2f ns "
                "a candidate, of nine operations on eight lanes, the list %.2f",
                m->stage(Stage::poly6) * static_cast<double>(m->points) / static_cast<double>(m->candidates),
                lists * static_cast<double>(m->points) / static_cast<double>(m->candidates));
    }

    void cell_indexing_against_compact_grid() {
        Finding& f = add("cell indexing keeps up with the compact grid",
                         "at most 1.5 times its time, lists in all, dam of every size, settled, 1 thread");
        double worst = 0.0;
        std::size_t where = 0;
        for (const std::size_t points : sizes_of("dam")) {
            const Measurement* const cells = results_.find({"dam", points}, "cell-indexing");
            const Measurement* const grid = results_.find({"dam", points}, "compact-grid");
            if (cells == nullptr || grid == nullptr) continue;
            if (const double found = cells->in_all / grid->in_all; found > worst) worst = found, where = points;
        }
        if (where == 0) return lack(f, "one of the two");
        decide(f, worst <= 1.5, text("%.2f times at most (%s)", worst, points_text(where).c_str()));
    }

    /// On the plane a group is known by its reach.
    [[nodiscard]] const Measurement* on_plane(std::string_view search, double reach, Arrival arrival) const {
        for (const Measurement& m : results_.all())
            if (m.measured() && m.cloud == "plane" && m.search == search && m.reach_in_spacings == reach &&
                m.arrival == arrival)
                return &m;
        return nullptr;
    }

    void sparse_plane() {
        Finding& f =
            add("where points are far apart a hierarchy of classes costs no more than a quarter, in time and bytes",
                "hierarchical-hash : uniform-hash <= 1.25, plane, at most 4 neighbours, settled, 1 thread");
        double time = 0.0, bytes = 0.0;
        for (const Measurement& m : results_.all()) {
            if (!m.measured() || m.cloud != "plane" || m.search != "hierarchical-hash" || m.most_neighbours > 4 ||
                m.arrival != Arrival::settled)
                continue;
            if (const Measurement* const uniform = on_plane("uniform-hash", m.reach_in_spacings, m.arrival)) {
                time = std::max(time, m.in_all / uniform->in_all);
                bytes = std::max(bytes, m.bytes / uniform->bytes);
            }
        }
        if (time == 0.0) return lack(f, "hierarchical-hash there");
        decide(f, time <= 1.25 && bytes <= 1.25, text("time %.2f, bytes %.2f at most", time, bytes));
    }

    void dense_plane() {
        Finding& f = add("where points are dense the kd-tree wins over both hashes",
                         "kd-tree the fastest of the three, plane, densest, settled, 1 thread");
        f.source = "Pouchol et al., 4.1, figure 5";
        const Measurement* densest = nullptr;
        for (const Measurement& m : results_.all())
            if (m.measured() && m.cloud == "plane" && m.search == "kd-tree" && m.arrival == Arrival::settled &&
                (densest == nullptr || m.mean_neighbours > densest->mean_neighbours))
                densest = &m;
        if (densest == nullptr) return lack(f, "kd-tree there");
        double best_hash = 0.0;
        std::string found = text("kd-tree %.1f ns per point", densest->in_all);
        for (const std::string_view hash : {"hierarchical-hash", "uniform-hash"})
            if (const Measurement* const m = on_plane(hash, densest->reach_in_spacings, densest->arrival)) {
                best_hash = best_hash == 0.0 ? m->in_all : std::min(best_hash, m->in_all);
                found += text(", %s %.1f", m->search.c_str(), m->in_all);
            }
        if (best_hash == 0.0) return lack(f, "a hash there");
        decide(f, densest->in_all < best_hash, found);
        if (f.verdict == Verdict::does_not_hold)
            f.because =
                "here the hashes keep their points sorted too, so that what a query reads lies together as in a leaf";
    }

    void linear() {
        Finding& f =
            add("time is linear in the points",
                "ns per point at 1 M <= 1.4 times those at 10 k, best search, lists in all, dam, settled, 1 thread");
        const Measurement* const large = results_.best({"dam", M});
        const Measurement* const small = large ? results_.find({"dam", 10 * k}, large->search) : nullptr;
        if (small == nullptr) return lack(f, "one of the two");
        const double found = large->in_all / small->in_all;
        decide(f, found <= 1.4, text("%.2f times (%s)", found, large->search.c_str()));
    }

    void bytes_of_compact_grid() {
        Finding& f = add("the compact grid is compact", "at most 24 bytes per point beside the positions, dam 1 M");
        const Measurement* const m = results_.find({"dam", M}, "compact-grid");
        if (m == nullptr) return lack(f, "compact-grid there");
        decide(f, m->bytes <= 24.0, text("%.1f bytes", m->bytes));
    }

    [[nodiscard]] std::set<std::size_t> sizes_of(std::string_view cloud) const {
        std::set<std::size_t> sizes;
        for (const Measurement& m : results_.all())
            if (m.cloud == cloud) sizes.insert(m.points);
        return sizes;
    }

    const Results& results_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge_neighbours(const Results& results) { return Judge(results).judge(); }

}  // namespace bench
