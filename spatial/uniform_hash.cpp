#include "spatial/uniform_hash.hpp"

#include <algorithm>
#include <tuple>

#include "spatial/neighbour_rule.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

void UniformHash::build(const Points& points) {
    check(points);
    counters_ = {};
    sort_into_buckets(points);
    part_cells_in_buckets();
    find_ranges();
}

std::uint32_t UniformHash::bucket_of(Cell cell) const noexcept { return teschner_hash(cell) % table_size_; }

void UniformHash::sort_into_buckets(const Points& points) {
    const std::size_t n = points.size();
    table_size_ = asked_table_size_ != 0 ? asked_table_size_ : teschner_table_size(n);
    edge_ = static_cast<double>(longest_reach(points)) * cell_margin;
    const double inverse_edge = 1.0 / edge_;

    cell_of_point_.resize(n);
    bucket_of_point_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t i = 0; i < n; ++i) {
        cell_of_point_[i] = cell_of(points, i, inverse_edge);
        bucket_of_point_[i] = bucket_of(cell_of_point_[i]);
    }
    sort_.sort(bucket_of_point_, table_size_, order_, first_of_bucket_);
}

void UniformHash::part_cells_in_buckets() {
    const auto n = static_cast<Index>(order_.size());
    cell_of_slot_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (Index slot = 0; slot < n; ++slot) cell_of_slot_[slot] = cell_of_point_[order_[slot]];

    blocks_.clear();
    for (Index begin = 0; begin < n;) {
        const Index end = first_of_bucket_[bucket_of_point_[order_[begin]] + 1];
        const bool shared = std::any_of(cell_of_slot_.begin() + begin + 1, cell_of_slot_.begin() + end,
                                        [&](Cell cell) { return cell != cell_of_slot_[begin]; });
        if (shared) {
            // By cell, and within a cell in the order the points came in.
            std::sort(order_.begin() + begin, order_.begin() + end, [&](Index a, Index b) {
                return std::tie(cell_of_point_[a], a) < std::tie(cell_of_point_[b], b);
            });
            for (Index slot = begin; slot < end; ++slot) cell_of_slot_[slot] = cell_of_point_[order_[slot]];
            ++counters_.collisions;
        }
        for (Index first = begin; first < end;) {
            Index last = first + 1;
            while (last < end && cell_of_slot_[last] == cell_of_slot_[first]) ++last;
            blocks_.add({first, last});
            ++counters_.cells;
            first = last;
        }
        begin = end;
    }
}

void UniformHash::find_ranges() {
    counters_ += blocks_.find_ranges([&](Range queries, std::vector<Range>& runs) {
        const Cell centre = cell_of_slot_[queries.begin];
        const std::size_t before = runs.size();
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const std::uint32_t bucket = bucket_of({centre.x + dx, centre.y + dy, centre.z + dz});
                    const Range run{first_of_bucket_[bucket], first_of_bucket_[bucket + 1]};
                    if (run.size() > 0) runs.push_back(run);
                }
        return SearchCounters{.lookups = 27, .empty = 27 - (runs.size() - before)};
    });
}

void UniformHash::for_each_cell(CellVisitor visit) const {
    const auto n = static_cast<Index>(order_.size());
    for (Index begin = 0; begin < n;) {
        Index end = begin + 1;
        while (end < n && cell_of_slot_[end] == cell_of_slot_[begin]) ++end;
        visit({box_of(cell_of_slot_[begin], edge_), {begin, end}, 0});
        begin = end;
    }
}

std::size_t UniformHash::bytes() const noexcept {
    return order_.capacity() * sizeof(Index) + (cell_of_point_.capacity() + cell_of_slot_.capacity()) * sizeof(Cell) +
           bucket_of_point_.capacity() * sizeof(std::uint32_t) + first_of_bucket_.capacity() * sizeof(Index) +
           sort_.bytes() + blocks_.bytes();
}

}  // namespace spatial
