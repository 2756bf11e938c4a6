#include "spatial/boxes/box_batch.hpp"

#include <algorithm>

namespace spatial {

// Runs are tested in the order in which they were asked for, which is level by level, with runs of one kind one after
// the other: what a query has been led to is never sorted together, it only has its own place to be found in.
void BoxBatch::plan() {
    std::array<std::uint32_t, most> records{};
    std::size_t sum = 0;
    for (const AskedRun& asked : runs.all()) {
        const Index more = asked.run.count - asked.run.from;
        records[asked.query] += more;
        sum += more;
    }
    counters.candidates += sum;
    std::uint32_t begin = 0;
    for (std::size_t q = 0; q < queries_.size(); ++q) {
        begin_[q] = end_[q] = begin;
        begin += records[q] + static_cast<std::uint32_t>(BoxRuns::spare);
    }
    make_room(begin);
}

void BoxBatch::make_room(std::size_t numbers) {
    if (found_.size() < numbers) found_.resize(std::max<std::size_t>(1024, numbers + numbers / 4));
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
