#include "spatial/boxes/box_runs.hpp"

#include <algorithm>
#include <bit>

#include "spatial/keep_room.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_runs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/pack_lanes-inl.hpp"

#ifndef WEIR_BOX_RECORD
#define WEIR_BOX_RECORD
namespace spatial {

inline constexpr Index block = 16;
inline constexpr std::size_t columns = 7, tag_column = 6;

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What is left of a run is few records as a rule, and half as many are fetched in half the lines.
using Block = hn::CappedTag<float, block>;
using Rest = hn::CappedTag<float, block / 2>;

/// What has to be no less than the first six columns of a record.
template <class Floats>
struct Limits {
    hn::Vec<Floats> of[6];
    explicit HWY_INLINE Limits(const Box& q) {
        const float limits[] = {q.max_x, q.max_y, q.max_z, -q.min_x, -q.min_y, -q.min_z};
        for (std::size_t c = 0; c < 6; ++c) of[c] = hn::Set(Floats(), without_sign_of_zero(limits[c]));
    }
};

/// Writes the numbers of those among the records [from, size) of a block that touch; returns where the next one goes.
/// `Whole`: these are a whole block, and wherever they begin. a <= b is b - a having no sign: subtraction never rounds
/// a difference to the other side of zero, and equal numbers give +0, unless one is -0, of which there is none.
template <bool Whole, class Floats>
HWY_INLINE Index* touching_in_block(const float* HWY_RESTRICT columns_of, std::size_t stride, Index from, Index size,
                                    std::uint32_t begins, const Limits<Floats>& limits, Index* HWY_RESTRICT out) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> u;
    const hn::RebindToSigned<Floats> whole;
    for (std::size_t lane = 0; lane < size; lane += hn::Lanes(d)) {
        const auto over = [&](std::size_t c)
                              HWY_ATTR { return hn::Sub(limits.of[c], hn::LoadU(d, columns_of + c * stride + lane)); };
        const auto tags = hn::BitCast(u, hn::LoadU(d, columns_of + tag_column * stride + lane));
        auto signs = hn::Or(hn::Or3(over(0), over(1), over(2)), hn::Or3(over(3), over(4), over(5)));
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

HWY_INLINE Index* touching_in_run(const float* HWY_RESTRICT records, const BoxRun& run, const Box& query,
                                  const Limits<Rest>& limits_of_rest, Index* HWY_RESTRICT out) {
    const float* const of_run = records + std::size_t{run.first} * columns;
    const std::uint32_t begins = run.begins << begins_shift;
    if (run.count == 0) return out;
    const Index in_blocks = (run.count - 1) / block * block, left = run.count - in_blocks;
    if (in_blocks > 0) {
        const Limits<Block> limits(query);
        if (run.from == 0 && begins == 0) {
            for (Index first = 0; first < in_blocks; first += block)
                out = touching_in_block<true>(of_run + first * columns, block, 0, block, 0, limits, out);
        } else {
            Index first = run.from / block * block;
            for (Index from = run.from - first; first < in_blocks; first += block, from = 0)
                out = touching_in_block<false>(of_run + first * columns, block, from, block, begins, limits, out);
        }
    }
    return touching_in_block<false>(of_run + in_blocks * columns, left, std::max(run.from, in_blocks) - in_blocks, left,
                                    begins, limits_of_rest, out);
}

void touching_target(const float* HWY_RESTRICT records, std::span<const BoxRun> runs,
                     std::span<const std::uint32_t> end_of_runs, std::span<const Box> queries, Index* HWY_RESTRICT out,
                     std::uint32_t* HWY_RESTRICT end_of_found) {
    Index* const found = out;
    std::uint32_t r = 0;
    for (std::size_t q = 0; q < queries.size(); ++q) {
        if (const std::uint32_t end = end_of_runs[q]; r < end) {
            const Limits<Rest> limits_of_rest(queries[q]);
            for (; r < end; ++r) out = touching_in_run(records, runs[r], queries[q], limits_of_rest, out);
        }
        end_of_found[q] = static_cast<std::uint32_t>(out - found);
    }
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(touching_target);

void BoxRuns::start(std::size_t records) {
    resize_with_room(records_, records * columns + block);  // vectors may be read beyond the last record
}

BoxRuns::Place BoxRuns::place_of(BoxRun run, Index place) noexcept {
    const Index in_blocks = run.count / block * block, of_block = place / block * block;
    return {(std::size_t{run.first} + of_block) * columns + place % block,
            of_block < in_blocks ? block : run.count - in_blocks};
}

void BoxRuns::set(BoxRun run, Index place, const Box& box, std::uint32_t tag) noexcept {
    const float sides[] = {box.min_x, box.min_y, box.min_z, -box.max_x, -box.max_y, -box.max_z};
    const auto [first, step] = place_of(run, place);
    float* const to = records_.data() + first;
    for (std::size_t c = 0; c < tag_column; ++c) to[c * step] = without_sign_of_zero(sides[c]);
    __builtin_memcpy(to + tag_column * step, &tag, sizeof tag);
}

std::uint32_t BoxRuns::tag(BoxRun run, Index place) const noexcept {
    const auto [first, step] = place_of(run, place);
    return std::bit_cast<std::uint32_t>(records_[first + tag_column * step]);
}

Box BoxRuns::box(BoxRun run, Index place) const noexcept {
    const auto [first, step] = place_of(run, place);
    const float* const from = records_.data() + first;
    return {from[0], from[step], from[2 * step], -from[3 * step], -from[4 * step], -from[5 * step]};
}

void BoxRuns::touching(std::span<const BoxRun> runs, std::span<const std::uint32_t> end_of_runs,
                       std::span<const Box> queries, Index* out, std::uint32_t* end_of_found) const {
    HWY_DYNAMIC_DISPATCH(touching_target)(records_.data(), runs, end_of_runs, queries, out, end_of_found);
}

}  // namespace spatial
#endif
