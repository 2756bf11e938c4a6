#include "spatial/blocks.hpp"

#include "spatial/sort_few.hpp"

namespace spatial {

void join_runs(std::vector<Range>& runs, std::size_t begin) {
    const std::span<Range> found = std::span(runs).subspan(begin);
    sort_few(found, [](Range run) { return run.begin; });
    // Without branches, because whether two runs touch cannot be foreseen.
    std::size_t kept = 0;
    Range last{0, 0};
    for (const Range run : found) {
        const bool touches = run.begin <= last.end;
        found[kept] = last;
        kept += !touches && last.size() > 0;
        last = {touches ? last.begin : run.begin, touches ? std::max(last.end, run.end) : run.end};
    }
    runs.resize(begin + kept);
    if (last.size() > 0) runs.push_back(last);
}

void BlockTable::add(Range queries) {
    for (Index begin = queries.begin; begin < queries.end; begin += longest_block)
        blocks_.push_back({{begin, std::min(begin + longest_block, queries.end)}, 0, 0});
}

void BlockTable::for_each(Queries queries, BlockVisitor visit) const {
#pragma omp parallel for schedule(dynamic, 16) if (blocks_.size() > 64)
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const Block& block = blocks_[b];
        if (!queries.any_in(block.queries)) continue;
        visit(block.queries, std::span(ranges_[b / blocks_a_chunk]).subspan(block.first, block.count));
    }
}

std::size_t BlockTable::bytes() const noexcept {
    std::size_t ranges = 0;
    for (const auto& chunk : ranges_) ranges += chunk.capacity() * sizeof(Range);
    return blocks_.capacity() * sizeof(Block) + ranges;
}

}  // namespace spatial
