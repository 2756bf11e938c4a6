// The suite `broadphase`: segments among squares and a fluid on spheres (queries), moving boxes (pairs), and a heap of
// boxes in Bullet's world.
#include <omp.h>

#include <algorithm>

#include "sim/scene_reader.hpp"
#include "tests/bench/broadphase.hpp"
#include "tests/bench/neighbours.hpp"

namespace bench {

namespace {

using Place = BoxMeasurement::Place;
using Sizes = CrowdPlan::Sizes;
using Motion = CrowdPlan::Motion;
using Measure = std::function<BoxMeasurement(const Entrant&, int threads)>;

/// Modules, then those who are no modules.
std::vector<Entrant> everybody(Question question) {
    std::vector<Entrant> all = module_entrants();
    for (Entrant& peer : peer_entrants(question)) all.push_back(std::move(peer));
    return all;
}

class BroadphaseRun {
public:
    BroadphaseRun(const Settings& settings, const Host& host) : settings_(settings), host_(host) {}

    Report run() {
        report_.settings = {{"quick", settings_.quick}, {"threads", settings_.threads}, {"points", motion_sizes()}};
        host_.print(explain_box_tables());
        try {
            measure_segments();
            measure_fluids();
            measure_motions();
            measure_regimes();
            measure_spaces();
            measure_hash_grids();
            measure_heaps();
        } catch (const Stopped&) {
            report_.stopped = true;
        }
        report_.findings.push_back(undisturbed(results_.all()));
        report_.findings.push_back(same_boxes(results_.all(), report_.wrong));
        for (Finding& finding : judge_broadphase(results_)) report_.findings.push_back(std::move(finding));
        for (const BoxMeasurement& m : results_.all()) report_.measurements.push_back(json_of(m));
        report_.figure = figure_of_broadphase(results_);
        return std::move(report_);
    }

private:
    [[nodiscard]] std::vector<std::size_t> motion_sizes() const {
        if (!settings_.points.empty()) return settings_.points;
        return settings_.quick ? std::vector<std::size_t>{500, 2'000}
                               : std::vector<std::size_t>{1'000, 10'000, 100'000, 1'000'000};
    }
    /// For what is measured at one size: large, but not so large that memory alone decides.
    [[nodiscard]] std::size_t middle_size() const {
        const std::vector<std::size_t> sizes = motion_sizes();
        return sizes.size() > 1 ? sizes[sizes.size() - 2] : sizes.front();
    }
    [[nodiscard]] Patience patience() const { return settings_.quick ? hurried : Patience{5, 0.2, 1.0}; }
    [[nodiscard]] int threads() const { return settings_.threads.front(); }

    /// Measures all entrants in one place and prints their table. Our fastest and the yardstick are measured with the
    /// other numbers of threads, too, where `threads_too`.
    void measure_group(const Place& place, const std::vector<Entrant>& entrants, const Measure& measure,
                       std::string_view yardstick, bool threads_too = false) {
        host_.say(text("%s, %s, %s boxes, %s", place.scene.c_str(), place.crowd.c_str(),
                       points_text(place.boxes).c_str(), place.how.c_str()));
        struct Timed {
            const Entrant* entrant;
            double ms;
        };
        std::vector<Timed> ours;
        std::vector<BoxMeasurement> group;
        // Variants are measured after their plain selves, and shown beside them.
        if (std::ranges::find(entrants, std::string(), &Entrant::variant) == entrants.end())
            if (const BoxMeasurement* const plain = results_.find(place, yardstick)) group.push_back(*plain);
        for (const Entrant& entrant : entrants) {
            group.push_back(measure_one(place, entrant, measure));
            if (entrant.ours && entrant.who != oracle && group.back().measured())
                ours.push_back({&entrant, group.back().ms});
        }
        host_.print(table_of(group, yardstick));
        if (!threads_too || settings_.threads.size() < 2) return;

        constexpr std::size_t few = 3;
        std::ranges::sort(ours, {}, &Timed::ms);
        ours.resize(std::min(few, ours.size()));
        for (const Entrant& entrant : entrants)
            if (entrant.who == yardstick && entrant.variant.empty()) ours.push_back({&entrant, 0.0});
        for (const int more : std::span(settings_.threads).subspan(1)) {
            Place there = place;
            there.threads = more;
            std::vector<BoxMeasurement> threaded;
            for (const auto& [entrant, ms] : ours) threaded.push_back(measure_one(there, *entrant, measure));
            host_.print(table_of(threaded, yardstick));
        }
    }

    const BoxMeasurement& measure_one(const Place& place, const Entrant& entrant, const Measure& measure) {
        std::string why = entrant.missing;
        if (why.empty() && entrant.who == oracle) why = too_much_for_the_oracle(place);
        if (why.empty()) why = left_out(results_, place, entrant);
        results_.add(why.empty() ? measure(entrant, place.threads) : not_measured(entrant, place, why));
        host_.go_on();
        return results_.all().back();
    }

    [[nodiscard]] std::string too_much_for_the_oracle(const Place& place) const {
        constexpr std::size_t most = 10'000, most_with_queries = 1'000;
        return place.boxes > (place.scene == "motion" ? most : most_with_queries)
                   ? "left out: its time grows with the square"
                   : "";
    }

    void measure_segments() {
        const std::size_t count = settings_.quick ? 20'000 : 1'000'000;
        constexpr std::size_t most = 10'000;  // the square is as large whatever the number: more only lie on each other
        std::vector<std::size_t> sizes{100, 1'000, most};
        if (settings_.quick) sizes.pop_back();
        if (!settings_.points.empty()) {
            sizes = settings_.points;
            for (std::size_t& size : sizes) size = std::min(size, most);
            sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
        }
        QueryScene scene;
        scene.queries = segments(count);
        std::vector<Entrant> entrants = everybody(Question::touching);
        entrants.push_back(
            {.who = "griddup", .variant = fine_griddup, .make = [] { return make_duplicating_grid(16.0); }});
        for (const char* const how : {"random order", "coherent order"}) {
            scene.how = how;
            if (scene.how == "coherent order") scene.queries = in_space_order(std::move(scene.queries));
            for (const std::size_t size : sizes) {
                scene.boxes = squares(size);
                measure_group(
                    {"segments", scene.crowd, how, size, threads()}, entrants,
                    [&](const Entrant& entrant, int team) {
                        return measure_queries(entrant, scene, team, patience(), host_);
                    },
                    "griddup", size == sizes.back());
            }
        }
    }

    void measure_fluids() {
        const std::size_t particles = !settings_.points.empty()
                                          ? std::min<std::size_t>(settings_.points.back(), 100'000)
                                      : settings_.quick ? 2'000
                                                        : 100'000;
        const std::array<int, 2> moments = {settings_.quick ? 10 : 80, settings_.quick ? 40 : 1'000};
        host_.say(text("a fluid of %s particles falls", points_text(particles).c_str()));
        omp_set_num_threads(settings_.threads.back());
        FallingFluid fluid(particles);
        const std::vector<Ways> ways = ways_at(fluid, moments, host_);
        for (std::size_t m = 0; m < moments.size(); ++m) {
            const FluidMoment moment{m == 0 ? "falling" : "settled", fluid, ways[m]};
            std::vector<Entrant> entrants;
            for (const Entrant& entrant : everybody(Question::touching))
                for (const float cell : fluid_cells) {
                    entrants.push_back(entrant);
                    entrants.back().variant = fluid_variant(cell);
                }
            measure_group(
                {"fluid", points_text(particles) + " particles", moment.name, FallingFluid::spheres_in_all, threads()},
                entrants,
                [&](const Entrant& entrant, int team) {
                    const auto cell = std::ranges::find(fluid_cells, entrant.variant, fluid_variant);
                    return measure_fluid(entrant, moment, *cell, team, patience(), host_);
                },
                "griddup", true);
        }
    }

    void measure_motion_of(const CrowdPlan& plan, const std::vector<Entrant>& entrants, std::string_view yardstick,
                           bool threads_too = false) {
        const MovingCrowd crowd(plan);
        measure_group(
            {"motion", plan.text(), std::string(plan.motion_text()), plan.boxes, threads()}, entrants,
            [&](const Entrant& entrant, int team) { return measure_motion(entrant, crowd, team, patience(), host_); },
            yardstick, threads_too);
    }

    void measure_motions() {
        for (const Sizes sizes : {Sizes::equal, Sizes::up_to_12, Sizes::up_to_1000})
            for (const std::size_t size : motion_sizes())
                measure_motion_of({.boxes = size, .sizes = sizes}, everybody(Question::pairs), "grid1",
                                  size >= middle_size());
    }

    /// How little or much everybody moves.
    void measure_regimes() {
        for (const Motion motion : {Motion::none, Motion::slow, Motion::everywhere})
            measure_motion_of({.boxes = middle_size(), .motion = motion}, everybody(Question::pairs), "grid1");
        measure_motion_of({.boxes = middle_size(), .sizes = Sizes::dust, .motion = Motion::least},
                          everybody(Question::pairs), "grid1");
    }

    /// The worst cases: long boxes, long spaces.
    void measure_spaces() {
        measure_motion_of({.boxes = middle_size(), .sizes = Sizes::beams}, everybody(Question::pairs), "grid1");
        for (const double elongation : {32.0, 1024.0})
            measure_motion_of({.boxes = middle_size(), .elongation = elongation}, everybody(Question::pairs), "grid1");
    }

    void measure_hash_grids() {
        for (const Sizes sizes : {Sizes::equal, Sizes::up_to_12}) {
            std::vector<Entrant> factors;
            for (const float factor : {1.25f, 1.5f, 3.0f, 4.0f}) {  // 2 is how it comes, and measured above
                spatial::BroadSettings with;
                with.factor = factor;
                factors.push_back(module_entrant("hash-grids", with, text("factor %g", static_cast<double>(factor))));
            }
            measure_motion_of({.boxes = middle_size(), .sizes = sizes}, factors, "hash-grids");
        }
        spatial::BroadSettings with;
        with.rebuild = true;
        for (const Motion motion : {Motion::slow, Motion::usual, Motion::everywhere})
            measure_motion_of({.boxes = middle_size(), .motion = motion},
                              {module_entrant("hash-grids", with, "rebuild")}, "hash-grids");
    }

    /// In flight, and once most have come to lie on each other. (After Bullet's own structures: from the first of
    /// those on Bullet's memory is counted, and what was asked for before must not be freed after.)
    void measure_heaps() {
        sim::Scene scene = sim::read_scene(host_.find_scene("heap"));
        if (settings_.quick) scene.solids.front().repeat.count = {6, 6, 5};
        host_.say("a heap of boxes falls");
        omp_set_num_threads(settings_.threads.back());
        Heap heap(std::move(scene));
        std::vector<Entrant> entrants;
        for (const spatial::BroadPhaseModule& module : spatial::broad_phase_modules())
            entrants.push_back({.who = std::string(module.name), .ours = true});
        entrants.push_back({.who = bullets_tree});
        for (const auto& [name, steps] : {std::pair{"falling", 120}, {"piled up", 480}}) {
            heap.fall_until(settings_.quick ? steps / 4 : steps);
            const HeapMoment moment{name, heap};
            measure_group(
                {"heap", "boxes in Bullet's world", name, heap.boxes(), threads()}, entrants,
                [&](const Entrant& entrant, int team) {
                    return measure_heap(entrant, moment, team, settings_.quick ? hurried : Patience{3, 0.0, 6.0},
                                        host_);
                },
                bullets_tree, true);
        }
    }

    const Settings& settings_;
    const Host& host_;
    BoxResults results_;
    Report report_;
};

}  // namespace

Report broadphase_suite(const Settings& settings, const Host& host) { return BroadphaseRun(settings, host).run(); }

}  // namespace bench
