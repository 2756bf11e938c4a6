// The simulation's own density pass, without a simulation around it: particles at rest in a tank whose walls are out of
// sight.
#pragma once

#include "sim/density_pass.hpp"
#include "sim/particles.hpp"
#include "tests/bench/bench_clouds.hpp"

namespace bench {

class DensityAdapter {
public:
    explicit DensityAdapter(const Cloud& cloud);

    /// Of as many particles as the cloud has points: everything the pass reads beside the positions.
    void prepare(sim::Particles& particles) const;

    /// Poly6 and spiky sums over the ranges, as in every step.
    void run(const spatial::NeighbourSearch& search, sim::Particles& particles) {
        pass_.run(search, medium_, tank_, particles, terms_);
    }

    /// The same, and the pairs that went through it, each once.
    [[nodiscard]] sim::PairCount count(const spatial::NeighbourSearch& search, sim::Particles& particles) {
        return pass_.run_and_count(search, medium_, tank_, particles, terms_);
    }

private:
    std::size_t points_;
    sim::Medium medium_;
    sim::Tank tank_;
    sim::DensityPass pass_;
    sim::PairTerms terms_;
};

}  // namespace bench
