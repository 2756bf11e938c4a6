// Blocks of queries and the ranges found for them: what a module keeps between build and for_each_block when it finds
// all ranges beforehand.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/neighbour_search.hpp"

namespace spatial {

// Below this many points a second thread costs more than it brings.
inline constexpr std::size_t worth_a_team = 4096;
// The same where all that is near each point is gone through: steps of 500, 1,000 and 1,600 particles over two spacings
// take 1 / 1.5, 1 / 1.7 and 1 / 1.8 of the time on two threads, one of 256 as long.
inline constexpr std::size_t worth_a_team_for_visits = 512;
// The same where a point takes only a nanosecond or two. Two threads that spin for a moment between two loops, as those
// of our programs do, sort and move 50,000 particles in 0.11 ms, one in 0.2; threads that must be woken first, in 0.5.
inline constexpr std::size_t worth_a_team_for_little = 32'768;
// A crowded cell is handed out in portions of so many queries, so that threads can share it.
inline constexpr Index longest_block = 64;

/// Runs found in any order, some perhaps twice, from `begin` on: made ascending, each slot once, touching runs joined.
void join_runs(std::vector<Range>& runs, std::size_t begin);

/// A list that has grown gets room for a quarter more: what it holds varies from build to build, and a settled scene
/// shall not allocate.
template <class T>
void keep_room(std::vector<T>& list, std::size_t capacity_before) {
    if (list.capacity() > capacity_before) list.reserve(list.size() + list.size() / 4);
}

class BlockTable {
public:
    void clear() noexcept { blocks_.clear(); }
    /// Portions of at most longest_block, in the order of the slots.
    void add(Range queries);
    [[nodiscard]] std::size_t size() const noexcept { return blocks_.size(); }

    /// Calls find(queries, runs) for every block, in parallel: it appends the runs of slots that hold the candidates
    /// and returns the SearchCounters of its look-ups, which are added up. A run may be appended twice, in any order.
    template <class F>
    SearchCounters find_ranges(F find) {
        return find_ranges([] {}, find);
    }
    /// The same for a search that carries something over from one block to the next. Blocks come in chunks, each
    /// chunk's in the order of the slots; which thread gets which chunk differs from run to run, so start() is called
    /// before each, by the thread that is to find it, and should forget what was carried over.
    template <class Start, class F>
    SearchCounters find_ranges(Start start, F find);

    void for_each(Queries queries, BlockVisitor visit) const;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// Where the ranges are: ranges_[block / blocks_a_chunk], `count` from `first`.
    struct Block {
        Range queries;
        std::uint32_t first, count;
    };
    // Blocks whose ranges one thread finds at a time. Fixed, so that memory does not depend on the team.
    static constexpr std::size_t blocks_a_chunk = 512;
    static constexpr std::size_t chunks_of(std::size_t blocks) noexcept {
        return (blocks + blocks_a_chunk - 1) / blocks_a_chunk;
    }
    void keep_room_for_more_blocks();

    std::vector<Block> blocks_;
    std::size_t room_ = 0;                    // for blocks, as it was after the last build
    std::vector<std::vector<Range>> ranges_;  // one list a chunk of blocks, so that threads can append
};

template <class Start, class F>
SearchCounters BlockTable::find_ranges(Start start, F find) {
    const std::size_t chunks = chunks_of(blocks_.size());
    if (ranges_.size() < chunks) ranges_.resize(chunks);
    SearchCounters all{.blocks = blocks_.size()};
#pragma omp declare reduction(add:SearchCounters : omp_out += omp_in) initializer(omp_priv = SearchCounters{})
#pragma omp parallel for schedule(dynamic, 1) reduction(add : all) if (chunks > 1)
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        std::vector<Range>& ranges = ranges_[chunk];
        const std::size_t capacity = ranges.capacity();
        ranges.clear();
        start();
        const std::size_t end = std::min(blocks_.size(), (chunk + 1) * blocks_a_chunk);
        for (std::size_t b = chunk * blocks_a_chunk; b < end; ++b) {
            const std::size_t first = ranges.size();
            all += find(blocks_[b].queries, ranges);
            join_runs(ranges, first);
            blocks_[b].first = static_cast<std::uint32_t>(first);
            blocks_[b].count = static_cast<std::uint32_t>(ranges.size() - first);
        }
        keep_room(ranges, capacity);
    }
    keep_room_for_more_blocks();
    return all;
}

}  // namespace spatial
