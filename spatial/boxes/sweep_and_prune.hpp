// Incremental sweep and prune (Baraff 1992; Cohen, Lin, Manocha, Ponamgi 1995), on three axes: what Schornbaum 2009
// compares the hash grids with.
//
// On each axis the ends of all boxes are kept sorted; an end is one number of 64 bits:
//
//    63            32  31   30       0
//   |   coordinate   | end? | number  |     floats mapped to integers that sort alike; at one place beginnings come
//                                           before ends, because boxes are closed
//
// What moves a little changes the order a little, so insertion sort is nearly one pass. A beginning that passes an end
// may be a new pair: the boxes are tested. An end that passes a beginning ends one. The pairs are kept as a set.
//
// When so much changes that starting anew is cheaper, ends are sorted by radix sort, and pairs found by one sweep along
// the axis on which the fewest boxes overlap; so a setup is no more than that, not the quadratic work of inserting one
// box after another. Newcomers are sorted among themselves and merged.
#pragma once

#include <array>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/pair_set.hpp"
#include "spatial/per_thread.hpp"
#include "spatial/radix_sort.hpp"

namespace spatial {

class SweepAndPrune final : public BroadPhase {
public:
    static constexpr std::string_view module_name = "sweep-and-prune";

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void for_each_cell(BoxCellVisitor visit) override;

    /// What happened so far, for tests and people.
    struct Work {
        std::uint64_t swaps = 0, from_scratch = 0, merged = 0;
    };
    [[nodiscard]] const Work& work() const noexcept { return work_; }
    [[nodiscard]] std::string note() const override;

protected:
    void change(const BoxStore::Changes& changes) override;
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override;

private:
    using Ends = std::vector<std::uint64_t>;

    void settle();
    void drop_leavers();
    void refresh();
    [[nodiscard]] bool sort_by_insertion();
    [[nodiscard]] bool insertion_sort(Ends& ends);
    void start_anew();
    void welcome_newcomers();
    void choose_axis();
    void make_columns();
    [[nodiscard]] Range run_of(const Box& box) const noexcept;

    std::array<Ends, 3> ends_;
    PairSet pairs_;
    std::vector<std::uint8_t> is_in_;      // by number: whether its ends are sorted in
    std::vector<Index> came_, newcomers_;  // came or went since the last question; those who are new
    bool somebody_left_ = false, somebody_moved_ = false;
    std::uint64_t swaps_left_ = 0;        // until starting anew is cheaper
    std::uint64_t tests_of_a_start_ = 0;  // boxes tested when it was started anew last time
    int tries_lost_ = 0, rests_ = 0;      // insertion sorts given up in a row; questions until the next is tried
    BroadCounters tests_;                 // of the update
    Work work_;

    std::size_t axis_ = 0;  // on which the fewest boxes overlap
    bool columns_are_made_ = false;
    BoxColumns columns_;               // in the order of beginnings on that axis
    std::vector<float> farthest_end_;  // of a slot and all before it, on that axis
    std::vector<Index> run_ends_;      // for each slot, the first one that begins after it ends
    std::vector<std::vector<BoxPair>> found_;
    PerThread<std::vector<Index>> touched_;
    RadixSort radix_sort_;
    Ends merged_;
};

}  // namespace spatial
