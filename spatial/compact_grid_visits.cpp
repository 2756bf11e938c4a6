// Whom a block of queries is shown: which cells share a block, and where the cells around them are.
#include <algorithm>
#include <array>

#include "spatial/blocks.hpp"
#include "spatial/compact_grid.hpp"
#include "spatial/neighbour_rule.hpp"
#include "spatial/shared_loop.hpp"

namespace spatial {

void CompactGrid::for_each_block(Queries queries, BlockVisitor visit) const {
    if (levels_.size() == 1) return visit_groups(queries, visit);
    runs_.prepare();
    constexpr std::size_t together = 16;
    for_each_shared((blocks_.size() + together - 1) / together, order_.size() >= worth_a_team_for_visits,
                    [&](std::size_t part) {
                        const std::size_t begin = part * together;
                        const auto some = std::span(blocks_).subspan(begin, std::min(together, blocks_.size() - begin));
                        if (!queries.any_in({some.front().queries.begin, some.back().queries.end})) return;
                        for (const Block& block : some) {
                            if (!queries.any_in(block.queries)) continue;
                            std::vector<Range>& runs = runs_.mine();
                            find_runs(block, runs);
                            visit(block.queries, runs);
                        }
                    });
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

/// The same where only the cells in use are known.
template <class F>
void CompactGrid::for_each_group_in_use(Key begin, Key end, F group) const {
    for_each_batch_in_use(begin, end, [&](std::span<const OccupiedCells::Group> groups) {
        for (const OccupiedCells::Group& some : groups)
            for (Index next = some.queries.begin; next < some.queries.end; next += longest_block)
                group(Range{next, std::min(next + longest_block, some.queries.end)}, some.first, some.last);
    });
}

CompactGrid::Key CompactGrid::portion() const noexcept {
    const Key cells = levels_[0].grid.cells() / 64;
    constexpr Key word = OccupiedCells::cells_a_word;
    if (!occupied_.none_noted()) return std::clamp<Key>(cells, word, 512 * word) / word * word;
    return std::clamp<Key>(cells, 8, 1024);
}

Range CompactGrid::points_of(Key first, Key last) const {
    if (occupied_.none_noted()) return {first_[first], first_[last + 1]};
    std::array<Index, 2> slots;
    occupied_.first_slots(std::array{first, last + 1}, first_.data(), slots.data());
    return {slots[0], slots[1]};
}

/// The runs around a group of a dense grid, ascending.
class CompactGrid::GroupRuns {
public:
    explicit GroupRuns(const CompactGrid& search) : grid_(search.levels_[0].grid), first_(search.first_.data()) {}

    std::span<const Range> find(Key first_cell, Key last_cell) {
        Range *const begin = runs_.data(), *next = begin;
        grid_.for_each_run_around(first_cell, last_cell, [&](Key first, Key last) {
            const Range run{first_[first], first_[last + 1]};
            if (run.size() == 0) return;
            if (next != begin && run.begin == next[-1].end)
                next[-1].end = run.end;
            else
                *next++ = run;
        });
        if (grid_.folded()) std::sort(begin, next, [](Range a, Range b) { return a.begin < b.begin; });
        return {begin, next};
    }

private:
    const FoldedGrid& grid_;
    const Index* first_;
    std::array<Range, FoldedGrid::most_runs_around> runs_;
};

void CompactGrid::visit_groups(Queries queries, BlockVisitor visit) const {
    const Key cells = levels_[0].grid.cells(), step = portion();
    const std::size_t parts = (cells + step - 1) / step;
    const auto visit_part = [&](std::size_t part) {
        const Key begin = static_cast<Key>(part) * step, end = std::min(begin + step, cells);
        if (!queries.any_in(points_of(begin, end - 1))) return;
        if (!occupied_.none_noted()) return visit_cells_in_use(begin, end, queries, visit);
        GroupRuns runs(*this);
        for_each_group(begin, end, [&](Range block, Key first_cell, Key last_cell) {
            if (!queries.any_in(block)) return;
            visit(block, runs.find(first_cell, last_cell));
        });
    };
    // As loops over particles are shared: a quarter of the cells may hold them all.
    const auto first_of = [&](std::size_t thread, std::size_t team) {
        const auto share = static_cast<Index>(order_.size() * thread / team);
        std::size_t first = 0;
        for (std::size_t end = parts; first < end;) {
            const std::size_t middle = (first + end) / 2;
            const Key begin = static_cast<Key>(middle) * step;
            points_of(begin, begin).begin < share ? first = middle + 1 : end = middle;
        }
        return first;
    };
    for_each_shared(parts, order_.size() >= worth_a_team_for_visits, visit_part, first_of);
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
        const auto count = [&](Range, Key first_cell, Key last_cell) {
            ++counters.blocks;
            only.grid.for_each_run_around(first_cell, last_cell, [&](Key a, Key b) { look(only, a, b); });
        };
        for (Key begin = 0; begin < cells; begin += step) {
            const Key end = std::min(begin + step, cells);
            occupied_.none_noted() ? for_each_group(begin, end, count) : for_each_group_in_use(begin, end, count);
        }
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

}  // namespace spatial
