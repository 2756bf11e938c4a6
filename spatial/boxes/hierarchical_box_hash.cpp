#include "spatial/boxes/hierarchical_box_hash.hpp"

#include <array>
#include <bit>

#include "spatial/hierarchy_key.hpp"

namespace spatial {

namespace {

// A cell has at most 4 blocks of children along an axis.
constexpr int most_step = 2;

/// A block of children is so many cells along an axis, as a power of two.
constexpr int block_step(int step) noexcept { return std::max(0, std::min(step, 31) - most_step); }

/// The block of a cell in its parent, along one axis.
constexpr int block_in_parent(std::int32_t coordinate, int step) noexcept {
    const std::uint32_t inside =
        static_cast<std::uint32_t>(coordinate) & ((std::uint32_t{1} << std::min(step, 31)) - 1);
    return static_cast<int>(inside >> block_step(step));
}

std::uint64_t child_bit(Cell child, int step) noexcept {
    return std::uint64_t{1} << child_number(block_in_parent(child.x, step), block_in_parent(child.y, step),
                                            block_in_parent(child.z, step));
}

Cell parent_of(Cell child, int step) noexcept {
    const int by = std::min(step, 31);  // of a 32-bit number the sign is left
    return {child.x >> by, child.y >> by, child.z >> by};
}

/// [axis][first][last]: the bits of the children from first to last along an axis.
constexpr auto slabs = [] {
    std::array<std::array<std::array<std::uint64_t, 4>, 4>, 3> bits{};
    for (int first = 0; first < 4; ++first)
        for (int last = first; last < 4; ++last)
            for (int n = 0; n < 64; ++n) {
                const Cell place = child_place(n);
                const std::uint64_t bit = std::uint64_t{1} << n;
                if (place.x >= first && place.x <= last) bits[0][first][last] |= bit;
                if (place.y >= first && place.y <= last) bits[1][first][last] |= bit;
                if (place.z >= first && place.z <= last) bits[2][first][last] |= bit;
            }
    return bits;
}();

struct Span {
    std::int32_t first, last;
};
/// What of [first, last] is in block `number` of blocks of 2^step cells.
Span within(std::int32_t first, std::int32_t last, std::int64_t number, int step) noexcept {
    const std::int64_t begin = number * (std::int64_t{1} << step), end = begin + (std::int64_t{1} << step) - 1;
    return {static_cast<std::int32_t>(std::max<std::int64_t>(first, begin)),
            static_cast<std::int32_t>(std::min<std::int64_t>(last, end))};
}
CellRange within(const CellRange& range, Cell number, int step) noexcept {
    const Span x = within(range.min.x, range.max.x, number.x, step),
               y = within(range.min.y, range.max.y, number.y, step),
               z = within(range.min.z, range.max.z, number.z, step);
    return {{x.first, y.first, z.first}, {x.last, y.last, z.last}};
}
bool is_empty(const CellRange& range) noexcept {
    return range.min.x > range.max.x || range.min.y > range.max.y || range.min.z > range.max.z;
}

/// The bits of those blocks of a parent's children that a range within the parent meets.
std::uint64_t blocks_of(const CellRange& inside, int step) noexcept {
    const auto bits = [&](int axis, std::int32_t first, std::int32_t last) {
        return slabs[axis][block_in_parent(first, step)][block_in_parent(last, step)];
    };
    return bits(0, inside.min.x, inside.max.x) & bits(1, inside.min.y, inside.max.y) &
           bits(2, inside.min.z, inside.max.z);
}

}  // namespace

void HierarchicalBoxHash::find_keys(const BoxCells::Name& name, std::vector<std::uint64_t>& keys) const {
    const auto own = static_cast<int>(name.level);
    std::uint64_t key = 0;
    keys.resize(own + 1);
    for (int level = 0; level <= own; ++level) {
        key = additive_key(key, positive(parent_of(name.at, ladder_.exponent(level) - ladder_.exponent(own))));
        keys[level] = key;
    }
}

std::uint32_t HierarchicalBoxHash::make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) {
    BoxCells& cells = tables[0];
    find_keys(name, keys_);
    auto level = static_cast<int>(name.level);
    BoxCells::Made made = cells.make(keys_[level], name);
    const std::uint32_t cell = made.cell;
    // Those around it are made with the first cell in them: from one that was there on, all are.
    BoxCells::Name child = name;
    while (made.is_new && level > 0) {
        const int step = ladder_.step(level);
        const std::uint64_t bit = child_bit(child.at, step);
        --level;
        child = {parent_of(child.at, step), static_cast<std::uint32_t>(level)};
        made = cells.make(keys_[level], child);
        cells.add_children(made.cell, bit);
    }
    return cell;
}

bool HierarchicalBoxHash::has_children(const BoxCells::Name& name) const noexcept {
    std::vector<std::uint64_t> keys;
    find_keys(name, keys);
    const std::uint32_t cell = tables()[0].find(keys.back());
    return cell != BoxCells::none && tables()[0].children(cell) != 0;
}

void HierarchicalBoxHash::look_up(std::uint64_t key, Cell at, int level, const CellRange& asked,
                                  BoxQuestion& question) const {
    const BoxCells& cells = tables()[0];
    ++question.counters.lookups;
    const std::uint32_t cell = cells.find(key);
    if (cell == BoxCells::none) return;
    ++question.counters.cells;
    meet(cells, cell, at, level, asked, question);
    if (cells.children(cell) != 0) question.children.push_back({at, cell, key});
}

void HierarchicalBoxHash::ask_largest(const CellRange& range, BoxQuestion& question) const {
    Cell at;
    for (at.z = range.min.z; at.z <= range.max.z; ++at.z)
        for (at.y = range.min.y; at.y <= range.max.y; ++at.y)
            for (at.x = range.min.x; at.x <= range.max.x; ++at.x)
                look_up(additive_key(0, positive(at)), at, 0, range, question);
}

void HierarchicalBoxHash::ask_children(const BoxQuestion::Point& parent, int level, const CellRange& range,
                                       BoxQuestion& question) const {
    const int step = ladder_.step(level);
    const CellRange inside = within(range, parent.at, std::min(step, 31));
    if (is_empty(inside)) return;
    const std::uint64_t there = tables()[0].children(parent.cell) & blocks_of(inside, step);
    if (step <= most_step) {
        for (std::uint64_t left = there; left != 0; left &= left - 1) {
            const Cell at = child_of(parent.at, std::countr_zero(left), step);
            look_up(additive_key(parent.key, positive(at)), at, level, range, question);
        }
        return;
    }
    for (std::uint64_t left = there; left != 0; left &= left - 1) {
        const Cell block = child_of(parent.at, std::countr_zero(left), most_step);
        const CellRange wanted = within(inside, block, block_step(step));
        Cell at;
        for (at.z = wanted.min.z; at.z <= wanted.max.z; ++at.z)
            for (at.y = wanted.min.y; at.y <= wanted.max.y; ++at.y)
                for (at.x = wanted.min.x; at.x <= wanted.max.x; ++at.x)
                    look_up(additive_key(parent.key, positive(at)), at, level, range, question);
    }
}

void HierarchicalBoxHash::ask(const Box& query, int last, BoxQuestion& question) const {
    const BoxLadder::Seen seen = ladder_.seen(query);
    const bool told_apart = tables()[0].told_apart();
    const auto give_up = [&](int level) { question.test_all(ladder_.boxes_in(level, last + 1), boxes()); };
    question.children.clear();
    const CellRange largest = ladder_.cells(seen, 0);
    if (const double count = largest.count(); count > 16.0 && too_many(count, ladder_.boxes_in(0, last + 1).size()))
        return give_up(0);
    ask_largest(largest, question);
    for (int level = 1; level <= last && !question.children.empty(); ++level) {
        std::swap(question.points, question.children);
        question.children.clear();
        const CellRange range = ladder_.cells(seen, level);
        // Where every bit is a child that is there, nobody is asked for in vain.
        if (const bool in_vain = ladder_.step(level) > most_step || !told_apart; in_vain) {
            const double most = range.count(), here = static_cast<double>(question.points.size());
            if (most > 16.0 && too_many(std::min(most, here * std::ldexp(1.0, 3 * ladder_.step(level))),
                                        ladder_.boxes_in(level, last + 1).size())) {
                give_up(level);
                break;
            }
        }
        for (const BoxQuestion::Point& parent : question.points) ask_children(parent, level, range, question);
    }
    question.test(tables()[0]);
}

}  // namespace spatial
