#include "spatial/boxes/box_cells.hpp"

#include <algorithm>
#include <utility>

namespace spatial {

namespace {

constexpr std::size_t cells_a_box = 4;

}  // namespace

void BoxCells::start(std::uint32_t entries, std::size_t boxes) {
    // As many cells as the last time: a settled table does not grow on the way. And room to spare: an entry that holds
    // somebody else costs as much as a look-up.
    table_.start(entries, std::max(table_.size(), cells_a_box * boxes));
    names_.clear();
    holders_.clear();
    counts_.clear();
    entered_.clear();
    fixed_ = entries != 0;
    told_apart_ = true;
    collisions_ = 0;
}

BoxCells::Made BoxCells::make(std::uint64_t key, Name name) {
    const std::uint32_t cell = table_.find_or_add(key);
    if (cell == names_.size()) {
        names_.push_back(name);
        counts_.push_back(0);
        if (fixed_) holders_.emplace_back();
        return {cell, true};
    }
    const bool is_new = names_[cell] != name;
    if (is_new) told_apart_ = false;
    return {cell, is_new};
}

void BoxCells::enter(std::uint32_t cell, Name name, Index number, std::uint32_t begins) {
    // Until the cells are laid, `first` is the last box entered. One that is here already comes by another of its
    // cells.
    if (table_[cell].first == number) return;
    table_[cell].first = number;
    entered_.push_back({cell, number | begins << begins_shift});
    const bool first = counts_[cell]++ == 0;
    if (!fixed_) return;
    Holder& holder = holders_[cell];
    if (first) {
        holder.name = name;
    } else if (holder.name != name && !holder.shared) {
        holder.shared = true;
        ++collisions_;
    }
}

void BoxCells::lay(const BoxStore& store, Index first, BoxRuns& runs) {
    const auto cells = static_cast<std::uint32_t>(table_.size());
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        table_[cell].first = first;
        first += std::exchange(counts_[cell], 0);
    }
    table_.make(cells, first);  // the last run ends there
    for (const Entered& entered : entered_)
        runs.set(run(entered.cell), counts_[entered.cell]++, store[entered.tag & record_number], entered.tag);
}

std::size_t BoxCells::bytes() const noexcept {
    return table_.bytes() + names_.capacity() * sizeof(Name) + holders_.capacity() * sizeof(Holder) +
           entered_.capacity() * sizeof(Entered) + counts_.capacity() * sizeof(Index);
}

}  // namespace spatial
