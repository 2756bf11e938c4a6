#include "spatial/boxes/classed_box_hash.hpp"

namespace spatial {

void ClassedBoxHash::change(const BoxStore::Changes& changes) {
    for (const Index number : changes.inserted)
        if (boxes().is_finite(number)) ladder_.insert(boxes()[number]);
    CellBroadPhase::change(changes);
}

void ClassedBoxHash::enter_everybody(std::vector<BoxCells>& tables) {
    ladder_.place(boxes());
    tables.resize(std::max(tables.size(), tables_for(ladder_.count())));
    for (BoxCells& cells : tables) cells.start(settings_.table_size, boxes().finite());
    for (int level = 0; level < ladder_.count(); ++level) {
        BoxCells& cells = table_of(tables, level);
        for (const Index number : ladder_.boxes_in(level, level + 1))
            for_each_cell_in(cells_under(boxes()[number], level), [&](Cell at, std::uint32_t begun_before) {
                const BoxCells::Name name{at, static_cast<std::uint32_t>(level)};
                cells.enter(make_cell(tables, name), name, number, begun_before ^ begins_everywhere);
            });
    }
}

Box ClassedBoxHash::box_of(const BoxCells::Name& name) const noexcept {
    return spatial::box_of(name.at, std::ldexp(1.0, ladder_.exponent(static_cast<int>(name.level))));
}

std::size_t ClassedBoxHash::structure_bytes() const noexcept {
    return CellBroadPhase::structure_bytes() + ladder_.bytes();
}

}  // namespace spatial
