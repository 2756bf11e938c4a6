// What we want to be true of our broad phases, judged on what was measured. Every bar but one is a ratio within one
// run.
#include <algorithm>
#include <functional>

#include "sim/wording.hpp"
#include "tests/bench/broadphase.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

using Place = BoxMeasurement::Place;

constexpr std::size_t k = 1'000, M = 1'000'000;
const std::vector<std::size_t> few = {100, k, 10 * k}, many = {10 * k, 100 * k, M};

Place segments_of(std::size_t boxes) { return {"segments", "squares", "random order", boxes}; }
Place motion_of(std::string crowd, std::size_t boxes, std::string how = "20 %") {
    return {"motion", std::move(crowd), std::move(how), boxes};
}

/// A figure to be judged, or what was lacking to find it.
struct Judged {
    double value = 0.0;
    std::string words{}, lack{};
};

Judged lacking(std::string what) { return {.lack = std::move(what) + " was not measured in this run"}; }

Judged quotient(const BoxMeasurement* a, const BoxMeasurement* b, const std::string& names,
                double (*quantity)(const BoxMeasurement&), const char* unit) {
    if (a == nullptr || b == nullptr) return lacking(names);
    return {quantity(*a) / quantity(*b), text("%.4g and %.4g %s, %s and %s", quantity(*a), quantity(*b), unit,
                                              a->name().c_str(), b->name().c_str())};
}

double time_of(const BoxMeasurement& m) { return m.ms; }
double bytes_of(const BoxMeasurement& m) { return static_cast<double>(m.bytes); }

class Judge {
public:
    explicit Judge(const BoxResults& results) : results_(results) {}

    std::vector<Finding> judge() {
        segments();
        motion();
        change();
        fluid();
        heap();
        return std::move(findings_);
    }

private:
    enum class Bar { at_least, at_most };
    using Sized = std::function<Judged(std::size_t)>;

    /// At every size; what is worst decides.
    void over(std::string claim, std::string expected, const std::vector<std::size_t>& sizes, Bar kind, double bar,
              const Sized& figure) {
        Finding f{.claim = std::move(claim), .source = "our bar", .expected = std::move(expected)};
        f.verdict = Verdict::holds;
        for (const std::size_t size : sizes) {
            const Judged found = figure(size);
            if (!found.lack.empty()) {
                f.verdict = Verdict::not_measured;
                f.found.clear();
                f.because = found.lack + (sizes.size() > 1 ? " with " + points_text(size) + " boxes" : "");
                break;
            }
            f.found += text("%s%.3g%s (%s)", f.found.empty() ? "" : "; ", found.value,
                            sizes.size() > 1 ? (" at " + points_text(size)).c_str() : "", found.words.c_str());
            if (kind == Bar::at_least ? found.value < bar : found.value > bar) f.verdict = Verdict::does_not_hold;
        }
        findings_.push_back(std::move(f));
    }

    void segments() {
        const auto pair = [this](std::size_t n, std::string_view slow, std::string_view fast, auto quantity,
                                 const char* unit) {
            return quotient(results_.find(segments_of(n), slow), results_.find(segments_of(n), fast),
                            std::string(slow) + " or " + std::string(fast), quantity, unit);
        };
        const auto against_best = [this](std::size_t n, std::string_view other, auto quantity, const char* unit) {
            return quotient(results_.find(segments_of(n), other), results_.best(segments_of(n)),
                            std::string(other) + " or a module of ours", quantity, unit);
        };
        over("segments among squares: pruning makes hierarchical hashing twice as fast as multilevel hashing",
             ">= 2, random order, 1 thread, at 100, 1 k and 10 k boxes", few, Bar::at_least, 2.0,
             [&](std::size_t n) { return pair(n, "multilevel-hash", "hierarchical-hash", time_of, "ms"); });
        over("segments among squares: the hierarchy adds a tenth to the memory at most", "<= 1.10 at each N", few,
             Bar::at_most, 1.10,
             [&](std::size_t n) { return pair(n, "hierarchical-hash", "multilevel-hash", bytes_of, "bytes"); });
        over("segments among squares: our best keeps up with a dense grid of duplicates", ">= 1 at each N", few,
             Bar::at_least, 1.0, [&](std::size_t n) { return against_best(n, "griddup", time_of, "ms"); });
        over(
            "segments among squares: our best holds a seventh of a grid of duplicates with cells as long as the "
            "queries",
            ">= 7 at 10 k", {10 * k}, Bar::at_least, 7.0, [&](std::size_t n) {
                const BoxMeasurement* const best = results_.best(segments_of(n));
                const BoxMeasurement* const tuned = results_.find(segments_of(n), "griddup");
                Judged f = quotient(results_.find(segments_of(n), "griddup", fine_griddup), best,
                                    "griddup or a module of ours", bytes_of, "bytes");
                if (f.lack.empty() && tuned != nullptr)
                    f.words += text("; tuned for speed griddup holds %.4g", bytes_of(*tuned));
                return f;
            });
        over("segments among squares: our best beats Boost's R-tree", ">= 2.5 at each N", few, Bar::at_least, 2.5,
             [&](std::size_t n) { return against_best(n, "boost-rtree", time_of, "ms"); });
    }

    void motion() {
        for (const auto& [crowd, bar] : {std::pair{"equal", 1.0}, {"1 to 12", 1.3}, {"1 to 1000", 10.0}})
            over(text("moving boxes, sizes %s: our best against a plain grid", crowd),
                 text(">= %g, 20 %% of its size a step, 1 thread, at each N", bar), many, Bar::at_least, bar,
                 [&, sizes = std::string(crowd)](std::size_t n) {
                     return quotient(results_.find(motion_of(sizes, n), "grid1"), results_.best(motion_of(sizes, n)),
                                     "grid1 or a module of ours", time_of, "ms");
                 });
        for (const char* const crowd : {"equal", "1 to 12"})
            over(text("moving boxes, sizes %s: time grows with the boxes alone", crowd),
                 "ns a box at 1 M <= 1.5 times those at 10 k, our best there", {M}, Bar::at_most, 1.5,
                 [&, sizes = std::string(crowd)](std::size_t n) {
                     const BoxMeasurement* const large = results_.best(motion_of(sizes, n));
                     const BoxMeasurement* const small =
                         large == nullptr ? nullptr : results_.find(motion_of(sizes, 10 * k), large->who);
                     return quotient(
                         large, small, "1 M or 10 k", [](const BoxMeasurement& m) { return m.ns_a_box(); }, "ns a box");
                 });
        over("moving boxes: our best holds few bytes", "<= 100 a box, pairs included, equal sizes, at each N", many,
             Bar::at_most, 100.0, [&](std::size_t n) -> Judged {
                 const BoxMeasurement* const m = results_.best(motion_of("equal", n));
                 return m == nullptr ? lacking("a module of ours") : Judged{m->bytes_a_box(), m->who};
             });
        over("moving boxes: hash-grids takes a tenth of what the public implementation takes",
             "<= 0.37, 9.1 and 206 ms at 10 k, 100 k and 1 M, equal sizes, 20 %; ten times as much was measured of the "
             "other in a run of its own",
             many, Bar::at_most, 1.0, [&](std::size_t n) -> Judged {
                 const double bar = n == 10 * k ? 0.37 : n == 100 * k ? 9.1 : 206.0;
                 const BoxMeasurement* const m = results_.find(motion_of("equal", n), "hash-grids");
                 return m == nullptr ? lacking("hash-grids") : Judged{m->ms / bar, text("%.3g ms", m->ms)};
             });
    }

    void change() {
        over("hash-grids: who moves little is cheaper to follow than to insert anew",
             "rebuild : update >= 1.4 for giving the boxes, equal sizes, 100 k, 1 %", {100 * k}, Bar::at_least, 1.4,
             [&](std::size_t n) {
                 const Place place = motion_of("equal", n, "1 %");
                 const BoxMeasurement* const update = results_.find(place, "hash-grids");
                 const BoxMeasurement* const rebuild = results_.find(place, "hash-grids", "rebuild");
                 Judged f = quotient(
                     rebuild, update, "hash-grids with update or rebuild",
                     [](const BoxMeasurement& m) { return m.put_ms; }, "ms");
                 if (f.lack.empty()) f.words += text("; whole steps %.3g and %.3g ms", rebuild->ms, update->ms);
                 return f;
             });
        over("where nothing has moved a step costs next to nothing",
             "<= 5 % of a step at 20 %, our best there, equal sizes, 100 k", {100 * k}, Bar::at_most, 0.05,
             [&](std::size_t n) {
                 const BoxMeasurement* const usual = results_.best(motion_of("equal", n));
                 const BoxMeasurement* const still =
                     usual == nullptr ? nullptr : results_.find(motion_of("equal", n, "nothing moves"), usual->who);
                 return quotient(still, usual, "one of the two", time_of, "ms");
             });
    }

    /// The fastest of anybody whom `wanted` names, asked either way.
    template <class Wanted>
    [[nodiscard]] const BoxMeasurement* fastest_in_fluid(std::string_view moment, Wanted wanted) const {
        const BoxMeasurement* best = nullptr;
        for (const BoxMeasurement& m : results_.all())
            if (m.measured() && m.place.scene == "fluid" && m.place.how == moment && m.place.threads == 1 &&
                wanted(m) && (best == nullptr || m.ms < best->ms))
                best = &m;
        return best;
    }

    void fluid() {
        const auto ours = [](const BoxMeasurement& m) { return m.ours && m.who != oracle; };
        for (const char* const moment : {"falling", "settled"}) {
            // Boxes of ways, and cells of them, are made by the bench, for either the same: of a settled fluid asked by
            // cells that is 19 parts in 20 of the time, so how long the answers took is said, too.
            const auto against_grid = [&](auto wanted) {
                const BoxMeasurement* const grid =
                    fastest_in_fluid(moment, [&](const BoxMeasurement& m) { return m.who == "griddup" && wanted(m); });
                const BoxMeasurement* const best =
                    fastest_in_fluid(moment, [&](const BoxMeasurement& m) { return ours(m) && wanted(m); });
                Judged f = quotient(grid, best, "griddup or a module of ours", time_of, "ms");
                if (f.lack.empty())
                    f.words += text("; of that the answers %.3g and %.3g", grid->answer_ms, best->answer_ms);
                return f;
            };
            over(text("fluid on spheres, %s: our best keeps up with a dense grid of duplicates", moment),
                 ">= 1, both asked the way that suits them best", {1}, Bar::at_least, 1.0,
                 [&](std::size_t) { return against_grid([](const BoxMeasurement&) { return true; }); });
            over(text("fluid on spheres, %s: our best keeps up with it where particles ask", moment),
                 ">= 1, both asked by particles", {1}, Bar::at_least, 1.0,
                 [&](std::size_t) { return against_grid([](const BoxMeasurement& m) { return m.variant.empty(); }); });
            over(text("fluid on spheres, %s: cells of particles ask far less often than particles", moment),
                 ">= 3 times fewer look-ups, the module that is fastest by cells", {1}, Bar::at_least, 3.0,
                 [&](std::size_t) {
                     const BoxMeasurement* const cells = fastest_in_fluid(
                         moment, [&](const BoxMeasurement& m) { return ours(m) && !m.variant.empty(); });
                     const BoxMeasurement* const particles =
                         cells == nullptr ? nullptr : results_.find(cells->place, cells->who);
                     return quotient(
                         particles, cells, "one of the two",
                         [](const BoxMeasurement& m) { return static_cast<double>(m.counters.lookups); }, "look-ups");
                 });
            over(text("fluid on spheres, %s: hierarchical hashing beats multilevel hashing", moment),
                 ">= 1.25, queries by particles", {1}, Bar::at_least, 1.25, [&](std::size_t) {
                     const auto named = [&](std::string_view name) {
                         return fastest_in_fluid(
                             moment, [&](const BoxMeasurement& m) { return m.who == name && m.variant.empty(); });
                     };
                     return quotient(named("multilevel-hash"), named("hierarchical-hash"),
                                     "multilevel-hash or hierarchical-hash", time_of, "ms");
                 });
        }
    }

    void heap() {
        for (const char* const moment : {"falling", "piled up"})
            over(text("a heap of boxes in Bullet's world, %s: our best is no slower than Bullet's own tree", moment),
                 ">= 1, a whole step, from the same state, 1 thread", {1}, Bar::at_least, 1.0, [&](std::size_t) {
                     const BoxMeasurement *tree = nullptr, *best = nullptr;
                     for (const BoxMeasurement& m : results_.all()) {
                         if (!m.measured() || m.place.scene != "heap" || m.place.how != moment || m.place.threads != 1)
                             continue;
                         if (m.who == bullets_tree) tree = &m;
                         if (m.ours && m.who != oracle && (best == nullptr || m.ms < best->ms)) best = &m;
                     }
                     Judged f = quotient(tree, best, "Bullet's tree or a module of ours", time_of, "ms");
                     if (f.lack.empty())
                         f.words +=
                             text("; %s contacts for both", sim::count_text(static_cast<double>(best->pairs)).c_str());
                     return f;
                 });
    }

    const BoxResults& results_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> judge_broadphase(const BoxResults& results) { return Judge(results).judge(); }

}  // namespace bench
