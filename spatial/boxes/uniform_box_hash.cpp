#include "spatial/boxes/uniform_box_hash.hpp"

#include <array>
#include <cstdio>

#include "spatial/teschner_hash.hpp"

namespace spatial {

namespace {

constexpr double most_cells = 4096.0;
// So many cells a box, and some for everybody, when the size is chosen.
constexpr double cells_a_box = 16.0, some_cells = 4096.0;
// Boxes that the choice looks at.
constexpr std::size_t sample = 4096;
constexpr double least_cell_size = 1e-37, most_cell_size = 1e38;

CellRange covered(const Box& box, double inverse) noexcept {
    return {
        {cell_coordinate(box.min_x, inverse), cell_coordinate(box.min_y, inverse), cell_coordinate(box.min_z, inverse)},
        {cell_coordinate(box.max_x, inverse), cell_coordinate(box.max_y, inverse),
         cell_coordinate(box.max_z, inverse)}};
}

std::uint64_t key_of(const BoxCells::Name& name) noexcept {
    // Without negative coordinates, of which the exclusive or makes little: (x, y) and (-x, -y) have one hash whenever
    // both are odd.
    const auto positive = [](std::int32_t c) {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(c) + (std::uint32_t{1} << 30));
    };
    return teschner_hash_64({positive(name.at.x), positive(name.at.y), positive(name.at.z)});
}

}  // namespace

double UniformBoxHash::choose_cell_size() {
    if (asked_cell_size_ > 0.0) return asked_cell_size_;
    const std::size_t every = (by_level_.size() + sample - 1) / sample;
    edges_.clear();
    for (std::size_t k = 0; k < by_level_.size(); k += every) edges_.push_back(longest_edge(boxes()[by_level_[k]]));
    const auto middle = edges_.begin() + static_cast<std::ptrdiff_t>(edges_.size() / 2);
    std::nth_element(edges_.begin(), middle, edges_.end());
    // Boxes of no size at all: so that the grid has about as many cells as there are boxes along each axis.
    double size = std::max(*middle, longest_edge(bounds_) / static_cast<double>(1 << 20));
    size = std::clamp(size, least_cell_size, most_cell_size);
    for (; size < most_cell_size; size *= 2.0) {
        double cells = 0.0;
        for (std::size_t k = 0; k < by_level_.size(); k += every)
            cells +=
                std::min(covered(boxes()[by_level_[k]], 1.0 / size).count(), most_cells) * static_cast<double>(every);
        if (cells <= cells_a_box * static_cast<double>(by_level_.size()) + some_cells) break;
    }
    return size;
}

void UniformBoxHash::list_boxes() {
    by_level_.clear();
    for (Index number = 0; number < boxes().end(); ++number) {
        if (!boxes().is_finite(number)) continue;
        const Box& b = boxes()[number];
        bounds_ = by_level_.empty() ? b : Box{std::min(bounds_.min_x, b.min_x), std::min(bounds_.min_y, b.min_y),
                                              std::min(bounds_.min_z, b.min_z), std::max(bounds_.max_x, b.max_x),
                                              std::max(bounds_.max_y, b.max_y), std::max(bounds_.max_z, b.max_z)};
        by_level_.push_back(number);
    }
}

void UniformBoxHash::enter_everybody(std::vector<BoxCells>& tables) {
    tables.resize(1);
    BoxCells& cells = tables[0];
    cells.start(0, boxes().finite());
    list_boxes();
    is_big_.assign(boxes().end(), 0);
    big_ones_ = 0;
    big_cell_ = BoxCells::none;
    if (!by_level_.empty()) {
        cell_size_ = choose_cell_size();
        inverse_ = 1.0 / cell_size_;
        for (const Index number : by_level_) {
            const CellRange range = covered(boxes()[number], inverse_);
            if (range.count() > most_cells) {
                is_big_[number] = 1;
                ++big_ones_;
                const BoxCells::Name name{{}, big};
                big_cell_ = cells.make(key_of(name), name, key_of).cell;
                cells.enter(big_cell_, name, number, begins_everywhere);
                continue;
            }
            for_each_cell_in(range, [&](Cell at, std::uint32_t begun_before) {
                const BoxCells::Name name{at, in_cells};
                cells.enter(cells.make(key_of(name), name, key_of).cell, name, number,
                            begun_before ^ begins_everywhere);
            });
        }
        // The big ones first. (Not by std::stable_partition, which allocates.)
        by_level_.clear();
        for (const bool big_one : {true, false})
            for (Index number = 0; number < boxes().end(); ++number)
                if (boxes().is_finite(number) && (is_big_[number] != 0) == big_one) by_level_.push_back(number);
    }
}

void UniformBoxHash::ask(int last, BoxBatch& batch) const {
    const BoxCells& cells = tables()[0];
    std::uint64_t lookups = 0, found = 0;
    const std::size_t queries = batch.queries().size();
    // One more for each: the run of the big ones.
    BoxBatch::Asked* run = batch.runs.room(queries * (most_small_cells + 1));
    for (std::uint32_t query = 0; query < queries; ++query) {
        const Box& box = batch.queries()[query];
        if (!overlap(box, bounds_)) continue;
        if (big_cell_ != BoxCells::none) *run++ = {query, cells.run(big_cell_)};
        if (last == big) continue;
        const CellRange range = covered(common(box, bounds_), inverse_);
        if (!is_small(range)) {
            if (const auto everybody = boxes_in(in_cells, in_cells + 1); too_many(range.count(), everybody.size())) {
                batch.add(query, everybody);
                continue;
            }
            batch.runs.end(run);
            run = batch.runs.room(cells_in(range) + (queries - query) * (most_small_cells + 1));
        }
        for_each_cell_in(range, [&](Cell at, std::uint32_t begins) {
            ++lookups;
            const BoxCells::Name name{at, in_cells};
            const std::uint32_t cell = cells.find(key_of(name), name);
            if (cell == BoxCells::none) return;
            ++found;
            *run++ = {query, cells.run<BoxCells::Kind::keyed>(cell, begins)};
        });
    }
    batch.runs.end(run);
    batch.counters.lookups += lookups;
    batch.counters.cells += found;
}

std::span<const Index> UniformBoxHash::boxes_in(int first_level, int end_level) const noexcept {
    const std::size_t first[] = {0, big_ones_, by_level_.size()};
    return {by_level_.data() + first[first_level], by_level_.data() + first[end_level]};
}

CellRange UniformBoxHash::cells_under(const Box& box, int level) const noexcept {
    return level == big ? CellRange{} : covered(box, inverse_);
}

Box UniformBoxHash::box_of(const BoxCells::Name& name) const noexcept {
    return name.level == big ? bounds_ : spatial::box_of(name.at, cell_size_);
}

std::string UniformBoxHash::note() const {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "cells of %.3g m%s; %zu boxes in the list of big ones", cell_size_,
                  asked_cell_size_ > 0.0 ? "" : ", chosen from the boxes", big_ones_);
    return text.data();
}

std::size_t UniformBoxHash::structure_bytes() const noexcept {
    return CellBroadPhase::structure_bytes() + by_level_.capacity() * sizeof(Index) + is_big_.capacity() +
           edges_.capacity() * sizeof(double);
}

}  // namespace spatial
