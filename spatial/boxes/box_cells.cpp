#include "spatial/boxes/box_cells.hpp"

#include <algorithm>
#include <utility>

#include "spatial/keep_room.hpp"

namespace spatial {

static_assert(sizeof(BoxCells::BoxCell) == 32);

void BoxCells::start(std::uint32_t entries, std::size_t boxes) {
    index_.start(entries, boxes);
    cells_.clear();
    holders_.clear();
    entered_.clear();
    told_apart_ = entries == 0;
    collisions_ = 0;
}

void BoxCells::enter(std::uint32_t cell, const Name& name, Index number, std::uint32_t begins) {
    // Until the cells are laid, `first` is the last box entered. One that is here already comes by another of its
    // cells.
    BoxCell& of = cells_[cell];
    const bool is_first = of.first == no_record;
    if (of.first == number) return;
    of.first = number;
    enter(number, begins);
    entered_.back().cell = cell;
    if (!index_.is_fixed()) return;
    Holder& holder = holders_[cell];
    if (is_first) {
        holder.name = name;
    } else if (holder.name != name && !holder.shared) {
        holder.shared = true;
        ++collisions_;
    }
}

void BoxCells::enter(Index number, std::uint32_t begins) {
    if (entered_.size() == entered_.capacity()) entered_.reserve(entered_.size() + entered_.size() / 8 + 16);
    entered_.push_back({none, number | begins << begins_shift});
}

void BoxCells::make_room(std::size_t cells) {
    const std::size_t size = cells_.size() + cells;
    if (size >= cells_.capacity()) cells_.reserve(size + size / 8 + 16);  // and one more behind the last
}

void BoxCells::make_children(std::uint32_t level) {
    auto next = static_cast<std::uint32_t>(cells_.size());
    for (BoxCell& cell : cells_) {
        if (cell.name.level != level) continue;
        cell.first_child = next;
        next += static_cast<std::uint32_t>(std::popcount(cell.children));
    }
    make_room(next - cells_.size());
    cells_.resize(next);
}

Index BoxCells::plan(Index first) {
    constexpr Index block = BoxRuns::block;
    const auto whole = [](Index count) { return (count + block - 1) / block * block; };
    laid_.reserve(cells_.capacity());
    laid_.assign(cells_.size(), 0u);
    for (const Entered& entered : entered_) ++laid_[entered.cell];
    first = whole(first);
    bool are_whole = true;
    for (std::size_t cell = 0, room = 0, filled = 0; cell < cells_.size(); ++cell) {
        cells_[cell].first = first;
        const Index count = std::exchange(laid_[cell], 0u);
        room += whole(count);
        filled += whole(count) - count;
        are_whole = are_whole && 4 * filled <= room;
        first += are_whole ? whole(count) : count;
    }
    cells_.push_back({.name = {}, .children = 0, .first = first});  // where the last run ends
    return first;
}

void BoxCells::lay(const BoxStore& store, BoxRuns& runs) {
    for (const Entered& entered : entered_)
        runs.set(run(entered.cell), laid_[entered.cell]++, store[entered.tag & record_number], entered.tag);
    for (std::uint32_t cell = 0; cell < size(); ++cell)
        for (Index place = laid_[cell]; place < run(cell).count; ++place) runs.set_nobody(run(cell), place);
}

std::size_t BoxCells::bytes() const noexcept {
    return index_.bytes() + cells_.capacity() * sizeof(BoxCell) + holders_.capacity() * sizeof(Holder) +
           entered_.capacity() * sizeof(Entered) + laid_.capacity() * sizeof(Index);
}

}  // namespace spatial
