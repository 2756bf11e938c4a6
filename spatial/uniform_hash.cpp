#include "spatial/uniform_hash.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "spatial/neighbour_rule.hpp"

namespace spatial {

namespace {

// Below this many points a second thread costs more than it brings.
constexpr std::size_t worth_a_team = 4096;
// A crowded cell is handed out in portions of so many queries, so that threads can share it.
constexpr Index longest_block = 64;
// Blocks whose ranges one thread finds at a time. Fixed, so that memory does not depend on the team.
constexpr std::uint32_t blocks_a_chunk = 512;

/// In double: a float quotient rounds enough, far from the origin, to put two neighbours two cells apart.
std::int32_t cell_coordinate(float x, double inverse_edge) noexcept {
    constexpr double outermost = 1 << 30;
    return static_cast<std::int32_t>(std::clamp(std::floor(x * inverse_edge), -outermost, outermost));
}

bool is_prime(std::uint32_t n) noexcept {
    for (std::uint32_t d = 3; std::uint64_t{d} * d <= n; d += 2)
        if (n % d == 0) return false;
    return true;
}

/// Twice as many buckets as points, and prime, as Teschner et al. recommend: fewer cells share a bucket.
std::uint32_t table_size_for(std::size_t points) noexcept {
    auto n = static_cast<std::uint32_t>(std::min<std::size_t>(2 * points, 0x7fff'ffff)) | 1u;
    while (!is_prime(n)) n += 2;
    return n;
}

}  // namespace

void UniformHash::build(const Points& points) {
    check(points);
    counters_ = {};
    sort_into_buckets(points);
    part_cells_in_buckets();
    find_ranges();
}

void UniformHash::sort_into_buckets(const Points& points) {
    const std::size_t n = points.size();
    table_size_ = table_size_for(n);
    const float longest = points.reach.empty() ? 1.0f : *std::max_element(points.reach.begin(), points.reach.end());
    const double inverse_edge = 1.0 / (static_cast<double>(longest) * cell_margin);

    cell_of_point_.resize(n);
    bucket_of_point_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t i = 0; i < n; ++i) {
        const Cell cell{cell_coordinate(points.x[i], inverse_edge), cell_coordinate(points.y[i], inverse_edge),
                        cell_coordinate(points.z[i], inverse_edge)};
        cell_of_point_[i] = cell;
        bucket_of_point_[i] = bucket_of(cell);
    }

    // A stable counting sort: points of a bucket stay in the order they came in, whatever the threads.
    first_of_bucket_.assign(std::size_t{table_size_} + 1, 0);
    for (const std::uint32_t bucket : bucket_of_point_) ++first_of_bucket_[bucket + 1];
    for (std::size_t b = 1; b < first_of_bucket_.size(); ++b) first_of_bucket_[b] += first_of_bucket_[b - 1];
    order_.resize(n);
    for (Index i = 0; i < n; ++i) order_[first_of_bucket_[bucket_of_point_[i]]++] = i;
    for (std::size_t b = table_size_; b > 0; --b) first_of_bucket_[b] = first_of_bucket_[b - 1];
    first_of_bucket_[0] = 0;
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
            while (last < end && last - first < longest_block && cell_of_slot_[last] == cell_of_slot_[first]) ++last;
            blocks_.push_back({{first, last}, 0, 0, 0});
            first = last;
        }
        begin = end;
    }
    counters_.blocks = blocks_.size();
}

void UniformHash::find_ranges() {
    const auto chunks = static_cast<std::uint32_t>((blocks_.size() + blocks_a_chunk - 1) / blocks_a_chunk);
    if (ranges_.size() < chunks) ranges_.resize(chunks);
    std::uint64_t lookups = 0, empty = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : lookups, empty) if (chunks > 1)
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
        std::vector<Range>& ranges = ranges_[chunk];
        ranges.clear();
        const std::size_t end = std::min<std::size_t>(blocks_.size(), std::size_t{chunk + 1} * blocks_a_chunk);
        for (std::size_t b = std::size_t{chunk} * blocks_a_chunk; b < end; ++b) {
            Block& block = blocks_[b];
            block.chunk = chunk;
            const Cell centre = cell_of_slot_[block.queries.begin];
            std::array<Range, 27> found;
            std::size_t count = 0;
            for (int dz = -1; dz <= 1; ++dz)
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        const std::uint32_t bucket = bucket_of({centre.x + dx, centre.y + dy, centre.z + dz});
                        const Range run{first_of_bucket_[bucket], first_of_bucket_[bucket + 1]};
                        if (run.size() > 0) found[count++] = run;
                    }
            lookups += found.size();
            empty += found.size() - count;

            // Buckets are apart or the same: ascending, each once, neighbours in memory joined.
            std::sort(found.begin(), found.begin() + count, [](Range a, Range b2) { return a.begin < b2.begin; });
            block.first = static_cast<std::uint32_t>(ranges.size());
            for (std::size_t r = 0; r < count; ++r) {
                const bool has_run = ranges.size() > block.first;
                if (has_run && found[r].begin < ranges.back().end) continue;
                if (has_run && found[r].begin == ranges.back().end)
                    ranges.back().end = found[r].end;
                else
                    ranges.push_back(found[r]);
            }
            block.count = static_cast<std::uint32_t>(ranges.size()) - block.first;
        }
    }
    counters_.lookups = lookups;
    counters_.empty = empty;
}

void UniformHash::for_each_block(Queries queries, BlockVisitor visit) const {
#pragma omp parallel for schedule(dynamic, 16) if (order_.size() >= worth_a_team)
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const Block& block = blocks_[b];
        if (!queries.any_in(block.queries)) continue;
        visit(block.queries, std::span(ranges_[block.chunk]).subspan(block.first, block.count));
    }
}

std::size_t UniformHash::bytes() const noexcept {
    std::size_t ranges = 0;
    for (const auto& chunk : ranges_) ranges += chunk.capacity() * sizeof(Range);
    return order_.capacity() * sizeof(Index) + (cell_of_point_.capacity() + cell_of_slot_.capacity()) * sizeof(Cell) +
           bucket_of_point_.capacity() * sizeof(std::uint32_t) + first_of_bucket_.capacity() * sizeof(Index) +
           blocks_.capacity() * sizeof(Block) + ranges;
}

}  // namespace spatial
