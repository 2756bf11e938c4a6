#include "spatial/boxes/spread_plan.hpp"

// Which sizes share a level of a spread grid, and how wide its cells are. Few levels mean few places to look at; but a
// level of sizes far apart has either its large boxes in many cells or many small ones in each. All that is weighed by
// a model of what a query costs, and the best division of the sizes into levels is found exactly: it is a shortest
// path.
#include <cmath>
#include <limits>

namespace spatial {

namespace {

// Nanoseconds, of a processor of 2023: to find a cell, and to test a vector of eight boxes. Only their ratio counts.
constexpr double cost_of_cell = 5.0, cost_of_vector = 2.5;
// Memory of a level, as multiples of its own boxes or of all; few boxes may take what the first-level cache holds
// anyway.
constexpr double most_entries = 9.0, most_entries_of_crowd = 3.0, most_cells = 2.0, always_allowed = 4096.0;

/// How many vectors the boxes of a cell take, on average: none where the cell is empty, at least one where it is not.
double vectors(double boxes) { return 1.0 - std::exp(-boxes) + boxes / 8.0; }

// Sizes further apart than 1:65,000 do not pay in one level.
constexpr std::size_t most_classes_a_level = 16;

struct Fit {
    RowGrid grid;
    double cost = std::numeric_limits<double>::infinity();
};

/// The best grid for all boxes of some classes, among a crowd of so many.
Fit fit(std::span<const SizeClass> classes, std::size_t crowd, const std::array<double, 3>& query) {
    SizeClass all;
    for (const SizeClass& c : classes) all.join(c);
    const auto n = static_cast<double>(all.count);
    std::array<double, 3> span{};
    for (std::size_t a = 0; a < 3; ++a) span[a] = all.end[a] - all.low[a];
    const double widest = std::max({span[0], span[1], span[2]});
    const double entries_allowed =
        std::max({always_allowed, most_entries * n, most_entries_of_crowd * static_cast<double>(crowd)});
    Fit best;
    double width = widest > 0.0 ? widest : 1.0;
    for (int halvings = 0; halvings < 200; ++halvings, width *= 0.7071) {
        std::array<double, 3> count{};
        double cells = 1.0, visited = 1.0;
        for (std::size_t a = 0; a < 3; ++a) {
            count[a] = std::max(1.0, std::floor(span[a] / width));
            cells *= count[a];
            const double edge = count[a] == 1.0 ? std::numeric_limits<double>::infinity() : span[a] / count[a];
            visited *= std::min(count[a], 1.0 + query[a] / edge);
        }
        if (cells > std::max(always_allowed, most_cells * n)) break;
        // How many places there are for boxes, and how many boxes a query meets where those of each size are.
        double entries = 0.0, met = 0.0;
        for (const SizeClass& c : classes) {
            double covered = static_cast<double>(c.count), near = covered;
            for (std::size_t a = 0; a < 3; ++a) {
                const double cell = count[a] == 1.0 ? std::numeric_limits<double>::infinity() : span[a] / count[a];
                covered *= std::min(count[a], 1.0 + c.mean_edge(a) / cell);
                near *= std::min(1.0, (c.mean_edge(a) + cell) / (c.end[a] - c.low[a]));
            }
            entries += covered;
            met += near;
        }
        if (entries > entries_allowed && best.cost < 1e300) break;
        const double cost = visited * (cost_of_cell + cost_of_vector * vectors(met));
        if (cost >= best.cost) continue;
        best.cost = cost;
        for (std::size_t a = 0; a < 3; ++a) {
            RowAxis& axis = best.grid.axes[a];
            axis.corner = all.low[a];
            axis.edge = count[a] == 1.0 ? std::max(span[a], 1e-300) : span[a] / count[a];
            axis.inverse_edge = 1.0 / axis.edge;
            axis.cells = static_cast<std::int32_t>(count[a]);
        }
    }
    return best;
}

}  // namespace

bool SpreadPlan::still_fits(std::span<const SizeClass, size_classes> census) const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < size_classes; ++c) {
        if ((census[c].count > 0) != (census_[c].count > 0)) return false;
        count += census[c].count;
        for (std::size_t a = 0; a < 3 && census[c].count > 0; ++a) {
            const double span = census_[c].end[a] - census_[c].low[a];
            if (std::abs(census[c].low[a] - census_[c].low[a]) > 0.1 * span ||
                std::abs(census[c].end[a] - census_[c].end[a]) > 0.1 * span)
                return false;
        }
    }
    return count < count_ + count_ / 4 + 8 && count_ < count + count / 4 + 8;
}

void SpreadPlan::make(std::span<const SizeClass, size_classes> census, const std::array<double, 3>& typical_query) {
    std::copy(census.begin(), census.end(), census_.begin());
    count_ = 0;
    std::array<SizeClass, size_classes> there;
    std::array<std::uint32_t, size_classes> class_of{};
    std::size_t n = 0;
    for (std::uint32_t c = 0; c < size_classes; ++c)
        if (census[c].count > 0) {
            count_ += census[c].count;
            there[n] = census[c];
            class_of[n++] = c;
        }
    // best[k]: the first k classes, divided at the least cost; the last level of them begins at cut[k].
    std::array<double, size_classes + 1> best;
    std::array<std::size_t, size_classes + 1> cut{};
    std::array<RowGrid, size_classes + 1> grid;
    best.fill(std::numeric_limits<double>::infinity());
    best[0] = 0.0;
    for (std::size_t to = 1; to <= n; ++to)
        for (std::size_t from = to - std::min(to, most_classes_a_level); from < to; ++from) {
            const Fit level = fit(std::span(there).subspan(from, to - from), count_, typical_query);
            if (best[from] + level.cost >= best[to]) continue;
            best[to] = best[from] + level.cost;
            cut[to] = from;
            grid[to] = level.grid;
        }
    levels_ = 0;
    for (std::size_t to = n; to > 0; to = cut[to]) {
        if (levels_ == most_levels) {  // sizes of more than sixty orders of magnitude: the finest share the last level
            level_[levels_ - 1].classes_from = 0;
            break;
        }
        level_[levels_++] = {.grid = grid[to], .classes_from = class_of[cut[to]], .classes_to = class_of[to - 1] + 1};
    }
}

}  // namespace spatial
