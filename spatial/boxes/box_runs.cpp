#include "spatial/boxes/box_runs.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "spatial/keep_room.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

#ifndef WEIR_BOX_RECORD
#define WEIR_BOX_RECORD
namespace spatial {

inline constexpr Index block = BoxRuns::block;

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What is left of a run is few records as a rule, and half as many are fetched in half the lines.
using Block = hn::CappedTag<float, block>;
using Rest = hn::CappedTag<float, block / 2>;

/// Where the sides of a box that are tested are among its six numbers.
template <std::size_t Axes>
struct Sides {
    std::size_t upper[Axes], lower[Axes];
    explicit HWY_INLINE Sides(const std::array<std::uint8_t, 3>& axis) {
        for (std::size_t a = 0; a < Axes; ++a) {
            lower[a] = axis[a];
            upper[a] = 3 + lower[a];
        }
    }
};

/// What has to be no less than the sides of a record; 0 + and 0 - take the sign off a zero.
template <std::size_t Axes, class Floats>
struct Limits {
    hn::Vec<Floats> of[2 * Axes];
    HWY_INLINE Limits(const Box& q, const Sides<Axes>& sides) {
        const float* const side = &q.min_x;
        for (std::size_t a = 0; a < Axes; ++a) {
            of[a] = hn::Set(Floats(), 0.0f + side[sides.upper[a]]);
            of[Axes + a] = hn::Set(Floats(), 0.0f - side[sides.lower[a]]);
        }
    }
};

/// Writes the numbers of those among the records [from, size) of a block that touch; returns where the next one goes.
/// `Whole`: these are a whole block, and wherever they begin. a <= b is b - a having no sign: subtraction never rounds
/// a difference to the other side of zero, and equal numbers give +0, unless one is -0, of which there is none.
template <std::size_t Axes, bool Whole, class Floats>
HWY_INLINE Index* touching_in_block(const float* HWY_RESTRICT columns_of, std::size_t stride, Index from, Index size,
                                    std::uint32_t begins, const Limits<Axes, Floats>& limits, Index* HWY_RESTRICT out) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> u;
    const hn::RebindToSigned<Floats> whole;
    for (std::size_t lane = 0; lane < size; lane += hn::Lanes(d)) {
        const auto over = [&](std::size_t c)
                              HWY_ATTR { return hn::Sub(limits.of[c], hn::LoadU(d, columns_of + c * stride + lane)); };
        const auto tags = hn::BitCast(u, hn::LoadU(d, columns_of + 2 * Axes * stride + lane));
        auto signs = hn::Or(hn::Or3(over(0), over(1), over(2)), over(3));
        if constexpr (Axes == 3) signs = hn::Or3(signs, over(4), over(5));
        if constexpr (!Whole) {
            // Negative where it does not begin along all axes asked for; no record beyond the last, none before `from`.
            const auto elsewhere = hn::Sub(hn::Zero(u), hn::ShiftRight<1>(hn::AndNot(tags, hn::Set(u, begins))));
            const auto place = hn::Add(hn::Iota(whole, 0), hn::Set(whole, static_cast<std::int32_t>(lane)));
            const auto beyond = hn::Sub(hn::Set(whole, static_cast<std::int32_t>(size) - 1), place);
            const auto before = hn::Sub(place, hn::Set(whole, static_cast<std::int32_t>(from)));
            signs = hn::Or(signs, hn::Or3(hn::BitCast(d, elsewhere), hn::BitCast(d, beyond), hn::BitCast(d, before)));
        }
        const PackLanes<Floats> pack(hn::RebindMask(d, hn::Gt(hn::BitCast(whole, signs), hn::Set(whole, -1))));
        hn::StoreU(pack(hn::And(tags, hn::Set(u, record_number))), u, out);
        out += pack.count();
    }
    return out;
}

template <std::size_t Axes>
HWY_INLINE Index* touching_in_run(const float* HWY_RESTRICT records, const BoxRun& run, const Box& query,
                                  const Sides<Axes>& sides, Index* HWY_RESTRICT out) {
    constexpr std::size_t columns = 2 * Axes + 1;
    const float* at = records + std::size_t{run.first} * columns;
    const std::uint32_t begins = run.begins << begins_shift;
    const Index left = run.count % block, in_blocks = run.count - left;
    if (in_blocks > 0) {
        const Limits<Axes, Block> limits(query, sides);
        const float* const end = at + std::size_t{in_blocks} * columns;
        if (HWY_LIKELY((run.begins | run.from) == 0)) {
            for (; at < end; at += block * columns)
                out = touching_in_block<Axes, true>(at, block, 0, block, 0, limits, out);
        } else {
            Index first = run.from / block * block;
            at += std::size_t{first} * columns;
            for (Index from = run.from - first; at < end; at += block * columns, from = 0)
                out = touching_in_block<Axes, false>(at, block, from, block, begins, limits, out);
            at = end;
        }
    }
    if (left == 0) return out;
    const Limits<Axes, Rest> limits(query, sides);
    return touching_in_block<Axes, false>(at, left, std::max(run.from, in_blocks) - in_blocks, left, begins, limits,
                                          out);
}

template <std::size_t Axes>
HWY_INLINE void touching(const float* HWY_RESTRICT records, const std::array<std::uint8_t, 3>& axis,
                         std::span<const Box> queries, std::span<const AskedRun> runs, Index* HWY_RESTRICT out,
                         std::uint32_t* HWY_RESTRICT ends) {
    const Sides<Axes> sides(axis);
    for (const AskedRun& asked : runs) {
        std::uint32_t& end = ends[asked.query];
        end = static_cast<std::uint32_t>(
            touching_in_run<Axes>(records, asked.run, queries[asked.query], sides, out + end) - out);
    }
}

void touching_target(const float* HWY_RESTRICT records, std::size_t axes, const std::array<std::uint8_t, 3>& axis,
                     std::span<const Box> queries, std::span<const AskedRun> runs, Index* HWY_RESTRICT out,
                     std::uint32_t* HWY_RESTRICT ends) {
    (axes == 2 ? touching<2> : touching<3>)(records, axis, queries, runs, out, ends);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(touching_target);

namespace {

constexpr std::uint32_t tag_of_nobody = record_number;

/// Sides of a box by axes.
std::array<float, 3> lower_sides(const Box& b) noexcept { return {b.min_x, b.min_y, b.min_z}; }
std::array<float, 3> upper_sides(const Box& b) noexcept { return {b.max_x, b.max_y, b.max_z}; }

}  // namespace

void BoxRuns::start(std::size_t records, const Box& bounds) {
    const std::array<float, 3> lower = lower_sides(bounds), upper = upper_sides(bounds);
    axis_ = {0, 1, 2};
    axes_ = 3;
    for (std::uint8_t a = 3; a-- > 0;)
        if (lower[a] == upper[a]) {
            axis_[a] = 2;
            axis_[2] = a;
            axes_ = 2;
            height_ = lower[a];
            break;
        }
    constexpr std::size_t line = sizeof(Line) / sizeof(float);
    // Vectors may be read beyond the last record.
    resize_with_room(lines_, (records * columns() + block + line - 1) / line);
}

BoxRuns::Place BoxRuns::place_of(BoxRun run, Index place) const noexcept {
    const Index in_blocks = run.count / block * block, of_block = place / block * block;
    return {(std::size_t{run.first} + of_block) * columns() + place % block,
            of_block < in_blocks ? block : run.count - in_blocks};
}

void BoxRuns::set(BoxRun run, Index place, const Box& box, std::uint32_t tag) noexcept {
    const std::array<float, 3> lower = lower_sides(box), upper = upper_sides(box);
    const auto [first, step] = place_of(run, place);
    float* const to = records() + first;
    for (std::size_t a = 0; a < axes_; ++a) {
        to[a * step] = without_sign_of_zero(lower[axis_[a]]);
        to[(axes_ + a) * step] = without_sign_of_zero(-upper[axis_[a]]);
    }
    __builtin_memcpy(to + 2 * axes_ * step, &tag, sizeof tag);
}

void BoxRuns::set_nobody(BoxRun run, Index place) noexcept {
    constexpr float beyond = std::numeric_limits<float>::infinity();
    set(run, place, {beyond, beyond, beyond, -beyond, -beyond, -beyond}, tag_of_nobody);
}

Index BoxRuns::boxes_in(BoxRun run) const noexcept {
    Index count = run.count;
    while (count > 0 && tag(run, count - 1) == tag_of_nobody) --count;
    return count;
}

std::uint32_t BoxRuns::tag(BoxRun run, Index place) const noexcept {
    const auto [first, step] = place_of(run, place);
    return std::bit_cast<std::uint32_t>(records()[first + 2 * axes_ * step]);
}

Box BoxRuns::box(BoxRun run, Index place) const noexcept {
    const auto [first, step] = place_of(run, place);
    const float* const from = records() + first;
    std::array<float, 3> lower{height_, height_, height_}, upper = lower;
    for (std::size_t a = 0; a < axes_; ++a) {
        lower[axis_[a]] = from[a * step];
        upper[axis_[a]] = -from[(axes_ + a) * step];
    }
    return {lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]};
}

void BoxRuns::touching(std::span<const Box> queries, std::span<const AskedRun> runs, Index* out,
                       std::uint32_t* ends) const {
    HWY_DYNAMIC_DISPATCH(touching_target)(records(), axes_, axis_, queries, runs, out, ends);
}

}  // namespace spatial
#endif
