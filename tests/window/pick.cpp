#include "app/window/pick.hpp"

#include <gtest/gtest.h>

namespace {

app::Snapshot particles_at(const std::vector<glm::vec3>& places) {
    app::Snapshot snapshot;
    for (const glm::vec3& place : places) {
        snapshot.x.push_back(place.x);
        snapshot.y.push_back(place.y);
        snapshot.z.push_back(place.z);
    }
    return snapshot;
}

constexpr render::Ray along_x{{0, 0, 0}, {1, 0, 0}};

}  // namespace

TEST(Pick, TakesTheFrontmostParticleNearTheRay) {
    const auto hit = app::pick(particles_at({{5, 0, 0}, {2, 0.05f, 0}, {1, 0.5f, 0}, {3, 0, 0}}), along_x, 0.1f);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->place, glm::vec3(2, 0.05f, 0));
    EXPECT_EQ(hit->particle, 1u);
}

TEST(Pick, SeesNothingBesideTheRayOrBehindTheEye) {
    EXPECT_FALSE(app::pick(particles_at({{2, 0.2f, 0}, {-1, 0, 0}}), along_x, 0.1f));
    EXPECT_FALSE(app::pick(particles_at({}), along_x, 0.1f));
}
