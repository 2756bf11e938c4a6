// The suite `time-steps`: the same scene for the same simulated time with one step for all and with individual steps,
// turn by turn. The gain is a ratio of the shortest wall times; beside it stands what the work alone would allow,
// particle updates against particle updates. How far the two agree is told by front, mean height and energy. A second
// table has every shipped scene, for none may lose by individual steps; a third what a particle's step costs in the
// scene of mixed sizes, search by search: modules that know reaches of several lengths spare fine particles the crowds
// of coarse cells.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "sim/grains.hpp"
#include "sim/scene_reader.hpp"
#include "sim/world.hpp"
#include "tests/bench/stopwatch.hpp"
#include "tests/bench/suites.hpp"
#include "tests/bench/time_steps.hpp"

namespace bench {

namespace {

struct Subject {
    const char* scene;
    bool should_gain;  // by two at least; the others must not lose
    double seconds;    // simulated
    const char* why_not = "the limits of its particles differ too little";
};
constexpr std::array subjects = {
    Subject{"droplets", true, 1.0},
    Subject{"mixed-sizes", true, 0.4},
    Subject{"honey-and-water", true, 0.5},
    Subject{
        "paper-dam-soft", true, 1.0,
        "by the paper's constants everybody has the same limit. Its (12) is the lesser of alpha h / c and alpha h / "
        "|v|, with one c for all, 4.5 m/s, and nobody is faster than 1.3 m/s. What its viscosity of 50 N s/m² asks "
        "for beside that, 4 mu / (rho l) = 8 m/s, is the same for all, too, for over 4.7 spacings everybody has "
        "neighbours to the end. The paper took one step of 0.002 s in its three dams, and claims no gain there"},
    Subject{"dam-break", false, 0.8},
    Subject{"still-pool", false, 0.8},
};
constexpr double least_gain = 2.0, most_loss = 1.05, most_apart = 0.01;

/// What a run came to.
struct Outcome {
    double wall = std::numeric_limits<double>::infinity();  // s, the shortest
    std::uint64_t updates = 0, steps = 0;
    std::array<std::uint64_t, sim::most_levels> levels{};
    double store = 0.0, energy = 0.0;  // J: what the fluid could give off at first, coming to rest on the floor
    double front = 0.0, height = 0.0;  // m, of the furthest particle along x and of their mean
    std::string trouble;
};

void run(const sim::Scene& described, sim::Steps steps, double seconds, int threads, const Host& host,
         Outcome& outcome) {
    sim::Scene scene = described;
    scene.steps = steps;
    scene.shifting = scene.isotropy = 0.0f;  // which individual steps do without: like is compared with like
    sim::World world(scene);
    world.set_threads(threads);
    const double shortest = outcome.wall;
    outcome = {};
    const std::vector<float> spacings = sim::spacings_of(scene);
    const auto volume_of = [&](std::size_t i) {
        const auto& grain = world.particles().grain;
        return std::pow(static_cast<double>(grain.empty() ? scene.spacing : spacings[grain[i]]), 3.0);
    };
    const sim::Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
        const glm::dvec3 velocity(p.vx[i], p.vy[i], p.vz[i]);
        outcome.store +=
            static_cast<double>(scene.fluids[p.fluid[i]].rest_density) * volume_of(i) *
            (static_cast<double>(glm::length(scene.gravity)) * static_cast<double>(p.z[i] - scene.domain.min.z) +
             0.5 * glm::dot(velocity, velocity));
    }
    double wall = 0.0;
    while (world.time() < seconds && outcome.trouble.empty()) {
        host.go_on();
        const Stopwatch watch;
        const sim::FrameReport report = world.advance_frame();
        wall += watch.seconds();
        outcome.trouble = report.trouble;
        outcome.updates += report.active;
        outcome.steps += report.substeps;
        for (std::size_t level = 0; level < outcome.levels.size(); ++level)
            outcome.levels[level] += report.levels[level];
        outcome.energy = report.kinetic_energy + report.potential_energy;
    }
    outcome.wall = std::min(shortest, wall);
    outcome.front = *std::ranges::max_element(p.x);
    double volume = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        volume += volume_of(i);
        outcome.height += volume_of(i) * static_cast<double>(p.z[i]);
    }
    outcome.height /= volume;
}

struct Comparison {
    Subject subject;
    std::size_t particles = 0;
    int threads = 1;
    Outcome global{}, individual{};
    double front = 0.0, height = 0.0, energy = 0.0;  // differences, relative

    [[nodiscard]] double gain() const { return global.wall / individual.wall; }
    [[nodiscard]] double allowed() const {
        return static_cast<double>(global.updates) / static_cast<double>(individual.updates);
    }
    [[nodiscard]] double apart() const { return std::max({front, height, energy}); }
};

class TimeStepsRun {
public:
    TimeStepsRun(const Settings& settings, const Host& host) : settings_(settings), host_(host) {}

    Report run_all() {
        report_.settings = {{"quick", settings_.quick}, {"threads", settings_.threads}};
        host_.print(text("%-16s %9s %3s %11s %11s %6s %8s %7s %7s %7s  %s\n", "scene", "particles", "thr", "global s",
                         "individ. s", "gain", "allowed", "front", "height", "energy", "updates by level, %"));
        try {
            for (const int threads : settings_.threads)
                for (const Subject& subject : subjects) compare(subject, threads);
            measure_scenes();
            for (const int threads : settings_.threads) try_modules(threads);
        } catch (const Stopped&) {
            report_.stopped = true;
        }
        for (const Comparison& c : done_) judge(c);
        for (const SceneCost& c : costs_) judge(c);
        draw();
        return std::move(report_);
    }

private:
    void compare(const Subject& subject, int threads) {
        const sim::Scene scene = sim::read_scene(host_.find_scene(subject.scene));
        Comparison c{.subject = subject, .threads = threads};
        if (settings_.quick) c.subject.seconds = 2.0 * static_cast<double>(scene.frame);
        const int repeats = settings_.quick ? 1 : 3;
        for (int i = 0; i < repeats; ++i) {
            host_.say(text("%s, %d thread%s, turn %d of %d", subject.scene, threads, threads == 1 ? "" : "s", i + 1,
                           repeats));
            run(scene, sim::Steps::global, c.subject.seconds, threads, host_, c.global);
            run(scene, sim::Steps::individual, c.subject.seconds, threads, host_, c.individual);
        }
        const glm::dvec3 size = glm::dvec3(scene.domain.max) - glm::dvec3(scene.domain.min);
        c.particles = static_cast<std::size_t>(sim::World(scene).particles().size());
        c.front = std::abs(c.individual.front - c.global.front) / size.x;
        c.height = std::abs(c.individual.height - c.global.height) / c.global.height;
        c.energy = std::abs(c.individual.energy - c.global.energy) / c.global.store;
        print(c);
        add_json(c);
        done_.push_back(std::move(c));
    }

    void measure_scenes() {
        host_.print(text("\n%-18s %9s %7s %9s %11s %11s %6s %8s\n", "every scene", "particles", "from s", "seconds",
                         "global s", "individ. s", "gain", "allowed"));
        constexpr std::size_t quickly = 3;
        for (const std::string& name : host_.scenes) {
            if (settings_.quick && costs_.size() == quickly) break;
            const SceneCost& c = costs_.emplace_back(measure_scene(name, settings_, host_));
            host_.print(text("%-18s %9zu %7.2f %9.3f %11.3f %11.3f %6.2f %8.2f %s\n", c.scene.c_str(), c.particles,
                             c.from, c.seconds, c.global, c.individual, c.gain(), c.allowed, c.trouble.c_str()));
            report_.measurements.push_back({{"scene", c.scene},
                                            {"from_s", c.from},
                                            {"seconds", c.seconds},
                                            {"particles", c.particles},
                                            {"global_wall_s", c.global},
                                            {"individual_wall_s", c.individual},
                                            {"gain", c.gain()},
                                            {"gain_allowed_by_updates", c.allowed}});
        }
    }

    /// Turn by turn; the shortest of three. The oracle would take as long as all others together.
    void try_modules(int threads) {
        sim::Scene scene = sim::read_scene(host_.find_scene("mixed-sizes"));
        const double seconds = (settings_.quick ? 1.0 : 4.0) * static_cast<double>(scene.frame);
        std::vector<Outcome> outcomes(spatial::neighbour_modules().size());
        for (int i = 0; i < (settings_.quick ? 1 : 3); ++i)
            for (std::size_t m = 1; m < outcomes.size(); ++m) {
                scene.neighbours = spatial::neighbour_modules()[m].name;
                host_.say(text("mixed-sizes, %s, threads: %d", scene.neighbours.c_str(), threads));
                run(scene, sim::Steps::global, seconds, threads, host_, outcomes[m]);
            }
        host_.print(text("\n%-16s %9s %3s %20s\n", "mixed-sizes", "particles", "thr", "ns a particle-step"));
        for (std::size_t m = 1; m < outcomes.size(); ++m) {
            const std::string name(spatial::neighbour_modules()[m].name);
            const double cost = 1e9 * outcomes[m].wall / static_cast<double>(outcomes[m].updates);
            host_.print(text("%-16s %9.0f %3d %20.1f\n", name.c_str(),
                             static_cast<double>(outcomes[m].updates) / static_cast<double>(outcomes[m].steps), threads,
                             cost));
            report_.measurements.push_back({{"scene", "mixed-sizes"},
                                            {"module", name},
                                            {"threads", threads},
                                            {"wall_s", outcomes[m].wall},
                                            {"updates", outcomes[m].updates},
                                            {"ns_a_particle_step", cost}});
        }
    }

    void print(const Comparison& c) const {
        std::string levels;
        std::size_t used = c.individual.levels.size();
        while (used > 1 && c.individual.levels[used - 1] == 0) --used;
        for (std::size_t level = 0; level < used; ++level)
            levels += text(" %.0f", 100.0 * static_cast<double>(c.individual.levels[level]) /
                                        static_cast<double>(c.individual.updates));
        host_.print(text("%-16s %9zu %3d %11.3f %11.3f %6.2f %8.2f %6.2f%% %6.2f%% %6.2f%% %s\n", c.subject.scene,
                         c.particles, c.threads, c.global.wall, c.individual.wall, c.gain(), c.allowed(),
                         100.0 * c.front, 100.0 * c.height, 100.0 * c.energy, levels.c_str()));
    }

    void add_json(const Comparison& c) {
        const auto of = [](const Outcome& o) {
            return Json{{"wall_s", o.wall},         {"updates", o.updates},
                        {"steps", o.steps},         {"updates_by_level", o.levels},
                        {"energy_J", o.energy},     {"front_m", o.front},
                        {"mean_height_m", o.height}};
        };
        report_.measurements.push_back({{"scene", c.subject.scene},
                                        {"seconds", c.subject.seconds},
                                        {"particles", c.particles},
                                        {"threads", c.threads},
                                        {"global", of(c.global)},
                                        {"individual", of(c.individual)},
                                        {"gain", c.gain()},
                                        {"gain_allowed_by_updates", c.allowed()},
                                        {"front_apart", c.front},
                                        {"height_apart", c.height},
                                        {"energy_apart", c.energy}});
    }

    void add(std::string claim, std::string expected, std::string found, bool good, std::string because = {}) {
        report_.findings.push_back({.claim = std::move(claim),
                                    .source = "our bar",
                                    .expected = std::move(expected),
                                    .found = std::move(found),
                                    .verdict = good ? Verdict::holds : Verdict::does_not_hold,
                                    .because = std::move(because)});
    }

    void judge(const Comparison& c) {
        const std::string where = text("%s, threads: %d", c.subject.scene, c.threads);
        if (!c.global.trouble.empty() || !c.individual.trouble.empty())
            report_.wrong = where + ": " + c.global.trouble + c.individual.trouble;
        if (settings_.quick) return;
        const std::string found = text("%.2f times as fast, %.2f times fewer updates", c.gain(), c.allowed());
        if (c.subject.should_gain)
            add("individual steps pay, " + where, text("%.1f times as fast", least_gain), found, c.gain() >= least_gain,
                c.allowed() < least_gain ? c.subject.why_not : "");
        add("individual steps cost nothing where they do not pay, " + where,
            text("at most %.2f times as long", most_loss), found, c.gain() * most_loss >= 1.0);
        add("individual steps come to the same, " + where, text("within %.0f %%", 100.0 * most_apart),
            text("front %.2f %%, mean height %.2f %%, energy %.2f %%", 100.0 * c.front, 100.0 * c.height,
                 100.0 * c.energy),
            c.apart() <= most_apart);
    }

    void judge(const SceneCost& c) {
        if (!c.trouble.empty()) report_.wrong = c.scene + ": " + c.trouble;
        if (settings_.quick) return;
        add("individual steps cost nothing where they do not pay, " + c.scene,
            text("at most %.2f times as long", most_loss),
            text("%.2f times as long, %.2f times fewer updates", 1.0 / c.gain(), c.allowed),
            c.gain() * most_loss >= 1.0);
    }

    void draw() {
        Panel panel{
            .title = "gain over one step for all", .y_label = "times", .kind = Panel::Kind::bars, .log_y = false};
        Series gain{.name = "measured"}, allowed{.name = "fewer updates"};
        for (const Comparison& c : done_) {
            if (c.threads != done_.front().threads) continue;
            const auto x = static_cast<double>(panel.categories.size());
            panel.categories.emplace_back(c.subject.scene);
            gain.points.push_back({x, c.gain()});
            allowed.points.push_back({x, c.allowed()});
        }
        panel.series = {gain, allowed};
        report_.figure = {.title = "Individual time steps",
                          .subtitle = "the same simulated time, turn by turn, the shortest of three; higher is better",
                          .columns = 1};
        if (!panel.categories.empty()) report_.figure.panels.push_back(std::move(panel));
    }

    const Settings& settings_;
    const Host& host_;
    std::vector<Comparison> done_;
    std::vector<SceneCost> costs_;
    Report report_;
};

}  // namespace

Report time_steps_suite(const Settings& settings, const Host& host) { return TimeStepsRun(settings, host).run_all(); }

}  // namespace bench
