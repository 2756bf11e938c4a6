// Slots of which something is true, ascending. A team finds them and goes through them in parts of fixed length, each
// thread the same parts in loop after loop: what it has written stays in its own cache. (One thread took half
// as long to find who is due as two took to move everybody, and left the other core lines to fetch.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spatial/blocks.hpp"
#include "spatial/points.hpp"

namespace sim {

class DueSlots {
public:
    /// Calls prepare(begin, end) for every part of the slots below n, from several threads, then is_due(slot) once for
    /// each of its slots, and keeps those for which it is true.
    template <class P, class F>
    void find(std::size_t n, P prepare, F is_due);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t parts() const noexcept { return counts_.size(); }
    [[nodiscard]] std::span<const spatial::Index> part(std::size_t k) const noexcept {
        return std::span(slots_).subspan(k * slots_a_part, counts_[k]);
    }
    /// What part k is a part of.
    [[nodiscard]] spatial::Range slots_of(std::size_t k) const noexcept {
        const std::size_t begin = k * slots_a_part;
        return {static_cast<spatial::Index>(begin),
                static_cast<spatial::Index>(std::min(begin + slots_a_part, slots_.size()))};
    }
    /// For the loops over parts.
    [[nodiscard]] bool worth_a_team() const noexcept { return size_ > spatial::worth_a_team / 4; }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return slots_.capacity() * sizeof(spatial::Index) + counts_.capacity() * sizeof(std::uint32_t);
    }

private:
    static constexpr std::size_t slots_a_part = 256;

    std::vector<spatial::Index> slots_;  // those of part k from k * slots_a_part on
    std::vector<std::uint32_t> counts_;
    std::size_t size_ = 0;
};

template <class P, class F>
void DueSlots::find(std::size_t n, P prepare, F is_due) {
    slots_.resize(n);
    counts_.resize((n + slots_a_part - 1) / slots_a_part);
    std::size_t found = 0;
#pragma omp parallel for schedule(static) reduction(+ : found) if (n > spatial::worth_a_team)
    for (std::size_t k = 0; k < counts_.size(); ++k) {
        const std::size_t begin = k * slots_a_part, end = std::min(begin + slots_a_part, n);
        prepare(begin, end);
        // Without branches, because who is due cannot be foreseen.
        std::uint32_t count = 0;
        std::array<spatial::Index, slots_a_part + 1> mine;
        for (std::size_t slot = begin; slot < end; ++slot) {
            mine[count] = static_cast<spatial::Index>(slot);
            count += is_due(slot) ? 1u : 0u;
        }
        std::copy_n(mine.begin(), count, slots_.begin() + static_cast<std::ptrdiff_t>(begin));
        counts_[k] = count;
        found += count;
    }
    size_ = found;
}

}  // namespace sim
