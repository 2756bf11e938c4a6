// The blocks of one visit of a search and their ranges, written down to be gone through again. With individual time
// steps a step asks four times for those around the few that are due; finding them took half of the time that
// calling on neighbours took (550 cycles a block), much of it for passing over those who are not due. Under a skin a
// build serves for many steps: then all blocks are written down once, and a step only notes which of them hold somebody
// who is due.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class BlockRecord final : public BlockSource {
public:
    BlockRecord() = default;
    BlockRecord(const BlockRecord&) = delete;
    BlockRecord& operator=(const BlockRecord&) = delete;

    /// The search is built anew: what was written down serves no longer.
    void forget() noexcept { state_ = State::nothing; }
    /// Every block that holds a query.
    void record(const NeighbourSearch& search, Queries queries);

    /// Those of the record that hold one of these queries, who were queries then.
    void for_each_block(Queries queries, BlockVisitor visit) const override;

    /// The slots of the blocks that were recorded last, those of neighbouring blocks together; for loops over who was
    /// asked about. Shared by the threads as the blocks are.
    void for_each_run(FunctionRef<void(Range)> visit) const;

    /// Where to find those around anybody: the record if it is of all blocks, or the search.
    [[nodiscard]] const BlockSource& of_anybody(const NeighbourSearch& search) const noexcept {
        return state_ == State::all_blocks ? static_cast<const BlockSource&>(whole_) : search;
    }

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// The record, whoever was asked about last.
    class Whole final : public BlockSource {
    public:
        explicit Whole(const BlockRecord& record) : record_(record) {}
        void for_each_block(Queries queries, BlockVisitor visit) const override {
            record_.visit_blocks(queries, visit, ~std::uint32_t{0});
        }

    private:
        const BlockRecord& record_;
    };

    struct Block {
        Range queries;
        std::size_t end;  // of its ranges, which begin where those of the block before end
    };
    /// What one thread was shown. It goes through that again, and what it has summed stays in its own cache.
    struct Part {
        std::vector<Block> blocks;
        std::vector<Range> ranges;
    };
    struct Portion {
        const Part* part;
        std::size_t first;
        std::uint32_t asked;  // which of its blocks hold a query, a bit each
    };
    // A record is of some blocks first, as nobody knows how long a build will serve, and of all if it does.
    enum class State : std::uint8_t { nothing, some_blocks, all_blocks };

    void write_down(const NeighbourSearch& search, Queries queries);
    void note_asked(Queries queries);
    /// Also those that were not asked about, by the bits of `beside`.
    void visit_blocks(Queries queries, BlockVisitor visit, std::uint32_t beside) const;

    State state_ = State::nothing;
    PerThread<Part> parts_;
    std::vector<Portion> portions_;  // what a thread takes at a time
    std::size_t points_ = 0;
    Whole whole_{*this};
};

}  // namespace spatial
