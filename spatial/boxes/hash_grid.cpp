#include "spatial/boxes/hash_grid.hpp"

#include <array>
#include <utility>

namespace spatial {

namespace {

// Two objects that touch are keyed at most one object's size apart. Multiplying by the inverse rounds: by half an ulp
// of a number below 2^23, that is by less than 2^-29 of a cell at each of the two; so cells as wide as the largest
// object could put neighbours two cells apart, and a hair more cannot.
constexpr double hair = 1.0 + 0x1p-20;

constexpr std::size_t cells_an_object = 8;

// So many places are more than a second-level cache holds: it pays to ask memory for them beforehand.
constexpr std::size_t worth_asking = 32'768;

}  // namespace

HashGrid::HashGrid(double smallest, double cell_size, std::uint16_t id, GridShape shape)
    : smallest_(smallest),
      cell_size_(cell_size),
      edge_(cell_size * hair),
      inverse_(1.0 / edge_),
      id_(id),
      shape_(shape) {
    lay_cells();
}

void HashGrid::lay_cells() {
    const std::size_t lines = shape_.cells() / 64;
    lines_.assign(lines, Line{});
    used_lines_.assign((lines + 63) / 64, 0);
}

void HashGrid::ask_for(std::uint32_t cell, const std::vector<GridPlace>& places) const noexcept {
    const Line& line = lines_[cell / 64];
    if ((line.occupied >> (cell % 64) & 1) != 0) __builtin_prefetch(&places[blocks_[line.block].first[cell % 64]], 1);
}

void HashGrid::insert(Index number, std::span<const Box> boxes, std::vector<GridPlace>& places) {
    ++objects_;
    link(number, cell_of(boxes[number]), digest_of(boxes[number]), places);
    if (objects_ * cells_an_object > shape_.cells() && shape_.bits() + 3 <= GridShape::most_bits) grow(boxes, places);
}

void HashGrid::link(Index number, std::uint32_t cell, BoxDigest digest, std::vector<GridPlace>& places) {
    Line& line = lines_[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    if (line.occupied == 0) {
        if (free_block_ == no_block) {
            line.block = static_cast<std::uint32_t>(blocks_.size());
            // By a sixteenth: doubling would make them the largest thing there is.
            if (blocks_.size() == blocks_.capacity()) blocks_.reserve(blocks_.size() + blocks_.size() / 16 + 2);
            blocks_.emplace_back();
        } else {
            line.block = std::exchange(free_block_, blocks_[free_block_].first[0]);
        }
        used_lines_[cell / 4096] |= std::uint64_t{1} << (cell / 64 % 64);
    }
    Index& head = blocks_[line.block].first[cell % 64];
    Index next = GridPlace::nobody;
    if ((line.occupied & bit) != 0) {
        next = head;
        places[next].before = number;
    } else {
        line.occupied |= bit;
        ++occupied_cells_;
    }
    head = number;
    places[number] = {next, cell, id_, digest};
}

void HashGrid::remove(Index number, std::vector<GridPlace>& places) noexcept {
    GridPlace& place = places[number];
    --objects_;
    if (place.next != GridPlace::nobody) places[place.next].before = place.before;
    if (place.before != GridPlace::nobody) {
        places[place.before].next = place.next;
    } else {
        Line& line = lines_[place.cell / 64];
        if (place.next != GridPlace::nobody) {
            blocks_[line.block].first[place.cell % 64] = place.next;
        } else {
            line.occupied &= ~(std::uint64_t{1} << (place.cell % 64));
            --occupied_cells_;
            if (line.occupied == 0) {
                used_lines_[place.cell / 4096] &= ~(std::uint64_t{1} << (place.cell / 64 % 64));
                blocks_[line.block].first[0] = std::exchange(free_block_, line.block);
                line = {};
            }
        }
    }
    place.set(GridPlace::no_grid, place.digest());
}

void HashGrid::clear() noexcept {
    for_each_line([&](std::uint32_t line) { lines_[line] = {}; });
    std::fill(used_lines_.begin(), used_lines_.end(), 0);
    blocks_.clear();
    free_block_ = no_block;
    objects_ = occupied_cells_ = 0;
}

void HashGrid::grow(std::span<const Box> boxes, std::vector<GridPlace>& places) {
    moving_.clear();
    for_each_line([&](std::uint32_t line) {
        for (std::uint64_t bits = lines_[line].occupied; bits != 0; bits &= bits - 1)
            for (Index number = blocks_[lines_[line].block].first[std::countr_zero(bits)]; number != GridPlace::nobody;
                 number = places[number].next)
                moving_.push_back(number);
    });
    shape_ = {shape_.x_bits + 1, shape_.y_bits + 1, shape_.z_bits + 1};
    ++growths_;
    const std::size_t objects = objects_;
    clear();
    lay_cells();
    objects_ = objects;
    for (const Index number : moving_) link(number, cell_of(boxes[number]), digest_of(boxes[number]), places);
    std::vector<Index>().swap(moving_);
}

void HashGrid::list_slots(std::span<const GridPlace> places, Slots& slots) {
    // The objects of a cell are anywhere in memory: while those of a line are listed, the second ones of the next
    // line's cells are asked for, and the first ones of the line after that.
    const auto for_each_head = [&](std::uint32_t number, auto visit) {
        const Line& line = lines_[number];
        for (std::uint64_t bits = line.occupied; bits != 0; bits &= bits - 1)
            visit(blocks_[line.block].first[std::countr_zero(bits)]);
    };
    const auto ask_for_first = [&](std::uint32_t number) {
        for_each_head(number, [&](Index head) { __builtin_prefetch(&places[head]); });
    };
    const auto ask_for_second = [&](std::uint32_t number) {
        for_each_head(number, [&](Index head) {
            if (places[head].next != GridPlace::nobody) __builtin_prefetch(&places[places[head].next]);
        });
    };
    const auto list = [&](std::uint32_t number, auto list_cell) {
        lines_[number].first_cell = static_cast<std::uint32_t>(slots.cell_begins.size());
        Index end = slots.end;
        for_each_head(number, [&](Index head) {
            slots.cell_begins.push_back(end);
            end = list_cell(head, end);
        });
        slots.end = end;
    };
    // Where the cache holds all places: how many objects a cell has cannot be foreseen, but few have more than three.
    // So many are written down as if they were there, and only then counted. (Where memory has to be waited for,
    // guessing how many there are is what lets it be asked for the next cells.)
    const auto list_at_once = [&](Index object, Index end) {
        constexpr int most_foreseen = 3;
        Index is_there = 1;
        const auto write = [&] {
            const GridPlace& place = places[object];
            slots.digest[end] = place.digest();
            slots.number[end] = object;
            end += is_there;
            is_there &= place.next != GridPlace::nobody ? 1u : 0u;
            object ^= (object ^ place.next) & (0u - is_there);
        };
        for (int k = 0; k < most_foreseen; ++k) write();
        while (is_there != 0) [[unlikely]] write();
        return end;
    };
    const auto list_one_by_one = [&](Index object, Index end) {
        for (; object != GridPlace::nobody; object = places[object].next) {
            slots.digest[end] = places[object].digest();
            slots.number[end++] = object;
        }
        return end;
    };
    if (places.size() < worth_asking) {
        for_each_line([&](std::uint32_t number) { list(number, list_at_once); });
        return;
    }
    std::array<std::uint32_t, 3> line{};  // the last three
    std::size_t count = 0;
    for_each_line([&](std::uint32_t number) {
        line[count++ % 3] = number;
        ask_for_first(number);
        if (count >= 2) ask_for_second(line[(count - 2) % 3]);
        if (count >= 3) list(line[(count - 3) % 3], list_one_by_one);
    });
    if (count >= 2) list(line[(count - 2) % 3], list_one_by_one);
    if (count >= 1) list(line[(count - 1) % 3], list_one_by_one);
}

std::size_t HashGrid::bytes() const noexcept {
    return lines_.capacity() * sizeof(Line) + used_lines_.capacity() * sizeof(std::uint64_t) +
           blocks_.capacity() * sizeof(Heads) + moving_.capacity() * sizeof(Index);
}

}  // namespace spatial
