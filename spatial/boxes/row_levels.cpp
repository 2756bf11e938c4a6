#include "spatial/boxes/row_levels.hpp"

#include <omp.h>

#include <cmath>
#include <limits>

#include "spatial/blocks.hpp"
#include "spatial/keep_room.hpp"

namespace spatial {

namespace {

// The longest edges are floats, rounded by half an ulp at most; and lower corner and reach are added up.
constexpr double hair = 1.0 + 0x1p-22;

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
    list_everybody(boxes);
    if (levels_.empty()) lay_levels(boxes);
    find_keys(boxes);
    if (!levels_still_fit()) {
        lay_levels(boxes);
        find_keys(boxes);
    }
    fit_levels_to_boxes();
    sort(boxes);
}

void RowLevels::list_everybody(const BoxStore& boxes) {
    const std::size_t n = boxes.finite();
    numbers_before_.swap(numbers_);
    const bool same_crowd = count_ == n && boxes.end() == n;
    count_ = n;
    numbers_.resize(n + row_lanes);
    keys_.resize(boxes.end());
    for (auto& column : columns_) column.resize(n + row_lanes);
    if (same_crowd) return;
    numbers_before_.resize(n + row_lanes);
    std::size_t slot = 0;
    for (Index number = 0; number < boxes.end(); ++number)
        if (boxes.is_finite(number)) numbers_before_[slot++] = number;
}

void RowLevels::lay_levels(const BoxStore& boxes) {
    const auto classes = census_of(boxes);
    levels_.clear();
    scales_.clear();
    std::uint32_t cells = 0;
    SizeClass gathered;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        laid_for_[c] = static_cast<std::uint32_t>(classes[c].count);
        gathered.join(classes[c]);
        level_of_[c] = static_cast<std::uint8_t>(levels_.size());
        if (gathered.count == 0) continue;
        // Few small ones among many larger ones are no level of their own.
        const std::size_t next = c + 1 < classes.size() ? classes[c + 1].count : 0;
        if (gathered.count < 5 * next) continue;
        levels_.push_back({.grid = fit(gathered), .laid_for = gathered, .first_cell = cells});
        scales_.emplace_back(levels_.back().grid, cells);
        cells += static_cast<std::uint32_t>(levels_.back().grid.cells());
        gathered = {};
    }
    // Who is larger than anybody was.
    for (std::uint8_t& level : level_of_)
        if (level >= levels_.size() && level > 0) level = static_cast<std::uint8_t>(levels_.size() - 1);
    resize_with_room(first_, cells + 1);
}

void RowLevels::find_keys(const BoxStore& boxes) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr auto all = [](float x) { return std::array{x, x, x, x}; };
    extents_.assign(levels_.size(), {all(infinity), all(-infinity), all(0.0f)});
    of_size_.fill(0);
    std::fill(first_.begin(), first_.end(), Index{0});
    find_row_keys({boxes, scales_, level_of_, keys_.data(), first_.data(), of_size_, extents_.data()});
}

bool RowLevels::levels_still_fit() const {
    // Either an eighth of the boxes is of another size or a level has moved or grown by a tenth of what it was.
    std::size_t others = 0;
    for (std::size_t c = 0; c < size_classes; ++c)
        others += std::max(of_size_[c], laid_for_[c]) - std::min(of_size_[c], laid_for_[c]);
    if (8 * others > count_) return false;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const SizeClass& was = levels_[l].laid_for;
        for (std::size_t a = 0; a < 3; ++a) {
            const double much = 0.1 * std::max(was.high[a] - was.low[a], was.edge[a]);
            if (std::abs(extents_[l].low[a] - was.low[a]) > much || std::abs(extents_[l].high[a] - was.high[a]) > much)
                return false;
        }
    }
    return true;
}

void RowLevels::fit_levels_to_boxes() {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        Level& level = levels_[l];
        for (std::size_t a = 0; a < 3; ++a) {
            const RowAxis& axis = level.grid.axes[a];
            level.reach[a] = extents_[l].edge[a] * hair;
            level.first[a] = axis.coordinate(extents_[l].low[a]);
            level.last[a] = axis.coordinate(extents_[l].high[a]);
        }
    }
}

void RowLevels::sort(const BoxStore& boxes) {
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
    const Box* const all = boxes.all().data();
    for (std::size_t slot = 0; slot < count_; ++slot) {
        if (slot + boxes_ahead < count_) {
            const Index soon = numbers_before_[slot + boxes_ahead];
            __builtin_prefetch(&all[soon].min_x);
            __builtin_prefetch(&all[soon].max_z);  // in the next line of the cache, for one in four
            __builtin_prefetch(keys_.data() + soon);
        }
        const Index number = numbers_before_[slot];
        const Box& b = all[number];
        const Index to = first_[keys_[number]]++;
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
    std::size_t sum = levels_.capacity() * sizeof(Level) + scales_.capacity() * sizeof(RowScale) +
                      extents_.capacity() * sizeof(RowExtent) + first_.capacity() * sizeof(Index) +
                      (numbers_.capacity() + numbers_before_.capacity() + keys_.capacity()) * sizeof(Index) +
                      jobs_.capacity() * sizeof(Job);
    for (const Portion& portion : portions_) sum += portion.pairs.capacity() * sizeof(BoxPair);
    for (const auto& column : columns_) sum += column.capacity() * sizeof(float);
    return sum;
}

}  // namespace spatial
