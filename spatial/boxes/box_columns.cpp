#include "spatial/boxes/box_columns.hpp"

#include <algorithm>
#include <limits>

#include "spatial/blocks.hpp"
#include "spatial/boxes/in_portions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_columns.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

Index* touching_target(const BoxColumnsView& boxes, Range run, const Box& box, Index* found) {
    return OneBox(box).touching(boxes, run, found);
}

void pairs_target(const BoxColumnsView& columns, std::span<const Index> ends, Range slots,
                  std::vector<BoxPair>& found) {
    const BoxColumnsView boxes = columns;
    PairPages pages(found);
    std::size_t length = 0;
    for (Index slot = slots.begin; slot < slots.end; ++slot)
        length = pages.test(boxes, OneBox(boxes[slot]), boxes.number[slot], {slot + 1, ends[slot]}, length);
    pages.empty(length);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(touching_target);
HWY_EXPORT(pairs_target);

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Box nowhere_near{infinity, infinity, infinity, -infinity, -infinity, -infinity};

constexpr std::size_t ahead = 24;  // slots: far enough for memory to answer in time

}  // namespace

std::span<Index> BoxColumns::start(std::size_t slots) {
    size_ = slots;
    for (auto& side : side_) side.resize(slots + box_lanes);
    number_.resize(slots + box_lanes);
    return {number_.data(), slots};
}

void BoxColumns::fill(const BoxStore& boxes) {
    const std::span<const Box> all = boxes.all();
    const Index* const number = number_.data();
    float *const min_x = side_[0].data(), *const min_y = side_[1].data(), *const min_z = side_[2].data();
    float *const max_x = side_[3].data(), *const max_y = side_[4].data(), *const max_z = side_[5].data();
    const std::size_t size = size_;
#pragma omp parallel for schedule(static) if (size >= worth_a_team_for_little)
    for (std::size_t slot = 0; slot < size; ++slot) {
        if (slot + ahead < size && number[slot + ahead] < all.size()) __builtin_prefetch(&all[number[slot + ahead]]);
        const Box& box = number[slot] < all.size() ? all[number[slot]] : nowhere_near;
        min_x[slot] = without_sign_of_zero(box.min_x);
        min_y[slot] = without_sign_of_zero(box.min_y);
        min_z[slot] = without_sign_of_zero(box.min_z);
        max_x[slot] = without_sign_of_zero(box.max_x);
        max_y[slot] = without_sign_of_zero(box.max_y);
        max_z[slot] = without_sign_of_zero(box.max_z);
    }
}

void BoxColumns::surround_eights(const BoxColumns& of) {
    const std::size_t whole = of.size_ / 8;
    for (std::size_t side = 0; side < 6; ++side) {
        const float* const from = of.side_[side].data();
        float* const to = side_[side].data();
        const auto surround = [&](auto better) {
#pragma omp parallel for schedule(static) if (whole >= worth_a_team_for_little)
            for (std::size_t k = 0; k < whole; ++k) {
                const float* const eight = from + 8 * k;
                to[k] = better(better(better(eight[0], eight[1]), better(eight[2], eight[3])),
                               better(better(eight[4], eight[5]), better(eight[6], eight[7])));
            }
            if (8 * whole == of.size_) return;
            to[whole] = from[8 * whole];
            for (std::size_t k = 8 * whole + 1; k < of.size_; ++k) to[whole] = better(to[whole], from[k]);
        };
        if (side < 3)
            surround([](float a, float b) { return std::min(a, b); });
        else
            surround([](float a, float b) { return std::max(a, b); });
    }
}

BoxColumnsView BoxColumns::view() const noexcept {
    return {side_[0].data(), side_[1].data(), side_[2].data(), side_[3].data(),
            side_[4].data(), side_[5].data(), number_.data()};
}

std::size_t BoxColumns::bytes() const noexcept {
    std::size_t sum = number_.capacity() * sizeof(Index);
    for (const auto& side : side_) sum += side.capacity() * sizeof(float);
    return sum;
}

void append_touching(const BoxColumnsView& boxes, Range run, const Box& box, std::vector<Index>& found) {
    const std::size_t before = found.size();
    found.resize(before + run.size() + box_lanes);
    const Index* const end = HWY_DYNAMIC_DISPATCH(touching_target)(boxes, run, box, found.data() + before);
    found.resize(static_cast<std::size_t>(end - found.data()));
}

void append_pairs(std::vector<BoxPair>& list, std::span<const BoxPair> more) {
    if (list.size() + more.size() > list.capacity()) list.reserve(list.size() + more.size() + list.size() / 8 + 256);
    list.insert(list.end(), more.begin(), more.end());
}

void append_pairs(const BoxColumnsView& boxes, std::span<const Index> ends, std::uint64_t tests,
                  std::vector<std::vector<BoxPair>>& scratch, std::vector<BoxPair>& found) {
    constexpr std::uint64_t worth_a_team_of_testers = 1 << 19;
    const std::size_t n = ends.size();
    const std::size_t portions = tests < worth_a_team_of_testers ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    // Where so many of the portions have been tested.
    const auto slot_after = [&](std::size_t p) {
        Index slot = 0;
        for (std::uint64_t before = 0; slot < n && (p == portions || before * portions < tests * p); ++slot)
            before += ends[slot] - slot - 1;
        return slot;
    };
    (void)in_portions<BroadCounters>(portions, scratch, found, [&](std::size_t p, std::vector<BoxPair>& to) {
        HWY_DYNAMIC_DISPATCH(pairs_target)(boxes, ends, {slot_after(p), slot_after(p + 1)}, to);
        return BroadCounters{};
    });
}

}  // namespace spatial
#endif
