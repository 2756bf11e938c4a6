#include "spatial/boxes/box_cells.hpp"

#include <algorithm>
#include <utility>

#include "spatial/keep_room.hpp"

namespace spatial {

static_assert(sizeof(BoxCells::KeyedCell) == 32 && sizeof(BoxCells::Content) == 16);

void BoxCells::start(std::uint32_t entries, std::size_t boxes) {
    index_.start(entries, boxes);
    keyed_.clear();
    counted_.clear();
    holders_.clear();
    entered_.clear();
    told_apart_ = entries == 0;
    collisions_ = 0;
}

void BoxCells::enter(std::uint32_t cell, const Name& name, Index number, std::uint32_t begins) {
    // Until the cells are laid, `first` is the last box entered. One that is here already comes by another of its
    // cells.
    Content& of = keyed_[cell].content;
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

void BoxCells::make_children(std::uint32_t level, Kind of_level) {
    const std::size_t first = counted_.size();
    std::size_t next = first;
    const auto make_for = [&](Content& cell) {
        cell.first_child = static_cast<std::uint32_t>(next);
        next += static_cast<std::size_t>(std::popcount(cell.children));
    };
    if (of_level == Kind::counted)
        for (std::size_t cell = made_last_; cell < first; ++cell) make_for(counted_[cell]);
    else
        for (KeyedCell& cell : keyed_)
            if (cell.name.level == level) make_for(cell.content);
    made_last_ = first;
    if (next >= counted_.capacity()) counted_.reserve(next + next / 8 + 16);
    counted_.resize(next);
}

Index BoxCells::plan(Index first) {
    constexpr Index block = BoxRuns::block;
    const auto whole = [](Index count) { return (count + block - 1) / block * block; };
    laid_.reserve(keyed_.capacity() + counted_.capacity());
    laid_.assign(keyed_.size() + counted_.size(), 0u);
    for (const Entered& entered : entered_) ++laid_[place_of(entered.cell, keyed_.size())];
    first = whole(first);
    bool are_whole = true;
    std::size_t place = 0, room = 0, filled = 0;
    const auto plan_run = [&](Content& cell) {
        cell.first = first;
        const Index count = std::exchange(laid_[place++], 0u);
        room += whole(count);
        filled += whole(count) - count;
        are_whole = are_whole && 4 * filled <= room;
        first += are_whole ? whole(count) : count;
    };
    for (KeyedCell& cell : keyed_) plan_run(cell.content);
    keyed_.push_back({.name = {}, .content = {.first = first}});  // where the last run ends
    for (Content& cell : counted_) plan_run(cell);
    counted_.push_back({.first = first});
    return first;
}

void BoxCells::lay(const BoxStore& store, BoxRuns& runs) {
    for (const Entered& entered : entered_)
        runs.set(run(entered.cell), laid_[place_of(entered.cell, keyed())]++, store[entered.tag & record_number],
                 entered.tag);
    for (std::size_t place = 0; place < size(); ++place) {
        const BoxRun of_cell = run(at(place));
        for (Index filled = laid_[place]; filled < of_cell.count; ++filled) runs.set_nobody(of_cell, filled);
    }
}

std::size_t BoxCells::bytes() const noexcept {
    return index_.bytes() + keyed_.capacity() * sizeof(KeyedCell) + counted_.capacity() * sizeof(Content) +
           holders_.capacity() * sizeof(Holder) + entered_.capacity() * sizeof(Entered) +
           laid_.capacity() * sizeof(Index);
}

}  // namespace spatial
