// One box against a run of slots, eight at a time. No #pragma once: it is compiled once for each instruction set,
// inside hwy/foreach_target.h.
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

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
