// The two plain baselines. They beat every library that we measured, so they are what our modules are held against.
//
//   griddup   first_ | 0 | 2 | 2 | 3 | ...   one entry a cell, x fastest
//             ids_   | 7 9 |   | 7 | ...     boxes of each cell; a box is in all the cells it covers
//
//   grid1     boxes sorted by the cell of their lower corner, x fastest. Cells are a hair wider than the longest edge,
//             so partners of a box are in its own cell and the 26 around; of those, each pair of cells is looked at
//             once: the rest of the own cell together with the next one in x, and the four rows of three that come
//             later. Three cells of a row are one run.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "spatial/counting_sort.hpp"
#include "spatial/per_thread.hpp"
#include "tests/bench/broadphase_peers.hpp"
#include "tests/bench/stopwatch.hpp"

namespace bench {

namespace {

using spatial::Index;

/// A dense grid over the lower corners of boxes, or all of them.
struct DenseGrid {
    double x0 = 0.0, y0 = 0.0, z0 = 0.0, inverse = 1.0;
    int nx = 1, ny = 1, nz = 1;

    DenseGrid() = default;
    /// At least `cell` wide, wider where there would be more than `most` cells.
    DenseGrid(const Box& all, double cell, double most) : x0(all.min_x), y0(all.min_y), z0(all.min_z) {
        const double dx = double{all.max_x} - x0, dy = double{all.max_y} - y0, dz = double{all.max_z} - z0;
        cell = std::max(cell, 1e-30);
        while ((std::floor(dx / cell) + 1) * (std::floor(dy / cell) + 1) * (std::floor(dz / cell) + 1) > most)
            cell *= 1.1;
        inverse = 1.0 / cell;
        nx = static_cast<int>(dx / cell) + 1;
        ny = static_cast<int>(dy / cell) + 1;
        nz = static_cast<int>(dz / cell) + 1;
    }
    [[nodiscard]] std::size_t cells() const noexcept { return std::size_t(nx) * ny * nz; }
    [[nodiscard]] std::size_t cell(int x, int y, int z) const noexcept { return (std::size_t(z) * ny + y) * nx + x; }
    [[nodiscard]] int x(float value) const noexcept { return clamped((double{value} - x0) * inverse, nx); }
    [[nodiscard]] int y(float value) const noexcept { return clamped((double{value} - y0) * inverse, ny); }
    [[nodiscard]] int z(float value) const noexcept { return clamped((double{value} - z0) * inverse, nz); }

private:
    static int clamped(double cells, int count) noexcept {
        return static_cast<int>(std::clamp(cells, 0.0, double(count - 1)));
    }
};

Box around(std::span<const Box> boxes) {
    if (boxes.empty()) return {};
    Box all = boxes.front();
    for (const Box& b : boxes)
        all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::min(all.min_z, b.min_z),
               std::max(all.max_x, b.max_x), std::max(all.max_y, b.max_y), std::max(all.max_z, b.max_z)};
    return all;
}

template <class T>
std::size_t bytes_of(const std::vector<T>& list) {
    return list.capacity() * sizeof(T);
}

class DuplicatingGrid final : public Contestant {
public:
    explicit DuplicatingGrid(double cell) : cell_(cell) {}

    void put(std::span<const Box> boxes) override {
        boxes_.assign(boxes.begin(), boxes.end());
        // Untuned: a few cells along a box of average size.
        double edges = 0.0;
        for (const Box& b : boxes) edges += spatial::longest_edge(b);
        const double cell = cell_ > 0.0 ? cell_ : edges / static_cast<double>(std::max<std::size_t>(1, boxes.size()));
        grid_ = DenseGrid(around(boxes), cell, most_cells);
        first_.assign(grid_.cells() + 2, 0);
        for (const Box& b : boxes_) over(b, [&](std::size_t c) { ++first_[c + 2]; });
        for (std::size_t c = 2; c < first_.size(); ++c) first_[c] += first_[c - 1];
        ids_.resize(first_.back());
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            over(boxes_[i], [&](std::size_t c) { ids_[first_[c + 1]++] = static_cast<Index>(i); });
    }

    void touching(std::span<const Box> queries, spatial::TouchVisitor visit) override {
        touched_.prepare();
#pragma omp parallel for schedule(dynamic, 1024)
        for (std::size_t q = 0; q < queries.size(); ++q) {
            const Box& query = queries[q];
            std::vector<Index>& touched = touched_.mine();
            touched.clear();
            const int x0 = grid_.x(query.min_x), y0 = grid_.y(query.min_y), z0 = grid_.z(query.min_z);
            const int x1 = grid_.x(query.max_x), y1 = grid_.y(query.max_y), z1 = grid_.z(query.max_z);
            const bool one_cell = x0 == x1 && y0 == y1 && z0 == z1;
            for (int z = z0; z <= z1; ++z)
                for (int y = y0; y <= y1; ++y)
                    for (int x = x0; x <= x1; ++x) {
                        const std::size_t c = grid_.cell(x, y, z);
                        for (Index k = first_[c]; k < first_[c + 1]; ++k) {
                            const Box& b = boxes_[ids_[k]];
                            // Once, in the first cell that both are in.
                            if (overlap(query, b) && (one_cell || (x == std::max(x0, grid_.x(b.min_x)) &&
                                                                   y == std::max(y0, grid_.y(b.min_y)) &&
                                                                   z == std::max(z0, grid_.z(b.min_z)))))
                                touched.push_back(ids_[k]);
                        }
                    }
            if (!touched.empty()) visit(static_cast<Index>(q), touched);
        }
    }

    /// Tries cells of once to 64 times the queries' size, unless one was given.
    void tune(std::span<const Box> boxes, std::span<const Box> queries) override {
        if (cell_ > 0.0) return;
        double edges = 0.0;
        for (const Box& q : queries) edges += spatial::longest_edge(q);
        const double typical = edges / static_cast<double>(std::max<std::size_t>(1, queries.size()));
        double best = std::numeric_limits<double>::max(), best_cell = 0.0;
        for (double cell = typical; cell < 65.0 * typical; cell *= 2.0) {
            cell_ = cell;
            put(boxes);
            for (int run = 0; run < 2; ++run) {
                const Stopwatch watch;
                touching(queries, [](Index, std::span<const Index>) {});
                if (watch.seconds() < best) best = watch.seconds(), best_cell = cell;
            }
        }
        cell_ = best_cell;
        std::vector<Index>().swap(ids_);  // what the finest grid held is not what this one holds
        std::vector<Index>().swap(first_);
    }

    std::size_t bytes() override {
        std::size_t sum = bytes_of(boxes_) + bytes_of(first_) + bytes_of(ids_);
        touched_.for_each([&](const auto& touched) { sum += bytes_of(touched); });
        return sum;
    }

private:
    static constexpr double most_cells = 1 << 23;

    template <class F>
    void over(const Box& b, F f) const {
        for (int z = grid_.z(b.min_z), z1 = grid_.z(b.max_z); z <= z1; ++z)
            for (int y = grid_.y(b.min_y), y1 = grid_.y(b.max_y); y <= y1; ++y)
                for (int x = grid_.x(b.min_x), x1 = grid_.x(b.max_x); x <= x1; ++x) f(grid_.cell(x, y, z));
    }

    double cell_;  // 0 until it is chosen
    DenseGrid grid_;
    std::vector<Box> boxes_;
    std::vector<Index> first_, ids_;
    spatial::PerThread<std::vector<Index>> touched_;
};

class PlainGrid final : public Contestant {
public:
    void put(std::span<const Box> boxes) override {
        double longest = 0.0;
        for (const Box& b : boxes) longest = std::max(longest, spatial::longest_edge(b));
        grid_ = DenseGrid(around(boxes), longest * 1.0001, 4.0 * static_cast<double>(boxes.size()) + 64.0);
        keys_.resize(boxes.size());
        sorted_.resize(boxes.size());
#pragma omp parallel for schedule(static)
        for (std::size_t i = 0; i < boxes.size(); ++i)
            keys_[i] = static_cast<Index>(
                grid_.cell(grid_.x(boxes[i].min_x), grid_.y(boxes[i].min_y), grid_.z(boxes[i].min_z)));
        sort_.sort(keys_, static_cast<Index>(grid_.cells()), order_, first_);
#pragma omp parallel for schedule(static)
        for (std::size_t slot = 0; slot < order_.size(); ++slot) sorted_[slot] = boxes[order_[slot]];
    }

    std::span<const BoxPair> pairs() override {
        found_.prepare();
        found_.for_each([](auto& found) { found.clear(); });
#pragma omp parallel for schedule(dynamic, 4) collapse(2)
        for (int z = 0; z < grid_.nz; ++z)
            for (int y = 0; y < grid_.ny; ++y) {
                std::vector<BoxPair>& found = found_.mine();
                for (int x = 0; x < grid_.nx; ++x) {
                    const std::size_t c = grid_.cell(x, y, z);
                    if (first_[c] == first_[c + 1]) continue;
                    const int x0 = std::max(0, x - 1), x1 = std::min(grid_.nx - 1, x + 1);
                    std::array<spatial::Range, 5> runs{};
                    std::size_t count = 1;
                    for (const auto& [dy, dz] : later_rows)
                        if (y + dy >= 0 && y + dy < grid_.ny && z + dz < grid_.nz)
                            runs[count++] = {first_[grid_.cell(x0, y + dy, z + dz)],
                                             first_[grid_.cell(x1, y + dy, z + dz) + 1]};
                    for (Index i = first_[c]; i < first_[c + 1]; ++i) {
                        runs[0] = {i + 1, first_[grid_.cell(x1, y, z) + 1]};
                        const Box box = sorted_[i];
                        for (std::size_t r = 0; r < count; ++r)
                            for (Index j = runs[r].begin; j < runs[r].end; ++j)
                                if (overlap(box, sorted_[j]))
                                    found.push_back({std::min(order_[i], order_[j]), std::max(order_[i], order_[j])});
                    }
                }
            }
        pairs_.clear();
        found_.for_each([&](const auto& found) { pairs_.insert(pairs_.end(), found.begin(), found.end()); });
        return pairs_;
    }

    std::size_t bytes() override {
        std::size_t sum = bytes_of(keys_) + bytes_of(order_) + bytes_of(first_) + bytes_of(sorted_) + bytes_of(pairs_) +
                          sort_.bytes();
        found_.for_each([&](const auto& found) { sum += bytes_of(found); });
        return sum;
    }

private:
    static constexpr std::array<std::array<int, 2>, 4> later_rows = {{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}};  // y, z

    DenseGrid grid_;
    spatial::CountingSort sort_;
    std::vector<Index> keys_, order_, first_;
    std::vector<Box> sorted_;
    spatial::PerThread<std::vector<BoxPair>> found_;
    std::vector<BoxPair> pairs_;
};

}  // namespace

std::unique_ptr<Contestant> make_duplicating_grid(double cell) { return std::make_unique<DuplicatingGrid>(cell); }
std::unique_ptr<Contestant> make_plain_grid() { return std::make_unique<PlainGrid>(); }

}  // namespace bench
