#include "spatial/boxes/multilevel_box_hash.hpp"

#include <array>

#include "spatial/teschner_hash.hpp"

namespace spatial {

std::uint64_t MultilevelBoxHash::class_key(int level) const noexcept {
    return static_cast<std::uint64_t>(ladder_.exponent(level) - finest_class) * 0x2545'f491'4f6c'dd1du;
}

std::uint32_t MultilevelBoxHash::make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) {
    const auto key_of = [this](const BoxCells::Name& any) {
        return class_key(static_cast<int>(any.level)) + teschner_hash_64(positive(any.at));
    };
    return table_of(tables, static_cast<int>(name.level)).make(key_of(name), name, key_of).cell;
}

void MultilevelBoxHash::ask(int last, BoxBatch& batch) const {
    BoxLadder::Seen<BoxBatch::most> seen;
    ladder_.see(batch.queries(), seen);
    std::uint64_t lookups = 0, found = 0;
    for (int level = 0; level <= last; ++level) {
        const BoxCells& cells = tables()[settings_.table_per_class ? level : 0];
        const std::uint64_t of_class = class_key(level);
        BoxBatch::Asked* run = batch.runs.room(seen.count * most_small_cells);
        for (std::size_t k = 0; k < seen.count; ++k) {
            const std::uint32_t query = seen.numbers[k];
            const CellRange range = ladder_.cells(seen, query, level);
            if (!is_small(range)) {
                if (const auto here = ladder_.boxes_in(level, level + 1); too_many(range.count(), here.size())) {
                    batch.add(query, here);
                    continue;
                }
                batch.runs.end(run);
                run = batch.runs.room(cells_in(range) + (seen.count - k) * most_small_cells);
            }
            for_each_cell_in(range, [&](Cell at, std::uint32_t begins) {
                ++lookups;
                const std::uint32_t cell =
                    cells.find(of_class + teschner_hash_64(positive(at)), {at, static_cast<std::uint32_t>(level)});
                if (cell == BoxCells::none) return;
                ++found;
                *run++ = {query, cells.run<BoxCells::Kind::keyed>(cell, begins)};
            });
        }
        batch.runs.end(run);
    }
    batch.counters.lookups += lookups;
    batch.counters.cells += found;
}

}  // namespace spatial
