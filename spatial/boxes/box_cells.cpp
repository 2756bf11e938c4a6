#include "spatial/boxes/box_cells.hpp"

#include <algorithm>
#include <utility>

#include "spatial/keep_room.hpp"

namespace spatial {

static_assert(sizeof(BoxCells::BoxCell) == 32);

void BoxCells::start(std::uint32_t entries, std::size_t boxes, CellIndex::Groups groups) {
    // As many cells as the last time: a settled table does not grow on the way.
    index_.start(entries, std::max(size(), boxes), groups);
    cells_.clear();
    holders_.clear();
    entered_.clear();
    laid_.clear();
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
    if (entered_.size() == entered_.capacity()) entered_.reserve(entered_.size() + entered_.size() / 8 + 16);
    entered_.push_back({cell, number | begins << begins_shift});
    if (!index_.is_fixed()) return;
    Holder& holder = holders_[cell];
    if (is_first) {
        holder.name = name;
    } else if (holder.name != name && !holder.shared) {
        holder.shared = true;
        ++collisions_;
    }
}

void BoxCells::move_cells() {
    index_.renumber(laid_);
    for (Entered& entered : entered_) entered.cell = laid_[entered.cell];
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
        while (laid_[cell] != cell) {
            const std::uint32_t to = laid_[cell];
            std::swap(cells_[cell], cells_[to]);
            std::swap(laid_[cell], laid_[to]);
        }
}

void BoxCells::lay(const BoxStore& store, Index first, BoxRuns& runs) {
    std::fill(laid_.begin(), laid_.end(), 0u);
    for (const Entered& entered : entered_) ++laid_[entered.cell];
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        cells_[cell].first = first;
        first += std::exchange(laid_[cell], 0u);
    }
    cells_.push_back({.name = {}, .children = 0, .first = first});  // where the last run ends
    for (const Entered& entered : entered_)
        runs.set(run(entered.cell), laid_[entered.cell]++, store[entered.tag & record_number], entered.tag);
}

std::size_t BoxCells::bytes() const noexcept {
    return index_.bytes() + cells_.capacity() * sizeof(BoxCell) + holders_.capacity() * sizeof(Holder) +
           entered_.capacity() * sizeof(Entered) + laid_.capacity() * sizeof(Index);
}

}  // namespace spatial
