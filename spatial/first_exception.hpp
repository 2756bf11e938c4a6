// Carries an exception out of a parallel loop: one that leaves an OpenMP region ends the program instead.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace spatial {

class FirstException {
public:
    /// Calls f(), unless a call has thrown before: the rest of the loop is then in vain.
    template <class F>
    void guard(F&& f) noexcept {
        if (thrown_.load(std::memory_order_relaxed)) return;
        try {
            std::forward<F>(f)();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!first_) first_ = std::current_exception();
            thrown_.store(true, std::memory_order_relaxed);
        }
    }

    /// Behind the loop: throws what came first, if anything did.
    void rethrow() const {
        if (first_) std::rethrow_exception(first_);
    }

private:
    std::atomic<bool> thrown_ = false;
    std::mutex mutex_;
    std::exception_ptr first_;
};

}  // namespace spatial
