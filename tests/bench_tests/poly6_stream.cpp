// The bench's barest density pass, against the sum written out.
#include "tests/bench/poly6_stream.hpp"

#include <gtest/gtest.h>

#include "spatial/instruction_set.hpp"
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
            std::vector<double> truth(n);
            const double h2 = 0.15 * 0.15;
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    const double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
                    const double below = std::max(h2 - dx * dx - dy * dy - dz * dz, 0.0);
                    truth[i] += below * below * below;
                }
            for (const std::string_view set : spatial::instruction_sets()) {
                spatial::use_instruction_set(set);
                bench::stream_poly6(*search, {x, y, z, cloud.reach}, sums);
                ASSERT_EQ(sums.size(), n);
                for (std::size_t i = 0; i < n; ++i)
                    ASSERT_NEAR(sums[i], truth[i], 1e-4 * truth[i])
                        << n << " points, slot " << i << ", " << module << ", " << set;
            }
            spatial::use_instruction_set({});
        }
    }
}
