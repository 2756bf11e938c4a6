// Where probes are put at first, and at a spot that somebody points at.
#include "app/window/probe_places.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <random>

#include "scenes.hpp"
#include "sim/probe_checks.hpp"
#include "sim/scene_reader.hpp"
#include "tests/sim/shipped.hpp"

namespace {

sim::Scene dam() { return sim::parse_scene(small_dam, "dam"); }

sim::Probe fresh(sim::ProbeKind kind, const sim::Scene& scene) { return app::new_probe(kind, scene, {}, {}); }

app::Spot on_wall(glm::vec3 place, sim::Side side) { return {.place = place, .wall = side}; }

}  // namespace

TEST(ProbePlaces, ANewProbeOfEveryKindIsGoodInEveryShippedScene) {
    for (const std::string& name : scenes::shipped()) {
        sim::Scene scene = scenes::shipped(name);
        scene.probes.clear();
        for (std::size_t kind = 0; kind < sim::probe_kind_names.size(); ++kind) {
            const auto one = static_cast<sim::ProbeKind>(kind);
            const bool has_solid = std::ranges::any_of(scene.solids, [](const auto& s) { return !s.name.empty(); });
            if (one == sim::ProbeKind::force && !has_solid) continue;
            for (int i = 0; i < 3; ++i) scene.probes.push_back(app::new_probe(one, scene, scene.probes, {}));
        }
        const std::vector<sim::Probe> probes = scene.probes;
        EXPECT_EQ(sim::take_probes(scene, probes), "") << name;
    }
}

TEST(ProbePlaces, NamesAreFree) {
    const sim::Scene scene = dam();
    std::vector<sim::Probe> probes;
    for (int i = 0; i < 2; ++i)
        for (const auto kind : {sim::ProbeKind::pressure, sim::ProbeKind::level, sim::ProbeKind::front})
            probes.push_back(app::new_probe(kind, scene, probes, {}));
    std::string names;
    for (const sim::Probe& probe : probes) names += probe.name + " ";
    EXPECT_EQ(names, "p1 H1 front p2 H2 front2 ");
}

// Far outside as within the tank, and just as seen: the ray from the eye ends on that wall.
TEST(ProbePlaces, ARayFromTheEyeEndsOnTheWallBehind) {
    const sim::Domain tank = dam().domain;
    std::mt19937 rng(3);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (int draw = 0; draw < 2'000; ++draw) {
        const glm::vec3 size = tank.max - tank.min;
        glm::vec3 inside, eye;
        for (int axis = 0; axis < 3; ++axis) {
            inside[axis] = tank.min[axis] + (0.01f + 0.98f * unit(rng)) * size[axis];
            eye[axis] = 8.0f * (unit(rng) - 0.5f);
        }
        const glm::vec3 way = glm::normalize(inside - eye);
        const auto spot = app::wall_behind(tank, {eye, way});
        ASSERT_TRUE(spot && spot->wall);
        const int across = static_cast<int>(*spot->wall) / 2;
        const bool is_high = static_cast<int>(*spot->wall) % 2 == 1;
        EXPECT_EQ(spot->place[across], is_high ? tank.max[across] : tank.min[across]);
        EXPECT_GE(glm::dot(spot->place - inside, way), -1e-4f) << "behind what is inside";
        EXPECT_LT(glm::length(glm::cross(spot->place - eye, way)), 1e-4f) << "on the ray";
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(spot->place[axis], tank.min[axis] - 1e-4f);
            EXPECT_LE(spot->place[axis], tank.max[axis] + 1e-4f);
        }
        EXPECT_FALSE(app::wall_behind(tank, {eye + 10.0f * way, way})) << "the tank is at its back";
    }
    EXPECT_FALSE(app::wall_behind(tank, {{-1.0f, 0.25f, 2.0f}, {1.0f, 0.0f, 0.0f}})) << "over it";
}

TEST(ProbePlaces, APressureIsPutOnTheWallInPlainDecimals) {
    const sim::Scene scene = dam();  // spacing 0.04 m
    const sim::Probe probe = app::put_at(fresh(sim::ProbeKind::pressure, scene),
                                         on_wall({1.0f, 0.12345f, 0.5000001f}, sim::Side::x_max), scene);
    EXPECT_EQ(probe.position, glm::vec3(1.0f, 0.123f, 0.5f));
}

TEST(ProbePlaces, ALevelIsMovedAcrossAndKeepsItsHeight) {
    const sim::Scene scene = dam();
    const sim::Probe probe = app::put_at(fresh(sim::ProbeKind::level, scene), {.place = {0.3f, 0.2f, 0.37f}}, scene);
    EXPECT_EQ(probe.position, glm::vec3(0.3f, 0.2f, 0.0f));
}

TEST(ProbePlaces, APatchIsPutOnTheWallThatIsPointedAtAndStaysWithinIt) {
    sim::Scene scene = dam();
    const sim::Probe whole = fresh(sim::ProbeKind::wall_pressure, scene);
    EXPECT_EQ(whole.max, scene.domain.max);
    const sim::Probe probe = app::put_at(whole, on_wall({0.02f, 0.5f, 0.25f}, sim::Side::y_max), scene);
    EXPECT_EQ(probe.side, sim::Side::y_max);
    EXPECT_EQ(probe.min.x, 0.0f);
    EXPECT_FLOAT_EQ(probe.max.x, 0.4f);
    EXPECT_FLOAT_EQ(probe.min.z, 0.05f);
    EXPECT_FLOAT_EQ(probe.max.z, 0.45f);
    EXPECT_EQ(sim::take_probes(scene, {probe}), "");
    EXPECT_EQ(app::put_at(whole, {.place = {0.3f, 0.2f, 0.1f}}, scene), whole) << "water is no wall";
}

TEST(ProbePlaces, AForceIsOnTheSolidThatIsPointedAt) {
    const sim::Scene scene = sim::parse_scene(small_bay, "bay");
    const sim::Probe probe = fresh(sim::ProbeKind::force, scene);
    EXPECT_EQ(probe.solid, "ramp");
    EXPECT_EQ(app::put_at(probe, {.solid = "wedge"}, scene).solid, "wedge");
    EXPECT_EQ(app::put_at(probe, on_wall({}, sim::Side::z_min), scene), probe);
    const app::Spot picked{.place = {}, .solid = "balls"};
    EXPECT_EQ(app::new_probe(sim::ProbeKind::force, scene, {}, picked).solid, "balls");
}
