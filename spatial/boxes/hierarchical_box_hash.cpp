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

/// Of a cell in its parent.
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

void HierarchicalBoxHash::look_up(BoxBatch& batch) const {
    const BoxCells& cells = tables()[0];
    const std::span<const BoxBatch::Part> parts = batch.children.all();
    batch.parents.clear();
    BoxBatch::Part* parent = batch.parents.room(parts.size());
    BoxBatch::Asked* run = batch.runs.room(parts.size());
    std::uint64_t found = 0;
    for (const BoxBatch::Part& part : parts) {
        const std::uint64_t key = additive_key(part.key, positive(part.at));
        const std::uint32_t cell = cells.find(key);
        if (cell == BoxCells::none) continue;
        ++found;
        *run = {part.query, cells.run(cell, part.begins)};
        records().fetch(run->run);
        run += run->run.count > 0 ? 1 : 0;
        *parent = {part.query, 0, part.at, key, cells.children(cell)};
        parent += parent->children != 0 ? 1 : 0;
    }
    batch.parents.end(parent);
    batch.runs.end(run);
    batch.counters.lookups += parts.size();
    batch.counters.cells += found;
    batch.children.clear();
}

void HierarchicalBoxHash::ask_children(const BoxBatch::Part& parent, int level, const CellRange& range,
                                       BoxBatch& batch) const {
    const int step = ladder_.step(level);
    const CellRange inside = within(range, parent.at, std::min(step, 31));
    if (is_empty(inside)) return;
    const auto add = [&](Cell at) {
        batch.children.add({parent.query, static_cast<std::uint16_t>(begins_for(at, range)), at, parent.key, 0});
    };
    const std::uint64_t there = parent.children & blocks_of(inside, step);
    if (step <= most_step) {
        for (std::uint64_t left = there; left != 0; left &= left - 1)
            add(child_of(parent.at, std::countr_zero(left), step));
        return;
    }
    for (std::uint64_t left = there; left != 0; left &= left - 1) {
        const Cell block = child_of(parent.at, std::countr_zero(left), most_step);
        const CellRange wanted = within(inside, block, block_step(step));
        Cell at;
        for (at.z = wanted.min.z; at.z <= wanted.max.z; ++at.z)
            for (at.y = wanted.min.y; at.y <= wanted.max.y; ++at.y)
                for (at.x = wanted.min.x; at.x <= wanted.max.x; ++at.x) add(at);
    }
}

void HierarchicalBoxHash::ask_largest(const BoxLadder::Seen<BoxBatch::most>& seen, int last, BoxBatch& batch) const {
    batch.children.clear();
    BoxBatch::Part* part = batch.children.room(seen.count * most_small_cells);
    for (std::size_t k = 0; k < seen.count; ++k) {
        const std::uint32_t query = seen.numbers[k];
        const CellRange range = ladder_.cells(seen, query, 0);
        if (!is_small(range)) {
            if (const auto everybody = ladder_.boxes_in(0, last + 1); too_many(range.count(), everybody.size())) {
                batch.add(query, everybody);
                continue;
            }
            batch.children.end(part);
            part = batch.children.room(cells_in(range) + (seen.count - k) * most_small_cells);
        }
        Cell at;
        for (at.z = range.min.z; at.z <= range.max.z; ++at.z)
            for (at.y = range.min.y; at.y <= range.max.y; ++at.y)
                for (at.x = range.min.x; at.x <= range.max.x; ++at.x)
                    *part++ = {static_cast<std::uint16_t>(query), static_cast<std::uint16_t>(begins_for(at, range)), at,
                               0, 0};
    }
    batch.children.end(part);
    look_up(batch);
}

void HierarchicalBoxHash::ask(int last, BoxBatch& batch) const {
    if (last < 0) return;
    BoxLadder::Seen<BoxBatch::most> seen;
    ladder_.see(batch.queries(), seen);
    ask_largest(seen, last, batch);
    for (int level = 1; level <= last && !batch.parents.empty(); ++level) {
        const int step = ladder_.step(level);
        // Where each bit is a child that is there, nobody is asked for in vain.
        const bool in_vain = step > most_step || !tables()[0].told_apart();
        const std::span<const BoxBatch::Part> parents = batch.parents.all();
        BoxBatch::Part* child = batch.children.room(parents.size());
        for (std::size_t k = 0, parts = 1; k < parents.size(); k += parts) {
            const std::uint32_t query = parents[k].query;
            const CellRange range = ladder_.cells(seen, query, level);
            parts = 1;
            if (range.min == range.max) {  // in this parent, or it would not be one
                *child = {parents[k].query, 0, range.min, parents[k].key, 0};
                child += (parents[k].children & child_bit(range.min, step)) != 0 ? 1 : 0;
                continue;
            }
            if (in_vain && !is_small(range)) {
                // All parts of a query follow one another.
                while (k + parts < parents.size() && parents[k + parts].query == query) ++parts;
                const double of_parents = static_cast<double>(parts) * std::ldexp(1.0, 3 * step);
                if (const auto left = ladder_.boxes_in(level, last + 1);
                    too_many(std::min(range.count(), of_parents), left.size())) {
                    batch.add(query, left);
                    continue;
                }
            }
            batch.children.end(child);
            for (std::size_t part = 0; part < parts; ++part) ask_children(parents[k + part], level, range, batch);
            child = batch.children.room(parents.size() - k);
        }
        batch.children.end(child);
        look_up(batch);
    }
}

}  // namespace spatial
