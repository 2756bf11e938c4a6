#include "spatial/boxes/multilevel_box_hash.hpp"

#include "spatial/teschner_hash.hpp"

namespace spatial {

std::uint64_t MultilevelBoxHash::class_key(int level) const noexcept {
    return static_cast<std::uint64_t>(ladder_.exponent(level) - finest_class) * 0x2545'f491'4f6c'dd1du;
}

std::uint32_t MultilevelBoxHash::make_cell(std::vector<BoxCells>& tables, const BoxCells::Name& name) {
    const auto level = static_cast<int>(name.level);
    return table_of(tables, level).make(class_key(level) + teschner_hash_64(positive(name.at)), name).cell;
}

void MultilevelBoxHash::ask(const Box& query, int last, BoxQuestion& question) const {
    const BoxLadder::Seen seen = ladder_.seen(query);
    for (int level = 0; level <= last; ++level) {
        const CellRange range = ladder_.cells(seen, level);
        const std::span<const Index> here = ladder_.boxes_in(level, level + 1);
        if (const double count = range.count(); count > 16.0 && too_many(count, here.size())) {
            question.test_all(here, boxes());
            continue;
        }
        const BoxCells& cells = tables()[settings_.table_per_class ? level : 0];
        const std::uint64_t of_class = class_key(level);
        Cell at;
        for (at.z = range.min.z; at.z <= range.max.z; ++at.z)
            for (at.y = range.min.y; at.y <= range.max.y; ++at.y)
                for (at.x = range.min.x; at.x <= range.max.x; ++at.x) {
                    ++question.counters.lookups;
                    const std::uint32_t cell = cells.find(of_class + teschner_hash_64(positive(at)));
                    if (cell == BoxCells::none) continue;
                    ++question.counters.cells;
                    meet(cells, cell, at, level, range, question);
                }
        if (settings_.table_per_class) question.test(cells);
    }
    if (!settings_.table_per_class) question.test(tables()[0]);
}

}  // namespace spatial
