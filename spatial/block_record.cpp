#include "spatial/block_record.hpp"

#include <algorithm>

#include "spatial/blocks.hpp"
#include "spatial/shared_loop.hpp"

namespace spatial {

namespace {

constexpr std::size_t blocks_at_once = 16;

}  // namespace

void BlockRecord::record(const NeighbourSearch& search, Queries queries) {
    points_ = search.order().size();
    parts_.for_each([](Part& part) {
        part.blocks.clear();
        part.ranges.clear();
    });
    parts_.prepare();
    search.for_each_block(queries, [&](Range block, std::span<const Range> ranges) {
        Part& part = parts_.mine();
        part.ranges.insert(part.ranges.end(), ranges.begin(), ranges.end());
        part.blocks.push_back({block, part.ranges.size()});
    });
    portions_.clear();
    parts_.for_each([&](const Part& part) {
        for (std::size_t first = 0; first < part.blocks.size(); first += blocks_at_once)
            portions_.push_back({&part, first});
    });
}

void BlockRecord::for_each_block(Queries queries, BlockVisitor visit) const {
    for_each_shared(portions_.size(), points_ >= worth_a_team, [&](std::size_t k) {
        const auto& [part, first] = portions_[k];
        const std::size_t end = std::min(first + blocks_at_once, part->blocks.size());
        std::size_t begin_of_ranges = first == 0 ? 0 : part->blocks[first - 1].end;
        for (std::size_t b = first; b < end; ++b) {
            const Block& block = part->blocks[b];
            const auto ranges = std::span(part->ranges).subspan(begin_of_ranges, block.end - begin_of_ranges);
            begin_of_ranges = block.end;
            if (queries.any_in(block.queries)) visit(block.queries, ranges);
        }
    });
}

std::size_t BlockRecord::bytes() const noexcept {
    std::size_t sum = portions_.capacity() * sizeof(Portion);
    parts_.for_each([&](const Part& part) {
        sum += part.blocks.capacity() * sizeof(Block) + part.ranges.capacity() * sizeof(Range);
    });
    return sum;
}

}  // namespace spatial
