#include "spatial/settled_sort.hpp"

#include <omp.h>

#include <algorithm>

namespace spatial {

namespace {

// When so many in a row are lower than the last kept, it is time to ask whether that one was too high.
constexpr std::size_t first_patience = 8;
// A step moves a few of a hundred to another cell. Room for more than this share would cost more than a byte a key.
constexpr std::size_t share_worth_mending = 16;

}  // namespace

void SettledSort::sort(Keys& keys, int low, int high) {
    if (mend(keys)) return;
    out_of_place_ = keys.size();
    radix_.sort(keys, low, high);
}

bool SettledSort::mend(Keys& keys) {
    const std::size_t n = keys.size();
    portions_.resize(n < worth_sorting_together ? 1 : static_cast<std::size_t>(omp_get_max_threads()));
    const std::size_t portions = portions_.size();
    std::uint64_t* const kept = radix_.scratch(n);
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(portions)) if (portions > 1)
    for (std::size_t p = 0; p < portions; ++p) {
        portions_[p].begin = n * p / portions;
        portions_[p].end = n * (p + 1) / portions;
        take_out(keys, kept, portions_[p]);
    }
    if (std::ranges::any_of(portions_, [](const Portion& portion) { return !portion.mendable; })) return false;

    close_seams(kept);
    out_.clear();
    out_.reserve(n / share_worth_mending);
    for (const Portion& portion : portions_) out_.insert(out_.end(), portion.out.begin(), portion.out.end());
    std::sort(out_.begin(), out_.end());
    out_of_place_ = out_.size();
    if (out_of_place_ > 0) {
        plan_merging(kept);
        merge(kept, keys);
    }
    return true;
}

void SettledSort::take_out(const Keys& keys, std::uint64_t* kept, Portion& portion) {
    Keys& out = portion.out;
    const std::size_t most = (portion.end - portion.begin) / share_worth_mending + first_patience;
    out.clear();
    out.reserve(most + 2);
    std::uint64_t* const first = kept + portion.begin;
    std::uint64_t* next = first;  // where the next one that is kept goes
    std::size_t in_a_row = 0;     // taken out since one was kept
    std::size_t patience = first_patience;
    for (std::size_t i = portion.begin; i < portion.end && out.size() <= most; ++i) {
        const std::uint64_t key = keys[i];
        if (next == first || key >= next[-1]) {
            *next++ = key;
            in_a_row = 0;
            patience = first_patience;
            continue;
        }
        out.push_back(key);
        if (++in_a_row < patience) continue;
        // Were there fewer kept that are higher than all of these? Then rather those.
        const std::uint64_t highest = *std::max_element(keys.begin() + i + 1 - in_a_row, keys.begin() + i + 1);
        std::size_t higher = 0;
        while (higher <= in_a_row && next - higher != first && *(next - higher - 1) > highest) ++higher;
        if (higher > in_a_row) {
            patience *= 2;
            continue;
        }
        out.resize(out.size() - in_a_row);
        for (; higher > 0; --higher) out.push_back(*--next);
        i -= in_a_row;
        in_a_row = 0;
        patience = first_patience;
    }
    portion.first = portion.begin;
    portion.last = portion.begin + static_cast<std::size_t>(next - first);
    portion.mendable = out.size() <= most;
}

void SettledSort::close_seams(const std::uint64_t* kept) {
    const auto last_before = [&](std::size_t p) -> Portion* {
        while (p > 0 && portions_[p - 1].empty()) --p;
        return p > 0 ? &portions_[p - 1] : nullptr;
    };
    for (std::size_t p = 1; p < portions_.size(); ++p) {
        Portion& portion = portions_[p];
        if (portion.empty()) continue;
        // Few at the end of one may be far too high, and few at the beginning of the next far too low.
        const std::uint64_t typical = kept[std::min(portion.first + first_patience, portion.last - 1)];
        Portion* before = last_before(p);
        for (; before != nullptr && kept[before->last - 1] > typical; before = last_before(p))
            before->out.push_back(kept[--before->last]);
        while (before != nullptr && kept[portion.first] < kept[before->last - 1])
            portion.out.push_back(kept[portion.first++]);  // ends at the typical one
    }
}

void SettledSort::plan_merging(const std::uint64_t* kept) {
    std::size_t kept_before = 0;
    for (Portion& portion : portions_) {
        if (portion.empty()) continue;
        const auto place = std::lower_bound(out_.begin(), out_.end(), kept[portion.first]);
        portion.out_first = kept_before == 0 ? 0 : static_cast<std::size_t>(place - out_.begin());
        portion.place = kept_before + portion.out_first;
        kept_before += portion.last - portion.first;
    }
    std::size_t out_last = out_.size();
    for (auto portion = portions_.rbegin(); portion != portions_.rend(); ++portion) {
        if (portion->empty()) continue;
        portion->out_last = out_last;
        out_last = portion->out_first;
    }
}

void SettledSort::merge(const std::uint64_t* kept, Keys& keys) const {
    const std::size_t portions = portions_.size();
#pragma omp parallel for schedule(static, 1) num_threads(static_cast <int>(portions)) if (portions > 1)
    for (std::size_t p = 0; p < portions; ++p) {
        const Portion& portion = portions_[p];
        if (portion.empty()) continue;
        std::uint64_t* to = keys.data() + portion.place;
        const std::uint64_t *next = kept + portion.first, *const last = kept + portion.last;
        for (std::size_t out = portion.out_first; out < portion.out_last; ++out) {
            while (next != last && *next < out_[out]) *to++ = *next++;
            *to++ = out_[out];
        }
        std::copy(next, last, to);
    }
}

std::size_t SettledSort::bytes() const noexcept {
    std::size_t sum = radix_.bytes() + out_.capacity() * sizeof(std::uint64_t);
    for (const Portion& portion : portions_) sum += portion.out.capacity() * sizeof(std::uint64_t);
    return sum;
}

}  // namespace spatial
