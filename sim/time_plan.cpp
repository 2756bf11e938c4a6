#include "sim/time_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sim {

namespace {

// In units of what a particle's sums over 33 neighbours (a support of two spacings) cost in a step for all.
constexpr double upkeep = 0.13;       // of a finest step, for everybody: drift, search, order
constexpr double awkwardness = 0.35;  // of summing for some only, and of looking at their limits
constexpr double planning = 0.25;     // of a block, for everybody

// A block must promise this much before it is begun.
constexpr double worth_it = 0.9;

constexpr int bins_an_octave = 4, most_octaves = 12;

}  // namespace

BlockPlan plan_block(const PlanInput& input) {
    if (input.hurry.empty()) return {};
    const double greatest = *std::ranges::max_element(input.hurry);
    // Who is in how much less of a hurry; the last bin holds all the rest.
    std::array<std::uint64_t, bins_an_octave * most_octaves + 1> bins{};
    for (const float hurry : input.hurry)
        ++bins[static_cast<std::size_t>(
            std::min<double>(bins.size() - 1, bins_an_octave * (greatest - static_cast<double>(hurry))))];

    const double shortest = std::exp2(-greatest);
    const auto everybody = static_cast<double>(input.hurry.size());
    const double neighbours = std::pow(static_cast<double>(input.support_in_spacings) / 2.0, 3.0);
    BlockPlan best;
    double least = worth_it * everybody * (neighbours + upkeep) / input.global_step;
    for (int depth = 0; depth <= input.deepest_level; ++depth) {
        const double wanted = shortest * std::exp2(depth);
        const double length = std::isfinite(input.left) ? input.left / std::ceil(input.left / wanted) : wanted;
        const auto level_of = [&](double hurry) { return std::max(0.0, std::ceil(std::log2(length) + hurry)); };
        const double finest = level_of(greatest);
        double updates = 0.0;
        for (std::size_t bin = 0; bin < bins.size(); ++bin)
            updates += static_cast<double>(bins[bin]) *
                       std::exp2(level_of(greatest - static_cast<double>(bin) / bins_an_octave));
        const double cost = (updates * neighbours * (1.0 + awkwardness) +
                             everybody * (upkeep * std::exp2(finest) + planning * neighbours)) /
                            length;
        if (cost >= least) continue;
        least = cost;
        best = {length, static_cast<int>(finest)};
    }
    return best;
}

}  // namespace sim
