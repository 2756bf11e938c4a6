#include "tests/bench/suites.hpp"

#include <array>

namespace bench {

namespace {

constexpr std::array all = {
    Suite{"neighbours", "every neighbour search against the libraries of others, stage by stage, and our own bars",
          neighbours_suite},
    Suite{"broadphase", "every broad phase against plain grids and the libraries of others, and our own bars",
          broadphase_suite},
    Suite{"step", "whole steps of the reference tank against a kd-tree's lists, and how far from real time they are",
          step_suite},
    Suite{"time-steps",
          "individual time steps against one step for all, scene by scene: time, work and how far they agree",
          time_steps_suite},
    Suite{"papers", "the claims about searches of the papers that Weir implements, measured again", papers_suite},
};

}  // namespace

void Host::go_on() const {
    if (stop_wanted()) throw Stopped{};
}

std::span<const Suite> suites() noexcept { return all; }

}  // namespace bench
