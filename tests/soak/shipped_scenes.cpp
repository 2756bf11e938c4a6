// The shipped scenes, for as long as somebody may look at them: they neither lose a particle nor gain energy, and come
// to the same every time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "sim/checkpoint.hpp"
#include "sim/energy_guard.hpp"
#include "sim/grains.hpp"
#include "sim/medium.hpp"
#include "sim/world.hpp"
#include "tests/sim/shipped.hpp"

namespace {

using sim::World;

constexpr double whole_soak = 600.0;  // s on the wall's clock, of all scenes

class Soak : public testing::TestWithParam<std::string> {};

double energy_of(const sim::FrameReport& report) { return report.kinetic_energy + report.potential_energy; }

double mass_of(const World& world) {
    const sim::Scene& scene = world.scene();
    const std::vector<float> spacings = sim::spacings_of(scene);
    const sim::Particles& p = world.particles();
    double mass = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const float spacing = p.grain.empty() ? scene.spacing : spacings[p.grain[i]];
        mass += double{scene.fluids[p.fluid[i]].rest_density} * std::pow(double{spacing}, 3.0);
    }
    return mass;
}

/// What the surfaces of a scene's volumes could give off by becoming that of a single ball, J.
double surface_store(const sim::Scene& scene) {
    double area = 0.0, content = 0.0, tension = 0.0;
    for (const sim::Fluid& fluid : scene.fluids) tension = std::max(tension, double{fluid.tension});
    for (const sim::Volume& volume : scene.volumes) {
        constexpr double pi = std::numbers::pi;
        const glm::dvec3 size(volume.max - volume.min);
        const double r = volume.radius, h = volume.height;
        switch (volume.shape) {
            case sim::Shape::box:
                area += 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
                content += size.x * size.y * size.z;
                break;
            case sim::Shape::sphere:
                area += 4.0 * pi * r * r;
                content += 4.0 / 3.0 * pi * r * r * r;
                break;
            case sim::Shape::cylinder:
                area += 2.0 * pi * r * (r + h);
                content += pi * r * r * h;
        }
    }
    return tension * (area - std::cbrt(36.0 * std::numbers::pi * content * content));
}

/// What must hold of every frame.
class Watch {
public:
    explicit Watch(const World& world) : scene_(world.scene()) {
        // Ten times slower than the sound speed that it is given is the fastest flow that a scene is expected to have.
        const double expected = 0.1 * double{sim::automatic_sound_speed(scene_)};
        full_speed_ = 0.5 * expected * expected;
        surfaces_ = surface_store(scene_);
    }
    void look_at(const World& world, const sim::FrameReport& report) {
        ASSERT_EQ(report.trouble, "");
        ASSERT_EQ(world.validate(), "") << "at " << world.time() << " s";
        const double most = mass_of(world) * full_speed_;  // J: all of it at the speed that only the fastest may have
        ASSERT_LE(report.kinetic_energy, most) << "at " << world.time() << " s";
        if (sim::is_driven(scene_)) return;
        if (!has_begun_) first_ = energy_of(report);
        has_begun_ = true;
        ASSERT_LE(energy_of(report), first_ + surfaces_ + 0.01 * most) << "at " << world.time() << " s";
    }

private:
    sim::Scene scene_;
    double full_speed_ = 0.0;  // J/kg
    double first_ = 0.0;       // J
    double surfaces_ = 0.0;    // J
    bool has_begun_ = false;
};

void run_until(World& world, double seconds, Watch& watch) {
    while (world.time() < seconds * (1.0 - 1e-6)) {
        const sim::FrameReport report = world.advance_frame();
        ASSERT_NO_FATAL_FAILURE(watch.look_at(world, report));
    }
}

}  // namespace

TEST_P(Soak, TwoSecondsAreTheSameTwice) {
    World once(scenes::shipped(GetParam())), again(scenes::shipped(GetParam()));
    again.set_threads(1);
    Watch watch(once);
    ASSERT_NO_FATAL_FAILURE(run_until(once, 2.0, watch));
    while (again.frame() < once.frame()) (void)again.advance_frame();
    EXPECT_EQ(again.state_hash(), once.state_hash());
}

TEST_P(Soak, NobodyIsOutsideAfterTenSeconds) {
    World world(scenes::shipped(GetParam()));
    Watch watch(world);
    ASSERT_NO_FATAL_FAILURE(run_until(world, 10.0, watch));
}

// Its share of ten minutes, from wherever that has brought it half-way once more.
TEST_P(Soak, RunsOnAndOn) {
    using Clock = std::chrono::steady_clock;
    const auto share = std::chrono::duration<double>(whole_soak / static_cast<double>(scenes::shipped().size()));
    World world(scenes::shipped(GetParam()));
    Watch watch(world);
    std::string kept;
    const auto begin = Clock::now();
    while (Clock::now() - begin < 2.0 / 3.0 * share) {
        const sim::FrameReport report = world.advance_frame();
        ASSERT_NO_FATAL_FAILURE(watch.look_at(world, report));
        if (kept.empty() && Clock::now() - begin > share / 3.0) kept = save_checkpoint(world);
    }
    if (kept.empty()) kept = save_checkpoint(world);
    World resumed = sim::load_checkpoint(kept, "kept");
    while (resumed.frame() < world.frame()) (void)resumed.advance_frame();
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
    RecordProperty("simulated", std::to_string(world.time()));
    std::printf("%s: %.2f s simulated\n", GetParam().c_str(), world.time());
}

INSTANTIATE_TEST_SUITE_P(All, Soak, testing::ValuesIn(scenes::shipped()), scenes::parameter_name);
