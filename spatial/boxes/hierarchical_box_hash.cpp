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

/// The blocks of a parent whose children are `step` doublings smaller, by their bits:
///
///   bit   5  4  3  2  1  0
///         z  z  y  y  x  x        where the block is in its parent
class Blocks {
public:
    explicit constexpr Blocks(int step) noexcept
        : shift_(block_step(step)), mask_((1u << std::min(step, most_step)) - 1) {}

    /// Along one axis.
    [[nodiscard]] constexpr std::uint32_t place(std::int32_t coordinate) const noexcept {
        return static_cast<std::uint32_t>(coordinate) >> shift_ & mask_;
    }
    /// Of the block that a child is in.
    [[nodiscard]] constexpr std::uint64_t bit(Cell child) const noexcept {
        return std::uint64_t{1} << (place(child.x) | place(child.y) << 2 | place(child.z) << 4);
    }
    /// Of those that a range within the parent meets.
    [[nodiscard]] std::uint64_t bits(const CellRange& inside) const noexcept;
    [[nodiscard]] int shift() const noexcept { return shift_; }
    [[nodiscard]] std::uint32_t mask() const noexcept { return mask_; }

private:
    int shift_;
    std::uint32_t mask_;
};

Cell place_of_bit(int number) noexcept { return {number & 3, number >> 2 & 3, number >> 4}; }

/// [axis][first][last]: the bits of the blocks from first to last along an axis.
constexpr auto slabs = [] {
    std::array<std::array<std::array<std::uint64_t, 4>, 4>, 3> bits{};
    for (int axis = 0; axis < 3; ++axis)
        for (int first = 0; first < 4; ++first)
            for (int last = first; last < 4; ++last)
                for (int n = 0; n < 64; ++n)
                    if (const int place = n >> 2 * axis & 3; place >= first && place <= last)
                        bits[axis][first][last] |= std::uint64_t{1} << n;
    return bits;
}();

std::uint64_t Blocks::bits(const CellRange& inside) const noexcept {
    return slabs[0][place(inside.min.x)][place(inside.max.x)] & slabs[1][place(inside.min.y)][place(inside.max.y)] &
           slabs[2][place(inside.min.z)][place(inside.max.z)];
}

Cell shifted(Cell at, int by) noexcept { return {at.x >> by, at.y >> by, at.z >> by}; }

Cell parent_of(Cell child, int step) noexcept {
    return shifted(child, std::min(step, 31));  // of a 32-bit number the sign is left
}

struct Span {
    std::int32_t first, last;
};
/// What of [first, last] is in block `number` of blocks of 2^step cells; a block may be further out than cells go.
Span within(std::int32_t first, std::int32_t last, std::int64_t number, int step) noexcept {
    const std::int64_t begin = number * (std::int64_t{1} << step), end = begin + (std::int64_t{1} << step) - 1;
    if (begin > last || end < first) return {1, 0};
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

}  // namespace

std::uint64_t HierarchicalBoxHash::find_keys(const BoxCells::Name& name, std::vector<std::uint64_t>& keys) const {
    const auto own = static_cast<int>(name.level);
    std::uint64_t key = 0;
    keys.resize(own + 1);
    for (int level = 0; level <= own; ++level) {
        key = additive_key(key, positive(parent_of(name.at, ladder_.exponent(level) - ladder_.exponent(own))));
        keys[level] = key;
    }
    return key;
}

std::uint32_t HierarchicalBoxHash::make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) {
    BoxCells& cells = tables[0];
    const auto key_of = [this](const BoxCells::Name& any) { return find_keys(any, other_keys_); };
    BoxCells::Made made = cells.make(find_keys(name, keys_), name, key_of);
    const std::uint32_t cell = made.cell;
    // Those around it are made with the first cell in them: from one that was there on, all are.
    BoxCells::Name child = name;
    for (auto level = static_cast<int>(name.level); made.is_new && level > 0; --level) {
        const int step = ladder_.step(level);
        const std::uint64_t bit = Blocks(step).bit(child.at);
        child = {parent_of(child.at, step), static_cast<std::uint32_t>(level - 1)};
        made = cells.make(keys_[level - 1], child, key_of);
        cells.add_children(made.cell, bit);
    }
    return cell;
}

bool HierarchicalBoxHash::has_children(const BoxCells::Name& name) const noexcept {
    std::vector<std::uint64_t> keys;
    const std::uint32_t cell = tables()[0].find(find_keys(name, keys), name);
    return cell != BoxCells::none && tables()[0][cell].children != 0;
}

void HierarchicalBoxHash::look_up(int level, int last, WayDown& down, Alive& alive, BoxBatch& batch) const {
    const BoxCells& cells = tables()[0];
    const int next = std::min(level + 1, last), next_shift = ladder_.shift(next);
    const Blocks blocks(level < last ? ladder_.step(next) : 0);
    down.take({level, ladder_.shift(level), std::min(next_shift + blocks.shift(), 31), blocks.mask()});
    std::array<std::uint32_t, BoxBatch::most> guessed;
    for (std::size_t k = 0; k < alive.count; ++k) guessed[k] = cells.guess(down.key[alive.place[k]]);

    BoxBatch::Asked* run = batch.runs.room(alive.count);
    std::uint64_t found = 0;
    std::size_t go_on = 0;
    for (std::size_t k = 0; k < alive.count; ++k) {
        const std::uint8_t place = alive.place[k];
        const std::uint32_t number = cells.confirm(guessed[k], down.key[place], down.name[place]);
        if (number == BoxCells::none) continue;
        ++found;
        const BoxCells::BoxCell& cell = cells[number];
        *run = {down.query[place], cells.run(cell)};
        records().fetch(run->run);
        run += cell.count > 0 ? 1 : 0;
        alive.place[go_on] = place;
        if (down.spread[place] >> next_shift == 0) [[likely]]
            go_on += cell.children >> down.block[place] & 1;
        else if (level < last && cell.children != 0)
            batch.parents.add({down.query[place], 0, down.name[place].at, down.key[place], cell.children});
    }
    batch.runs.end(run);
    batch.counters.lookups += alive.count;
    batch.counters.cells += found;
    alive.count = level < last ? go_on : 0;
}

void HierarchicalBoxHash::ask_part(std::uint32_t query, std::uint32_t begins, Cell at, std::uint64_t key_above,
                                   BoxBatch& batch) const {
    const std::uint64_t key = additive_key(key_above, positive(at));
    batch.children.add({static_cast<std::uint16_t>(query), static_cast<std::uint16_t>(begins), at, key, 0});
}

void HierarchicalBoxHash::look_up_parts(int level, BoxBatch& batch) const {
    const BoxCells& cells = tables()[0];
    const std::span<const BoxBatch::Part> parts = batch.children.all();
    batch.parents.clear();
    BoxBatch::Part* parent = batch.parents.room(parts.size());
    BoxBatch::Asked* run = batch.runs.room(parts.size());
    std::uint64_t found = 0;
    for (const BoxBatch::Part& part : parts) {
        const std::uint32_t number = cells.find(part.key, {part.at, static_cast<std::uint32_t>(level)});
        if (number == BoxCells::none) continue;
        ++found;
        const BoxCells::BoxCell& cell = cells[number];
        *run = {part.query, cells.run(cell, part.begins)};
        records().fetch(run->run);
        run += cell.count > 0 ? 1 : 0;
        *parent = {part.query, 0, part.at, part.key, cell.children};
        parent += cell.children != 0 ? 1 : 0;
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
    const auto add = [&](Cell at) { ask_part(parent.query, begins_for(at, range), at, parent.key, batch); };
    const std::uint64_t there = parent.children & Blocks(step).bits(inside);
    for (std::uint64_t left = there; left != 0; left &= left - 1) {
        const Cell place = place_of_bit(std::countr_zero(left));
        const int by = std::min(step, most_step);
        const Cell block{(parent.at.x << by) + place.x, (parent.at.y << by) + place.y, (parent.at.z << by) + place.z};
        if (step <= most_step)
            add(block);
        else
            for_each_cell_in(within(inside, block, block_step(step)), [&](Cell at, std::uint32_t) { add(at); });
    }
}

void HierarchicalBoxHash::ask_largest(const Seen& seen, int last, WayDown& down, BoxBatch& batch) const {
    batch.children.clear();
    for (std::size_t k = 0; k < seen.count; ++k) {
        const std::uint32_t query = seen.numbers[k];
        if (ladder_.shifts() && WayDown::spread_of(seen.finest[query]) >> ladder_.shift(0) == 0) {
            down.add(query, seen.finest[query]);
            continue;
        }
        const CellRange range = ladder_.cells(seen, query, 0);
        if (!is_small(range))
            if (const auto everybody = ladder_.boxes_in(0, last + 1); too_many(range.count(), everybody.size())) {
                batch.add(query, everybody);
                continue;
            }
        for_each_cell_in(range, [&](Cell at, std::uint32_t begins) { ask_part(query, begins, at, 0, batch); });
    }
    look_up_parts(0, batch);
}

void HierarchicalBoxHash::ask_next(const Seen& seen, int level, int last, BoxBatch& batch) const {
    // Where each bit is a child that is there, nobody is asked for in vain.
    const bool in_vain = ladder_.step(level) > most_step || !tables()[0].told_apart();
    const std::span<const BoxBatch::Part> parents = batch.parents.all();
    for (std::size_t k = 0, parts = 1; k < parents.size(); k += parts) {
        const std::uint32_t query = parents[k].query;
        const CellRange range = ladder_.cells(seen, query, level);
        // All parts of a query follow one another.
        for (parts = 1; k + parts < parents.size() && parents[k + parts].query == query;) ++parts;
        if (in_vain && !is_small(range)) {
            const double of_parents = static_cast<double>(parts) * std::ldexp(1.0, 3 * ladder_.step(level));
            if (const auto left = ladder_.boxes_in(level, last + 1);
                too_many(std::min(range.count(), of_parents), left.size())) {
                batch.add(query, left);
                continue;
            }
        }
        for (std::size_t part = 0; part < parts; ++part) ask_children(parents[k + part], level, range, batch);
    }
    look_up_parts(level, batch);
}

void HierarchicalBoxHash::ask(int last, BoxBatch& batch) const {
    if (last < 0) return;
    Seen seen;
    ladder_.see(batch.queries(), seen);
    WayDown down;
    ask_largest(seen, last, down, batch);
    Alive alive;
    for (; alive.count < down.count; ++alive.count) alive.place[alive.count] = static_cast<std::uint8_t>(alive.count);
    for (int level = 0; alive.count > 0 || !batch.parents.empty(); ++level) {
        if (alive.count > 0) look_up(level, last, down, alive, batch);
        if (level == last) break;
        ask_next(seen, level + 1, last, batch);
    }
}

}  // namespace spatial
