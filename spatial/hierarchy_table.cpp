#include "spatial/hierarchy_table.hpp"
#include "spatial/keep_room.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace spatial {

namespace {

// Beyond this number of the first cell the numbers start over: as many cells again fit behind it.
constexpr std::uint32_t last_first_number = 1u << 31;
// Entries for each cell of the unbounded form, at least.
constexpr std::size_t entries_a_cell = 2;
constexpr std::size_t fewest_entries = 16;
// While cells are linked, entries of cells this far ahead are fetched: linking waits for nothing else.
constexpr std::size_t ahead = 16;

}  // namespace

void HierarchyTable::start(std::uint32_t entries, std::size_t cells) {
    first_number_ += count_;
    if (first_number_ > last_first_number) {
        std::fill(number_.begin(), number_.end(), 0u);
        first_number_ = 1;
    }
    count_ = linked_ = 0;
    unbounded_ = entries == 0;
    const std::size_t wanted = std::bit_ceil(std::max(fewest_entries, cells * entries_a_cell));
    make_entries(unbounded_ ? static_cast<std::uint32_t>(wanted) : entries);
}

void HierarchyTable::make_entries(std::uint32_t entries) {
    entries_ = entries;
    shift_ = 64 - (std::bit_width(entries) - 1);
    if (number_.size() < entries) number_.resize(entries, 0u);
}

void HierarchyTable::make_room(std::size_t cells) {
    if (cells >= last_first_number) throw std::length_error("a cloud of more than 2^31 cells of all classes");
    resize_with_room(cells_, cells);
    if (unbounded_) resize_with_room(keys_, cells);
}

void HierarchyTable::make(std::size_t cells, Index points) {
    make_room(cells + 1);
    count_ = static_cast<std::uint32_t>(cells);
    cells_[cells].first = points;
}

void HierarchyTable::set(std::uint32_t cell, std::uint64_t key, std::uint64_t children, Index first) noexcept {
    // Until it is linked, a cell keeps its entry where the next cell will be.
    cells_[cell] = {children, first, entry_of(key)};
    if (unbounded_) keys_[cell] = key;
}

std::uint64_t HierarchyTable::link() noexcept {
    std::uint64_t shared = 0;
    for (std::uint32_t cell = 0; cell < count_; ++cell) {
        if (cell + ahead < count_) __builtin_prefetch(&number_[cells_[cell + ahead].next], 1);
        const std::uint32_t entry = cells_[cell].next, before = cell_in(entry);
        if (before != none) {
            const std::uint32_t alike = unbounded_ ? same_key(before, keys_[cell]) : before;
            shared += alike != none && following(alike) == none;
        }
        cells_[cell].next = before;
        number_[entry] = first_number_ + cell;
        linked_ = cell + 1;
    }
    return shared;
}

std::uint32_t HierarchyTable::find_or_add(std::uint64_t key) {
    const std::uint32_t found = find(key);
    return found != none ? found : add(key);
}

std::uint32_t HierarchyTable::add(std::uint64_t key) {
    if (unbounded_ && (count_ + 1) * entries_a_cell > entries_) grow();
    const std::uint32_t cell = count_, entry = entry_of(key), before = cell_in(entry);
    if (cell == cells_.size()) make_room(std::max(fewest_entries, cells_.size() * 3 / 2));
    count_ = cell + 1;
    cells_[cell] = {0, none, before};
    if (unbounded_) keys_[cell] = key;
    number_[entry] = first_number_ + cell;
    linked_ = cell + 1;
    return cell;
}

void HierarchyTable::grow() {
    // Every number changes its place, so those written so far become stale.
    first_number_ += linked_;
    linked_ = 0;
    make_entries(entries_ * 2);
    for (std::uint32_t cell = 0; cell < count_; ++cell) cells_[cell].next = entry_of(keys_[cell]);
    link();
}

std::uint32_t HierarchyTable::cell_of_slot(Index slot) const noexcept {
    // Of the cells that begin with it, the last one: what it is below has no points of its own.
    const auto above = std::upper_bound(cells_.begin(), cells_.begin() + count_, slot,
                                        [](Index s, const HierarchyCell& cell) { return s < cell.first; });
    return static_cast<std::uint32_t>(above - cells_.begin()) - 1;
}

std::size_t HierarchyTable::bytes() const noexcept {
    return number_.capacity() * sizeof(std::uint32_t) + cells_.capacity() * sizeof(HierarchyCell) +
           keys_.capacity() * sizeof(std::uint64_t);
}

}  // namespace spatial
