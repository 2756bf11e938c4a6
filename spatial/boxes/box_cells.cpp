#include "spatial/boxes/box_cells.hpp"

#include "spatial/keep_room.hpp"

namespace spatial {

static_assert(sizeof(BoxCells::BoxCell) == 32);

void BoxCells::start(std::uint32_t entries, std::size_t boxes) {
    // As many cells as the last time: a settled table does not grow on the way.
    index_.start(entries, std::max(cells_.size(), boxes));
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
    const bool is_first = of.count == 0;
    if (!is_first && of.first == number) return;
    of.first = number;
    ++of.count;
    if (entered_.size() == entered_.capacity()) entered_.reserve(entered_.size() + entered_.size() / 4 + 16);
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

void BoxCells::lay(const BoxStore& store, Index first, BoxRuns& runs) {
    for (BoxCell& cell : cells_) {
        cell.first = first;
        first += cell.count;
    }
    laid_.clear();
    resize_with_room(laid_, cells_.size());
    for (const Entered& entered : entered_)
        runs.set(run(cells_[entered.cell]), laid_[entered.cell]++, store[entered.tag & record_number], entered.tag);
}

std::size_t BoxCells::bytes() const noexcept {
    return index_.bytes() + cells_.capacity() * sizeof(BoxCell) + holders_.capacity() * sizeof(Holder) +
           entered_.capacity() * sizeof(Entered) + laid_.capacity() * sizeof(Index);
}

}  // namespace spatial
