// How the fluid asks for the solids in its way, and who answers, changes nothing.
#include <gtest/gtest.h>
#include <omp.h>

#include "sim/observation.hpp"
#include "tests/sim/solid_flight.hpp"
#include "tests/sim/solid_shapes.hpp"

namespace sim {
namespace {

using test::Draws;
using test::Flight;
using test::open_scene;
using test::plate;
using test::spacing;

/// Everything a run of contacts leaves behind.
std::uint64_t hash_after(const char* module, SolidQueries queries, int threads) {
    Scene scene = open_scene();
    scene.solid_queries = queries;
    Draws draws(37);
    for (int i = 0; i < 60; ++i) {
        Solid solid = test::every_shape()[1 + draws.below(4)];
        solid.motion = static_cast<Motion>(draws.below(3));
        solid.position = glm::vec3(draws.within(3.0));
        solid.rotation = glm::vec3(draws.within(180.0));
        if (solid.motion != Motion::fixed) solid.velocity = glm::vec3(draws.within(5.0));
        if (solid.motion != Motion::fixed) solid.spin = glm::vec3(draws.within(500.0));
        solid.restitution = 0.5f;
        scene.solids.push_back(solid);
    }
    Solid floor;
    floor.shape = SolidShape::plane;
    floor.position.z = -2.5f;
    floor.normal = {0.1f, 0.2f, 1.0f};
    scene.solids.push_back(floor);
    Flight flight(scene, module);
    for (int i = 0; i < 40'000; ++i) {  // in rows, as a search leaves them
        const glm::vec3 cell(static_cast<float>(i % 34), static_cast<float>(i / 34 % 34), static_cast<float>(i / 1156));
        flight.add(0.2f * cell - 3.3f + 0.1f * glm::vec3(draws.within(1.0)), glm::vec3(draws.within(20.0)));
    }
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    std::uint64_t hits = 0;
    for (int step = 0; step < 8; ++step) {
        flight.step(0.005);
        hits += flight.contact.report().hits;
    }
    omp_set_num_threads(before);
    EXPECT_GT(hits, 5000u);
    return hash_of(flight.p) + flight.solids.hash();
}

TEST(SolidQuestions, HaveTheSameAnswersFromEveryModuleHoweverAsked) {
    const std::uint64_t expected = hash_after("all-pairs", SolidQueries::particles, 1);
    for (const auto& module : spatial::broad_phase_modules())
        for (const SolidQueries queries : {SolidQueries::particles, SolidQueries::cells})
            for (const int threads : {1, 2, 3})
                EXPECT_EQ(hash_after(std::string(module.name).c_str(), queries, threads), expected)
                    << module.name << ", " << solid_queries_names[static_cast<std::size_t>(queries)] << ", " << threads;
}

TEST(SolidQuestions, AreFarFewerByCells) {
    Scene scene = open_scene();
    scene.solids.push_back(plate());
    for (const SolidQueries queries : {SolidQueries::particles, SolidQueries::cells}) {
        scene.solid_queries = queries;
        Flight flight(scene);
        for (int i = 0; i < 8000; ++i)
            flight.add(spacing * glm::vec3(static_cast<float>(i % 20), static_cast<float>(i / 20 % 20),
                                           static_cast<float>(i / 400)) +
                           0.1f,
                       glm::vec3(0.0f));
        flight.step(0.001);
        const std::uint64_t questions = flight.contact.report().questions;
        if (queries == SolidQueries::particles)
            EXPECT_EQ(questions, 8000u);
        else
            EXPECT_LT(questions, 8000u / 5);
    }
}

}  // namespace
}  // namespace sim
