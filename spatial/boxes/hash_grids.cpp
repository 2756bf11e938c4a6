#include "spatial/boxes/hash_grids.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "spatial/boxes/hash_grid_questions.hpp"

namespace spatial {

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
        std::make_unique<HashGrid>(border(k - 1), border(k), static_cast<std::uint16_t>(grids_.size()), first_shape_));
    HashGrid* const made = grids_.back().get();
    const auto at =
        std::ranges::find_if(ascending_, [&](const HashGrid* g) { return g->cell_size() > made->cell_size(); });
    ascending_.insert(at, made);
    ascending_const_.assign(ascending_.begin(), ascending_.end());
    return *made;
}

void HashGrids::change(const BoxStore::Changes& changes) {
    slots_are_listed_ = columns_are_filled_ = false;
    if (!active_) {
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
    // Ascending numbers, as many as there are: then this is where they all are.
    if (changes.moved.size() == boxes().finite() &&
        std::ranges::adjacent_find(changes.moved, std::greater_equal{}) == changes.moved.end())
        extent_.clear();
    update(changes.removed);
    update(changes.inserted);
    update(changes.moved);
}

void HashGrids::insert_everybody() {
    for (HashGrid* const grid : ascending_)
        if (grid->objects() > 0) grid->clear();
    places_.assign(boxes().end(), GridPlace{});
    extent_.clear();
    for (Index number = 0; number < boxes().end(); ++number) {
        if (!boxes().is_finite(number)) continue;
        extent_.join(boxes()[number]);
        grid_for(grid_size_of(boxes()[number])).insert(number, boxes().all(), places_);
        ++work_.inserted;
    }
}

void HashGrids::update(std::span<const Index> numbers) {
    for (constexpr std::size_t at_a_time = 256; !numbers.empty();) {
        const auto some = numbers.first(std::min(at_a_time, numbers.size()));
        update_some(some);
        numbers = numbers.subspan(some.size());
    }
}

// A number may be listed more than once, and what it is by now is what counts.
void HashGrids::update_some(std::span<const Index> numbers) {
    // Few change cells, and to do so they go to places all over memory: first a pass over everybody tells who they are,
    // and then, when what is next to them in their lists has been asked for and is there, they move.
    find_grid_movers(boxes(), numbers, grids_, places_, extent_, moving_);
    work_.stayed += numbers.size() - moving_.size();
    constexpr std::size_t ahead = 12;
    for (std::size_t k = 0; k < moving_.size(); ++k) {
        if (k + ahead < moving_.size()) {
            const auto [soon, cell] = moving_[k + ahead];
            const GridPlace& place = places_[soon];
            if (place.next != GridPlace::nobody) __builtin_prefetch(&places_[place.next], 1);
            if (place.before != GridPlace::nobody) __builtin_prefetch(&places_[place.before], 1);
            if (cell != GridMover::unknown) grids_[place.grid()]->ask_for(cell, places_);
        }
        const auto [number, cell] = moving_[k];
        if (cell == GridMover::unknown) continue;
        grids_[places_[number].grid()]->move(number, cell, places_);
        ++work_.changed_cell;
    }
    // Who enters a grid may make it grow, and cells have other numbers then: they come last.
    for (const auto [number, cell] : moving_)
        if (cell == GridMover::unknown) change_grid(number);
}

void HashGrids::change_grid(Index number) {
    const std::span<const Box> all = boxes().all();
    const std::uint16_t was_in = places_[number].grid();
    if (was_in != GridPlace::no_grid) grids_[was_in]->remove(number, places_);
    if (!boxes().is_finite(number)) {
        work_.removed += was_in != GridPlace::no_grid ? 1 : 0;
        return;
    }
    HashGrid& grid = grid_for(grid_size_of(all[number]));
    grid.insert(number, all, places_);
    ++(was_in == GridPlace::no_grid ? work_.inserted : was_in == grid.id() ? work_.changed_cell : work_.changed_grid);
}

void HashGrids::list_slots() {
    if (slots_are_listed_) return;
    slots_are_listed_ = true;
    const std::size_t count = boxes().finite();
    numbers_.resize(count + digest_lanes);
    cell_begins_.clear();
    views_.clear();
    if (!active_) {
        Index slot = 0;
        for (Index number = 0; number < boxes().end(); ++number)
            if (boxes().is_finite(number)) numbers_[slot++] = number;
        return;
    }
    digests_.resize(count + digest_lanes);
    std::size_t cells = 1;
    for (const HashGrid* const grid : ascending_) cells += grid->occupied_cells();
    if (cells > cell_begins_.capacity()) cell_begins_.reserve(cells + cells / 16);
    HashGrid::Slots slots{.number = numbers_.data(), .digest = digests_.data(), .cell_begins = cell_begins_};
    for (HashGrid* const grid : ascending_) {
        if (grid->objects() == 0) continue;
        const Index begin = slots.end;
        const std::size_t first_cell = cell_begins_.size();
        grid->list_slots(places_, slots);
        views_.push_back({grid, {begin, slots.end}, first_cell, is_unfolded(*grid)});
    }
    cell_begins_.push_back(slots.end);
    if (std::ranges::all_of(views_, &GridView::is_unfolded)) return;
    // Who has left, or was elsewhere, may be why.
    extent_.clear();
    for (const Index number : std::span(numbers_).first(count)) extent_.join(boxes()[number]);
    for (GridView& view : views_) view.is_unfolded = is_unfolded(*view.grid);
}

/// Everybody is nearer to each other than the grid is long: who shares a cell is in one place.
bool HashGrids::is_unfolded(const HashGrid& grid) const noexcept {
    const GridShape& shape = grid.shape();
    const std::array<std::uint32_t, 3> mask{shape.x_mask(), shape.y_mask(), shape.z_mask()};
    bool fits = true;
    for (std::size_t a = 0; a < 3; ++a)
        fits &= cell_coordinate(extent_.high[a], grid.inverse()) -
                    std::int64_t{cell_coordinate(extent_.low[a], grid.inverse())} <=
                std::int64_t{mask[a]};
    return fits;
}

void HashGrids::fill_columns() {
    list_slots();
    if (columns_are_filled_) return;
    columns_are_filled_ = true;
    std::ranges::copy(std::span(numbers_).first(boxes().finite()), columns_.start(boxes().finite()).begin());
    columns_.fill(boxes());
}

GridQuestion HashGrids::question() const noexcept {
    return {columns_.view(), static_cast<Index>(columns_.size()), views_, cell_begins_.data()};
}

BroadCounters HashGrids::find_pairs(std::vector<BoxPair>& found) {
    if (!active_) {
        fill_columns();
        return pairs_of_all(question(), found);
    }
    list_slots();
    if (!std::ranges::all_of(views_, &GridView::is_unfolded)) {
        fill_columns();
        BroadCounters counters = pairs_in_folded_grids(question(), pairs_, found);
        counters.collisions = shared_cells();
        return counters;
    }
    return pairs_in_grids({boxes().all(),
                           {digests_.data(), numbers_.data()},
                           static_cast<Index>(boxes().finite()),
                           views_,
                           cell_begins_.data()},
                          pairs_, found);
}

BroadCounters HashGrids::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    fill_columns();
    BroadCounters counters = touching_in_grids(question(), queries, touched_, visit);
    counters.collisions = shared_cells();
    return counters;
}

/// Cells that hold objects of several places, a multiple of the grid's length apart.
std::uint64_t HashGrids::shared_cells() const {
    std::uint64_t shared = 0;
    for (const GridView& view : views_) {
        if (view.is_unfolded) continue;
        const HashGrid& grid = *view.grid;
        for (std::size_t cell = view.first_cell; cell < view.first_cell + grid.occupied_cells(); ++cell) {
            const Cell first = grid.true_cell(boxes()[numbers_[cell_begins_[cell]]]);
            bool several = false;
            for (Index slot = cell_begins_[cell] + 1; slot < cell_begins_[cell + 1]; ++slot)
                several |= grid.true_cell(boxes()[numbers_[slot]]) != first;
            shared += several ? 1 : 0;
        }
    }
    return shared;
}

void HashGrids::for_each_cell(BoxCellVisitor visit) {
    fill_columns();
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
                      (numbers_.capacity() + cell_begins_.capacity()) * sizeof(Index) +
                      moving_.capacity() * sizeof(GridMover) + digests_.capacity() * sizeof(BoxDigest) +
                      views_.capacity() * sizeof(GridView) + columns_.bytes();
    for (const auto& grid : grids_) sum += grid->bytes();
    for (const auto& pairs : pairs_) sum += pairs.capacity() * sizeof(BoxPair);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
