#include "spatial/uniform_hash.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

void UniformHash::build(const Points& points) {
    check(points);
    counters_ = {};
    sort_into_buckets(points);
    part_cells_in_buckets();
    make_blocks();
    find_ranges();
}

void UniformHash::sort_into_buckets(const Points& points) {
    const std::size_t n = points.size();
    table_size_ = asked_table_size_ != 0 ? asked_table_size_ : teschner_table_size(n);
    edge_ = static_cast<double>(longest_reach(points)) * cell_margin;
    const double inverse_edge = 1.0 / edge_;
    const Modulo modulo(table_size_);

    cell_of_point_.resize(n);
    bucket_of_point_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t i = 0; i < n; ++i) {
        cell_of_point_[i] = cell_of(points, i, inverse_edge);
        bucket_of_point_[i] = modulo(teschner_hash(cell_of_point_[i]));
    }
    buckets_.sort(bucket_of_point_, table_size_);
}

Index UniformHash::end_of_cell(Index begin, Index end_of_run) const noexcept {
    const Cell cell = cell_of_slot(begin);
    Index end = begin + 1;
    while (end < end_of_run && cell_of_slot(end) == cell) ++end;
    return end;
}

void UniformHash::part_cells_in_buckets() {
    const std::span<Index> order = buckets_.order();
    is_shared_.resize(buckets_.runs());
    std::uint64_t shared = 0;
#pragma omp parallel for schedule(static) reduction(+ : shared) if (order.size() >= worth_a_team)
    for (Index run = 0; run < buckets_.runs(); ++run) {
        const Range slots = buckets_.slots(run);
        is_shared_[run] = end_of_cell(slots.begin, slots.end) < slots.end;
        if (is_shared_[run] == 0) continue;
        // By cell, and within a cell in the order the points came in.
        std::sort(order.begin() + slots.begin, order.begin() + slots.end,
                  [&](Index a, Index b) { return std::tie(cell_of_point_[a], a) < std::tie(cell_of_point_[b], b); });
        ++shared;
    }
    counters_.collisions = shared;
}

void UniformHash::make_blocks() {
    blocks_.clear();
    for (Index run = 0; run < buckets_.runs(); ++run) {
        const Range slots = buckets_.slots(run);
        for (Index begin = slots.begin; begin < slots.end; ++counters_.cells) {
            const Index end = is_shared_[run] != 0 ? end_of_cell(begin, slots.end) : slots.end;
            blocks_.add({begin, end});
            begin = end;
        }
    }
}

void UniformHash::find_ranges() {
    const Modulo modulo(table_size_);
    counters_ += blocks_.find_ranges([&](Range queries, std::vector<Range>& ranges) {
        const Cell centre = cell_of_slot(queries.begin);
        std::array<Index, 27> runs;  // all asked for before any is read: the table is far away
        std::size_t n = 0;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    runs[n++] = buckets_.find(modulo(teschner_hash({centre.x + dx, centre.y + dy, centre.z + dz})));
        std::array<Range, 27> found;
        std::size_t count = 0;
        for (const Index run : runs) {
            const bool has_points = run != HashBuckets::none;
            found[count] = buckets_.slots(has_points ? run : 0);
            count += has_points;
        }
        ranges.insert(ranges.end(), found.begin(), found.begin() + count);
        return SearchCounters{.lookups = runs.size(), .empty = runs.size() - count};
    });
}

void UniformHash::for_each_cell(CellVisitor visit) const {
    for (Index run = 0; run < buckets_.runs(); ++run) {
        const Range slots = buckets_.slots(run);
        for (Index begin = slots.begin; begin < slots.end;) {
            const Index end = end_of_cell(begin, slots.end);
            visit({box_of(cell_of_slot(begin), edge_), {begin, end}, 0});
            begin = end;
        }
    }
}

std::size_t UniformHash::bytes() const noexcept {
    return cell_of_point_.capacity() * sizeof(Cell) + bucket_of_point_.capacity() * sizeof(std::uint32_t) +
           buckets_.bytes() + is_shared_.capacity() + blocks_.bytes();
}

}  // namespace spatial
