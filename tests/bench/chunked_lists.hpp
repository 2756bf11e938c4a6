// Neighbour lists from a library that answers one query at a time: threads take portions of the queries, append the
// answers of each portion to a list of its own, and the portions are put together at the end.
//
//   portions_   | 0 .. 1023 | 1024 .. 2047 | ...      ids of each, in a vector that is kept between the runs
//   lists.ids   the same, without the seams
#pragma once

#include <algorithm>
#include <vector>

#include "spatial/neighbour_lists.hpp"

namespace bench {

class ChunkedLists {
public:
    /// find(i, ids) appends the neighbours of i; called from several threads at a time.
    template <class Find>
    void collect(std::size_t points, spatial::NeighbourLists& lists, Find find) {
        const std::size_t chunks = (points + portion - 1) / portion;
        portions_.resize(chunks);
        lists.first.resize(points + 1);
        lists.first[0] = 0;
#pragma omp parallel for schedule(dynamic, 1)
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            // Threads that grow neighbouring vectors would write to one cache line: grow our own, then put it there.
            std::vector<spatial::Index> ids = std::move(portions_[chunk]);
            ids.clear();
            const std::size_t end = std::min(points, (chunk + 1) * portion);
            for (std::size_t i = chunk * portion; i < end; ++i) {
                find(static_cast<spatial::Index>(i), ids);
                lists.first[i + 1] = ids.size();
            }
            portions_[chunk] = std::move(ids);
        }
        starts_.assign(chunks + 1, 0);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            starts_[chunk + 1] = starts_[chunk] + portions_[chunk].size();
        lists.ids.resize(starts_[chunks]);
#pragma omp parallel for schedule(static)
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const std::size_t end = std::min(points, (chunk + 1) * portion);
            for (std::size_t i = chunk * portion; i < end; ++i) lists.first[i + 1] += starts_[chunk];
            std::ranges::copy(portions_[chunk], lists.ids.begin() + static_cast<std::ptrdiff_t>(starts_[chunk]));
        }
    }

private:
    static constexpr std::size_t portion = 1024;

    std::vector<std::vector<spatial::Index>> portions_;
    std::vector<std::size_t> starts_;
};

}  // namespace bench
