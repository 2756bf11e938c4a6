#include "spatial/extended_hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "spatial/keep_room.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/sort_few.hpp"
#include "spatial/teschner_hash.hpp"

namespace spatial {

namespace {

struct Split {
    std::int32_t brick;
    std::uint32_t cell;  // within the brick
};

/// Rounds down for negative coordinates, too.
template <std::uint32_t Side>
Split split(std::int32_t coordinate) noexcept {
    // More than any coordinate is negative, and whole bricks.
    constexpr std::uint32_t shift = ((1u << 30) / Side + 1) * Side;
    const std::uint32_t positive = static_cast<std::uint32_t>(coordinate) + shift;
    return {static_cast<std::int32_t>(positive / Side - shift / Side), positive % Side};
}

/// Of the bits that are set in `from`, counted from the lowest, those that are also set in `chosen`.
std::uint64_t ranks_of(std::uint64_t chosen, std::uint64_t from) noexcept {
    std::uint64_t ranks = 0;
    for (int rank = 0; from != 0; from &= from - 1, ++rank) ranks |= (chosen >> std::countr_zero(from) & 1) << rank;
    return ranks;
}

/// Calls f(bit) for every bit that is set, ascending.
template <class F>
void for_each_bit(std::uint64_t bits, F f) {
    for (; bits != 0; bits &= bits - 1) f(std::countr_zero(bits));
}

}  // namespace

void ExtendedHash::build(const Points& points) {
    check(points);
    counters_ = {};
    sort_into_buckets(points);
    sort_within_buckets();
    make_bricks();
    make_blocks();
    find_ranges();
}

void ExtendedHash::sort_into_buckets(const Points& points) {
    const std::size_t n = points.size();
    table_size_ = asked_table_size_ != 0 ? asked_table_size_ : teschner_table_size(n);
    edge_ = static_cast<double>(longest_reach(points)) * cell_margin / masks_.side();
    brick_of_point_.resize(n);
    place_of_point_.resize(n);
    bucket_of_point_.resize(n);
    switch (masks_.side()) {
        case 1:
            find_places<1>(points);
            break;
        case 2:
            find_places<2>(points);
            break;
        case 3:
            find_places<3>(points);
            break;
        default:
            find_places<4>(points);
    }
    buckets_.sort(bucket_of_point_, table_size_);
}

template <std::uint32_t Side>
void ExtendedHash::find_places(const Points& points) {
    const double inverse_edge = 1.0 / edge_;
    const Modulo modulo(table_size_);
#pragma omp parallel for schedule(static) if (points.size() >= worth_a_team)
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Cell cell = cell_of(points, i, inverse_edge);
        const Split x = split<Side>(cell.x), y = split<Side>(cell.y), z = split<Side>(cell.z);
        // The paper takes floor(h / h') + 1 cells, which is one too many for a whole quotient; and whole it is wherever
        // all points have one reach. What rounding does to it, cell_margin covers.
        const auto whole = static_cast<std::uint32_t>(points.reach_of(i) * cell_margin * inverse_edge - 1e-9);
        const std::uint32_t reach_cells = std::min(whole + 1, Side);
        brick_of_point_[i] = {x.brick, y.brick, z.brick};
        place_of_point_[i] =
            static_cast<std::uint8_t>(64 * (reach_cells - 1) + x.cell + Side * (y.cell + Side * z.cell));
        bucket_of_point_[i] = modulo(teschner_hash(brick_of_point_[i]));
    }
}

void ExtendedHash::sort_within_buckets() {
    const std::span<Index> order = buckets_.order();
#pragma omp parallel for schedule(static) if (order.size() >= worth_a_team)
    for (Index run = 0; run < buckets_.runs(); ++run) {
        const Range slots = buckets_.slots(run);
        const auto begin = order.begin() + slots.begin, end = order.begin() + slots.end;
        const Cell brick = brick_of_point_[*begin];
        if (std::all_of(begin, end, [&](Index i) { return brick_of_point_[i] == brick; }))
            std::sort(begin, end, [&](Index a, Index b) {
                return std::tie(place_of_point_[a], a) < std::tie(place_of_point_[b], b);
            });
        else
            std::sort(begin, end, [&](Index a, Index b) {
                return std::tie(brick_of_point_[a], place_of_point_[a], a) <
                       std::tie(brick_of_point_[b], place_of_point_[b], b);
            });
    }
}

template <class F>
void ExtendedHash::for_each_cell_of(Range run, F see) const {
    const std::span<const Index> order = buckets_.order();
    for (Index slot = run.begin; slot < run.end; ++slot) {
        const Index i = order[slot], before = order[slot > run.begin ? slot - 1 : slot];
        const std::uint8_t place = place_of_point_[i], place_before = place_of_point_[before];
        const bool begins_brick =
            slot == run.begin || place / 64 != place_before / 64 || brick_of_point_[i] != brick_of_point_[before];
        if (begins_brick || place != place_before) see(slot, begins_brick);
    }
}

void ExtendedHash::make_bricks() {
    const std::size_t n = buckets_.order().size(), runs = buckets_.runs();
    resize_with_room(first_brick_, runs + 1);
    resize_with_room(first_cell_, runs + 1);
    std::uint64_t shared = 0;
#pragma omp parallel for schedule(static) reduction(+ : shared) if (n >= worth_a_team)
    for (std::size_t run = 0; run < runs; ++run) {
        const Range slots = buckets_.slots(static_cast<Index>(run));
        Index bricks = 0, cells = 0;
        for_each_cell_of(slots, [&](Index, bool begins_brick) {
            ++cells;
            bricks += begins_brick;
        });
        first_brick_[run] = bricks;
        first_cell_[run] = cells;
        shared += brick_of_point_[buckets_.order()[slots.begin]] != brick_of_point_[buckets_.order()[slots.end - 1]];
    }
    Index bricks = 0, cells = 0;
    for (std::size_t run = 0; run < runs; ++run) {
        bricks += std::exchange(first_brick_[run], bricks);
        cells += std::exchange(first_cell_[run], cells);
    }
    first_brick_[runs] = bricks;
    first_cell_[runs] = cells;
    counters_.cells = cells;
    counters_.collisions = shared;

    resize_with_room(bricks_, bricks + 1);
    resize_with_room(cell_begin_, cells + 1);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t run = 0; run < runs; ++run) {
        Index brick = first_brick_[run], cell = first_cell_[run];
        for_each_cell_of(buckets_.slots(static_cast<Index>(run)), [&](Index slot, bool begins_brick) {
            const Index i = buckets_.order()[slot];
            const std::uint8_t place = place_of_point_[i];
            if (begins_brick) bricks_[brick++] = {brick_of_point_[i], cell, 0, 1 + place / 64};
            bricks_[brick - 1].cells |= std::uint64_t{1} << place % 64;
            cell_begin_[cell++] = slot;
        });
    }
    bricks_[bricks] = {{}, cells, 0, 1};
    cell_begin_[cells] = static_cast<Index>(n);
}

void ExtendedHash::make_blocks() {
    blocks_.clear();
    for (std::size_t brick = 0; brick + 1 < bricks_.size(); ++brick) {
        const Index first = bricks_[brick].first_cell, last = bricks_[brick + 1].first_cell;
        const bool crowded = cell_begin_[last] - cell_begin_[first] > longest_block;
        // A crowded brick is several blocks, cut between cells: the fewer cells, the smaller their masks together.
        Index begin = cell_begin_[first];
        for (Index cell = crowded ? first + 1 : last; cell <= last; ++cell) {
            if (cell_begin_[cell] - begin < longest_block / 2 && cell < last) continue;
            blocks_.add({begin, cell_begin_[cell]});
            begin = cell_begin_[cell];
        }
    }
}

void ExtendedHash::find_ranges() {
    const Modulo modulo(table_size_);
    counters_ += blocks_.find_ranges([&](Range queries, std::vector<Range>& ranges) {
        const Index first = buckets_.order()[queries.begin];
        const Cell centre = brick_of_point_[first];
        std::array<Index, BrickMasks::bricks> runs;  // all asked for before any is read: the table is far away
        std::size_t n = 0;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    runs[n++] = buckets_.find(modulo(teschner_hash({centre.x + dx, centre.y + dy, centre.z + dz})));

        // The cells of the queries, and what their masks cover together, for each number of cells in reach.
        const int reach_cells = 1 + place_of_point_[first] / 64;
        std::uint64_t own_cells = 0;
        for (Index slot = queries.begin; slot < queries.end; ++slot)
            own_cells |= std::uint64_t{1} << place_of_point_[buckets_.order()[slot]] % 64;
        std::array<BrickMasks::Words, 4> masks;
        for (int cells = reach_cells; cells <= masks_.side(); ++cells) {
            BrickMasks::Words& all = masks[cells - 1];
            all.fill(0);
            for_each_bit(own_cells, [&](int bit) {
                const BrickMasks::Words& one = masks_.around(bit, cells);
                for (std::size_t word = 0; word < all.size(); ++word) all[word] |= one[word];
            });
        }

        // Bricks in the order of their slots: so are then the ranges.
        std::array<Found, 4 * BrickMasks::bricks> found;
        std::size_t count = 0;
        std::uint64_t empty = 0;
        for (int at = 0; at < BrickMasks::bricks; ++at) {
            if (runs[at] == HashBuckets::none) {
                ++empty;
                continue;
            }
            const Cell offset = BrickMasks::offsets[at];
            const Cell wanted{centre.x + offset.x, centre.y + offset.y, centre.z + offset.z};
            const std::size_t before = count;
            for (Index brick = first_brick_[runs[at]]; brick < first_brick_[runs[at] + 1]; ++brick)
                if (bricks_[brick].at == wanted) found[count++] = {brick, at};
            empty += count == before;
        }
        sort_few(std::span(found).first(count), [](Found f) { return f.brick; });

        for (const Found f : std::span(found).first(count)) {
            const Brick& brick = bricks_[f.brick];
            const std::uint64_t mask = masks[std::max(reach_cells, brick.reach_cells) - 1][f.at];
            if ((brick.cells & ~mask) == 0) {
                ranges.push_back({cell_begin_[brick.first_cell], cell_begin_[bricks_[f.brick + 1].first_cell]});
                continue;
            }
            std::uint64_t cells = ranks_of(mask, brick.cells);
            for (Index cell = brick.first_cell; cells != 0;) {
                const int skipped = std::countr_zero(cells);
                const int taken = std::countr_one(cells >> skipped);
                ranges.push_back({cell_begin_[cell + skipped], cell_begin_[cell + skipped + taken]});
                cell += skipped + taken;
                cells = skipped + taken < 64 ? cells >> (skipped + taken) : 0;
            }
        }
        return SearchCounters{.lookups = runs.size(), .empty = empty};
    });
}

void ExtendedHash::for_each_cell(CellVisitor visit) const {
    const int side = masks_.side();
    for (std::size_t b = 0; b + 1 < bricks_.size(); ++b) {
        const Brick& brick = bricks_[b];
        Index cell = brick.first_cell;
        for_each_bit(brick.cells, [&](int bit) {
            const Cell at{brick.at.x * side + bit % side, brick.at.y * side + bit / side % side,
                          brick.at.z * side + bit / (side * side)};
            visit({box_of(at, edge_), {cell_begin_[cell], cell_begin_[cell + 1]}, 0});
            ++cell;
        });
    }
}

std::size_t ExtendedHash::bytes() const noexcept {
    return masks_.bytes() + brick_of_point_.capacity() * sizeof(Cell) + place_of_point_.capacity() +
           bucket_of_point_.capacity() * sizeof(std::uint32_t) + buckets_.bytes() +
           (first_brick_.capacity() + first_cell_.capacity() + cell_begin_.capacity()) * sizeof(Index) +
           bricks_.capacity() * sizeof(Brick) + blocks_.bytes();
}

}  // namespace spatial
