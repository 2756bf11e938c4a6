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

// The last list fills and empties with every block more or less, and so does the one after it near the border.
void BlockTable::keep_room_for_more_blocks() {
    keep_room(blocks_, room_);
    room_ = blocks_.capacity();
    const std::size_t chunks = chunks_of(blocks_.size());
    const std::size_t soon = chunks_of(blocks_.size() + blocks_.size() / 64 + blocks_a_chunk / 16);
    if (chunks < 2 && soon < 2) return;
    if (ranges_.size() < soon) ranges_.resize(soon);
    for (std::size_t chunk = chunks - 1; chunk < soon; ++chunk) ranges_[chunk].reserve(ranges_.front().capacity());
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
