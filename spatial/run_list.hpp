// Runs of slots as they are found around a block: those that touch are joined, those that are empty left out. There is
// no branch in it: among droplets nobody could predict it.
#pragma once

#include "spatial/points.hpp"

namespace spatial {

class RunList {
public:
    /// Writes to `runs` and on, and may write one more than it holds in the end.
    explicit RunList(Range* runs) noexcept : next_(runs) {}

    void add(Range slots) noexcept {
        const bool joins = slots.begin == end_, holds_any = slots.begin != slots.end;
        const Index begin = joins ? begin_ : slots.begin;
        next_ -= joins;
        next_->begin = begin;
        next_->end = slots.end;
        next_ += joins | holds_any;
        begin_ = holds_any ? begin : begin_;
        end_ = holds_any ? slots.end : end_;
    }
    [[nodiscard]] Range* end() const noexcept { return next_; }

private:
    Range* next_;
    Index begin_ = 0, end_ = ~Index{0};  // of the last; apart, so that they stay in registers
};

}  // namespace spatial
