#include "spatial/compact_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "spatial/blocks.hpp"
#include "spatial/bounds.hpp"
#include "spatial/gather_near.hpp"
#include "spatial/neighbour_rule.hpp"

namespace spatial {

namespace {

// Reaches more than 2^15 times shorter than the longest share the last level.
constexpr std::size_t most_levels = 16;

// A dense grid may have that many cells a point: eight bytes with what sorting by cell needs.
constexpr double most_dense_cells_a_point = 1.0;
constexpr double fewest_cells = 64.0;
// One of which only the cells in use are kept, that many: four bytes more. Then it is folded.
constexpr double most_cells_a_point = 16.0;
// Where reaches are mixed, blocks of coarse points look at hundreds of cells of a finer grid, and each stranger folded
// into one of them is a candidate of all: the grids may then have that many more cells a point together.
constexpr double spare_cells_a_point = 8.0;

std::size_t level_of(float reach, float longest) noexcept {
    const float times = longest / reach;
    constexpr auto last = most_levels - 1;
    return times < static_cast<float>(1u << last) ? static_cast<std::size_t>(std::ilogb(times)) : last;
}

double dense_cells(std::size_t points) noexcept {
    return std::max(fewest_cells, most_dense_cells_a_point * static_cast<double>(points));
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
    Key cells = last.first_key + last.grid.cells();
    occupied_.clear();
    if (levels_.size() == 1 && cells > dense_cells(points.size())) {
        occupied_.note(key_of_point_, cells, last.grid.rows_are_parted() ? last.grid.layer() + last.grid.row() + 1 : 0);
        cells = occupied_.count();
    }
    sort_.sort(key_of_point_, cells, order_, first_);
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
    const double spare = spare_cells_a_point * static_cast<double>(n) / static_cast<double>(used);
    Key first_key = 0;
    for (Level& level : levels_) {
        level.first_key = first_key;
        if (level.points == 0 && n > 0) {
            // Nobody has such a reach: a grid of one cell, in which nobody is found.
            level.grid = {};
        } else {
            const double most = one_level ? most_cells_a_point * static_cast<double>(n) : level.points + spare;
            level.grid = FoldedGrid(level.bounds, level.reach * cell_margin, std::max(fewest_cells, most));
            if (one_level && level.grid.cells() > dense_cells(n)) level.grid.part_rows(most_cells_a_group);
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

void CompactGrid::for_each_cell(CellVisitor visit) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const Level& level = levels_[l];
        if (level.points == 0) continue;
        const auto show = [&](Key key, Range slots) {
            const Box box = level.grid.folded() ? nowhere : level.grid.box_of_key(key);
            visit({box, slots, static_cast<int>(levels_.size() - 1 - l)});
        };
        if (occupied_.none_noted()) {
            for (Key key = 0; key < level.grid.cells(); ++key)
                if (const Range slots = points_of(level.first_key + key, level.first_key + key); slots.size() > 0)
                    show(key, slots);
        } else {
            occupied_.for_each(0, level.grid.cells(), [&](Key key, Key rank) {
                show(key, {first_[rank], first_[rank + 1]});
            });
        }
    }
}

std::size_t CompactGrid::bytes() const noexcept {
    return levels_.capacity() * sizeof(Level) + level_of_point_.capacity() + key_of_point_.capacity() * sizeof(Key) +
           (order_.capacity() + first_.capacity()) * sizeof(Index) + blocks_.capacity() * sizeof(Block) +
           finer_.capacity() * sizeof(std::uint16_t) + occupied_.bytes() + sort_.bytes();
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
