// One box against a run of slots, a vector of them at a time. No #pragma once: it is compiled once for each instruction
// set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/pack_lanes-inl.hpp"

#if defined(WEIR_SPATIAL_BOX_COLUMNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_BOX_COLUMNS_INL
#undef WEIR_SPATIAL_BOX_COLUMNS_INL
#else
#define WEIR_SPATIAL_BOX_COLUMNS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// `Most` lanes: where runs are a handful of boxes long, loads of more than box_lanes cross cache lines nearly every
/// time.
template <std::size_t Most>
class BoxOfLanes {
public:
    static constexpr std::size_t most_lanes = Most;
    using Lanes = hn::CappedTag<float, Most>;
    using Numbers = hn::RebindToUnsigned<Lanes>;

    explicit HWY_INLINE BoxOfLanes(const Box& b)
        : min_x_(hn::Set(d, without_sign_of_zero(b.min_x))),
          min_y_(hn::Set(d, without_sign_of_zero(b.min_y))),
          min_z_(hn::Set(d, without_sign_of_zero(b.min_z))),
          max_x_(hn::Set(d, without_sign_of_zero(b.max_x))),
          max_y_(hn::Set(d, without_sign_of_zero(b.max_y))),
          max_z_(hn::Set(d, without_sign_of_zero(b.max_z))) {}

    /// Writes the numbers of those of the slots from `at` on, as many as there are lanes but none from `end` on, that
    /// the box touches, and up to most_lanes more of no meaning. Returns how many. Whether somebody touches cannot be
    /// foreseen, so nothing branches on it.
    HWY_INLINE std::size_t touching_some(const BoxColumnsView& boxes, Index at, Index end, Index* found) const {
        const Numbers numbers;
        const PackLanes<Lanes> pack(mask(boxes, at, end));
        hn::StoreU(pack(hn::LoadU(numbers, boxes.number + at)), numbers, found);
        return pack.count();
    }

    /// A bit for each of at most eight slots that the box touches.
    HWY_INLINE unsigned touched(const BoxColumnsView& boxes, Range run) const {
        static_assert(Most <= 8);
        unsigned all = 0;
        for (Index at = run.begin; at < run.end; at += static_cast<Index>(hn::Lanes(d))) {
            std::uint8_t bits[8] = {};
            hn::StoreMaskBits(d, mask(boxes, at, run.end), bits);
            all |= static_cast<unsigned>(bits[0]) << (at - run.begin);
        }
        return all;
    }

    /// The same for a run of any length; returns where the next number would go.
    HWY_INLINE Index* touching(const BoxColumnsView& boxes, Range run, Index* found) const {
        for (Index at = run.begin; at < run.end; at += static_cast<Index>(hn::Lanes(d)))
            found += touching_some(boxes, at, run.end, found);
        return found;
    }

private:
    HWY_INLINE hn::Mask<Lanes> mask(const BoxColumnsView& boxes, Index at, Index end) const {
        const hn::RebindToSigned<Lanes> whole;
        // a <= b is b - a having no sign: subtraction never rounds a difference to the other side of zero, and equal
        // numbers give +0, unless one is -0, of which columns have none. Seven signs are gathered by three
        // instructions; seven masks, which AVX-512 would make of comparisons, have to pass one port, and took twice as
        // long.
        const auto lane_beyond = hn::Sub(hn::Set(whole, static_cast<std::int32_t>(end - at) - 1), hn::Iota(whole, 0));
        const auto x = hn::Or3(hn::Sub(max_x_, hn::LoadU(d, boxes.min_x + at)),
                               hn::Sub(hn::LoadU(d, boxes.max_x + at), min_x_), hn::BitCast(d, lane_beyond));
        const auto y = hn::Or3(hn::Sub(max_y_, hn::LoadU(d, boxes.min_y + at)),
                               hn::Sub(hn::LoadU(d, boxes.max_y + at), min_y_), x);
        const auto z = hn::Or3(hn::Sub(max_z_, hn::LoadU(d, boxes.min_z + at)),
                               hn::Sub(hn::LoadU(d, boxes.max_z + at), min_z_), y);
        return hn::RebindMask(d, hn::Gt(hn::BitCast(whole, z), hn::Set(whole, -1)));
    }

    static constexpr Lanes d{};
    hn::Vec<Lanes> min_x_, min_y_, min_z_, max_x_, max_y_, max_z_;
};

using OneBox = BoxOfLanes<box_lanes>;

/// Pairs on their way: numbers side by side in two lists, from which pairs are made a page at a time. How long the
/// lists are is up to the caller, so that it stays in a register: through memory it would be the slowest part of a
/// test.
class PairPages {
public:
    explicit PairPages(std::vector<BoxPair>& found) : found_(found) {}
    PairPages(const PairPages&) = delete;
    PairPages& operator=(const PairPages&) = delete;

    /// Adds whom the box (a BoxOfLanes) of a number touches in a run; returns the new length.
    template <class OfLanes>
    HWY_INLINE std::size_t test(const BoxColumnsView& boxes, const OfLanes& box, Index number, Range run,
                                std::size_t length) {
        const typename OfLanes::Numbers numbers;
        Index at = run.begin;
        do {
            hn::StoreU(hn::Set(numbers, number), numbers, one_ + length);
            length += box.touching_some(boxes, at, run.end, other_ + length);
            if (HWY_UNLIKELY(length > page - OfLanes::most_lanes)) length = empty(length);
            at += static_cast<Index>(hn::Lanes(numbers));
        } while (HWY_UNLIKELY(at < run.end));
        return length;
    }

    HWY_NOINLINE std::size_t empty(std::size_t length) {
        for (std::size_t k = 0; k < length; ++k)
            pairs_[k] = {std::min(one_[k], other_[k]), std::max(one_[k], other_[k])};
        append_pairs(found_, {pairs_, length});
        return 0;
    }

private:
    static constexpr std::size_t page = 1024;

    std::vector<BoxPair>& found_;
    Index one_[page], other_[page];
    BoxPair pairs_[page];
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
