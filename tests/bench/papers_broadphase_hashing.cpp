// Pouchol et al. about broad phases: figure 4 (segments among squares, 4.1), figure 6 (a fluid on spheres, 4.2) and the
// discussion (4.3). Their values are in plots only; what is judged is what the words say.
#include <omp.h>

#include <algorithm>

#include "tests/bench/neighbours.hpp"
#include "tests/bench/papers_broadphase.hpp"

namespace bench {

namespace {

constexpr std::string_view hierarchical = "hierarchical-hash", multilevel = "multilevel-hash";

double per_query(std::uint64_t count, const BoxMeasurement& m) {
    return static_cast<double>(count) / static_cast<double>(m.queries);
}
double ns_a_query(const BoxMeasurement& m) { return 1e6 * m.ms / static_cast<double>(m.queries); }

/// What pruning saved and what it could not save, as a reason for what the times say.
std::string work_of(const BoxMeasurement& theirs, const BoxMeasurement& ours) {
    return text(
        "of %.1f cells that multilevel hashing looks up for a query pruning leaves %.1f; of %.1f boxes tested, %.1f",
        per_query(theirs.counters.lookups, theirs), per_query(ours.counters.lookups, ours),
        per_query(theirs.counters.candidates, theirs), per_query(ours.counters.candidates, ours));
}

class Hashing {
public:
    explicit Hashing(PapersRun& run) : run_(run), papers_(run, pouchol) {}

    void measure() {
        measure_segments();
        measure_table_sizes();
        measure_lengths();
        measure_classes();
        measure_fluid_scene();
        papers_.end();
    }

private:
    [[nodiscard]] std::size_t segment_count() const { return run_.settings.quick ? 10'000 : 1'000'000; }
    [[nodiscard]] std::size_t most_squares() const { return run_.settings.quick ? 1'000 : 10'000; }

    void measure_segments() {
        QueryScene scene;
        scene.how = "random order";
        scene.queries = segments(segment_count());
        std::vector<BoxMeasurement> ours, theirs;
        std::vector<std::vector<BoxMeasurement>> trees;
        for (std::size_t boxes = 100; boxes <= most_squares(); boxes *= 10) {
            scene.boxes = squares(boxes);
            theirs.push_back(papers_.queries(scene, module_entrant(multilevel)));
            ours.push_back(papers_.queries(scene, module_entrant(hierarchical)));
            trees.emplace_back();
            for (const Entrant& tree : {module_entrant("box-tree"), peer_entrant(Question::touching, "bullet"),
                                        peer_entrant(Question::touching, "boost-rtree")})
                trees.back().push_back(papers_.queries(scene, tree));
            papers_.end_group(multilevel);
        }
        judge_pruning(ours, theirs);
        judge_bytes(ours, theirs);
        judge_trees(ours, trees);
    }

    void judge_pruning(const std::vector<BoxMeasurement>& ours, const std::vector<BoxMeasurement>& theirs) {
        Finding f =
            papers_.claim("hierarchical hashing is at least twice as fast as multilevel hashing, in all situations",
                          "4.1, figure 4 left", "at least 2 times");
        if (BoxPapers::lacks(f, theirs) || BoxPapers::lacks(f, ours)) return papers_.give_up(f);
        Words words;
        std::size_t worst = 0;
        const auto ratio = [&](std::size_t i) { return theirs[i].ms / ours[i].ms; };
        Series series{.name = std::string(hierarchical)}, other{.name = std::string(multilevel)};
        for (std::size_t i = 0; i < ours.size(); ++i) {
            if (ratio(i) < ratio(worst)) worst = i;
            const double hit = 100.0 * per_query(ours[i].touched, ours[i]);
            words.add(text("%.2f times at %s boxes, %.0f %% of the segments hit something", ratio(i),
                           points_text(ours[i].place.boxes).c_str(), hit));
            series.points.push_back({hit, ns_a_query(ours[i])});
            other.points.push_back({hit, ns_a_query(theirs[i])});
        }
        papers_.conclude(f, ratio(worst) >= 2.0, words.all(), work_of(theirs[worst], ours[worst]));
        papers_.add_panel({.title = "segments among squares",
                           .x_label = "% of segments that hit",
                           .y_label = "ns per segment",
                           .log_x = false,
                           .series = {series, other}});
    }

    void judge_bytes(const std::vector<BoxMeasurement>& ours, const std::vector<BoxMeasurement>& theirs) {
        Finding f = papers_.claim("the hierarchy adds at most 10 % to the memory of multilevel hashing",
                                  "4.1, figure 4 right", "at most 1.10 times");
        if (BoxPapers::lacks(f, theirs) || BoxPapers::lacks(f, ours)) return papers_.give_up(f);
        Words words;
        double worst = 0.0;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            const double ratio = ours[i].bytes_a_box() / theirs[i].bytes_a_box();
            worst = std::max(worst, ratio);
            words.add(text("%.2f times at %s boxes", ratio, points_text(ours[i].place.boxes).c_str()));
        }
        papers_.conclude(f, worst <= 1.10, words.all(),
                         "cells that only say that something smaller is inside need entries of their own");
    }

    void judge_trees(const std::vector<BoxMeasurement>& ours, const std::vector<std::vector<BoxMeasurement>>& trees) {
        Finding f = papers_.claim("hashing is faster than a tree for broad phases and uses more memory", "4.1",
                                  "faster at every N, more bytes");
        if (BoxPapers::lacks(f, ours)) return papers_.give_up(f);
        Words words;
        bool faster = true, more = true, any = false;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            const BoxMeasurement* best = nullptr;
            for (const BoxMeasurement& tree : trees[i])
                if (tree.measured() && (best == nullptr || tree.ms < best->ms)) best = &tree;
            if (best == nullptr) continue;
            any = true;
            faster = faster && ours[i].ms < best->ms;
            more = more && ours[i].bytes > best->bytes;
            words.add(text("%s boxes: %.0f ns a query and %.0f bytes a box against %.0f and %.0f (%s)",
                           points_text(ours[i].place.boxes).c_str(), ns_a_query(ours[i]), ours[i].bytes_a_box(),
                           ns_a_query(*best), best->bytes_a_box(), best->who.c_str()));
        }
        if (!any) {
            f.because = "no tree was there to compare with";
            return papers_.give_up(f);
        }
        papers_.conclude(f, faster && more, words.all(),
                         faster
                             ? "a hash of ours keeps runs of boxes, not lists of links, and needs less than theirs did"
                             : "the best of three trees is another opponent than a KD-tree of 2009: its nodes hold "
                               "several boxes and lie together in memory");
    }

    void measure_table_sizes() {
        QueryScene scene;
        scene.crowd = "squares, table";
        scene.how = "random order";
        scene.queries = segments(segment_count());
        scene.boxes = squares(most_squares());
        const BoxMeasurement keyed = papers_.queries(scene, module_entrant(hierarchical));
        std::vector<BoxMeasurement> tables;
        for (const std::uint32_t times : {1u, 10u, 100u}) {
            spatial::BroadSettings with;
            with.table_size = times * static_cast<std::uint32_t>(scene.boxes.size());
            tables.push_back(papers_.queries(scene, module_entrant(hierarchical, with, text("table %ux", times))));
        }
        papers_.end_group(hierarchical);
        Finding f = papers_.claim("false candidates are negligible in a table of 100 times as many entries as objects",
                                  "4.3", "the same tests and the same time as with an unbounded table");
        if (BoxPapers::lacks(f, tables) || BoxPapers::lacks(f, {keyed})) return papers_.give_up(f);
        Words words;
        const auto tests = [](const BoxMeasurement& m) {
            return static_cast<double>(m.counters.candidates) /
                   static_cast<double>(std::max<std::uint64_t>(1, m.pairs));
        };
        words.add(text("unbounded: %.2f tests a pair, %.0f ns a query", tests(keyed), ns_a_query(keyed)));
        for (const BoxMeasurement& m : tables)
            words.add(text("%s: %.2f, %.0f ns", m.variant.c_str(), tests(m), ns_a_query(m)));
        papers_.conclude(f, tests(tables.back()) <= 1.05 * tests(keyed) && tables.back().ms <= 1.1 * keyed.ms,
                         words.all(), "so large a table lies outside the caches, where every look-up waits for memory");
    }

    void measure_lengths() {
        QueryScene scene;
        scene.how = "random order";
        scene.boxes = squares(most_squares());
        std::vector<BoxMeasurement> all;
        Words words;
        Series series{.name = std::string(hierarchical)};
        for (const double longest : {1.0, 4.0, 16.0, 64.0, 256.0}) {
            scene.crowd = text("squares, segments up to %g", longest);
            scene.queries = segments(segment_count() / 4, longest);
            all.push_back(papers_.queries(scene, module_entrant(hierarchical)));
            papers_.end_group(hierarchical);
            if (!all.back().measured()) continue;
            words.add(text("%.0f ns a query up to %g", ns_a_query(all.back()), longest));
            series.points.push_back({longest, ns_a_query(all.back())});
        }
        Finding f = papers_.claim("the longer the time step, the longer the ways, and the dearer each", "4.3",
                                  "more time a query from length to length");
        if (BoxPapers::lacks(f, all)) return papers_.give_up(f);
        // Ways much shorter than the smallest cell all look alike.
        const bool grows = all[4].ms > all[3].ms && all[3].ms > all[2].ms && all[2].ms > all[0].ms;
        papers_.conclude(f, grows, words.all(), "what is looked up does not grow as the ways do");
        papers_.add_panel({.title = "longer ways",
                           .x_label = "longest segment",
                           .y_label = "ns per segment",
                           .series = {std::move(series)}});
    }

    void measure_classes() {
        QueryScene scene;
        scene.how = "random order";
        scene.queries = segments(segment_count() / 4);
        std::vector<BoxMeasurement> ours, theirs;
        Words words;
        for (const int classes : {1, 3, 6, 10}) {
            scene.crowd = text("squares of %d classes", classes);
            scene.boxes = squares_of_classes(most_squares(), classes);
            theirs.push_back(papers_.queries(scene, module_entrant(multilevel)));
            ours.push_back(papers_.queries(scene, module_entrant(hierarchical)));
            papers_.end_group(multilevel);
            if (!ours.back().measured() || !theirs.back().measured()) continue;
            words.add(text("%d: %.0f ns a query, multilevel %.0f", classes, ns_a_query(ours.back()),
                           ns_a_query(theirs.back())));
        }
        Finding f = papers_.claim("keys cost as much as there are classes, and pruning pays that back", "4.3",
                                  "faster than multilevel hashing where there are many classes");
        if (BoxPapers::lacks(f, ours) || BoxPapers::lacks(f, theirs)) return papers_.give_up(f);
        papers_.conclude(f, ours.back().ms < theirs.back().ms, "classes " + words.all(),
                         work_of(theirs.back(), ours.back()));
    }

    void measure_fluid_scene() {
        const int last = run_.settings.quick ? 40 : 1'000, every = last / 5;
        const std::size_t particles = run_.settings.quick ? 2'000 : 100'000;
        omp_set_num_threads(run_.settings.threads.back());
        FallingFluid fluid(particles);
        std::vector<BoxMeasurement> ours, theirs;
        Words words;
        Series series{.name = std::string(hierarchical)}, other{.name = std::string(multilevel)};
        for (int step = every / 2; step <= last; step += every) {
            run_.host.say(text("a fluid falls: iteration %d", step));
            const std::vector<Ways> ways = ways_at(fluid, std::array{step}, run_.host);
            const FluidMoment moment{text("iteration %d", step), fluid, ways[0]};
            theirs.push_back(papers_.fluid(moment, module_entrant(multilevel)));
            ours.push_back(papers_.fluid(moment, module_entrant(hierarchical)));
            papers_.end_group(multilevel);
            if (!ours.back().measured() || !theirs.back().measured()) continue;
            words.add(text("%.2f at iteration %d", theirs.back().ms / ours.back().ms, step));
            series.points.push_back({static_cast<double>(step), ours.back().ms});
            other.points.push_back({static_cast<double>(step), theirs.back().ms});
        }
        judge_fluid(ours, theirs, words);
        papers_.add_panel({.title = "a fluid falls on spheres",
                           .x_label = "iteration",
                           .y_label = "ms",
                           .log_x = false,
                           .log_y = false,
                           .series = {std::move(series), std::move(other)}});
    }

    void judge_fluid(const std::vector<BoxMeasurement>& ours, const std::vector<BoxMeasurement>& theirs,
                     const Words& words) {
        Finding time = papers_.claim("a fluid on 2000 spheres: hierarchical hashing is faster by a quarter",
                                     "4.2, figure 6", "about 25 %; at most 20 % more memory");
        Finding shrinks = papers_.claim("the gain shrinks as particles gather at the bottom", "4.2", "less at the end");
        if (BoxPapers::lacks(time, theirs) || BoxPapers::lacks(time, ours)) {
            shrinks.because = time.because;
            papers_.give_up(time);
            return papers_.give_up(shrinks);
        }
        double slow = 0.0, fast = 0.0, bytes = 0.0;
        for (std::size_t i = 0; i < ours.size(); ++i) {
            slow += theirs[i].ms;
            fast += ours[i].ms;
            bytes = std::max(bytes, ours[i].bytes_a_box() / theirs[i].bytes_a_box());
        }
        papers_.conclude(time, slow >= 1.25 * fast && bytes <= 1.2,
                         text("%.2f times in all, %.2f times the bytes; ", slow / fast, bytes) + words.all(),
                         work_of(theirs.front(), ours.front()));
        const double first = theirs.front().ms / ours.front().ms, last = theirs.back().ms / ours.back().ms;
        papers_.conclude(
            shrinks, last < first, words.all(),
            "the bottom is full of particles, but what prunes is whether there are spheres, and those stay "
            "where they are");
    }

    PapersRun& run_;
    BoxPapers papers_;
};

}  // namespace

void measure_box_hashing(PapersRun& run) { Hashing(run).measure(); }

}  // namespace bench
