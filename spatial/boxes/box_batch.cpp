#include "spatial/boxes/box_batch.hpp"

#include <algorithm>

namespace spatial {

std::size_t BoxBatch::sort_runs() {
    std::array<std::uint32_t, most + 1> next{};
    std::size_t records = 0;
    for (const Asked& asked : runs.all()) {
        ++next[asked.query + 1];
        records += asked.run.count - asked.run.from;
    }
    for (std::size_t q = 1; q < next.size(); ++q) next[q] += next[q - 1];
    if (sorted_.size() < runs.size()) sorted_.resize(runs.size() + runs.size() / 4);
    for (const Asked& asked : runs.all()) sorted_[next[asked.query]++] = asked.run;
    std::copy_n(next.begin(), most, end_of_runs_.begin());
    counters.candidates += records;
    return records;
}

void BoxBatch::make_room(std::size_t candidates) {
    // Vectors are stored whole (BoxRuns::touching).
    if (const std::size_t needed = candidates + 16; found_.size() < needed)
        found_.resize(std::max<std::size_t>(1024, needed + needed / 4));
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
