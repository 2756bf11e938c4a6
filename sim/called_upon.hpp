// Who is called upon: whose level is below what somebody in reach wants around it (time_steps.hpp).
#pragma once

#include <span>
#include <vector>

#include "spatial/points.hpp"

namespace sim {

struct Caller {
    float x, y, z, support;  // m
    float level;             // that it wants around it
};

struct Call {
    spatial::Index slot;
    float level;
};

/// Arrays by slot of those who may be called.
struct Callable {
    std::span<const float> level;
    const float *x, *y, *z;
    const float* supports;  // none: that of all
    float support;          // m, of all
};

/// Adds a call for each of the slots in the ranges that is below what callers within the mean of both supports want,
/// with the highest level that one of these wants. There is at least one caller.
void find_called(const Callable& others, std::span<const spatial::Range> ranges, std::span<const Caller> callers,
                 std::vector<Call>& calls);

}  // namespace sim
