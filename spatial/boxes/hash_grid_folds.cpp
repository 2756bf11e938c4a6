// Pairs in grids that fold: strangers share cells, and only the boxes themselves tell them apart. They lie side by side
// in columns.
#include "spatial/boxes/hash_grid_portions.hpp"
#include "spatial/boxes/hash_grid_questions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/hash_grid_folds.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "spatial/boxes/box_columns-inl.hpp"
#include "spatial/boxes/hash_grid_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {

/// By the boxes themselves (hash_grid_walk-inl.hpp).
class BoxTester {
public:
    using View = BoxColumnsView;
    struct Progress {
        std::size_t length;
    };
    struct Asker {
        Box box;
        OneBox lanes;
        Index number;
    };

    BoxTester(const BoxColumnsView& boxes, std::vector<BoxPair>& found) : boxes_(boxes), pages_(found) {}

    [[nodiscard]] HWY_INLINE View view() const { return boxes_; }

    HWY_INLINE Progress test_cell(const View& boxes, Range own, const Runs& runs, Progress at) {
        // The next cell follows in memory, unless a row or a line ends between them.
        const bool goes_on = runs.run[1].begin == own.end;
        const Index own_end = goes_on ? runs.run[1].end : own.end;
        for (Index slot = own.begin; slot < own.end; ++slot) {
            const OneBox box(boxes[slot]);
            const Index its_number = boxes.number[slot];
            at.length = pages_.test(boxes, box, its_number, {slot + 1, own_end}, at.length);
            for (std::size_t r = goes_on ? 2 : 1; r < runs.count; ++r)
                at.length = pages_.test(boxes, box, its_number, runs.run[r], at.length);
        }
        return at;
    }
    HWY_INLINE std::size_t end_line(Progress at) { return at.length; }

    HWY_INLINE Asker asker(const View& boxes, Index slot, Index /*end*/) const {
        return {boxes[slot], OneBox(boxes[slot]), boxes.number[slot]};
    }
    HWY_INLINE std::size_t test_around(const View& boxes, const Asker& asker, const HashGrid&, const Runs& around,
                                       std::size_t length) {
        for (std::size_t r = 0; r < around.count; ++r)
            length = pages_.test(boxes, asker.lanes, asker.number, around.run[r], length);
        return length;
    }

    void empty(std::size_t length) { pages_.empty(length); }

private:
    BoxColumnsView boxes_;
    PairPages pages_;
};

BroadCounters pairs_within_folded_target(const GridQuestion& question, std::size_t which, Range slots,
                                         std::vector<BoxPair>& found) {
    BoxTester tester(question.boxes, found);
    return pairs_within(question.grids[which], question.cell_begins, slots, tester, found);
}

BroadCounters pairs_across_folded_target(const GridQuestion& question, std::size_t which, Range slots,
                                         std::vector<BoxPair>& found) {
    BoxTester tester(question.boxes, found);
    return pairs_across(question.grids.subspan(which + 1), question.cell_begins, slots, tester, found);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(pairs_within_folded_target);
HWY_EXPORT(pairs_across_folded_target);

BroadCounters pairs_in_folded_grids(const GridQuestion& question, std::vector<std::vector<BoxPair>>& scratch,
                                    std::vector<BoxPair>& found) {
    return in_grids(
        question.grids, question.slots, scratch, found,
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_within_folded_target)(question, g, slots, to);
        },
        [&](std::size_t g, Range slots, std::vector<BoxPair>& to) {
            return HWY_DYNAMIC_DISPATCH(pairs_across_folded_target)(question, g, slots, to);
        });
}

}  // namespace spatial
#endif
