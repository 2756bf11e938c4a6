#include "spatial/boxes/cell_broad_phase.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "spatial/blocks.hpp"

namespace spatial {

namespace {

// What one thread answers at a time.
constexpr std::size_t queries_a_chunk = 2 * BoxBatch::most, cells_a_chunk = 1024, boxes_a_chunk = 512;

std::size_t chunks_of(std::size_t n, std::size_t a_chunk) noexcept { return (n + a_chunk - 1) / a_chunk; }

}  // namespace

void CellBroadPhase::prepare() {
    if (built_) return;
    enter_everybody(tables_);
    Index records = 0;
    for (BoxCells& cells : tables_) records = cells.plan(records);
    records_.start(records, bounds());
    for (BoxCells& cells : tables_) cells.lay(boxes(), records_);
    told_apart_ = std::ranges::all_of(tables_, &BoxCells::told_apart);
    built_ = true;
}

BroadCounters CellBroadPhase::take_counters() {
    BroadCounters sum;
    batches_.for_each([&](BoxBatch& batch) { sum += std::exchange(batch.counters, {}); });
    for (const BoxCells& cells : tables_) sum.collisions += cells.collisions();
    return sum;
}

template <class Found>
void CellBroadPhase::answer(std::span<const Box> queries, int last, BoxBatch& batch, Found found) const {
    for (std::size_t first = 0; first < queries.size(); first += BoxBatch::most) {
        batch.start(queries.subspan(first, std::min(BoxBatch::most, queries.size() - first)));
        ask(last, batch);
        batch.test(records_, boxes(), told_apart_,
                   [&](std::uint32_t query, std::span<const Index> numbers) { found(first + query, numbers); });
    }
}

BroadCounters CellBroadPhase::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    if (boxes().finite() == 0) return {};
    prepare();
    batches_.prepare();
    const std::size_t chunks = chunks_of(queries.size(), queries_a_chunk);
#pragma omp parallel for schedule(dynamic, 1) if (queries.size() >= worth_a_team)
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const std::size_t first = chunk * queries_a_chunk, count = std::min(queries_a_chunk, queries.size() - first);
        answer(queries.subspan(first, count), levels() - 1, batches_.mine(),
               [&](std::size_t query, std::span<const Index> numbers) {
                   visit(static_cast<Index>(first + query), numbers);
               });
    }
    return take_counters();
}

BroadCounters CellBroadPhase::find_pairs(std::vector<BoxPair>& found) {
    if (boxes().finite() == 0) return {};
    prepare();
    batches_.prepare();
    // Where cells are not told apart nobody can say which pairs of a run meet in their cell: all ask.
    const std::span<const Index> askers = boxes_in(told_apart_ ? 1 : 0, levels());
    std::size_t cell_chunks = 0;
    if (told_apart_)
        for (const BoxCells& cells : tables_) cell_chunks += chunks_of(cells.size(), cells_a_chunk);
    const std::size_t chunks = cell_chunks + chunks_of(askers.size(), boxes_a_chunk);
    if (pairs_.size() < chunks) pairs_.resize(chunks);
#pragma omp parallel for schedule(dynamic, 1) if (boxes().finite() >= worth_a_team)
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        BoxBatch& batch = batches_.mine();
        std::vector<BoxPair>& pairs = pairs_[chunk];
        const std::size_t capacity = pairs.capacity();
        pairs.clear();
        if (chunk < cell_chunks) {
            std::size_t before = 0, table = 0;
            while (chunk >= before + chunks_of(tables_[table].size(), cells_a_chunk))
                before += chunks_of(tables_[table++].size(), cells_a_chunk);
            const auto first = static_cast<std::uint32_t>((chunk - before) * cells_a_chunk);
            const auto size = static_cast<std::uint32_t>(tables_[table].size());
            pairs_in_cells(tables_[table], first, std::min<std::uint32_t>(size, first + cells_a_chunk), batch, pairs);
        } else {
            const std::size_t first = (chunk - cell_chunks) * boxes_a_chunk;
            pairs_across_levels(askers.subspan(first, std::min(boxes_a_chunk, askers.size() - first)), batch, pairs);
        }
        keep_room(pairs, capacity);
    }
    std::size_t sum = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) sum += pairs_[chunk].size();
    if (found.capacity() < found.size() + sum) found.reserve(found.size() + sum + sum / 4);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk)
        found.insert(found.end(), pairs_[chunk].begin(), pairs_[chunk].end());
    BroadCounters counters = take_counters();
    counters.pairs = sum;
    return counters;
}

void CellBroadPhase::pairs_in_cells(const BoxCells& cells, std::uint32_t first, std::uint32_t end, BoxBatch& batch,
                                    std::vector<BoxPair>& pairs) const {
    batch.counters.lookups += end - first;
    for (std::uint32_t place = first; place < end; ++place) {
        const BoxRun run = cells.run(cells.at(place));
        batch.counters.cells += run.count > 0 ? 1 : 0;
        const Index boxes_here = records_.boxes_in(run);
        for (Index k = 0; k + 1 < boxes_here; ++k) {
            const std::uint32_t tag = records_.tag(run, k);
            const Index number = tag & record_number;
            // Of the cells that both lie in, in the one where along each axis one of them begins.
            const BoxRun later{run.first, run.count, k + 1, begins_everywhere & ~(tag >> begins_shift)};
            for (const Index other : batch.test(later, records_.box(run, k), records_))
                pairs.push_back({std::min(number, other), std::max(number, other)});
        }
    }
}

void CellBroadPhase::pairs_across_levels(std::span<const Index> numbers, BoxBatch& batch,
                                         std::vector<BoxPair>& pairs) const {
    std::array<Box, BoxBatch::most> queries;
    for (std::size_t first = 0; first < numbers.size();) {
        // Of one level, as far as they follow one another.
        const int level = level_of(numbers[first]);
        std::size_t count = 0;
        while (count < queries.size() && first + count < numbers.size() && level_of(numbers[first + count]) == level) {
            queries[count] = boxes()[numbers[first + count]];
            ++count;
        }
        answer({queries.data(), count}, told_apart_ ? level - 1 : level, batch,
               [&](std::size_t query, std::span<const Index> others) {
                   const Index number = numbers[first + query];
                   // Cells that are not told apart bring boxes of any level, the asker's and smaller ones, too.
                   for (const Index other : others)
                       if (level_of(other) < level || (level_of(other) == level && other > number))
                           pairs.push_back({std::min(number, other), std::max(number, other)});
               });
        first += count;
    }
}

void CellBroadPhase::for_each_cell(BoxCellVisitor visit) {
    if (boxes().finite() == 0) return;
    prepare();
    if (told_apart_)
        draw_told_apart(visit);
    else
        draw_from_boxes(visit);
}

void CellBroadPhase::draw_told_apart(BoxCellVisitor visit) const {
    for (const BoxCells& cells : tables_)
        for (std::uint32_t cell = 0; cell < cells.keyed(); ++cell) {
            draw_cell(cells, cell, cells.name(cell), visit);
            draw_children(cells, cell, cells.name(cell), visit);
        }
}

void CellBroadPhase::draw_cell(const BoxCells& cells, std::uint32_t cell, const BoxCells::Name& name,
                               BoxCellVisitor visit) const {
    visit({box_of(name), levels() - 1 - static_cast<int>(name.level), records_.boxes_in(cells.run(cell)),
           cells.content(cell).children != 0});
}

void CellBroadPhase::draw_from_boxes(BoxCellVisitor visit) const {
    // Cells of one entry are drawn each for itself; where they are, the boxes know.
    struct Lived {
        BoxCells::Name name;
        Index boxes;
    };
    std::vector<Lived> lived;
    for (const Index number : boxes_in(0, levels())) {
        const int own = level_of(number);
        for (int level = is_hierarchy() ? 0 : own; level <= own; ++level) {
            const CellRange range = cells_under(boxes()[number], level);
            for (int z = range.min.z; z <= range.max.z; ++z)
                for (int y = range.min.y; y <= range.max.y; ++y)
                    for (int x = range.min.x; x <= range.max.x; ++x)
                        lived.push_back({{{x, y, z}, static_cast<std::uint32_t>(level)}, level == own ? 1u : 0u});
        }
    }
    const auto place = [](const Lived& a) { return std::tie(a.name.level, a.name.at); };
    std::ranges::sort(lived, {}, place);
    for (std::size_t k = 0; k < lived.size();) {
        const BoxCells::Name name = lived[k].name;
        Index boxes = 0;
        for (; k < lived.size() && lived[k].name == name; ++k) boxes += lived[k].boxes;
        visit({box_of(name), levels() - 1 - static_cast<int>(name.level), boxes, has_children(name)});
    }
}

std::size_t CellBroadPhase::structure_bytes() const noexcept {
    std::size_t sum = records_.bytes();
    for (const BoxCells& cells : tables_) sum += cells.bytes();
    batches_.for_each([&](const BoxBatch& batch) { sum += batch.bytes(); });
    for (const auto& pairs : pairs_) sum += pairs.capacity() * sizeof(BoxPair);
    return sum;
}

}  // namespace spatial
