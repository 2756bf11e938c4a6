// Neighbour lists by slot, made from any module's ranges in one walk: every thread writes list after list into slabs of
// memory that are kept for the next time.
//
//   slab    | 4 9 11 | 3 4 | 2 7 8 9 | ...      lists of slots that one thread came by, one after the other
//   lists_  | begin, count | begin, count | ...  by slot
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "spatial/candidates.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace spatial {

class SlotLists {
public:
    /// For points that are already in the order of the search. Who is not a query has an empty list. The lists last
    /// until the next call; their order is that of the ranges. Throws std::bad_alloc; there are no lists then.
    void collect(const NeighbourSearch& search, const Points& ordered, Queries queries = {});

    /// What neighbours() would be after collect(), without the lists and their memory.
    [[nodiscard]] std::uint64_t count(const NeighbourSearch& search, const Points& ordered, Queries queries = {});

    /// The slots in reach of that in `slot`, without itself.
    [[nodiscard]] std::span<const Index> of(std::size_t slot) const noexcept {
        return {lists_[slot].begin, lists_[slot].count};
    }
    [[nodiscard]] std::size_t size() const noexcept { return lists_.size(); }
    /// Of all lists together: each pair counts twice.
    [[nodiscard]] std::uint64_t neighbours() const noexcept;
    [[nodiscard]] std::size_t bytes() const;

    struct List {
        const Index* begin = nullptr;
        Index count = 0;
    };

private:
    struct Slab {
        std::unique_ptr<Index[]> memory;
        std::size_t capacity = 0;
    };
    struct Worker {
        Candidates<3, CandidateSlots::kept> near;
        Candidates<4, CandidateSlots::kept> near_with_reach;
        Index *next = nullptr, *end = nullptr;  // what is left of its slab
        std::uint64_t counted = 0;
    };

    /// use(worker, block, candidates near its queries), in parallel. An exception ends it and comes out of here.
    template <class Use>
    void for_each_gathered(const NeighbourSearch& search, const Points& points, Queries queries, Use use);

    void give_slab(Worker& worker, std::size_t needed);

    std::vector<List> lists_;
    std::vector<Slab> slabs_;
    std::size_t slabs_given_ = 0;
    std::mutex mutex_;  // of the slabs
    PerThread<Worker> workers_;
};

}  // namespace spatial
