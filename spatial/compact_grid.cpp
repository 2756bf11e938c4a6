#include "spatial/compact_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "spatial/blocks.hpp"
#include "spatial/bounds.hpp"
#include "spatial/gather_near.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/shared_loop.hpp"

namespace spatial {

namespace {

// Reaches more than 2^15 times shorter than the longest share the last level.
constexpr std::size_t most_levels = 16;

// A grid may have that many cells a point: twelve bytes with what sorting by cell needs.
constexpr double most_cells_a_point = 1.0;
constexpr double fewest_cells = 64.0;
// Where reaches are mixed, blocks of coarse points look at hundreds of cells of a finer grid, and each stranger folded
// into one of them is a candidate of all: the grids may then have that many more cells a point together.
constexpr double spare_cells_a_point = 8.0;

// Cells of few points share a group with those beside them, so that gathering candidates pays, as long as the box
// around the queries stays small enough to turn most of them down.
constexpr Index most_queries_a_group = 12;
constexpr std::uint32_t most_cells_a_group = 3;

std::size_t level_of(float reach, float longest) noexcept {
    const float times = longest / reach;
    constexpr auto last = most_levels - 1;
    return times < static_cast<float>(1u << last) ? static_cast<std::size_t>(std::ilogb(times)) : last;
}

void widen(Box& box, float x, float y, float z) noexcept {
    box = {std::min(box.min_x, x), std::min(box.min_y, y), std::min(box.min_z, z),
           std::max(box.max_x, x), std::max(box.max_y, y), std::max(box.max_z, z)};
}

}  // namespace

void CompactGrid::build(const Points& points) {
    check(points);
    sort_into_levels(points);
    find_keys(points);
    const Level& last = levels_.back();
    sort_.sort(key_of_point_, last.first_key + last.grid.cells(), order_, first_);
    mark_finer(points);
    part_blocks(points);
    count_collisions(points);
}

void CompactGrid::sort_into_levels(const Points& points) {
    const std::size_t n = points.size();
    const float longest = longest_reach(points);
    levels_.clear();
    level_of_point_.clear();
    const bool one_level = points.one_reach() || n == 0 ||
                           level_of(*std::min_element(points.reach.begin(), points.reach.end()), longest) == 0;
    if (one_level) {
        levels_.resize(1);
        levels_[0].reach = longest;
        levels_[0].bounds = box_around(points);
        levels_[0].points = static_cast<Index>(n);
    } else {
        levels_.resize(most_levels);
        level_of_point_.resize(n);
        float last_reach = longest;
        std::size_t last_level = 0;
        const auto level_at = [&](std::size_t i) {
            if (points.reach[i] != last_reach) {
                last_reach = points.reach[i];
                last_level = level_of(last_reach, longest);
            }
            return last_level;
        };
        // Points in the order of the last build lie level by level: many at a time.
        for (std::size_t i = 0, next = 0; i < n; i = next) {
            const std::size_t l = level_at(i);
            Level& level = levels_[l];
            for (; next < n && level_at(next) == l; ++next) {
                level_of_point_[next] = static_cast<std::uint8_t>(l);
                level.reach = std::max<double>(level.reach, points.reach[next]);
            }
            const auto x = bounds_of(points.x.subspan(i, next - i)), y = bounds_of(points.y.subspan(i, next - i)),
                       z = bounds_of(points.z.subspan(i, next - i));
            if (level.points == 0) level.bounds = {x.min, y.min, z.min, x.max, y.max, z.max};
            widen(level.bounds, x.min, y.min, z.min);
            widen(level.bounds, x.max, y.max, z.max);
            level.points += static_cast<Index>(next - i);
        }
    }
    const auto used = std::ranges::count_if(levels_, [](const Level& level) { return level.points > 0; });
    const double spare = used > 1 ? spare_cells_a_point * static_cast<double>(n) / static_cast<double>(used) : 0.0;
    Key first_key = 0;
    for (Level& level : levels_) {
        level.first_key = first_key;
        if (level.points == 0 && n > 0) {
            // Nobody has such a reach: a grid of one cell, in which nobody is found.
            level.grid = {};
        } else {
            level.grid = FoldedGrid(level.bounds, level.reach * cell_margin,
                                    std::max(fewest_cells, most_cells_a_point * level.points + spare));
        }
        first_key += level.grid.cells();
    }
}

void CompactGrid::find_keys(const Points& points) {
    const std::size_t n = points.size();
    constexpr std::size_t portion = 4096;
    key_of_point_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team_for_little)
    for (std::size_t begin = 0; begin < n; begin += portion) {
        const std::size_t end = std::min(begin + portion, n);
        if (level_of_point_.empty()) {
            levels_[0].grid.keys_of(points, begin, std::span(key_of_point_).subspan(begin, end - begin));
            continue;
        }
        // Points in the order of the last build lie level by level: many at a time.
        for (std::size_t i = begin, next = begin; i < end; i = next) {
            const std::uint8_t l = level_of_point_[i];
            while (next < end && level_of_point_[next] == l) ++next;
            const std::span<Key> keys = std::span(key_of_point_).subspan(i, next - i);
            levels_[l].grid.keys_of(points, i, keys);
            for (Key& key : keys) key += levels_[l].first_key;
        }
    }
}

void CompactGrid::mark_finer(const Points& points) {
    finer_.clear();
    if (levels_.size() == 1) return;
    finer_.resize(levels_.back().first_key + levels_.back().grid.cells());
    std::size_t finer = points.size();
    for (std::size_t l = 0; l + 1 < levels_.size(); ++l) {
        const auto& [grid, reach, first_key, bounds, count] = levels_[l];
        finer -= count;
        if (count == 0 || finer == 0) continue;
        Key last = ~Key{0};
        std::uint8_t last_level = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (level_of_point_[i] <= l) continue;
            // Outside of the grid is as good as in its outermost cells.
            const Key key = grid.nearest_key(grid.cell_at(points.x[i], points.y[i], points.z[i]));
            if (key == last && level_of_point_[i] == last_level) continue;  // as mostly: points lie in order
            last = key;
            last_level = level_of_point_[i];
            const auto bit = static_cast<std::uint16_t>(1u << last_level);
            grid.for_each_run_around(key, key, [&, begin = first_key](Key from, Key to) {
                for (Key near = from; near <= to; ++near) finer_[begin + near] |= bit;
            });
        }
    }
}

void CompactGrid::part_blocks(const Points& points) {
    blocks_.clear();
    if (levels_.size() == 1) return;
    const auto n = static_cast<Index>(order_.size());
    for (Index begin = 0; begin < n;) {
        const Index point = order_[begin];
        const Index end = first_[key_of_point_[point] + 1];
        for (; begin < end; begin = std::min(begin + longest_block, end)) {
            Block block{{begin, std::min(begin + longest_block, end)}, level_of_point_[point], {}, 0};
            const Index first = order_[begin];
            block.box = {points.x[first], points.y[first], points.z[first],
                         points.x[first], points.y[first], points.z[first]};
            for (Index slot = begin; slot < block.queries.end; ++slot)
                widen(block.box, points.x[order_[slot]], points.y[order_[slot]], points.z[order_[slot]]);
            block.levels_near = ((2u << block.level) - 1) | finer_[key_of_point_[point]];  // all that are coarser
            blocks_.push_back(block);
        }
    }
}

void CompactGrid::count_collisions(const Points& points) {
    collisions_ = 0;
    if (std::none_of(levels_.begin(), levels_.end(), [](const Level& level) { return level.grid.folded(); })) return;
    Key last_with = ~Key{0};
    for (std::size_t slot = 1; slot < order_.size(); ++slot) {
        const Index a = order_[slot - 1], b = order_[slot];
        const Key key = key_of_point_[b];
        if (key_of_point_[a] != key || key == last_with) continue;
        const Level& level = levels_[level_of_point_.empty() ? 0 : level_of_point_[b]];
        if (!level.grid.folded()) continue;
        const auto cell = [&](Index i) { return level.grid.cell_at(points.x[i], points.y[i], points.z[i]); };
        if (cell(a) == cell(b)) continue;
        ++collisions_;
        last_with = key;
    }
}

void CompactGrid::for_each_block(Queries queries, BlockVisitor visit) const {
    if (levels_.size() == 1) return visit_groups(queries, visit);
    runs_.prepare();
#pragma omp parallel for schedule(dynamic, 16) if (order_.size() >= worth_a_team)
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!queries.any_in(blocks_[b].queries)) continue;
        std::vector<Range>& runs = runs_.mine();
        find_runs(blocks_[b], runs);
        visit(blocks_[b].queries, runs);
    }
}

void CompactGrid::find_runs(const Block& block, std::vector<Range>& runs) const {
    runs.clear();
    const double reach = levels_[block.level].reach;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const Level& level = levels_[l];
        if (level.points == 0 || (block.levels_near >> l & 1u) == 0) continue;
        level.grid.for_each_run_near(block.box, std::max(reach, level.reach) * cell_margin, [&](Key first, Key last) {
            const Range run = points_of(level.first_key + first, level.first_key + last);
            if (run.size() > 0) runs.push_back(run);
        });
    }
    join_runs(runs, 0);
}

template <class F>
void CompactGrid::for_each_group(Key begin, Key end, F group) const {
    const FoldedGrid& grid = levels_[0].grid;
    Index next = first_[begin];  // the first slot that is in no group yet
    for (Key key = begin; next < first_[end];) {
        while (first_[key + 1] <= next) ++key;
        const Key furthest = std::min({key + grid.cells_after(key), key + most_cells_a_group - 1, end - 1});
        Key last = key;
        while (last < furthest && first_[last + 2] <= next + most_queries_a_group) ++last;
        const Index stop = std::min(next + longest_block, first_[last + 1]);
        while (first_[last] >= stop) --last;  // empty ones at the end need not be searched around
        group(Range{next, stop}, key, last);
        next = stop;
    }
}

CompactGrid::Key CompactGrid::portion() const noexcept {
    return std::clamp<Key>(levels_[0].grid.cells() / 64, 8, 1024);
}

void CompactGrid::visit_groups(Queries queries, BlockVisitor visit) const {
    const FoldedGrid& grid = levels_[0].grid;
    const Key cells = grid.cells(), step = portion();
    for_each_shared((cells + step - 1) / step, order_.size() >= worth_a_team, [&](std::size_t part) {
        const Key begin = static_cast<Key>(part) * step;
        for_each_group(begin, std::min(begin + step, cells), [&](Range block, Key first_cell, Key last_cell) {
            if (!queries.any_in(block)) return;
            std::array<Range, 18> runs;  // nine rows, in two pieces each where a folded axis is crossed
            std::size_t count = 0;
            bool ascending = true;
            grid.for_each_run_around(first_cell, last_cell, [&](Key first, Key last) {
                const Range run = points_of(first, last);
                if (run.size() == 0) return;
                if (count > 0 && run.begin == runs[count - 1].end) {
                    runs[count - 1].end = run.end;
                    return;
                }
                ascending = ascending && (count == 0 || run.begin > runs[count - 1].end);
                runs[count++] = run;
            });
            if (!ascending)
                std::sort(runs.begin(), runs.begin() + count, [](Range a, Range b) { return a.begin < b.begin; });
            visit(block, {runs.data(), count});
        });
    });
}

SearchCounters CompactGrid::counters() const {
    SearchCounters counters{.blocks = blocks_.size(), .collisions = collisions_};
    for_each_cell([&](const CellView&) { ++counters.cells; });
    const auto look = [&](const Level& level, Key first, Key last) {
        counters.lookups += last - first + 1;
        for (Key key = level.first_key + first; key <= level.first_key + last; ++key)
            counters.empty += points_of(key, key).size() == 0;
    };
    if (levels_.size() == 1) {
        const Level& only = levels_[0];
        const Key cells = only.grid.cells(), step = portion();
        for (Key begin = 0; begin < cells; begin += step)
            for_each_group(begin, std::min(begin + step, cells), [&](Range, Key first_cell, Key last_cell) {
                ++counters.blocks;
                only.grid.for_each_run_around(first_cell, last_cell, [&](Key a, Key b) { look(only, a, b); });
            });
    }
    for (const Block& block : blocks_)
        for (std::size_t l = 0; l < levels_.size(); ++l) {
            const Level& level = levels_[l];
            if (level.points == 0 || (block.levels_near >> l & 1u) == 0) continue;
            const double reach = std::max(levels_[block.level].reach, level.reach) * cell_margin;
            level.grid.for_each_run_near(block.box, reach, [&](Key first, Key last) { look(level, first, last); });
        }
    return counters;
}

void CompactGrid::for_each_cell(CellVisitor visit) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const Level& level = levels_[l];
        if (level.points == 0) continue;
        for (Key key = 0; key < level.grid.cells(); ++key) {
            const Range slots = points_of(level.first_key + key, level.first_key + key);
            if (slots.size() == 0) continue;
            const Box box = level.grid.folded() ? nowhere : level.grid.box_of_key(key);
            visit({box, slots, static_cast<int>(levels_.size() - 1 - l)});
        }
    }
}

std::size_t CompactGrid::bytes() const noexcept {
    return levels_.capacity() * sizeof(Level) + level_of_point_.capacity() + key_of_point_.capacity() * sizeof(Key) +
           (order_.capacity() + first_.capacity()) * sizeof(Index) + blocks_.capacity() * sizeof(Block) +
           finer_.capacity() * sizeof(std::uint16_t) + sort_.bytes();
}

std::string CompactGrid::note() const {
    std::string text;
    for (const Level& level : levels_) {
        if (level.points == 0) continue;
        char line[120];
        std::snprintf(line, sizeof line, "%u cells of %.4g m for %u points%s", level.grid.cells(), level.grid.edge(),
                      level.points, level.grid.folded() ? ", folded" : "");
        text += (text.empty() ? "" : "; ") + std::string(line);
    }
    return text;
}

}  // namespace spatial
