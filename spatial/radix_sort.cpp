#include "spatial/radix_sort.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>

namespace spatial {

namespace {

// 2048 places to write to are what the cache of one core still serves well.
constexpr int widest_digit = 11;

bool ascending(const std::vector<std::uint64_t>& keys, int low, std::uint64_t mask) {
    const std::size_t n = keys.size();
    for (std::size_t begin = 1; begin < n; begin += 1024) {
        const std::size_t end = std::min(n, begin + 1024);
        bool falls = false;
        for (std::size_t i = begin; i < end; ++i) falls |= (keys[i] >> low & mask) < (keys[i - 1] >> low & mask);
        if (falls) return false;
    }
    return true;
}

}  // namespace

void RadixSort::sort(std::vector<std::uint64_t>& keys, int low, int high) {
    passes_ = 0;
    const int bits = high - low;
    if (bits == 0 || ascending(keys, low, ~std::uint64_t{0} >> (64 - bits))) return;
    // Few keys get narrow digits: counters cost as much as keys. The digits of a sort are equally wide, or nearly so.
    const int widest = std::clamp(static_cast<int>(std::bit_width(keys.size())) - 1, 4, widest_digit);
    const int digits = (bits + widest - 1) / widest;
    buffer_.resize(keys.size());
    for (int d = 0; d < digits; ++d) {
        const int from = low + bits * d / digits, to = low + bits * (d + 1) / digits;
        if (!move_by_digit(keys, buffer_, from, to - from)) continue;
        keys.swap(buffer_);
        ++passes_;
    }
}

bool RadixSort::move_by_digit(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to, int shift,
                              int bits) {
    const std::size_t n = from.size(), values = std::size_t{1} << bits;
    const std::size_t portions = n < worth_sorting_together ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const std::uint64_t mask = values - 1;
    const auto part = [&](std::size_t p) { return n * p / portions; };
    counts_.reserve(portions << widest_digit);  // digits vary in width with the box: room for any
    counts_.resize(portions * values);
    bool moves = true;

#pragma omp parallel num_threads(static_cast <int>(portions)) if (portions > 1)
    {
#pragma omp for schedule(static, 1)
        for (std::size_t p = 0; p < portions; ++p) {
            Index* const counts = counts_.data() + p * values;
            std::fill(counts, counts + values, Index{0});
            for (std::size_t i = part(p); i < part(p + 1); ++i) ++counts[from[i] >> shift & mask];
        }
#pragma omp single
        {
            Index place = 0;
            for (std::size_t value = 0; value < values; ++value) {
                const Index before = place;
                for (std::size_t p = 0; p < portions; ++p) {
                    const Index count = counts_[p * values + value];
                    counts_[p * values + value] = place;
                    place += count;
                }
                if (place - before == n) moves = false;
            }
        }
        if (moves) {
#pragma omp for schedule(static, 1)
            for (std::size_t p = 0; p < portions; ++p) {
                Index* const places = counts_.data() + p * values;
                for (std::size_t i = part(p); i < part(p + 1); ++i) to[places[from[i] >> shift & mask]++] = from[i];
            }
        }
    }
    return moves;
}

}  // namespace spatial
