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
    static constexpr std::size_t run_length = 2048;

    struct Run {
        std::vector<Cell> cells;
        std::vector<spatial::Box> boxes;

        template <class BoxOf>
        void find(std::size_t begin, std::size_t end, float longest, float skin, BoxOf box_of) {
            cells.clear();
            boxes.clear();
            for (std::size_t i = begin; i < end; ++i) {
                const auto index = static_cast<spatial::Index>(i);
                const spatial::Box box = box_of(i);
                if (!cells.empty() && cells.back().end - cells.back().begin < most_in_solid_cell) {
                    const spatial::Box larger = joined(boxes.back(), box);
                    if (larger.max_x - larger.min_x <= longest && larger.max_y - larger.min_y <= longest &&
                        larger.max_z - larger.min_z <= longest) {
                        cells.back().end = index + 1;
                        boxes.back() = larger;
                        continue;
                    }
                }
                cells.push_back({index, index + 1});
                boxes.push_back(box);
            }
            for (spatial::Box& box : boxes) box = inflated(box, skin);
        }
    };

    std::vector<Run> runs_;
    std::vector<Cell> cells_;
    std::vector<spatial::Box> boxes_;
};

}  // namespace sim
