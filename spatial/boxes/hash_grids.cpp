#include "spatial/boxes/hash_grids.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "spatial/boxes/hash_grid_questions.hpp"

namespace spatial {

namespace {

/// max(longest_edge, farthest_coordinate * 2^-22), two numbers at a time: of a list of six the compiler makes a jump
/// that goes wrong every other time.
double size_of(const Box& b) noexcept {
    const double x = double{b.max_x} - b.min_x, y = double{b.max_y} - b.min_y, z = double{b.max_z} - b.min_z;
    const float far_x = std::max(b.max_x, -b.min_x), far_y = std::max(b.max_y, -b.min_y),
                far_z = std::max(b.max_z, -b.min_z);
    const double far = double{std::max(std::max(far_x, far_y), far_z)};
    constexpr double least = 0x1p-140;
    static_assert(finest_class == -140);
    return std::max(std::max(std::max(x, y), z), std::max(far * 0x1p-22, least));
}

}  // namespace

HashGrids::HashGrids(const BroadSettings& settings, GridShape first_shape)
    : settings_(settings), first_shape_(first_shape) {
    check(settings);
    if (std::min({first_shape.x_bits, first_shape.y_bits, first_shape.z_bits}) < GridShape::least_bits)
        throw std::invalid_argument(
            "a grid of fewer than 4 cells along an axis; 4 is the least that tells left from right");
}

HashGrid& HashGrids::grid_for(double size) {
    for (HashGrid* const grid : ascending_)
        if (grid->suits(size)) return *grid;
    if (grids_.empty()) first_cell_ = size * std::sqrt(double{settings_.factor});
    // Grid k is for sizes from c0 f^(k-1) to c0 f^k. Both are computed the same way for all grids, so that there is
    // neither a gap nor an overlap between two of them.
    const auto border = [&](int k) { return first_cell_ * std::pow(double{settings_.factor}, k); };
    int k = static_cast<int>(std::floor(std::log(size / first_cell_) / std::log(double{settings_.factor}))) + 1;
    while (size >= border(k)) ++k;
    while (size < border(k - 1)) --k;
    grids_.push_back(
        std::make_unique<HashGrid>(border(k - 1), border(k), static_cast<std::uint32_t>(grids_.size()), first_shape_));
    HashGrid* const made = grids_.back().get();
    const auto at =
        std::ranges::find_if(ascending_, [&](const HashGrid* g) { return g->cell_size() > made->cell_size(); });
    ascending_.insert(at, made);
    ascending_const_.assign(ascending_.begin(), ascending_.end());
    return *made;
}

void HashGrids::change(const BoxStore::Changes& changes) {
    boxes_changed_ = true;
    if (!active_) {
        cells_changed_ = true;
        if (boxes().finite() <= few) return;
        active_ = true;
        insert_everybody();
        return;
    }
    if (settings_.rebuild) {
        insert_everybody();
        return;
    }
    places_.resize(boxes().end());
    update(changes.removed);
    update(changes.inserted);
    update(changes.moved);
}

void HashGrids::insert_everybody() {
    cells_changed_ = true;
    for (HashGrid* const grid : ascending_)
        if (grid->objects() > 0) grid->clear();
    places_.assign(boxes().end(), GridPlace{});
    for (Index number = 0; number < boxes().end(); ++number) {
        if (!boxes().is_finite(number)) continue;
        grid_for(size_of(boxes()[number])).insert(number, boxes().all(), places_);
        ++work_.inserted;
    }
}

// A number may be listed more than once, and what it is by now is what counts.
void HashGrids::update(std::span<const Index> numbers) {
    const std::span<const Box> all = boxes().all();
    // Few change cells, and to do so they go to places all over memory: first a pass over everybody tells who they are
    // and asks for what is next to them in their lists, and then, when it is there, they move.
    moving_.clear();
    for (const Index number : numbers) {
        const GridPlace& place = places_[number];
        if (place.grid != GridPlace::no_grid && boxes().is_finite(number)) {
            const HashGrid& grid = *grids_[place.grid];
            if (grid.suits(size_of(all[number])) && grid.cell_of(all[number]) == place.cell) {
                ++work_.stayed;
                continue;
            }
        }
        moving_.push_back(number);
    }
    if (moving_.empty()) return;
    cells_changed_ = true;
    constexpr std::size_t ahead = 12;
    for (std::size_t k = 0; k < moving_.size(); ++k) {
        if (k + ahead < moving_.size()) {
            const Index soon = moving_[k + ahead];
            const GridPlace& place = places_[soon];
            if (place.next != GridPlace::nobody) __builtin_prefetch(&places_[place.next], 1);
            if (place.before != GridPlace::nobody) __builtin_prefetch(&places_[place.before], 1);
            if (place.grid != GridPlace::no_grid) grids_[place.grid]->ask_for(all[soon], places_);
        }
        move(moving_[k]);
    }
}

void HashGrids::move(Index number) {
    const std::span<const Box> all = boxes().all();
    const std::uint32_t was_in = places_[number].grid;
    if (was_in != GridPlace::no_grid) grids_[was_in]->remove(number, places_);
    if (!boxes().is_finite(number)) {
        work_.removed += was_in != GridPlace::no_grid ? 1 : 0;
        return;
    }
    HashGrid& grid = grid_for(size_of(all[number]));
    grid.insert(number, all, places_);
    ++(was_in == GridPlace::no_grid ? work_.inserted : was_in == grid.id() ? work_.changed_cell : work_.changed_grid);
}

void HashGrids::arrange() {
    if (cells_changed_) {
        const std::span<Index> numbers = columns_.start(boxes().finite());
        cell_begins_.clear();
        views_.clear();
        Index slot = 0;
        if (active_) {
            std::size_t cells = 1;
            for (const HashGrid* const grid : ascending_) cells += grid->occupied_cells();
            if (cells > cell_begins_.capacity()) cell_begins_.reserve(cells + cells / 8);
            for (HashGrid* const grid : ascending_) {
                if (grid->objects() == 0) continue;
                const Index begin = slot;
                const std::size_t first_cell = cell_begins_.size();
                grid->list_slots(places_, numbers, slot, cell_begins_);
                views_.push_back({grid, {begin, slot}, first_cell});
            }
        } else {
            for (Index number = 0; number < boxes().end(); ++number)
                if (boxes().is_finite(number)) numbers[slot++] = number;
        }
        cell_begins_.push_back(slot);
    }
    if (boxes_changed_) columns_.fill(boxes());
    cells_changed_ = boxes_changed_ = false;
}

GridQuestion HashGrids::question() const noexcept {
    return {columns_.view(), static_cast<Index>(columns_.size()), views_, cell_begins_.data()};
}

BroadCounters HashGrids::find_pairs(std::vector<BoxPair>& found) {
    arrange();
    BroadCounters counters = active_ ? pairs_in_grids(question(), pairs_, found) : pairs_of_all(question(), found);
    counters.collisions = shared_cells();
    return counters;
}

BroadCounters HashGrids::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    arrange();
    BroadCounters counters = touching_in_grids(question(), queries, touched_, visit);
    counters.collisions = shared_cells();
    return counters;
}

/// Cells that hold objects of several places, a multiple of the grid's length apart.
std::uint64_t HashGrids::shared_cells() const {
    const BoxColumnsView columns = columns_.view();
    std::uint64_t shared = 0;
    for (const GridView& view : views_) {
        const HashGrid& grid = *view.grid;
        // Where everybody is nearer to each other than the grid is long, there are none.
        const auto fits = [&](const float* min, std::uint32_t mask) {
            float low = min[view.slots.begin], high = low;
            for (Index slot = view.slots.begin; slot < view.slots.end; ++slot) {
                low = std::min(low, min[slot]);
                high = std::max(high, min[slot]);
            }
            return cell_coordinate(high, grid.inverse()) - std::int64_t{cell_coordinate(low, grid.inverse())} <=
                   std::int64_t{mask};
        };
        const GridShape& shape = grid.shape();
        if (fits(columns.min_x, shape.x_mask()) && fits(columns.min_y, shape.y_mask()) &&
            fits(columns.min_z, shape.z_mask()))
            continue;
        for (std::size_t cell = view.first_cell; cell < view.first_cell + grid.occupied_cells(); ++cell) {
            const Cell first = grid.true_cell(columns[cell_begins_[cell]]);
            bool several = false;
            for (Index slot = cell_begins_[cell] + 1; slot < cell_begins_[cell + 1]; ++slot)
                several |= grid.true_cell(columns[slot]) != first;
            shared += several ? 1 : 0;
        }
    }
    return shared;
}

void HashGrids::for_each_cell(BoxCellVisitor visit) {
    arrange();
    const BoxColumnsView columns = columns_.view();
    if (!active_ && columns_.size() > 0) {
        Box all = columns[0];
        for (Index slot = 0; slot < columns_.size(); ++slot) {
            const Box b = columns[slot];
            all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::min(all.min_z, b.min_z),
                   std::max(all.max_x, b.max_x), std::max(all.max_y, b.max_y), std::max(all.max_z, b.max_z)};
        }
        visit({all, 0, static_cast<Index>(columns_.size()), false});
        return;
    }
    // Several places may share a cell: those where objects are.
    std::vector<Cell> places;
    int level = 0;
    for (const GridView& view : views_) {
        for (std::size_t cell = view.first_cell; cell < view.first_cell + view.grid->occupied_cells(); ++cell) {
            places.clear();
            for (Index slot = cell_begins_[cell]; slot < cell_begins_[cell + 1]; ++slot)
                places.push_back(view.grid->true_cell(columns[slot]));
            std::ranges::sort(places);
            for (auto at = places.begin(); at != places.end();) {
                const auto next = std::find_if(at, places.end(), [&](const Cell& c) { return c != *at; });
                visit({box_of(*at, view.grid->edge()), level, static_cast<Index>(next - at), false});
                at = next;
            }
        }
        ++level;
    }
}

std::string HashGrids::note() const {
    if (!active_) return "all against all: up to " + std::to_string(few) + " boxes that is faster than grids";
    std::string text = std::to_string(ascending_.size()) + (ascending_.size() == 1 ? " grid" : " grids");
    for (const HashGrid* grid : ascending_)
        if (grid->objects() > 0)
            text += "; " + std::to_string(grid->shape().cells()) + " cells of " + std::to_string(grid->cell_size()) +
                    " m, " + std::to_string(grid->occupied_cells()) + " occupied by " + std::to_string(grid->objects());
    return text;
}

std::size_t HashGrids::structure_bytes() const noexcept {
    std::size_t sum = places_.capacity() * sizeof(GridPlace) +
                      (cell_begins_.capacity() + moving_.capacity()) * sizeof(Index) +
                      views_.capacity() * sizeof(GridView) + columns_.bytes();
    for (const auto& grid : grids_) sum += grid->bytes();
    for (const auto& pairs : pairs_) sum += pairs.capacity() * sizeof(BoxPair);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
