// Runs of particles that are neighbours in memory and so in space, each asked of a broad phase as one box:
//
//   slots    | 0 1 2 3 4 5 | 6 7 8 9 | 10 11 12 13 14 ...     a cell ends when its box would get too long
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/points.hpp"

namespace sim {

// A cell of particles holds no more than this, and is no longer than so many supports: beyond, its box is mostly empty
// and meets solids that none of its particles do.
inline constexpr std::size_t most_in_solid_cell = 64;
inline constexpr float longest_solid_cell = 3.0f;  // supports

[[nodiscard]] inline spatial::Box joined(const spatial::Box& a, const spatial::Box& b) noexcept {
    return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::min(a.min_z, b.min_z),
            std::max(a.max_x, b.max_x), std::max(a.max_y, b.max_y), std::max(a.max_z, b.max_z)};
}

[[nodiscard]] inline spatial::Box inflated(const spatial::Box& b, float skin) noexcept {
    return {b.min_x - skin, b.min_y - skin, b.min_z - skin, b.max_x + skin, b.max_y + skin, b.max_z + skin};
}

class SolidCells {
public:
    struct Cell {
        spatial::Index begin, end;
    };

    /// Of `count` boxes, box_of(i), in their order; none longer than `longest`, m. A skin comes around each cell. The
    /// same for every number of threads: they share the boxes out in runs of one length.
    template <class BoxOf>
    void find(std::size_t count, float longest, float skin, BoxOf box_of) {
        const std::size_t runs = (count + run_length - 1) / run_length;
        if (runs_.size() < runs) runs_.resize(runs);
#pragma omp parallel for schedule(static) if (count > spatial::worth_a_team)
        for (std::size_t run = 0; run < runs; ++run)
            runs_[run].find(run * run_length, std::min(count, (run + 1) * run_length), longest, skin, box_of);
        cells_.clear();
        boxes_.clear();
        for (std::size_t run = 0; run < runs; ++run) {
            cells_.insert(cells_.end(), runs_[run].cells.begin(), runs_[run].cells.end());
            boxes_.insert(boxes_.end(), runs_[run].boxes.begin(), runs_[run].boxes.end());
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return cells_.size(); }
    [[nodiscard]] const Cell& operator[](std::size_t cell) const noexcept { return cells_[cell]; }
    [[nodiscard]] std::span<const spatial::Box> boxes() const noexcept { return boxes_; }
    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = cells_.capacity() * sizeof(Cell) + boxes_.capacity() * sizeof(spatial::Box);
        for (const Run& run : runs_)
            sum += run.cells.capacity() * sizeof(Cell) + run.boxes.capacity() * sizeof(spatial::Box);
        return sum;
    }

private:
    static constexpr std::size_t run_length = 2048, at_once = 16;

    struct Run {
        std::vector<Cell> cells;
        std::vector<spatial::Box> boxes;

        template <class BoxOf>
        void find(std::size_t begin, std::size_t end, float longest, float skin, BoxOf box_of) {
            cells.clear();
            boxes.clear();
            for (std::size_t i = begin; i < end; i += at_once) {
                // Some at once mostly fit, and vectors join them.
                const std::size_t last = std::min(end, i + at_once);
                const spatial::Box box = around(i, last, box_of);
                if (take(last, box, longest)) continue;
                if (is_short(box, longest)) {
                    start(i, last, box);
                    continue;
                }
                for (std::size_t k = i; k < last; ++k)
                    if (const spatial::Box one = box_of(k); !take(k + 1, one, longest)) start(k, k + 1, one);
            }
            for (spatial::Box& box : boxes) box = inflated(box, skin);
        }

        template <class BoxOf>
        static spatial::Box around(std::size_t begin, std::size_t end, BoxOf box_of) {
            auto [min_x, min_y, min_z, max_x, max_y, max_z] = box_of(begin);
#pragma omp simd reduction(min : min_x, min_y, min_z) reduction(max : max_x, max_y, max_z)
            for (std::size_t i = begin; i < end; ++i) {
                const spatial::Box box = box_of(i);
                min_x = std::min(min_x, box.min_x), max_x = std::max(max_x, box.max_x);
                min_y = std::min(min_y, box.min_y), max_y = std::max(max_y, box.max_y);
                min_z = std::min(min_z, box.min_z), max_z = std::max(max_z, box.max_z);
            }
            return {min_x, min_y, min_z, max_x, max_y, max_z};
        }
        static bool is_short(const spatial::Box& box, float longest) {
            return box.max_x - box.min_x <= longest && box.max_y - box.min_y <= longest &&
                   box.max_z - box.min_z <= longest;
        }
        /// Into the last cell, where there is room.
        bool take(std::size_t end, const spatial::Box& box, float longest) {
            if (cells.empty() || end - cells.back().begin > most_in_solid_cell) return false;
            const spatial::Box larger = joined(boxes.back(), box);
            if (!is_short(larger, longest)) return false;
            cells.back().end = static_cast<spatial::Index>(end);
            boxes.back() = larger;
            return true;
        }
        void start(std::size_t begin, std::size_t end, const spatial::Box& box) {
            cells.push_back({static_cast<spatial::Index>(begin), static_cast<spatial::Index>(end)});
            boxes.push_back(box);
        }
    };

    std::vector<Run> runs_;
    std::vector<Cell> cells_;
    std::vector<spatial::Box> boxes_;
};

}  // namespace sim
