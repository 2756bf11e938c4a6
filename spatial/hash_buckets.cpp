#include "spatial/hash_buckets.hpp"

namespace spatial {

void HashBuckets::sort(std::span<const std::uint32_t> buckets, std::uint32_t length) {
    const std::size_t n = buckets.size();
    table_.start(length, n);
    run_of_point_.resize(n);
    // On one thread: neighbours in the row mostly share a bucket, and the table is touched once for all of them.
    for (std::size_t i = 0; i < n; ++i)
        run_of_point_[i] = i > 0 && buckets[i] == buckets[i - 1] ? run_of_point_[i - 1] : table_.claim(buckets[i]);
    sort_.sort(run_of_point_, table_.runs(), order_, first_);
}

std::size_t HashBuckets::bytes() const noexcept {
    return table_.bytes() + run_of_point_.capacity() * sizeof(std::uint32_t) +
           (first_.capacity() + order_.capacity()) * sizeof(Index) + sort_.bytes();
}

}  // namespace spatial
