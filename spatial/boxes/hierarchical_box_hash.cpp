#include "spatial/boxes/hierarchical_box_hash.hpp"

#include <algorithm>
#include <bit>

#include "spatial/boxes/child_blocks.hpp"
#include "spatial/hierarchy_key.hpp"

namespace spatial {

namespace {

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
    const auto keys = [this](const BoxCells::Name& any) { return find_keys(any, other_keys_); };
    BoxCells::Made made = cells.make(find_keys(name, keys_), name, keys);
    const std::uint32_t cell = made.cell;
    // Those around it are made with the first cell in them: from one that was there on, all are.
    BoxCells::Name child = name;
    for (auto level = static_cast<int>(name.level); made.is_new && level > 0; --level) {
        const int step = ladder_.step(level);
        const int bit = blocks_of(static_cast<int>(child.level)).number(child.at);
        child = {parent_of(child.at, step), static_cast<std::uint32_t>(level - 1)};
        made = cells.make(keys_[level - 1], child, keys);
        cells.add_children(made.cell, std::uint64_t{1} << bit);
    }
    return cell;
}

bool HierarchicalBoxHash::has_children(const BoxCells::Name& name) const noexcept {
    std::vector<std::uint64_t> keys;
    const std::uint32_t cell = tables()[0].find(find_keys(name, keys), name);
    return cell != BoxCells::none && tables()[0].content(cell).children != 0;
}

bool HierarchicalBoxHash::has_bits(int level) const noexcept {
    return level > 0 && blocks_of(level).shift() == 0 && tables()[0].told_apart();
}

ChildBlocks HierarchicalBoxHash::blocks_of(int level) const noexcept { return {ladder_.flat(), ladder_.step(level)}; }

void HierarchicalBoxHash::come_to(int level, BoxCells& cells) {
    const bool is_counted = has_bits(level);
    const auto keys = [this](const BoxCells::Name& any) { return find_keys(any, other_keys_); };
    std::size_t which = 0;
    // Finer boxes come first, so that those who live above are the last.
    for (int own = ladder_.count() - 1; own >= level; --own)
        for (const Index number : boxes_in(own, own + 1))
            for_each_cell_in(cells_under(boxes()[number], own), [&](Cell at, std::uint32_t begun_before) {
                if (level == 0) cells.enter(number, begun_before ^ begins_everywhere);
                std::uint32_t& cell = cells.cell_of_entered(which++);
                const auto on = [&](int any) { return parent_of(at, ladder_.exponent(any) - ladder_.exponent(own)); };
                const BoxCells::Name name{on(level), static_cast<std::uint32_t>(level)};
                if (is_counted) {
                    cell = BoxCells::child(cells.content(cell), blocks_of(level).number(name.at)) | BoxCells::counted;
                } else {
                    const std::uint32_t above = cell;
                    cell = cells.make(find_keys(name, keys_), name, keys).cell;
                    if (level > 0) cells.add_children(above, std::uint64_t{1} << blocks_of(level).number(name.at));
                }
                if (own > level && has_bits(level + 1))
                    cells.add_children(cell, std::uint64_t{1} << blocks_of(level + 1).number(on(level + 1)));
            });
}

void HierarchicalBoxHash::enter_everybody(std::vector<BoxCells>& tables) {
    if (settings_.table_size != 0) {
        ClassedBoxHash::enter_everybody(tables);
        last_key_level_ = ladder_.count();
        return;
    }
    ladder_.place(boxes());
    tables.resize(1);
    BoxCells& cells = tables[0];
    cells.start(0, 0);
    last_key_level_ = 0;
    for (int level = 0, last = ladder_.count() - 1; level <= last; ++level) {
        if (!has_bits(level)) last_key_level_ = level;
        come_to(level, cells);
        if (level < last && has_bits(level + 1)) cells.make_children(static_cast<std::uint32_t>(level), kind_of(level));
    }
}

void HierarchicalBoxHash::draw_children(const BoxCells& cells, std::uint32_t cell, const BoxCells::Name& name,
                                        BoxCellVisitor visit) const {
    const auto level = static_cast<int>(name.level) + 1;
    if (level == ladder_.count() || !has_bits(level)) return;
    const BoxCells::Content& content = cells.content(cell);
    // Along an axis in which the scene is flat, where everybody is.
    const CellRange all = within(cells_under(bounds(), level), name.at, std::min(ladder_.step(level), 31));
    for (std::uint64_t left = content.children; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        const BoxCells::Name child{blocks_of(level).within(all, name.at, bit).min, static_cast<std::uint32_t>(level)};
        const std::uint32_t number = BoxCells::child(content, bit) | BoxCells::counted;
        draw_cell(cells, number, child, visit);
        draw_children(cells, number, child, visit);
    }
}

void HierarchicalBoxHash::read_cells(const Seen& seen, int level, int last, WayDown& down, BoxBatch& batch) const {
    WayDown::Step step{.level = level,
                       .shift = ladder_.shift(level),
                       .by_key = level <= last_key_level_,
                       .kind = kind_of(level),
                       .finest = seen.finest.data()};
    if (level < last) {
        step.next_shift = ladder_.shift(level + 1);
        step.blocks = blocks_of(level + 1);
        step.has_bits = level >= last_key_level_;
    }
    down.take(step);
    batch.counters.lookups += down.alive_count;
    const auto [read, runs] = down.read(step, tables()[0], batch.runs.room(down.alive_count));
    batch.counters.cells += read;
    batch.runs.end(runs);
    if (level == last) {
        down.alive_count = 0;
        return;
    }
    for (std::size_t k = 0; k < down.parting_count; ++k) {
        const std::uint16_t place = down.parting[k];
        const Cell finest{down.x[place], down.y[place], down.z[place]};
        batch.parents.add({down.query[place], down.begins[place], shifted(finest, step.shift), down.key[place],
                           down.parting_cell[k]});
    }
}

void HierarchicalBoxHash::ask_part(std::uint32_t query, std::uint32_t begins, Cell at, std::uint64_t key_above,
                                   BoxBatch& batch) const {
    batch.children.add({static_cast<std::uint16_t>(query), static_cast<std::uint16_t>(begins), at,
                        additive_key(key_above, positive(at)), BoxCells::none});
}

void HierarchicalBoxHash::read_parts(int level, BoxBatch& batch) const {
    const BoxCells& cells = tables()[0];
    const bool is_known = has_bits(level);
    const std::span<const BoxBatch::Part> parts = batch.children.all();
    batch.parents.clear();
    BoxBatch::Part* parent = batch.parents.room(parts.size());
    BoxBatch::Asked* run = batch.runs.room(parts.size());
    std::uint64_t found = 0;
    for (const BoxBatch::Part& part : parts) {
        const std::uint32_t number =
            is_known ? part.cell : cells.find(part.key, {part.at, static_cast<std::uint32_t>(level)});
        if (number == BoxCells::none) continue;
        ++found;
        *run = {part.query, cells.run(number, part.begins)};
        run += run->run.count > 0 ? 1 : 0;
        *parent = part;
        parent->cell = number;
        parent += cells.content(number).children != 0 ? 1 : 0;
    }
    batch.parents.end(parent);
    batch.runs.end(run);
    batch.counters.lookups += parts.size();
    batch.counters.cells += found;
    batch.children.clear();
}

void HierarchicalBoxHash::ask_children(const BoxBatch::Part& parent, int level, const CellRange& range,
                                       BoxBatch& batch) const {
    const BoxCells::Content& cell = tables()[0].content(parent.cell);
    const ChildBlocks blocks = blocks_of(level);
    const CellRange inside = within(range, parent.at, std::min(ladder_.step(level), 31));
    if (is_empty(inside)) return;
    const bool by_bits = has_bits(level);
    for (std::uint64_t left = cell.children & blocks.bits(inside); left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        const CellRange in_block = blocks.within(inside, parent.at, bit);
        if (by_bits) {
            const Cell at = in_block.min;
            const std::uint32_t child = BoxCells::child(cell, bit);
            const std::uint64_t key = level <= last_key_level_ ? additive_key(parent.key, positive(at)) : 0;
            batch.children.add(
                {parent.query, static_cast<std::uint16_t>(begins_for(at, range)), at, key, child | BoxCells::counted});
        } else {
            for_each_cell_in(in_block, [&](Cell at, std::uint32_t) {
                ask_part(parent.query, begins_for(at, range), at, parent.key, batch);
            });
        }
    }
}

void HierarchicalBoxHash::ask_largest(const Seen& seen, int last, WayDown& down, BoxBatch& batch) const {
    std::span<const std::uint32_t> numbers(seen.numbers.data(), seen.count);
    // Of a query with more cells than boxes on a level found by keys all parts have to be known there (ask_next()).
    const auto is_on_way = [&](std::uint32_t query) {
        return last_key_level_ == 0 || is_small(ladder_.cells(seen, query, last_key_level_));
    };
    const bool any_on_way = ladder_.shifts() && tables()[0].told_apart();
    std::array<std::uint32_t, BoxBatch::most> wide;
    if (any_on_way && std::ranges::all_of(numbers, is_on_way))
        numbers = {wide.data(), down.add_narrow(numbers, seen.finest.data(), ladder_.shift(0), wide.data())};
    batch.children.clear();
    for (const std::uint32_t query : numbers) {
        const CellRange range = ladder_.cells(seen, query, 0);
        if (any_on_way && is_small(range) && is_on_way(query) && down.has_room(most_small_cells)) [[likely]] {
            down.add_wide(query, seen.finest[query], ladder_.shift(0));
            continue;
        }
        if (!is_small(range))
            if (const auto everybody = ladder_.boxes_in(0, last + 1); too_many(range.count(), everybody.size())) {
                batch.add(query, everybody);
                continue;
            }
        for_each_cell_in(range, [&](Cell at, std::uint32_t begins) { ask_part(query, begins, at, 0, batch); });
    }
    read_parts(0, batch);
}

void HierarchicalBoxHash::ask_next(const Seen& seen, int level, int last, BoxBatch& batch) const {
    const std::span<const BoxBatch::Part> parents = batch.parents.all();
    for (std::size_t k = 0, parts = 1; k < parents.size(); k += parts) {
        const std::uint32_t query = parents[k].query;
        const CellRange range = ladder_.cells(seen, query, level);
        // All parts of a query follow one another.
        for (parts = 1; k + parts < parents.size() && parents[k + parts].query == query;) ++parts;
        // Where each bit is a child that is there, nobody is asked for in vain.
        if (!has_bits(level) && !is_small(range)) {
            const double of_parents = static_cast<double>(parts) * std::ldexp(1.0, 3 * ladder_.step(level));
            if (const auto left = ladder_.boxes_in(level, last + 1);
                too_many(std::min(range.count(), of_parents), left.size())) {
                batch.add(query, left);
                continue;
            }
        }
        for (std::size_t part = 0; part < parts; ++part) ask_children(parents[k + part], level, range, batch);
    }
    read_parts(level, batch);
}

void HierarchicalBoxHash::ask(int last, BoxBatch& batch) const {
    if (last < 0) return;
    Seen seen;
    ladder_.see(batch.queries(), seen);
    WayDown down;
    ask_largest(seen, last, down, batch);
    for (int level = 0; down.alive_count > 0 || !batch.parents.empty(); ++level) {
        if (down.alive_count > 0) read_cells(seen, level, last, down, batch);
        if (level == last) break;
        ask_next(seen, level + 1, last, batch);
    }
}

}  // namespace spatial
