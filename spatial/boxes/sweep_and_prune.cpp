#include "spatial/boxes/sweep_and_prune.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "spatial/blocks.hpp"

namespace spatial {

namespace {

constexpr std::uint64_t end_bit = std::uint64_t{1} << 31;
constexpr int key_from = 31;  // coordinate and end bit; numbers need no order

/// Negative floats sort backwards; and there is one zero only.
std::uint32_t sortable(float x) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);
    return (bits & 0x8000'0000u) != 0 ? ~bits : bits | 0x8000'0000u;
}
float coordinate_of(std::uint64_t end) noexcept {
    const auto bits = static_cast<std::uint32_t>(end >> 32);
    return std::bit_cast<float>((bits & 0x8000'0000u) != 0 ? bits & 0x7fff'ffffu : ~bits);
}
Index number_of(std::uint64_t end) noexcept { return static_cast<Index>(end & (end_bit - 1)); }
bool is_end(std::uint64_t end) noexcept { return (end & end_bit) != 0; }

float low(const Box& b, std::size_t axis) noexcept { return axis == 0 ? b.min_x : axis == 1 ? b.min_y : b.min_z; }
float high(const Box& b, std::size_t axis) noexcept { return axis == 0 ? b.max_x : axis == 1 ? b.max_y : b.max_z; }
const float* low(const BoxColumnsView& b, std::size_t axis) noexcept {
    return axis == 0 ? b.min_x : axis == 1 ? b.min_y : b.min_z;
}

std::uint64_t begin_of(const Box& box, std::size_t axis, Index number) noexcept {
    return std::uint64_t{sortable(low(box, axis))} << 32 | number;
}
std::uint64_t end_of(const Box& box, std::size_t axis, Index number) noexcept {
    return std::uint64_t{sortable(high(box, axis))} << 32 | end_bit | number;
}
BoxPair pair_of(Index a, Index b) noexcept { return {std::min(a, b), std::max(a, b)}; }

constexpr std::size_t ahead = 16;  // ends: far enough for memory to answer in time

// A swap takes about as long as testing so many boxes in a sweep.
constexpr std::uint64_t tests_a_swap = 16;
// Swaps for each box that cost less than sorting all ends.
constexpr std::uint64_t swaps_a_box = 8;
// One newcomer asks everybody on its way along the axis; this part of all of them is as dear as a sweep of all.
constexpr std::size_t newcomers_of_all = 16;
// Insertion is tried again after at most 2^4 - 1 questions.
constexpr int most_tries_lost = 4;

}  // namespace

void SweepAndPrune::change(const BoxStore::Changes& changes) {
    came_.insert(came_.end(), changes.inserted.begin(), changes.inserted.end());
    somebody_left_ |= !changes.removed.empty();
    // Who left and came back before anybody asked has only moved.
    somebody_moved_ |= !changes.moved.empty() || (!changes.inserted.empty() && somebody_left_);
    columns_are_made_ = false;
}

void SweepAndPrune::settle() {
    tests_ = {};
    is_in_.resize(boxes().end(), 0);  // an unbounded box may have raised the end without a word
    if (somebody_left_) drop_leavers();
    newcomers_.clear();
    for (const Index number : came_)
        if (boxes().is_finite(number) && is_in_[number] == 0) {
            is_in_[number] = 1;
            newcomers_.push_back(number);
        }
    came_.clear();
    if (newcomers_.size() * newcomers_of_all > boxes().finite() || (somebody_moved_ && rests_ > 0)) {
        rests_ -= rests_ > 0 ? 1 : 0;
        start_anew();
    } else if (somebody_moved_ && !sort_by_insertion()) {
        // Those who moved much will do so again: not to be tried at once, and later and later.
        tries_lost_ = std::min(tries_lost_ + 1, most_tries_lost);
        rests_ = (1 << tries_lost_) - 1;
        start_anew();
    } else {
        if (somebody_moved_) tries_lost_ = 0;
        if (!newcomers_.empty()) welcome_newcomers();
    }
    somebody_left_ = somebody_moved_ = false;
}

void SweepAndPrune::drop_leavers() {
    bool any = false;
    for (Index number = 0; number < boxes().end(); ++number)
        if (is_in_[number] != 0 && !boxes().is_finite(number)) {
            is_in_[number] = 0;
            any = true;
        }
    if (!any) return;
    for (Ends& ends : ends_) std::erase_if(ends, [&](std::uint64_t end) { return is_in_[number_of(end)] == 0; });
    pairs_.erase_if([&](BoxPair pair) { return is_in_[pair.a] == 0 || is_in_[pair.b] == 0; });
}

/// Where the ends are by now, in the order of before.
void SweepAndPrune::refresh() {
    const std::span<const Box> all = boxes().all();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Ends& ends = ends_[axis];
#pragma omp parallel for schedule(static) if (ends.size() >= worth_a_team_for_little)
        for (std::size_t k = 0; k < ends.size(); ++k) {
            if (k + ahead < ends.size()) __builtin_prefetch(&all[number_of(ends[k + ahead])]);
            const Index number = number_of(ends[k]);
            ends[k] = is_end(ends[k]) ? end_of(all[number], axis, number) : begin_of(all[number], axis, number);
        }
    }
}

/// False when it was given up: the pairs are of no meaning then.
bool SweepAndPrune::sort_by_insertion() {
    refresh();
    swaps_left_ = swaps_a_box * boxes().finite() + tests_of_a_start_ / tests_a_swap;
    return insertion_sort(ends_[0]) && insertion_sort(ends_[1]) && insertion_sort(ends_[2]);
}

bool SweepAndPrune::insertion_sort(Ends& ends) {
    const std::span<const Box> all = boxes().all();
    const std::uint64_t most = swaps_left_;
    std::uint64_t swaps = 0;
    for (std::size_t k = 1; k < ends.size(); ++k) {
        const std::uint64_t end = ends[k];
        if (ends[k - 1] <= end) continue;
        std::size_t to = k;
        for (; to > 0 && ends[to - 1] > end; --to) {
            const std::uint64_t passed = ends[to - 1];
            ends[to] = passed;
            if (is_end(passed) == is_end(end)) continue;
            const Index a = number_of(passed), b = number_of(end);
            if (is_end(end)) {
                pairs_.erase(pair_of(a, b));
            } else {
                ++tests_.candidates;
                if (overlap(all[a], all[b])) pairs_.insert(pair_of(a, b));
            }
        }
        ends[to] = end;
        swaps += k - to;
        if (swaps > most) break;
    }
    work_.swaps += swaps;
    tests_.lookups += swaps;
    tests_.cells += swaps;
    swaps_left_ = most - std::min(swaps, most);
    return swaps <= most;
}

void SweepAndPrune::start_anew() {
    ++work_.from_scratch;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Ends& ends = ends_[axis];
        ends.clear();
        ends.reserve(2 * boxes().finite());
        for (Index number = 0; number < boxes().end(); ++number) {
            if (!boxes().is_finite(number)) continue;
            ends.push_back(begin_of(boxes()[number], axis, number));
            ends.push_back(end_of(boxes()[number], axis, number));
        }
        radix_sort_.sort(ends, key_from, 64);
    }
    choose_axis();
    make_columns();
    const BoxColumnsView columns = columns_.view();
    const float* const begins = low(columns, axis_);
    const std::size_t n = columns_.size();
    run_ends_.resize(n);
    std::uint64_t tests = 0;
    for (std::size_t slot = 0; slot < n; ++slot) {
        const float end = high(columns[static_cast<Index>(slot)], axis_);
        run_ends_[slot] = static_cast<Index>(std::upper_bound(begins + slot + 1, begins + n, end) - begins);
        tests += run_ends_[slot] - slot - 1;
    }
    append_pairs(columns, run_ends_, tests, found_, pairs_.start());
    tests_of_a_start_ = tests;
    tests_.candidates += tests;
    tests_.lookups += n;
    tests_.cells += n;
}

void SweepAndPrune::welcome_newcomers() {
    work_.merged += newcomers_.size();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Ends& ends = ends_[axis];
        const std::size_t before = ends.size();
        for (const Index number : newcomers_) {
            ends.push_back(begin_of(boxes()[number], axis, number));
            ends.push_back(end_of(boxes()[number], axis, number));
        }
        const auto middle = ends.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(middle, ends.end());
        merged_.resize(ends.size());
        std::merge(ends.begin(), middle, middle, ends.end(), merged_.begin());
        ends.swap(merged_);
    }
    make_columns();
    touched_.prepare();
    std::vector<Index>& touched = touched_.mine();
    for (const Index number : newcomers_) {
        touched.clear();
        const Range run = run_of(boxes()[number]);
        tests_.candidates += run.size();
        append_touching(columns_.view(), run, boxes()[number], touched);
        for (const Index other : touched)
            if (other != number) pairs_.insert(pair_of(number, other));
    }
}

/// The one on which the fewest pairs of boxes overlap: every beginning meets whoever has begun and not ended.
void SweepAndPrune::choose_axis() {
    std::uint64_t fewest = ~std::uint64_t{0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::uint64_t open = 0, overlaps = 0;
        for (const std::uint64_t end : ends_[axis]) {
            overlaps += is_end(end) ? 0 : open;
            open += is_end(end) ? std::uint64_t{0} - 1 : 1;
        }
        if (overlaps >= fewest) continue;
        fewest = overlaps;
        axis_ = axis;
    }
}

void SweepAndPrune::make_columns() {
    const Ends& ends = ends_[axis_];
    const std::span<Index> numbers = columns_.start(ends.size() / 2);
    std::size_t slot = 0;
    for (const std::uint64_t end : ends)
        if (!is_end(end)) numbers[slot++] = number_of(end);
    columns_.fill(boxes());
    columns_are_made_ = true;
    farthest_end_.resize(slot);
    float farthest = -std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < slot; ++k)
        farthest_end_[k] = farthest = std::max(farthest, high(columns_.view()[static_cast<Index>(k)], axis_));
}

/// The slots between the first that reaches the box and the last that begins before it ends.
Range SweepAndPrune::run_of(const Box& box) const noexcept {
    const float* const begins = low(columns_.view(), axis_);
    const auto end = static_cast<Index>(std::upper_bound(begins, begins + columns_.size(), high(box, axis_)) - begins);
    const auto first = std::lower_bound(farthest_end_.begin(), farthest_end_.end(), low(box, axis_));
    return {std::min(end, static_cast<Index>(first - farthest_end_.begin())), end};
}

BroadCounters SweepAndPrune::find_pairs(std::vector<BoxPair>& found) {
    settle();
    found.insert(found.end(), pairs_.pairs().begin(), pairs_.pairs().end());
    BroadCounters counters = tests_;
    counters.pairs = pairs_.pairs().size();
    return counters;
}

BroadCounters SweepAndPrune::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    settle();
    if (!columns_are_made_) {
        choose_axis();
        make_columns();
    }
    touched_.prepare();
    std::uint64_t asked = 0, pairs = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : asked, pairs) if (queries.size() > 64)
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Index>& touched = touched_.mine();
        touched.clear();
        const Range run = run_of(queries[q]);
        append_touching(columns_.view(), run, queries[q], touched);
        asked += run.size();
        pairs += touched.size();
        if (!touched.empty()) visit(static_cast<Index>(q), touched);
    }
    return {.lookups = asked, .cells = asked, .candidates = asked, .pairs = pairs};
}

/// It has no cells: all that it knows is how far the ends go.
void SweepAndPrune::for_each_cell(BoxCellVisitor visit) {
    settle();
    if (ends_[0].empty()) return;
    const auto first = [&](std::size_t axis) { return coordinate_of(ends_[axis].front()); };
    const auto last = [&](std::size_t axis) { return coordinate_of(ends_[axis].back()); };
    visit(
        {{first(0), first(1), first(2), last(0), last(1), last(2)}, 0, static_cast<Index>(ends_[0].size() / 2), false});
}

std::string SweepAndPrune::note() const {
    return "sorted anew " + std::to_string(work_.from_scratch) + " times, " + std::to_string(work_.swaps) +
           " swaps otherwise";
}

std::size_t SweepAndPrune::structure_bytes() const noexcept {
    std::size_t sum = pairs_.bytes() + is_in_.capacity() + columns_.bytes() + radix_sort_.bytes() +
                      (came_.capacity() + newcomers_.capacity() + run_ends_.capacity()) * sizeof(Index) +
                      farthest_end_.capacity() * sizeof(float) + merged_.capacity() * sizeof(std::uint64_t);
    for (const Ends& ends : ends_) sum += ends.capacity() * sizeof(std::uint64_t);
    for (const auto& found : found_) sum += found.capacity() * sizeof(BoxPair);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
