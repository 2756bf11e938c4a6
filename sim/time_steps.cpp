#include "sim/time_steps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/take_out.hpp"
#include "spatial/blocks.hpp"

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
    constexpr std::size_t at_once = 512;
    const std::size_t n = due_.size();
    std::size_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count) if (n > spatial::worth_a_team)
    for (std::size_t begin = 0; begin < n; begin += at_once) {
        const std::size_t end = std::min(begin + at_once, n);
        std::uint16_t due = 0;
        for (std::size_t i = begin; i < end; ++i) {
            is_active_[i] = due_[i] <= block_.tick;
            due = static_cast<std::uint16_t>(due + is_active_[i]);
        }
        count += due;
        // Of everybody, which is cheaper than to ask.
        const auto keep = [&](const std::vector<float>& from, std::vector<float>& to) {
            std::copy_n(from.data() + begin, end - begin, to.data() + begin);
        };
        keep(p.ax, ax_);
        keep(p.ay, ay_);
        keep(p.az, az_);
    }
    due_count_ = count;
}

void TimeSteps::Tally::add(const Tally& other) noexcept {
    for (std::size_t level = 0; level < by_level.size(); ++level) by_level[level] += other.by_level[level];
    all_finite &= other.all_finite;
    chosen.too_slow |= other.chosen.too_slow;
    chosen.some_call |= other.chosen.some_call;
}

void TimeSteps::correct(Particles& p, spatial::Range slots, Tally& tally) const noexcept {
    const DueParticles due{.due = queries().everybody() ? nullptr : is_active_.data(),
                           .vx = p.vx.data(),
                           .vy = p.vy.data(),
                           .vz = p.vz.data(),
                           .ax = p.ax.data(),
                           .ay = p.ay.data(),
                           .az = p.az.data(),
                           .before_x = ax_.data(),
                           .before_y = ay_.data(),
                           .before_z = az_.data(),
                           .level = clues.level.data(),
                           .since = since_.data(),
                           .tick_length = static_cast<float>(tick_length()),
                           .tick = static_cast<std::uint16_t>(block_.tick)};
    tally.all_finite &= correct_velocities(due, slots, std::span(tally.by_level).first(block_.finest + 1));
}

void TimeSteps::choose(spatial::Range slots, const PairTerms& terms, Tally& tally) noexcept {
    // The longest step that may begin now.
    const std::uint32_t first =
        block_.finest - std::min(block_.finest, static_cast<std::uint32_t>(std::countr_zero(block_.tick)));
    const LevelChoice choice{.due = queries().everybody() ? nullptr : is_active_.data(),
                             .hurry = hurry_.data(),
                             .deepest = clues.deepest.data(),
                             .shallowest = clues.shallowest.data(),
                             .push = terms.push.data(),
                             .level = clues.level.data(),
                             .since = since_.data(),
                             .until = due_.data(),
                             .calls = calls_.data(),
                             .length = static_cast<float>(std::log2(block_.length)),
                             .first = static_cast<float>(first),
                             .last = static_cast<float>(block_.finest),
                             .limiter = limiter,
                             .limiter_of_pushers = limiter_of_pushers,
                             .tick = static_cast<std::uint16_t>(block_.tick)};
    const LevelsChosen chosen = choose_next_levels(choice, slots);
    tally.chosen.too_slow |= chosen.too_slow;
    tally.chosen.some_call |= chosen.some_call;
}

void TimeSteps::settle(const LevelsChosen& chosen, const BlockSources& around, const Particles& particles,
                       const PairTerms& terms, PairSupports supports) {
    const auto raised = [&](spatial::Index slot) {
        const std::uint32_t length_of_step = step(clues.level[slot]);
        due_[slot] = static_cast<std::uint16_t>((block_.tick / length_of_step + 1) * length_of_step);
    };
    if (chosen.some_call) call_on(around, particles, terms, supports, clues.level, raised);
    // The block ends with its next tick, and the next one has what is needed.
    if (chosen.too_slow) std::ranges::fill(due_, static_cast<std::uint16_t>(block_.tick + 1));
    find_next_due();
}

void TimeSteps::keep_limits(bool promises, const BlockSources& around, const Particles& particles,
                            const PairTerms& terms, PairSupports supports) {
    block_ = {};
    promises_ = promises;
    if (!promises) return;
    const float least = *std::ranges::min_element(hurry_);
    for (std::size_t i = 0; i < hurry_.size(); ++i) calls_[i] = hurry_[i] > least + limiter_of(terms, i);
    call_on(around, particles, terms, supports, hurry_, [](spatial::Index) {});
}

template <class F>
void TimeSteps::call_on(const BlockSources& around, const Particles& p, const PairTerms& terms, PairSupports supports,
                        std::vector<float>& level, F raised) {
    bool some_call = true;
    for (const spatial::BlockSource* callers = &around.due; some_call; callers = &around.anybody) {
        threads_.prepare();
        const Callable others{level,
                              p.x.data(),
                              p.y.data(),
                              p.z.data(),
                              supports.by_slot.empty() ? nullptr : supports.by_slot.data(),
                              supports.all};
        callers->for_each_block({calls_}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
            Mine& mine = threads_.mine();
            mine.callers.clear();
            for (spatial::Index slot = block.begin; slot < block.end; ++slot)
                if (calls_[slot] != 0)
                    mine.callers.push_back(
                        {p.x[slot], p.y[slot], p.z[slot], supports.of(slot), level[slot] - limiter_of(terms, slot)});
            find_called(others, ranges, mine.callers, mine.calls);
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
                      (since_.capacity() + due_.capacity()) * sizeof(std::uint16_t) + is_active_.capacity() +
                      calls_.capacity();
    threads_.for_each([&](const Mine& mine) {
        sum += mine.callers.capacity() * sizeof(Caller) + mine.calls.capacity() * sizeof(Call);
    });
    return sum;
}

}  // namespace sim
