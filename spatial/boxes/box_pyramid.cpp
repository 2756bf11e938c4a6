#include "spatial/boxes/box_pyramid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "spatial/blocks.hpp"
#include "spatial/boxes/in_portions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/box_pyramid.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"

#ifndef WEIR_SPATIAL_BOX_PYRAMID
#define WEIR_SPATIAL_BOX_PYRAMID
namespace spatial {

inline constexpr std::size_t most_levels = 11;  // 8^11 is more than 2^32

/// What a walk reads.
struct PyramidView {
    std::array<BoxColumnsView, most_levels> level;
    std::array<Index, most_levels> entries;
    std::size_t top;
};

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// Calls visit(entry of level 1) for those the box touches, from entry `from` on, in no particular order.
template <class F>
HWY_INLINE void walk(const PyramidView& tree, const OneBox& box, Index from, BroadCounters& work, F visit) {
    // For each level, the entries still to be looked into; those of a node are at most eight.
    Index open[most_levels][2 * box_lanes];
    std::size_t count[most_levels];
    std::size_t level = tree.top;
    const auto look = [&](Index begin, Index end) HWY_ATTR {
        begin = std::max(begin, from >> 3 * (level - 1));  // whoever is before has nobody from `from` on
        end = std::min(end, tree.entries[level]);
        ++work.lookups;
        count[level] = begin < end ? box.touching(tree.level[level], {begin, end}, open[level]) - open[level] : 0;
        work.cells += count[level] > 0 ? 1 : 0;
    };
    look(0, tree.entries[level]);
    while (true) {
        while (level <= tree.top && count[level] == 0) ++level;
        if (level > tree.top) return;
        const Index entry = open[level][--count[level]];
        if (level == 1) {
            visit(entry);
            continue;
        }
        --level;
        look(8 * entry, 8 * entry + 8);
    }
}

/// Of the boxes in the groups (entries of level 1) of a range, with those of the same and of later groups.
BroadCounters pyramid_pairs_target(const PyramidView& tree, Range groups, std::vector<BoxPair>& found) {
    const BoxColumnsView boxes = tree.level[0], around = tree.level[1];
    const Index slots = tree.entries[0];
    BroadCounters work;
    PairPages pages(found);
    std::size_t length = 0;
    const std::size_t before = found.size();
    for (Index group = groups.begin; group < groups.end; ++group) {
        const Range own{8 * group, std::min(8 * group + 8, slots)};
        walk(tree, OneBox(around[group]), group, work, [&](Index other) HWY_ATTR {
            const Range theirs{8 * other, std::min(8 * other + 8, slots)};
            // Of the own boxes, those that touch the box around the others.
            for (unsigned bits = OneBox(around[other]).touched(boxes, own); bits != 0; bits &= bits - 1) {
                const Index slot = own.begin + static_cast<Index>(std::countr_zero(bits));
                const Range run{std::max(theirs.begin, slot + 1), theirs.end};
                work.candidates += run.size();
                length = pages.test(boxes, OneBox(boxes[slot]), boxes.number[slot], run, length);
            }
        });
    }
    pages.empty(length);
    work.pairs = found.size() - before;
    return work;
}

/// Writes whom the query touches from the beginning of `found`, whose length says nothing.
BroadCounters pyramid_touching_target(const PyramidView& tree, const Box& query, std::vector<Index>& found) {
    const BoxColumnsView boxes = tree.level[0];
    const OneBox box(query);
    BroadCounters work;
    std::size_t count = 0;
    walk(tree, box, 0, work, [&](Index group) HWY_ATTR {
        const Range run{8 * group, std::min(8 * group + 8, tree.entries[0])};
        work.candidates += run.size();
        if (found.size() < count + 2 * box_lanes) found.resize(2 * count + 2 * box_lanes);
        count = static_cast<std::size_t>(box.touching(boxes, run, found.data() + count) - found.data());
    });
    work.pairs = count;
    return work;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(pyramid_pairs_target);
HWY_EXPORT(pyramid_touching_target);

namespace {

#pragma omp declare reduction(add:BroadCounters : omp_out += omp_in) initializer(omp_priv = BroadCounters{})

PyramidView view_of(const std::vector<BoxColumns>& levels) {
    PyramidView view{};
    for (std::size_t k = 0; k < levels.size(); ++k) {
        view.level[k] = levels[k].view();
        view.entries[k] = static_cast<Index>(levels[k].size());
    }
    view.top = levels.size() - 1;
    return view;
}

}  // namespace

void BoxPyramid::fit(std::span<const Index> owners, const BoxStore& boxes) {
    std::size_t height = 2;
    for (std::size_t entries = (owners.size() + 7) / 8; entries > 8; entries = (entries + 7) / 8) ++height;
    levels_.resize(height);
    const std::span<Index> numbers = levels_[0].start(owners.size());
    std::copy(owners.begin(), owners.end(), numbers.begin());
    levels_[0].fill(boxes);
    for (std::size_t k = 1; k < height; ++k) {
        const std::span<Index> entries = levels_[k].start((levels_[k - 1].size() + 7) / 8);
        std::iota(entries.begin(), entries.end(), Index{0});
        levels_[k].surround_eights(levels_[k - 1]);
    }
}

double BoxPyramid::surface() const noexcept {
    double sum = 0.0;
    const BoxColumnsView around = levels_[1].view();
    for (Index k = 0; k < levels_[1].size(); ++k) {
        const Box box = around[k];
        if (box.min_x > box.max_x) continue;  // all have left
        const double x = double{box.max_x} - box.min_x, y = double{box.max_y} - box.min_y,
                     z = double{box.max_z} - box.min_z;
        sum += x * y + y * z + z * x;
    }
    return sum;
}

BroadCounters BoxPyramid::pairs(std::vector<std::vector<BoxPair>>& scratch, std::vector<BoxPair>& found) const {
    const PyramidView tree = view_of(levels_);
    const std::size_t n = groups();
    const std::size_t portions = 8 * n < worth_a_team ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    return in_portions<BroadCounters>(portions, scratch, found, [&](std::size_t p, std::vector<BoxPair>& to) {
        return HWY_DYNAMIC_DISPATCH(pyramid_pairs_target)(
            tree, {static_cast<Index>(n * p / portions), static_cast<Index>(n * (p + 1) / portions)}, to);
    });
}

BroadCounters BoxPyramid::touching(std::span<const Box> queries, PerThread<std::vector<Index>>& scratch,
                                   TouchVisitor visit) const {
    const PyramidView tree = view_of(levels_);
    scratch.prepare();
    BroadCounters sum;
#pragma omp parallel for schedule(dynamic, 64) reduction(add : sum) if (queries.size() >= worth_a_team)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Index>& touched = scratch.mine();
        const BroadCounters work = HWY_DYNAMIC_DISPATCH(pyramid_touching_target)(tree, queries[q], touched);
        sum += work;
        if (work.pairs > 0) visit(static_cast<Index>(q), std::span(touched).first(work.pairs));
    }
    return sum;
}

std::size_t BoxPyramid::bytes() const noexcept {
    std::size_t sum = levels_.capacity() * sizeof(BoxColumns);
    for (const BoxColumns& level : levels_) sum += level.bytes();
    return sum;
}

}  // namespace spatial
#endif
