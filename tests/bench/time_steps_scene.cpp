#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "sim/checkpoint.hpp"
#include "sim/scene_reader.hpp"
#include "tests/bench/stopwatch.hpp"
#include "tests/bench/time_steps.hpp"

namespace bench {

namespace {

// Of wall time: so long a scene runs before it is measured, and so long each kind of steps is measured in a turn.
constexpr double settling = 0.7, stretch = 0.4;  // s
constexpr int turns = 3;
// One frame of a large tank takes longer than all of a stretch, and says little by itself.
constexpr std::size_t least_frames = 3, most_frames = 120;

struct Runner {
    sim::World world;
    std::vector<double> frames{};  // s, each the shortest of all turns
    std::uint64_t updates = 0;

    Runner(const std::string& checkpoint, const std::string& scene, sim::Steps steps)
        : world(sim::load_checkpoint(checkpoint, scene)) {
        begin(steps);
    }
    void begin_again(const std::string& checkpoint, const std::string& scene, sim::Steps steps) {
        world = sim::load_checkpoint(checkpoint, scene);
        updates = 0;
        begin(steps);
    }
    std::string advance(std::size_t frame) {
        const Stopwatch watch;
        const sim::FrameReport report = world.advance_frame();
        const double wall = watch.seconds();
        if (frame == frames.size()) frames.push_back(wall);
        frames[frame] = std::min(frames[frame], wall);
        updates += report.active;
        return report.trouble;
    }

private:
    /// The first frame is not measured: it warms what was just loaded, and in it individual steps are one for all.
    void begin(sim::Steps steps) {
        sim::Parameters parameters = world.parameters();
        parameters.steps = steps;
        world.set_parameters(parameters);
        (void)world.advance_frame();
    }
};

}  // namespace

SceneCost measure_scene(const std::string& name, const Settings& settings, const Host& host) {
    host.say(name);
    sim::Scene scene = sim::read_scene(host.find_scene(name));
    scene.steps = sim::Steps::global;
    scene.shifting = scene.isotropy = 0.0f;  // which individual steps do without: like is compared with like
    sim::World settled(scene);
    SceneCost cost{.scene = name, .particles = settled.particles().size()};
    for (const Stopwatch watch; watch.seconds() < (settings.quick ? 0.0 : settling);) {
        host.go_on();
        cost.trouble = settled.advance_frame().trouble;
        if (!cost.trouble.empty()) return cost;
    }
    const std::string checkpoint = sim::save_checkpoint(settled);
    constexpr std::array kinds = {sim::Steps::global, sim::Steps::individual};
    std::array<Runner, 2> runners = {Runner(checkpoint, name, kinds[0]), Runner(checkpoint, name, kinds[1])};
    cost.from = runners[0].world.time();
    std::size_t frames = 0;
    for (int turn = 0; turn < (settings.quick ? 1 : turns); ++turn) {
        if (turn > 0)
            for (std::size_t k = 0; k < kinds.size(); ++k) runners[k].begin_again(checkpoint, name, kinds[k]);
        const Stopwatch watch;
        for (std::size_t frame = 0; turn == 0 || frame < frames; ++frame) {
            const bool enough = frame >= least_frames && (watch.seconds() > 2.0 * stretch || frame == most_frames);
            if (turn == 0 && frame > 0 && (settings.quick || enough)) break;
            host.go_on();
            // By turns, and by turns first.
            for (std::size_t k = 0; k < kinds.size(); ++k)
                if (std::string trouble = runners[(k + frame) % 2].advance(frame); !trouble.empty())
                    cost.trouble = std::move(trouble);
            frames = std::max(frames, frame + 1);
        }
    }
    cost.seconds = runners[0].world.time() - cost.from;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        cost.global += runners[0].frames[frame];
        cost.individual += runners[1].frames[frame];
    }
    cost.allowed = static_cast<double>(runners[0].updates) / static_cast<double>(runners[1].updates);
    return cost;
}

}  // namespace bench
