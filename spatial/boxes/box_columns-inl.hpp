// One box against a run of slots, eight at a time. No #pragma once: it is compiled once for each instruction set,
// inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
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

// Runs are a handful of boxes long, and loads of more lanes than that cross cache lines nearly every time.
using BoxLanes = hwy::HWY_NAMESPACE::CappedTag<float, box_lanes>;

class OneBox {
public:
    explicit HWY_INLINE OneBox(const Box& b)
        : min_x_(hn::Set(d, b.min_x)),
          min_y_(hn::Set(d, b.min_y)),
          min_z_(hn::Set(d, b.min_z)),
          max_x_(hn::Set(d, b.max_x)),
          max_y_(hn::Set(d, b.max_y)),
          max_z_(hn::Set(d, b.max_z)) {}

    /// Writes the numbers of those slots of the run that the box touches to `found`, and up to box_lanes more of no
    /// meaning; returns where the next would go. Whether somebody touches cannot be foreseen, so nothing branches on
    /// it.
    HWY_INLINE Index* touching(const BoxColumnsView& boxes, Range run, Index* found) const {
        const hn::RebindToUnsigned<decltype(d)> numbers;
        for (Index at = run.begin; at < run.end; at += static_cast<Index>(hn::Lanes(d))) {
            auto hit =
                hn::And(hn::Le(hn::LoadU(d, boxes.min_x + at), max_x_), hn::Le(min_x_, hn::LoadU(d, boxes.max_x + at)));
            hit = hn::And(hit, hn::And(hn::Le(hn::LoadU(d, boxes.min_y + at), max_y_),
                                       hn::Le(min_y_, hn::LoadU(d, boxes.max_y + at))));
            hit = hn::And(hit, hn::And(hn::Le(hn::LoadU(d, boxes.min_z + at), max_z_),
                                       hn::Le(min_z_, hn::LoadU(d, boxes.max_z + at))));
            hit = hn::And(hit, hn::FirstN(d, run.end - at));
            const PackLanes<decltype(d)> pack(hit);
            hn::StoreU(pack(hn::LoadU(numbers, boxes.number + at)), numbers, found);
            found += pack.count();
        }
        return found;
    }

private:
    static constexpr BoxLanes d{};
    hn::Vec<BoxLanes> min_x_, min_y_, min_z_, max_x_, max_y_, max_z_;
};

/// Tests runs of boxes against each other. Every vector of a run is loaded once for all the boxes it is tested against,
/// and who touches is written without a branch: numbers to two lists, from which pairs are made a page at a time.
class PairsOfRuns {
public:
    PairsOfRuns(const BoxColumnsView& boxes, std::vector<BoxPair>& found) : boxes_(boxes), found_(found) {}
    PairsOfRuns(const PairsOfRuns&) = delete;
    PairsOfRuns& operator=(const PairsOfRuns&) = delete;

    /// Everybody of one run with everybody of another.
    HWY_INLINE void find_between(Range one, Range other) {
        for (Index at = other.begin; at < other.end; at += static_cast<Index>(hn::Lanes(d))) {
            const Vectors eight(boxes_, at);
            const auto there = hn::FirstN(d, other.end - at);
            for (Index slot = one.begin; slot < one.end; ++slot) test(slot, eight, there);
        }
        candidates_ += std::uint64_t{one.size()} * other.size();
    }

    /// Everybody of a run with those after it, up to a slot that is at or after the end of the run.
    HWY_INLINE void find_within(Range run, Index end) {
        for (Index slot = run.begin; slot < run.end; ++slot) {
            for (Index at = slot + 1; at < end; at += static_cast<Index>(hn::Lanes(d)))
                test(slot, Vectors(boxes_, at), hn::FirstN(d, end - at));
            candidates_ += end - slot - 1;
        }
    }

    /// The last pairs; candidates and pairs.
    BroadCounters finish() {
        flush();
        return {.candidates = candidates_, .pairs = written_};
    }

private:
    static constexpr BoxLanes d{};
    static constexpr hn::RebindToUnsigned<BoxLanes> numbers{};
    static constexpr std::size_t page = 1024;

    struct Vectors {
        HWY_INLINE Vectors(const BoxColumnsView& b, Index at)
            : min_x(hn::LoadU(d, b.min_x + at)),
              min_y(hn::LoadU(d, b.min_y + at)),
              min_z(hn::LoadU(d, b.min_z + at)),
              max_x(hn::LoadU(d, b.max_x + at)),
              max_y(hn::LoadU(d, b.max_y + at)),
              max_z(hn::LoadU(d, b.max_z + at)),
              number(hn::LoadU(numbers, b.number + at)) {}
        hn::Vec<BoxLanes> min_x, min_y, min_z, max_x, max_y, max_z;
        hn::Vec<hn::RebindToUnsigned<BoxLanes>> number;
    };

    HWY_INLINE void test(Index slot, const Vectors& eight, hn::Mask<BoxLanes> there) {
        const auto x = hn::And(hn::Le(eight.min_x, hn::Set(d, boxes_.max_x[slot])),
                               hn::Ge(eight.max_x, hn::Set(d, boxes_.min_x[slot])));
        const auto y = hn::And(hn::Le(eight.min_y, hn::Set(d, boxes_.max_y[slot])),
                               hn::Ge(eight.max_y, hn::Set(d, boxes_.min_y[slot])));
        const auto z = hn::And(hn::Le(eight.min_z, hn::Set(d, boxes_.max_z[slot])),
                               hn::Ge(eight.max_z, hn::Set(d, boxes_.min_z[slot])));
        const PackLanes<BoxLanes> pack(hn::And(hn::And(x, y), hn::And(z, there)));
        hn::StoreU(hn::Set(numbers, boxes_.number[slot]), numbers, one_ + count_);
        hn::StoreU(pack(eight.number), numbers, other_ + count_);
        count_ += pack.count();
        if (HWY_UNLIKELY(count_ > page - box_lanes)) flush();
    }

    HWY_NOINLINE void flush() {
        for (std::size_t k = 0; k < count_; ++k)
            pairs_[k] = {std::min(one_[k], other_[k]), std::max(one_[k], other_[k])};
        found_.insert(found_.end(), pairs_, pairs_ + count_);
        written_ += count_;
        count_ = 0;
    }

    BoxColumnsView boxes_;
    std::vector<BoxPair>& found_;
    std::size_t count_ = 0;
    std::uint64_t candidates_ = 0, written_ = 0;
    Index one_[page], other_[page];
    BoxPair pairs_[page];
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
