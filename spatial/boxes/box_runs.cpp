#include "spatial/boxes/box_runs.hpp"

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

inline constexpr Index block = 8;
inline constexpr std::size_t columns = 7, tag_column = 6;

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, block>;
using Numbers = hn::RebindToUnsigned<Floats>;

/// What has to be no less than the first six columns of a record, and twice what is no less than anything.
struct Limits {
    HWY_ALIGN float of[8];
    explicit Limits(const Box& q)
        : of{q.max_x,
             q.max_y,
             q.max_z,
             -q.min_x,
             -q.min_y,
             -q.min_z,
             std::numeric_limits<float>::infinity(),
             std::numeric_limits<float>::infinity()} {}
};

/// The records from `from` on in the blocks of a run.
HWY_INLINE std::size_t touching_in_blocks(const float* HWY_RESTRICT records, const BoxRun& run, const Limits& limits,
                                          Index* HWY_RESTRICT out) {
    const Floats d;
    const Numbers u;
    const std::size_t lanes = hn::Lanes(d);
    const auto begins = hn::Set(u, run.begins << begins_shift);
    const Index end = run.count / block * block;
    std::size_t count = 0;
    for (Index first = run.from / block * block; first < end; first += block) {
        const float* columns_of = records + first * columns;
        for (std::size_t lane = 0; lane < block; lane += lanes) {
            const float* at = columns_of + lane;
            const auto fits = [&](std::size_t c)
                                  HWY_ATTR { return hn::Le(hn::LoadU(d, at + c * block), hn::Set(d, limits.of[c])); };
            const auto tags = hn::BitCast(u, hn::LoadU(d, at + tag_column * block));
            auto touching =
                hn::And(hn::And(hn::And(fits(0), fits(1)), hn::And(fits(2), fits(3))), hn::And(fits(4), fits(5)));
            touching = hn::And(touching, hn::RebindMask(d, hn::Eq(hn::And(tags, begins), begins)));
            if (first + lane < run.from) {
                const auto places = hn::Add(hn::Set(u, static_cast<Index>(first + lane)), hn::Iota(u, 0));
                touching = hn::And(touching, hn::RebindMask(d, hn::Not(hn::Lt(places, hn::Set(u, run.from)))));
            }
            const PackLanes<Floats> pack(touching);
            hn::StoreU(pack(hn::And(tags, hn::Set(u, record_number))), u, out + count);
            count += pack.count();
        }
    }
    return count;
}

/// One record: all six comparisons at a time.
HWY_INLINE bool touches(const float* HWY_RESTRICT record, const Limits& limits) {
    const Floats d;
    if constexpr (hn::MaxLanes(d) == 8) {
        const auto fits = hn::Le(hn::LoadU(d, record), hn::Load(d, limits.of));
        return hn::AllTrue(d, hn::Or(fits, hn::Not(hn::FirstN(d, 6))));
    } else if constexpr (hn::MaxLanes(d) == 4) {
        const auto first = hn::Le(hn::LoadU(d, record), hn::Load(d, limits.of));
        const auto second = hn::Le(hn::LoadU(d, record + 4), hn::Load(d, limits.of + 4));
        return hn::AllTrue(d, hn::And(first, hn::Or(second, hn::Not(hn::FirstN(d, 2)))));
    } else {
        bool fits = true;
        for (std::size_t c = 0; c < 6; ++c) fits &= record[c] <= limits.of[c];
        return fits;
    }
}

std::size_t touching_target(const float* HWY_RESTRICT records, std::span<const BoxRun> runs, const Box& query,
                            Index* HWY_RESTRICT out) {
    const Limits limits(query);
    std::size_t count = 0;
    for (const BoxRun& run : runs) {
        const float* of_run = records + run.first * columns;
        const Index in_blocks = run.count / block * block;
        if (run.from < in_blocks) count += touching_in_blocks(of_run, run, limits, out + count);
        const std::uint32_t begins = run.begins << begins_shift;
        for (Index k = std::max(run.from, in_blocks); k < run.count; ++k) {
            const float* record = of_run + k * columns;
            std::uint32_t tag = 0;
            __builtin_memcpy(&tag, record + tag_column, sizeof tag);
            // Written in any case: nobody can guess who touches whom.
            out[count] = tag & record_number;
            count +=
                static_cast<std::size_t>(touches(record, limits)) & static_cast<std::size_t>((tag & begins) == begins);
        }
    }
    return count;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(touching_target);

void BoxRuns::start(std::size_t records) {
    resize_with_room(records_, records * columns + 1);  // a record is read as eight numbers
}

std::size_t BoxRuns::place_of(BoxRun run, Index place, int column) noexcept {
    const std::size_t first = std::size_t{run.first} * columns, in_blocks = run.count / block * block;
    if (place >= in_blocks) return first + place * columns + column;
    return first + place / block * block * columns + column * block + place % block;
}

void BoxRuns::set(BoxRun run, Index place, const Box& box, std::uint32_t tag) noexcept {
    const float columns_of[] = {
        box.min_x, box.min_y, box.min_z, -box.max_x, -box.max_y, -box.max_z, std::bit_cast<float>(tag)};
    const std::size_t step = place >= run.count / block * block ? 1 : block;
    float* to = records_.data() + place_of(run, place, 0);
    for (std::size_t c = 0; c < columns; ++c) __builtin_memcpy(to + c * step, columns_of + c, sizeof(float));
}

std::uint32_t BoxRuns::tag(BoxRun run, Index place) const noexcept {
    return std::bit_cast<std::uint32_t>(records_[place_of(run, place, tag_column)]);
}

Box BoxRuns::box(BoxRun run, Index place) const noexcept {
    const auto column = [&](int c) { return records_[place_of(run, place, c)]; };
    return {column(0), column(1), column(2), -column(3), -column(4), -column(5)};
}

std::size_t BoxRuns::touching(std::span<const BoxRun> runs, const Box& query, Index* out) const {
    return HWY_DYNAMIC_DISPATCH(touching_target)(records_.data(), runs, query, out);
}

}  // namespace spatial
#endif
