#include "spatial/hierarchy_order.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>

#include "spatial/blocks.hpp"
#include "spatial/hierarchy_key.hpp"

namespace spatial {

namespace {

constexpr int class_bits = 4;
constexpr int most_exponent = HierarchyClasses::most_reaches - 1;
static_assert(most_exponent == (1 << class_bits) - 1);
constexpr int axis_bits = 20;  // of each coordinate, in the lower word

/// Bit k of a 21-bit number moves to bit 3 k.
constexpr std::uint64_t spread(std::uint64_t v) noexcept {
    v = (v | v << 32) & 0x001f'0000'0000'ffff;
    v = (v | v << 16) & 0x001f'0000'ff00'00ff;
    v = (v | v << 8) & 0x100f'00f0'0f00'f00f;
    v = (v | v << 4) & 0x10c3'0c30'c30c'30c3;
    return (v | v << 2) & 0x1249'2492'4924'9249;
}

constexpr std::uint32_t gather(std::uint64_t v) noexcept {
    v &= 0x1249'2492'4924'9249;
    v = (v | v >> 2) & 0x10c3'0c30'c30c'30c3;
    v = (v | v >> 4) & 0x100f'00f0'0f00'f00f;
    v = (v | v >> 8) & 0x001f'0000'ff00'00ff;
    v = (v | v >> 16) & 0x001f'0000'0000'ffff;
    return static_cast<std::uint32_t>(v | v >> 32) & 0x1f'ffff;
}
static_assert(gather(spread(0x1f'ffff)) == 0x1f'ffff && gather(spread(0x0a'5c31)) == 0x0a'5c31);

constexpr int width_of(std::uint64_t key) noexcept { return 64 - std::countl_zero(key); }

constexpr std::uint64_t morton(Cell c) noexcept {
    return spread(static_cast<std::uint32_t>(c.x)) | spread(static_cast<std::uint32_t>(c.y)) << 1 |
           spread(static_cast<std::uint32_t>(c.z)) << 2;
}

constexpr Cell cell_of_morton(std::uint64_t key) noexcept {
    return {static_cast<std::int32_t>(gather(key)), static_cast<std::int32_t>(gather(key >> 1)),
            static_cast<std::int32_t>(gather(key >> 2))};
}

constexpr Cell lower_bits(Cell c) noexcept {
    constexpr std::int32_t mask = (1 << axis_bits) - 1;
    return {c.x & mask, c.y & mask, c.z & mask};
}
constexpr Cell upper_bits(Cell c) noexcept { return {c.x >> axis_bits, c.y >> axis_bits, c.z >> axis_bits}; }

}  // namespace

void HierarchyOrder::sort(const Points& points, const HierarchyClasses& classes) {
    const std::size_t n = points.size();
    // Only the bits that the class of the point leaves it.
    const auto cell_of_point = [&](std::size_t i, int e) {
        const Cell cell = classes.finest_cell(points.x[i], points.y[i], points.z[i]);
        return Cell{cell.x >> e << e, cell.y >> e << e, cell.z >> e << e};
    };
    const auto exponent_of = [&](std::size_t i) {
        return points.one_reach() ? 0 : classes.exponent_of(points.reach[i]);
    };
    const auto low_word = [&](std::size_t i) {
        const int e = exponent_of(i);
        return morton(lower_bits(cell_of_point(i, e))) << class_bits | static_cast<std::uint64_t>(most_exponent - e);
    };

    order_.resize(n);
    low_.resize(n);
    high_.clear();
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t i = 0; i < n; ++i) {
        order_[i] = static_cast<Index>(i);
        low_[i] = low_word(i);
    }
    const int from = points.one_reach() ? class_bits : 0;
    const Cell above = upper_bits(classes.last);
    if (above == Cell{0, 0, 0}) {
        sort_by(low_, from, class_bits + width_of(morton(classes.last)));
        return;
    }
    sort_by(low_, from, 64);
    high_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t slot = 0; slot < n; ++slot)
        high_[slot] = morton(upper_bits(cell_of_point(order_[slot], exponent_of(order_[slot]))));
    sort_by(high_, 0, width_of(morton(above)));
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t slot = 0; slot < n; ++slot) low_[slot] = low_word(order_[slot]);
}

void HierarchyOrder::sort_by(std::vector<std::uint64_t>& keys, int from, int to) {
    if (std::is_sorted(keys.begin(), keys.end())) return;
    const std::size_t n = keys.size();
    next_keys_.resize(n);
    next_order_.resize(n);
    const std::size_t portions = n < worth_a_team ? 1 : static_cast<std::size_t>(omp_get_max_threads());
    const auto part = [&](std::size_t p) { return n * p / portions; };
    // As few rounds as will do, with digits short enough for their counts to be few beside the points and to stay in
    // the first-level cache.
    constexpr int widest_digit = 11;
    const int longest_digit = std::clamp(width_of(n) - 2, 4, widest_digit);
    const int rounds = (to - from + longest_digit - 1) / longest_digit;
    const int digit = (to - from + rounds - 1) / rounds;
    const std::size_t values = std::size_t{1} << digit;
    counts_.reserve(portions << widest_digit);  // digits vary in width with the cloud: room for any
    counts_.resize(portions * values);

    for (int bit = from; bit < to; bit += digit) {
        const auto digit_of = [&](std::uint64_t key) { return key >> bit & (values - 1); };
#pragma omp parallel num_threads(static_cast <int>(portions)) if (portions > 1)
        {
#pragma omp for schedule(static, 1)
            for (std::size_t p = 0; p < portions; ++p) {
                Index* const counts = counts_.data() + p * values;
                std::fill(counts, counts + values, Index{0});
                for (std::size_t i = part(p); i < part(p + 1); ++i) ++counts[digit_of(keys[i])];
            }
#pragma omp single
            {
                Index slot = 0;
                for (std::size_t value = 0; value < values; ++value)
                    for (std::size_t p = 0; p < portions; ++p) {
                        const Index count = counts_[p * values + value];
                        counts_[p * values + value] = slot;
                        slot += count;
                    }
            }
#pragma omp for schedule(static, 1)
            for (std::size_t p = 0; p < portions; ++p) {
                Index* const next = counts_.data() + p * values;
                for (std::size_t i = part(p); i < part(p + 1); ++i) {
                    const Index slot = next[digit_of(keys[i])]++;
                    next_keys_[slot] = keys[i];
                    next_order_[slot] = order_[i];
                }
            }
        }
        keys.swap(next_keys_);
        order_.swap(next_order_);
    }
}

Cell HierarchyOrder::cell(Index slot) const noexcept {
    Cell cell = cell_of_morton(low_[slot] >> class_bits);
    if (high_.empty()) return cell;
    const Cell above = cell_of_morton(high_[slot]);
    return {cell.x | above.x << axis_bits, cell.y | above.y << axis_bits, cell.z | above.z << axis_bits};
}

int HierarchyOrder::child(Index slot, int exponent, int step) const noexcept {
    if (exponent + step <= axis_bits)
        return static_cast<int>(low_[slot] >> (class_bits + 3 * exponent)) & ((1 << 3 * step) - 1);
    const Cell finest = cell(slot);
    return child_number({finest.x >> exponent, finest.y >> exponent, finest.z >> exponent}, step);
}

int HierarchyOrder::difference(Index a, Index b) const noexcept {
    const auto uppermost = [](std::uint64_t differing) { return (width_of(differing) + 2) / 3 - 1; };
    if (!high_.empty() && high_[a] != high_[b]) return axis_bits + uppermost(high_[a] ^ high_[b]);
    return uppermost((low_[a] ^ low_[b]) >> class_bits);
}

std::size_t HierarchyOrder::bytes() const noexcept {
    return (order_.capacity() + next_order_.capacity() + counts_.capacity()) * sizeof(Index) +
           (low_.capacity() + high_.capacity() + next_keys_.capacity()) * sizeof(std::uint64_t);
}

}  // namespace spatial
