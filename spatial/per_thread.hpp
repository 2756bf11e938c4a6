// One of something for each thread of the team, kept between steps so that a settled scene allocates nothing.
#pragma once

#include <omp.h>

#include <cstddef>
#include <vector>

namespace spatial {

template <class T>
class PerThread {
public:
    /// Call outside the parallel region, before mine().
    void prepare() {
        const auto team = static_cast<std::size_t>(omp_get_max_threads());
        if (items_.size() < team) items_.resize(team);
    }
    [[nodiscard]] T& mine() noexcept { return of(static_cast<std::size_t>(omp_get_thread_num())); }
    [[nodiscard]] T& of(std::size_t thread) noexcept { return items_[thread].item; }

    /// For sums that do not depend on who did what.
    template <class F>
    void for_each(F f) {
        for (auto& alone : items_) f(alone.item);
    }
    template <class F>
    void for_each(F f) const {
        for (const auto& alone : items_) f(alone.item);
    }

private:
    struct alignas(128) Alone {  // two cache lines: no thread writes beside another
        T item{};
    };
    std::vector<Alone> items_;
};

}  // namespace spatial
