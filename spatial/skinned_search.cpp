#include "spatial/skinned_search.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "spatial/blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/skinned_search.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The greatest squared distance between points of two lists; numbers are finite. In double, where neither differences
/// of floats nor their squares overflow, and rounding is far below the leash's.
double farthest_squared_target(std::array<const float*, 3> now, std::array<const float*, 3> then, Range slots) {
    const hn::CappedTag<double, 8> d;
    const hn::Rebind<float, decltype(d)> narrow;
    const std::size_t lanes = hn::Lanes(d);
    auto farthest = hn::Zero(d);
    std::size_t at = slots.begin;
    for (; at + lanes <= slots.end; at += lanes) {
        auto squared = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto moved = hn::Sub(hn::PromoteTo(d, hn::LoadU(narrow, now[k] + at)),
                                       hn::PromoteTo(d, hn::LoadU(narrow, then[k] + at)));
            squared = hn::Add(squared, hn::Mul(moved, moved));
        }
        farthest = hn::Max(farthest, squared);
    }
    double most = hn::GetLane(hn::MaxOfLanes(d, farthest));
    for (; at < slots.end; ++at) {
        double squared = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double moved = double{now[k][at]} - double{then[k][at]};
            squared += moved * moved;
        }
        most = std::max(most, squared);
    }
    return most;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(farthest_squared_target);

void SkinnedSearch::build(const Points& points) {
    check(points);
    const bool serves = still_serves(points);
    if (!serves) build_with_skin(points);
    reused_ = serves;
    ++builds_;
    kept_ += serves;
}

bool SkinnedSearch::still_serves(const Points& points) const noexcept {
    const std::size_t n = points.size();
    // Reaches are checked: bits that differ are numbers that do.
    if (forgotten_ || leash_ < 0.0 || n != x_.size() || points.reach.size() != reach_.size() ||
        std::memcmp(points.reach.data(), reach_.data(), points.reach.size_bytes()) != 0)
        return false;
    constexpr std::size_t at_once = 2048;
    double farthest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : farthest) if (n >= worth_a_team)
    for (std::size_t begin = 0; begin < n; begin += at_once) {
        const Range slots{static_cast<Index>(begin), static_cast<Index>(std::min(begin + at_once, n))};
        farthest = std::max(
            farthest, HWY_DYNAMIC_DISPATCH(farthest_squared_target)({points.x.data(), points.y.data(), points.z.data()},
                                                                    {x_.data(), y_.data(), z_.data()}, slots));
    }
    return farthest <= leash_ * leash_;
}

void SkinnedSearch::build_with_skin(const Points& points) {
    const float longest = longest_reach(points);
    // A reach that cannot be longer has no skin; nobody may move then.
    const float surplus = longest <= most_reach / 2 ? skin_ * longest : 0.0f;
    lengthened_.resize(points.reach.size());
    for (std::size_t i = 0; i < lengthened_.size(); ++i) lengthened_[i] = points.reach[i] + surplus;
    search_->build({points.x, points.y, points.z, lengthened_});

    // Half of the surplus, but for what the neighbour rule may round: with u = 2^-24 a squared distance is off by 5 u
    // and a square of a reach by u, a distance therefore by 3 u, then and now; the lengthened reach is off by another
    // u. That is 7 u of the lengthened reach, which 1e-6 of it covers twice.
    leash_ = 0.5 * (double{surplus} - 1e-6 * (double{longest} + surplus));
    forgotten_ = false;
    remember(points);
}

void SkinnedSearch::remember(const Points& points) {
    const std::span<const Index> order = search_->order();
    const std::size_t n = points.size();
    for (auto* values : {&x_, &y_, &z_}) values->resize(n);
    reach_.assign(points.reach.begin(), points.reach.end());
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t slot = 0; slot < n; ++slot) {
        const Index i = order[slot];
        x_[slot] = points.x[i];
        y_[slot] = points.y[i];
        z_[slot] = points.z[i];
        if (!points.one_reach()) reach_[slot] = points.reach[i];
    }
    if (identity_.size() != n) {
        identity_.resize(n);
        std::iota(identity_.begin(), identity_.end(), Index{0});
    }
}

void SkinnedSearch::forget() noexcept {
    forgotten_ = true;
    search_->forget();
}

std::size_t SkinnedSearch::bytes() const noexcept {
    const std::size_t floats =
        x_.capacity() + y_.capacity() + z_.capacity() + reach_.capacity() + lengthened_.capacity();
    return search_->bytes() + floats * sizeof(float) + identity_.capacity() * sizeof(Index);
}

std::string SkinnedSearch::note() const {
    const std::string own = search_->note();
    return own + (own.empty() ? "" : "; ") + "kept for " + std::to_string(kept_) + " of " + std::to_string(builds_) +
           " builds";
}

}  // namespace spatial
#endif
