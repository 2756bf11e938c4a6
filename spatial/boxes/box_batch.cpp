#include "spatial/boxes/box_batch.hpp"

#include <algorithm>

namespace spatial {

std::size_t BoxBatch::sort_runs() {
    std::array<std::uint32_t, most + 2> next{};
    std::size_t records = 0;
    for (const Asked& asked : runs.all()) {
        ++next[asked.query + 2];
        records += asked.run.count - asked.run.from;
    }
    for (std::size_t q = 2; q < next.size(); ++q) next[q] += next[q - 1];
    if (sorted_.size() < runs.size()) sorted_.resize(runs.size() + runs.size() / 4);
    for (const Asked& asked : runs.all()) sorted_[next[asked.query + 1]++] = asked.run;
    std::copy_n(next.begin(), end_of_runs_.size(), end_of_runs_.begin());
    counters.candidates += records;
    return records;
}

void BoxBatch::make_room(std::size_t candidates) {
    // Vectors are stored whole (BoxRuns::touching).
    if (const std::size_t needed = candidates + 8; found_.size() < needed)
        found_.resize(std::max<std::size_t>(1024, needed + needed / 4));
}

void BoxBatch::test_stream(const Stream& stream, const BoxStore& store, std::size_t& count) {
    make_room(count + stream.numbers.size());
    counters.candidates += stream.numbers.size();
    for (const Index number : stream.numbers) {
        found_[count] = number;
        count += overlap(store[number], queries_[stream.query]) ? 1 : 0;
    }
}

void BoxBatch::unite(std::size_t& count) {
    const auto end = found_.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(found_.begin(), end);
    count = static_cast<std::size_t>(std::unique(found_.begin(), end) - found_.begin());
}

}  // namespace spatial
