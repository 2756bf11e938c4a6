#include "spatial/boxes/row_levels.hpp"

#include <omp.h>

#include <cmath>

#include "spatial/blocks.hpp"
#include "spatial/boxes/size_census.hpp"
#include "spatial/keep_room.hpp"

namespace spatial {

namespace {

// Vectors may be read beyond the last slot.
constexpr std::size_t padding = 16;
constexpr double hair = 1.0 + 1e-12;  // lower corner and reach are added up, and that is rounded

/// How wide the cells of a level are, such that searching it costs least. The model: so much for every row looked at,
/// so much for every vector tested.
RowGrid fit(const SizeClass& boxes) {
    std::array<double, 3> span{}, edge{};
    double volume = 1.0;
    int axes = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        span[a] = std::max(boxes.high[a] - boxes.low[a], boxes.edge[a]);
        if (span[a] > 0.0) {
            volume *= span[a];
            ++axes;
        }
    }
    const auto n = static_cast<double>(boxes.count);
    const double spacing = axes == 0 ? 1.0 : std::pow(volume / n, 1.0 / axes);
    for (std::size_t a = 0; a < 3; ++a) edge[a] = std::max(boxes.edge[a], 0.25 * spacing);
    const auto cells_along = [&](std::size_t a, double width) { return std::floor(span[a] / width) + 1.0; };

    std::array<double, 3> width = edge;
    double least = 1e300;
    for (const double fy : {0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0})
        for (const double fx : {0.25, 0.5, 1.0}) {
            const std::array<double, 3> tried{fx * edge[0], fy * edge[1], fy * edge[2]};
            double rows = 1.0, crossed = n;  // boxes in one row's stretch
            for (std::size_t a = 0; a < 3; ++a) {
                const double reached = std::min(span[a], 2.0 * boxes.edge[a] + tried[a]);
                if (a > 0) rows *= std::min(cells_along(a, tried[a]), 2.0 * boxes.edge[a] / tried[a] + 1.0);
                if (span[a] > 0.0) crossed *= (a == 0 ? reached : std::min(span[a], tried[a])) / span[a];
            }
            const double cells = cells_along(0, tried[0]) * cells_along(1, tried[1]) * cells_along(2, tried[2]);
            const double cost = rows * (1.0 + std::max(1.0, crossed / 8.0 + 0.4)) + cells / n;
            if (cost < least) {
                least = cost;
                width = tried;
            }
        }

    RowGrid grid;
    std::array<double, 3> count{};
    for (std::size_t a = 0; a < 3; ++a) count[a] = cells_along(a, width[a]);
    const double most = 2.0 * n + 64.0;
    while (count[0] * count[1] * count[2] > most) {
        const std::size_t longest =
            static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
        RowAxis& axis = grid.axes[longest];
        axis.folded = true;
        count[longest] = std::exp2(std::ceil(std::log2(count[longest])) - 1.0);
    }
    for (std::size_t a = 0; a < 3; ++a) {
        RowAxis& axis = grid.axes[a];
        axis.corner = boxes.low[a];
        axis.edge = width[a];
        axis.inverse_edge = 1.0 / width[a];
        axis.cells = static_cast<std::int32_t>(count[a]);
    }
    return grid;
}

// Queries one thread searches for at a time.
constexpr Index slots_a_job = 4096;

}  // namespace

void RowLevels::build(const BoxStore& boxes) {
    lay_levels(boxes);
    sort(boxes);
}

void RowLevels::lay_levels(const BoxStore& boxes) {
    const auto classes = census_of(boxes);
    levels_.clear();
    std::uint32_t cells = 0;
    SizeClass gathered;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        gathered.join(classes[c]);
        level_of_[c] = static_cast<std::uint8_t>(levels_.size());
        if (gathered.count == 0) continue;
        // Few small ones among many larger ones are no level of their own.
        const std::size_t next = c + 1 < classes.size() ? classes[c + 1].count : 0;
        if (gathered.count < 5 * next) continue;
        Level level{.grid = fit(gathered), .first_cell = cells};
        for (std::size_t a = 0; a < 3; ++a) level.reach[a] = gathered.edge[a] * hair;
        cells += static_cast<std::uint32_t>(level.grid.cells());
        levels_.push_back(level);
        gathered = {};
    }
    resize_with_room(first_, cells + 1);
}

void RowLevels::sort(const BoxStore& boxes) {
    const std::size_t n = boxes.finite();
    // In the order of last time, which is nearly the new one, so that writing goes through memory in step.
    numbers_before_.swap(numbers_);
    const bool same_crowd = count_ == n && boxes.end() == n;
    count_ = n;
    if (!same_crowd) {
        numbers_before_.resize(n + padding);
        std::size_t slot = 0;
        for (Index number = 0; number < boxes.end(); ++number)
            if (boxes.is_finite(number)) numbers_before_[slot++] = number;
    }
    numbers_.resize(n + padding);
    keys_.resize(n);
    for (auto& column : columns_) column.resize(n + padding);

    std::fill(first_.begin(), first_.end(), Index{0});
    constexpr std::size_t ahead = 16;
    const Box* all = boxes.all().data();
    for (std::size_t slot = 0; slot < n; ++slot) {
        if (slot + ahead < n) __builtin_prefetch(all + numbers_before_[slot + ahead]);
        const Box& b = all[numbers_before_[slot]];
        const Level& level = levels_[level_of_[size_class(b)]];
        const std::uint32_t key = level.first_cell + level.grid.key_of(b.min_x, b.min_y, b.min_z);
        keys_[slot] = key;
        ++first_[key];
    }
    Index sum = 0;
    for (Level& level : levels_) {
        level.slots.begin = sum;
        for (std::size_t cell = level.first_cell; cell < level.first_cell + level.grid.cells(); ++cell) {
            const Index count = first_[cell];
            first_[cell] = sum;
            sum += count;
        }
        level.slots.end = sum;
    }
    first_.back() = sum;
    for (std::size_t slot = 0; slot < n; ++slot) {
        if (slot + ahead < n) __builtin_prefetch(all + numbers_before_[slot + ahead]);
        const Index number = numbers_before_[slot];
        const Box& b = all[number];
        const Index to = first_[keys_[slot]]++;
        numbers_[to] = number;
        columns_[0][to] = without_sign_of_zero(b.min_x);
        columns_[1][to] = without_sign_of_zero(b.min_y);
        columns_[2][to] = without_sign_of_zero(b.min_z);
        columns_[3][to] = without_sign_of_zero(b.max_x);
        columns_[4][to] = without_sign_of_zero(b.max_y);
        columns_[5][to] = without_sign_of_zero(b.max_z);
    }
    // Each cell now says where it ends, which is where the next begins.
    std::copy_backward(first_.begin(), first_.end() - 1, first_.end());
    first_.front() = 0;
}

RowLevels::View RowLevels::view() const noexcept {
    return {{columns_[0].data(), columns_[1].data(), columns_[2].data(), columns_[3].data(), columns_[4].data(),
             columns_[5].data(), numbers_.data()},
            first_.data()};
}

BroadCounters RowLevels::find_pairs(std::vector<BoxPair>& found) {
    const View seen = view();
    BroadCounters all;
    const auto find = [&](const Job& job, std::vector<BoxPair>& list, BroadCounters& counters) {
        for (std::size_t other = job.level; other < levels_.size(); ++other)
            find_row_pairs(seen, job.slots, levels_[other], other == job.level, list, counters);
    };
    jobs_.clear();
    for (std::size_t own = 0; own < levels_.size(); ++own)
        for (Index begin = levels_[own].slots.begin; begin < levels_[own].slots.end; begin += slots_a_job)
            jobs_.push_back({own, {begin, std::min(begin + slots_a_job, levels_[own].slots.end)}});
    const auto team = static_cast<std::size_t>(omp_get_max_threads());
    if (team == 1 || count_ < worth_a_team) {
        for (const Job& job : jobs_) find(job, found, all);
        return all;
    }
    // In waves, so that what is found waits in little memory until it is put into the list, in the order of the jobs.
    const std::size_t wave = 8 * team;
    if (portions_.size() < wave) portions_.resize(wave);
    for (std::size_t first = 0; first < jobs_.size(); first += wave) {
        const std::size_t count = std::min(wave, jobs_.size() - first);
#pragma omp parallel for schedule(dynamic, 1)
        for (std::size_t k = 0; k < count; ++k) {
            portions_[k].pairs.clear();
            portions_[k].counters = {};
            find(jobs_[first + k], portions_[k].pairs, portions_[k].counters);
        }
        for (std::size_t k = 0; k < count; ++k) {
            append_pairs(found, portions_[k].pairs);
            all += portions_[k].counters;
        }
    }
    return all;
}

std::size_t RowLevels::bytes() const noexcept {
    std::size_t sum = levels_.capacity() * sizeof(Level) + first_.capacity() * sizeof(Index) +
                      (numbers_.capacity() + numbers_before_.capacity() + keys_.capacity()) * sizeof(Index) +
                      jobs_.capacity() * sizeof(Job);
    for (const Portion& portion : portions_) sum += portion.pairs.capacity() * sizeof(BoxPair);
    for (const auto& column : columns_) sum += column.capacity() * sizeof(float);
    return sum;
}

}  // namespace spatial
