#include "spatial/boxes/box_batch.hpp"

#include <algorithm>
#include <utility>

namespace spatial {

std::size_t BoxBatch::sort_runs() {
    const auto is_whole = [](const AskedRun& asked) { return BoxRuns::is_whole(asked.run) ? std::size_t{1} : 0; };
    std::array<std::uint32_t, 2 * most> next{};
    std::size_t records = 0, whole = 0;
    for (const AskedRun& asked : runs.all()) {
        ++next[asked.query + most * is_whole(asked)];
        whole += is_whole(asked);
        records += asked.run.count - asked.run.from;
    }
    // Two lists take each query twice; for a few runs that is not worth it.
    const std::size_t of_whole = 2 * whole >= queries_.size() ? most : 0;
    if (of_whole == 0)
        for (std::size_t q = 0; q < most; ++q) next[q] += std::exchange(next[most + q], 0u);
    std::uint32_t begin = 0;
    for (std::size_t p = 0; p < next.size(); ++p) {
        if (p == most) others_ = begin;
        begin += std::exchange(next[p], begin);
    }
    if (sorted_.size() < runs.size()) sorted_.resize(runs.size() + runs.size() / 4);
    for (const AskedRun& asked : runs.all()) sorted_[next[asked.query + of_whole * is_whole(asked)]++] = asked;
    counters.candidates += records;
    return records;
}

void BoxBatch::make_room(std::size_t candidates) {
    // Vectors are stored whole (BoxRuns::touching).
    if (const std::size_t needed = candidates + 16; found_.size() < needed) {
        found_.resize(std::max<std::size_t>(1024, needed + needed / 4));
        scratch_.resize(found_.size());
    }
}

std::span<const Index> BoxBatch::united(std::uint32_t query, std::span<const Index> found, const BoxStore& store,
                                        bool once) {
    united_.assign(found.begin(), found.end());
    for (const Stream& stream : streams_) {
        if (stream.query != query) continue;
        counters.candidates += stream.numbers.size();
        for (const Index number : stream.numbers)
            if (overlap(store[number], queries_[query])) united_.push_back(number);
    }
    if (!once) {
        std::ranges::sort(united_);
        united_.erase(std::unique(united_.begin(), united_.end()), united_.end());
    }
    return united_;
}

}  // namespace spatial
