// Which steps to take next, when everybody is at the same time: one for all, or a block of steps dt_max / 2^n (sec. 3.3
// of Onderik, Durikovic). The paper has the user choose dt_max; here it is chosen such that the finest step is just
// what the particle in the greatest hurry may take, and as many halvings are used as pay:
//
//   cost of a block = sums of those who are due + what every finest step costs for everybody (drift, search, order)
//
// counted, not timed, so that a run is the same every time. Where all particles are in the same hurry, the cheapest
// block is none.
#pragma once

#include <span>

namespace sim {

struct BlockPlan {
    double length = 0.0;  // dt_max, s; 0 = better one step for all
    int depth = 0;        // the finest level that anybody needs
    [[nodiscard]] explicit operator bool() const noexcept { return length > 0.0; }
};

struct PlanInput {
    std::span<const float> hurry;  // log2(1 s / limit) of everybody
    double left;                   // blocks end here, s; infinity = anywhere
    double global_step;            // that one step for all would have, s
    int deepest_level;
    float support_in_spacings;  // says how much the sums cost
};

[[nodiscard]] BlockPlan plan_block(const PlanInput& input);

}  // namespace sim
