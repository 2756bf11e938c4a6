// The bench's barest density pass, against the sum written out.
#include "tests/bench/poly6_stream.hpp"

#include <gtest/gtest.h>

#include "tests/spatial/clouds.hpp"

TEST(Poly6Stream, SumsOverEverybodyInReachWhateverTheSearch) {
    for (const std::size_t n : {1u, 7u, 1'000u}) {
        const clouds::Cloud cloud = clouds::random("some", n, 0.0f, 1.0f, {0.15f}, 5);
        for (const std::string_view module : {"all-pairs", "compact-grid", "uniform-hash"}) {
            const auto search = spatial::make_neighbour_search(module);
            search->build(cloud.view());
            std::vector<float> x, y, z, sums;
            for (const spatial::Index i : search->order()) {
                x.push_back(cloud.x[i]);
                y.push_back(cloud.y[i]);
                z.push_back(cloud.z[i]);
            }
            bench::stream_poly6(*search, {x, y, z, cloud.reach}, sums);
            ASSERT_EQ(sums.size(), n);
            const double h2 = 0.15 * 0.15;
            for (std::size_t i = 0; i < n; ++i) {
                double truth = 0.0;
                for (std::size_t j = 0; j < n; ++j) {
                    const double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
                    const double below = std::max(h2 - dx * dx - dy * dy - dz * dz, 0.0);
                    truth += below * below * below;
                }
                ASSERT_NEAR(sums[i], truth, 1e-4 * truth) << n << " points, slot " << i << ", " << module;
            }
        }
    }
}
