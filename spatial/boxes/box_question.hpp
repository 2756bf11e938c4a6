// One query on its way through cells: the runs it has been led to, and whom it touches. Runs are collected first and
// tested together: by then their memory is on its way.
#pragma once

#include <vector>

#include "spatial/boxes/box_cells.hpp"
#include "spatial/boxes/box_class.hpp"
#include "spatial/boxes/broad_phase.hpp"

namespace spatial {

class BoxQuestion {
public:
    /// A point of the query that descends through the cells of a hierarchy, with what it carries down (Listing 2 of
    /// Pouchol et al. 2009).
    struct Point {
        Cell at;
        std::uint32_t cell;
        std::uint64_t key;
    };

    void start(const Box& box) noexcept {
        box_ = box;
        count_ = 0;
    }
    [[nodiscard]] const Box& box() const noexcept { return box_; }

    /// The boxes in a cell of a table that tells its cells apart; `asked`: the query's cells on that level.
    void add(const BoxCells& cells, std::uint32_t cell, Cell at, const CellRange& asked) {
        BoxRun run = cells.run(cell);
        if (run.count == 0) return;
        run.begins = (at.x > asked.min.x ? 1u : 0u) | (at.y > asked.min.y ? 2u : 0u) | (at.z > asked.min.z ? 4u : 0u);
        cells.runs().fetch(run);
        add(run);
    }
    void add(const BoxRun& run) {
        runs_.push_back(run);
        in_runs_ += run.count - run.from;
    }
    /// Tests what has been added; all of one BoxCells.
    void test(const BoxCells& cells) {
        if (runs_.empty()) return;
        make_room(in_runs_);
        count_ += cells.runs().touching(runs_, box_, found_.data() + count_);
        counters.candidates += in_runs_;
        in_runs_ = 0;
        runs_.clear();
    }
    /// At once, and only those of whom is_first(number) says that they are to be found in this cell.
    template <class IsFirst>
    void test_some(const BoxCells& cells, std::uint32_t cell, IsFirst is_first) {
        const BoxRun run = cells.run(cell);
        make_room(run.count);
        const std::size_t touching = cells.runs().touching({&run, 1}, box_, found_.data() + count_),
                          end = count_ + touching;
        counters.candidates += run.count;
        for (std::size_t k = count_; k < end; ++k)
            if (is_first(found_[k])) found_[count_++] = found_[k];
    }
    /// Everybody in a list.
    void test_all(std::span<const Index> numbers, const BoxStore& store) {
        make_room(numbers.size());
        counters.candidates += numbers.size();
        for (const Index number : numbers) {
            found_[count_] = number;
            count_ += overlap(store[number], box_) ? 1 : 0;
        }
    }

    [[nodiscard]] std::span<const Index> found() const noexcept { return {found_.data(), count_}; }

    BroadCounters counters;
    std::vector<Point> points, children;  // of the level above, of this one

    [[nodiscard]] std::size_t bytes() const noexcept {
        return runs_.capacity() * sizeof(BoxRun) + found_.capacity() * sizeof(Index) +
               (points.capacity() + children.capacity()) * sizeof(Point);
    }

private:
    void make_room(std::size_t candidates) {
        // Vectors are stored whole (BoxRuns::touching).
        if (const std::size_t needed = count_ + candidates + 8; found_.size() < needed)
            found_.resize(std::max<std::size_t>(1024, needed + needed / 4));
    }

    Box box_{};
    std::vector<BoxRun> runs_;
    std::size_t in_runs_ = 0;
    std::vector<Index> found_;
    std::size_t count_ = 0;
};

}  // namespace spatial
