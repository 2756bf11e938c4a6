#include "spatial/block_record.hpp"

#include <algorithm>
#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/shared_loop.hpp"

namespace spatial {

namespace {

constexpr std::size_t blocks_at_once = 16;

/// Bits of as many blocks, or of a portion of them.
constexpr std::uint32_t all_of(std::size_t blocks) noexcept {
    return (std::uint32_t{1} << std::min(blocks, blocks_at_once)) - 1;
}

}  // namespace

void BlockRecord::record(const NeighbourSearch& search, Queries queries) {
    points_ = search.order().size();
    if (state_ == State::nothing) {
        write_down(search, queries);
        state_ = queries.everybody() ? State::all_blocks : State::some_blocks;
        return;
    }
    if (state_ == State::some_blocks) {
        write_down(search, {});
        state_ = State::all_blocks;
    }
    note_asked(queries);
}

void BlockRecord::write_down(const NeighbourSearch& search, Queries queries) {
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
            portions_.push_back({&part, first, all_of(part.blocks.size() - first)});
    });
}

void BlockRecord::note_asked(Queries queries) {
    for_each_shared(portions_.size(), points_ >= worth_a_team, [&](std::size_t k) {
        Portion& portion = portions_[k];
        const auto blocks = std::span(portion.part->blocks).subspan(portion.first);
        portion.asked = 0;
        for (std::size_t b = 0; b < std::min(blocks_at_once, blocks.size()); ++b)
            portion.asked |= static_cast<std::uint32_t>(queries.any_in(blocks[b].queries)) << b;
    });
}

void BlockRecord::for_each_block(Queries queries, BlockVisitor visit) const { visit_blocks(queries, visit, 0); }

void BlockRecord::visit_blocks(Queries queries, BlockVisitor visit, std::uint32_t beside) const {
    for_each_shared(portions_.size(), points_ >= worth_a_team, [&](std::size_t k) {
        const auto& [part, first, asked] = portions_[k];
        const std::uint32_t wanted = (asked | beside) & all_of(part->blocks.size() - first);
        for (std::uint32_t left = wanted; left != 0; left &= left - 1) {
            const std::size_t b = first + static_cast<std::size_t>(std::countr_zero(left));
            const Block& block = part->blocks[b];
            if (!queries.any_in(block.queries)) continue;
            const std::size_t begin = b == 0 ? 0 : part->blocks[b - 1].end;
            visit(block.queries, std::span(part->ranges).subspan(begin, block.end - begin));
        }
    });
}

void BlockRecord::for_each_run(FunctionRef<void(Range)> visit) const {
    for_each_shared(portions_.size(), points_ >= worth_a_team, [&](std::size_t k) {
        const auto& [part, first, asked] = portions_[k];
        Range run{0, 0};
        for (std::uint32_t left = asked; left != 0; left &= left - 1) {
            const Range next = part->blocks[first + static_cast<std::size_t>(std::countr_zero(left))].queries;
            if (next.begin != run.end) {
                if (run.size() > 0) visit(run);
                run.begin = next.begin;
            }
            run.end = next.end;
        }
        if (run.size() > 0) visit(run);
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
