#include "sim/time_steps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "sim/slots_below.hpp"
#include "sim/take_out.hpp"
#include "spatial/blocks.hpp"
#include "spatial/neighbour_rule.hpp"

namespace sim {

namespace {

/// How much longer, in levels, the steps of those around a particle may be.
float limiter_of(const PairTerms& terms, std::size_t slot) noexcept {
    return terms.push[slot] != 0.0f ? TimeSteps::limiter_of_pushers : TimeSteps::limiter;
}

}  // namespace

void TimeSteps::resize(std::size_t n) {
    clues.resize(n);
    hurry_.resize(n);
    since_.resize(n);
    due_.resize(n);
    is_active_.resize(n);
    calls_.resize(n);
}

void TimeSteps::ask_all(std::size_t n) {
    resize(n);
    std::ranges::fill(clues.level, 0.0f);
}

void TimeSteps::begin(const BlockPlan& plan, int deepest_level) {
    const auto finest = static_cast<std::uint32_t>(std::max(plan.depth, std::min(plan.depth + reserve, deepest_level)));
    block_ = {plan.length, finest, 0};
    promises_ = false;
    resize(hurry_.size());
    const auto length = static_cast<float>(std::log2(plan.length));
    for (std::size_t i = 0; i < hurry_.size(); ++i) {
        clues.level[i] = std::clamp(std::ceil(hurry_[i] + length), 0.0f, static_cast<float>(plan.depth));
        since_[i] = 0;
        due_[i] = static_cast<std::uint16_t>(step(clues.level[i]));
    }
    find_next_due();
}

double TimeSteps::to_next(double longest) const noexcept {
    const std::uint32_t all = next_due_ - block_.tick;
    const double fitting = std::max(1.0, std::floor(longest / tick_length() * (1.0 + 1e-9)));
    return tick_length() * std::min<double>(all, fitting);
}

void TimeSteps::advance(double seconds) noexcept {
    block_.tick += static_cast<std::uint32_t>(std::lround(seconds / tick_length()));
}

void TimeSteps::wake_all() noexcept { std::ranges::fill(due_, static_cast<std::uint16_t>(block_.tick)); }

void TimeSteps::remove(std::span<const spatial::Index> gone) {
    take_out(clues.level, gone);
    take_out(since_, gone);
    take_out(due_, gone);
    resize(due_.size());
}

void TimeSteps::come(std::size_t n) {
    const std::size_t before = due_.size();
    resize(n);
    for (std::size_t i = before; i < n; ++i) {
        clues.level[i] = static_cast<float>(block_.finest);
        since_[i] = due_[i] = static_cast<std::uint16_t>(block_.tick);
    }
}

void TimeSteps::find_next_due() noexcept {
    std::uint16_t next = static_cast<std::uint16_t>(block_.ticks());
    for (const std::uint16_t due : due_) next = std::min(next, due);
    next_due_ = next;
}

void TimeSteps::find_active(const Particles& p) {
    for (auto* values : {&ax_, &ay_, &az_}) values->resize(due_.size());
    active_.find(
        due_.size(),
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) is_active_[i] = due_[i] <= block_.tick;
            // Of everybody, which is cheaper than to ask.
            const auto keep = [&](const std::vector<float>& from, std::vector<float>& to) {
                std::copy_n(from.data() + begin, end - begin, to.data() + begin);
            };
            keep(p.ax, ax_);
            keep(p.ay, ay_);
            keep(p.az, az_);
        },
        [&](std::size_t i) { return is_active_[i] != 0; });
}

void TimeSteps::correct(Particles& p, std::size_t slot) const noexcept {
    const auto half = static_cast<float>(0.5 * tick_length() * (block_.tick - since_[slot]));
    p.vx[slot] += half * (p.ax[slot] - ax_[slot]);
    p.vy[slot] += half * (p.ay[slot] - ay_[slot]);
    p.vz[slot] += half * (p.az[slot] - az_[slot]);
}

void TimeSteps::choose_levels(const Surroundings& around, const Particles& particles, const PairTerms& terms,
                              PairSupports supports) {
    const auto length = static_cast<float>(std::log2(block_.length));
    const auto finest = static_cast<float>(block_.finest);
    // The longest step that may begin now.
    const auto shallowest = static_cast<float>(
        block_.finest - std::min(block_.finest, static_cast<std::uint32_t>(std::countr_zero(block_.tick))));
    int too_slow = 0;  // somebody would need a step that the block has not
    int some_call = 0;
    std::ranges::fill(calls_, std::uint8_t{0});
#pragma omp parallel for schedule(static) reduction(| : too_slow, some_call) if (active_.worth_a_team())
    for (std::size_t k = 0; k < active_.parts(); ++k)
        for (const spatial::Index slot : active_.part(k)) {
            float level = std::ceil(hurry_[slot] + length);
            too_slow |= level > finest;
            level = std::clamp(std::max(level, clues.deepest[slot] - limiter), shallowest, finest);
            // Bit by bit, because it cannot be foreseen.
            calls_[slot] =
                static_cast<std::uint8_t>(static_cast<int>(level > clues.level[slot]) |
                                          static_cast<int>(level > clues.shallowest[slot] + limiter_of(terms, slot)));
            some_call |= calls_[slot];
            clues.level[slot] = level;
            since_[slot] = static_cast<std::uint16_t>(block_.tick);
            due_[slot] = static_cast<std::uint16_t>(block_.tick + step(level));
        }
    const auto raised = [&](spatial::Index slot) {
        const std::uint32_t length_of_step = step(clues.level[slot]);
        due_[slot] = static_cast<std::uint16_t>((block_.tick / length_of_step + 1) * length_of_step);
    };
    if (some_call != 0) call_on(around, particles, terms, supports, clues.level, raised);
    // The block ends with its next tick, and the next one has what is needed.
    if (too_slow != 0) std::ranges::fill(due_, static_cast<std::uint16_t>(block_.tick + 1));
    find_next_due();
}

void TimeSteps::keep_limits(bool promises, const Surroundings& around, const Particles& particles,
                            const PairTerms& terms, PairSupports supports) {
    block_ = {};
    promises_ = promises;
    if (!promises) return;
    const float least = *std::ranges::min_element(hurry_);
    for (std::size_t i = 0; i < hurry_.size(); ++i) calls_[i] = hurry_[i] > least + limiter_of(terms, i);
    call_on(around, particles, terms, supports, hurry_, [](spatial::Index) {});
}

template <class F>
void TimeSteps::call_on(const Surroundings& around, const Particles& p, const PairTerms& terms, PairSupports supports,
                        std::vector<float>& level, F raised) {
    bool some_call = true;
    for (const spatial::BlockSource* callers = &around.due; some_call; callers = &around.anybody) {
        threads_.prepare();
        callers->for_each_block({calls_}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
            Mine& mine = threads_.mine();
            float most = -std::numeric_limits<float>::infinity();
            for (spatial::Index slot = block.begin; slot < block.end; ++slot)
                most = std::max(most, calls_[slot] != 0 ? level[slot] - limiter_of(terms, slot) : most);
            // Mostly nobody around needs a call, which is seen without asking who is in reach.
            find_below(level, ranges, most, mine.slower);
            if (mine.slower.empty()) return;
            mine.callers.clear();
            for (spatial::Index slot = block.begin; slot < block.end; ++slot)
                if (calls_[slot] != 0) mine.callers.push_back({slot, level[slot] - limiter_of(terms, slot)});
            // The most demanding first: who is called goes by the first that has it in reach.
            std::ranges::sort(mine.callers, std::greater{}, &Call::level);
            for (const spatial::Index other : mine.slower)
                for (const Call& caller : mine.callers) {
                    if (level[other] >= caller.level) break;
                    const spatial::Index slot = caller.slot;
                    const float squared = spatial::squared_distance(p.x[other] - p.x[slot], p.y[other] - p.y[slot],
                                                                    p.z[other] - p.z[slot]);
                    const float support = 0.5f * (supports.of(slot) + supports.of(other));
                    if (!spatial::in_reach(squared, support, support)) continue;
                    mine.calls.push_back({other, caller.level});
                    break;
                }
        });
        // Who was called by several goes by the greatest hurry: the order of calls does not matter.
        std::ranges::fill(calls_, std::uint8_t{0});
        some_call = false;
        threads_.for_each([&](Mine& mine) {
            for (const Call& call : mine.calls) {
                if (level[call.slot] >= call.level) continue;
                level[call.slot] = call.level;
                calls_[call.slot] = 1;
                some_call = true;
                raised(call.slot);
            }
            mine.calls.clear();
        });
    }
}

void TimeSteps::restore(const Block& block, std::vector<float> hurry, std::vector<float> level,
                        std::vector<std::uint16_t> since, std::vector<std::uint16_t> due) {
    block_ = block;
    promises_ = !hurry.empty();
    hurry_ = std::move(hurry);
    clues.level = std::move(level);
    since_ = std::move(since);
    due_ = std::move(due);
    if (!under_way()) return;
    resize(due_.size());
    find_next_due();
}

std::size_t TimeSteps::bytes() const noexcept {
    std::size_t sum = clues.bytes() + (hurry_.capacity() + 3 * ax_.capacity()) * sizeof(float) +
                      (since_.capacity() + due_.capacity()) * sizeof(std::uint16_t) + active_.bytes() +
                      is_active_.capacity() + calls_.capacity();
    threads_.for_each([&](const Mine& mine) {
        sum += mine.slower.capacity() * sizeof(spatial::Index) +
               (mine.callers.capacity() + mine.calls.capacity()) * sizeof(Call);
    });
    return sum;
}

}  // namespace sim
