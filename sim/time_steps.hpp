// Individual time steps: who takes which step, and who is due when. A block lasts dt_max; its particles take steps of
// dt_max / 2^level, each beginning at a multiple of itself, so that those of one level are due together:
//
//   level 0   |-------------------------------|          ticks: the finest that the block has room for
//   level 1   |---------------|---------------|
//   level 2   |-------|-------|-------|-------|          longer only where the longer step may begin
//   level 3   |---|---|-------|-------|---|---|
//
// At each of these times the particles that are due get new accelerations, and what they had in store is corrected. In
// between everybody goes on under the acceleration it had when it was last due,
//
//   x(t + d) = x + d v + d²/2 a,   v(t + d) = v + d a,      and when it is due, after e:   v += e/2 (a_new - a)
//
// which is the leapfrog (11) of Onderik, Durikovic 2007 with velocities at the times of positions. Their correction
// (13) of positions when a step changes makes up for velocities that are half a step, old or new, away from their
// positions; here they never are: whatever the step is changed to, and in its middle too, both are where they belong,
// and (13) is zero.
//
// Neighbours differ by at most two levels, a factor of four (Saitoh, Makino 2009): who is due asks those around, and
// calls on who is slower, the more strictly when it begins to push; they may be woken in the middle of a step. Whom a
// wall or solid stops hard is woken, too.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/called_upon.hpp"
#include "sim/crowding.hpp"
#include "sim/next_levels.hpp"
#include "sim/particles.hpp"
#include "sim/step_clues.hpp"
#include "sim/step_report.hpp"
#include "sim/time_plan.hpp"
#include "spatial/neighbour_search.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

/// How far pairs reach: everybody as far, or each pair as far as the mean of its two supports.
struct PairSupports {
    float all;                       // m
    std::span<const float> by_slot;  // m; empty = everybody as far
    PairSupports(float common, std::span<const float> own = {}) : all(common), by_slot(own) {}
    [[nodiscard]] float of(std::size_t slot) const noexcept { return by_slot.empty() ? all : by_slot[slot]; }
};

/// Where to find those around somebody: around who is due, and around anybody.
struct BlockSources {
    const spatial::BlockSource &due, &anybody;

    BlockSources(const spatial::BlockSource& of_the_due, const spatial::BlockSource& of_anybody)
        : due(of_the_due), anybody(of_anybody) {}
    BlockSources(const spatial::BlockSource& of_anybody) : BlockSources(of_anybody, of_anybody) {}
};

class TimeSteps {
public:
    /// Levels that a block has room for below the finest that was planned: for who gets into a hurry within it.
    static constexpr int reserve = 2;
    /// How much neighbours' levels may differ.
    static constexpr float limiter = 2.0f;
    /// By how much those around somebody who pushes may be above it. A factor of four lets them run into it for too
    /// long: of the 9 J that nine drops give off on a puddle they then keep 0.6 J too much, with a factor of two 0.1 J,
    /// which is what half the Courant number makes of the global step, too.
    static constexpr float limiter_of_pushers = 1.0f;

    /// Everything of a block that is not by slot; saved as it is.
    struct Block {
        double length = 0.0;       // s; 0 = no block is under way
        std::uint32_t finest = 0;  // level whose step is one tick
        std::uint32_t tick = 0;    // now
        [[nodiscard]] std::uint32_t ticks() const noexcept { return 1u << finest; }
    };

    [[nodiscard]] bool under_way() const noexcept { return block_.length > 0.0; }
    [[nodiscard]] double tick_length() const noexcept { return block_.length / block_.ticks(); }

    /// How long a step everybody may take, as log2(1 s / limit), when that is known and blocks may be worth while.
    [[nodiscard]] std::span<const float> hurry() const noexcept {
        return promises_ ? hurry_ : std::span<const float>();
    }
    void forget() noexcept { promises_ = false; }
    /// Before the limits of everybody are found in a step for all.
    void ask_all(std::size_t n);

    /// Everybody is at the same time, and hurry() is known.
    void begin(const BlockPlan& plan, int deepest_level);
    /// Until somebody is due, s, but no longer than `longest` where there are ticks enough.
    [[nodiscard]] double to_next(double longest) const noexcept;
    void advance(double seconds) noexcept;
    /// Makes a particle due now.
    void wake(std::size_t slot) noexcept { due_[slot] = static_cast<std::uint16_t>(block_.tick); }
    /// The same, and its step is one of no length: its velocity is as of now.
    void begin_now(std::size_t slot) noexcept { since_[slot] = due_[slot] = static_cast<std::uint16_t>(block_.tick); }
    /// Makes everybody due now.
    void wake_all() noexcept;
    /// Seconds until the step of a particle ends.
    [[nodiscard]] double left_of(std::size_t slot) const noexcept {
        return tick_length() * (static_cast<double>(due_[slot]) - block_.tick);
    }

    /// Within a block: takes out who is gone; makes room for those that come behind all others, who are due now.
    void remove(std::span<const spatial::Index> gone);
    void come(std::size_t n);

    /// Who is due now, in the slots as they are now. To be called before new accelerations are found: their old ones
    /// are kept.
    void find_active(const Particles& particles);
    [[nodiscard]] std::size_t due_count() const noexcept { return due_count_; }
    /// For the passes; nothing where everybody is active.
    [[nodiscard]] spatial::Queries queries() const noexcept {
        return everybody_due() ? spatial::Queries{} : spatial::Queries{is_active_};
    }
    [[nodiscard]] bool everybody_due() const noexcept { return due_count_ == due_.size(); }

    /// What some of those who are due came to.
    struct Tally {
        std::array<std::uint64_t, most_levels> by_level{};  // how many, by the level of the step that ended
        bool all_finite = true;
        LevelsChosen chosen;
        void add(const Tally& other) noexcept;
    };
    /// Brings the velocities of those who are due up to their new accelerations.
    void correct(Particles& particles, spatial::Range slots, Tally& tally) const noexcept;

    /// log2(1 s / limit) by slot, to be found for those who are active.
    [[nodiscard]] std::span<float> limits() noexcept { return hurry_; }

    /// After their limits are set: the next step of each of those who are due.
    void choose(spatial::Range slots, const PairTerms& terms, Tally& tally) noexcept;
    /// After all have chosen: who is called upon, and what is due next.
    void settle(const LevelsChosen& chosen, const BlockSources& around, const Particles& particles,
                const PairTerms& terms, PairSupports supports);
    /// Where everybody's limit is known: keeps them for hurry(), made such that neighbours differ by no more than the
    /// limiter, if `promises`.
    void keep_limits(bool promises, const BlockSources& around, const Particles& particles, const PairTerms& terms,
                     PairSupports supports);
    [[nodiscard]] std::span<const float> limits() const noexcept { return hurry_; }

    /// The arrays by slot, which move with the particles while a block is under way.
    StepClues clues;
    [[nodiscard]] std::vector<std::uint16_t>& since() noexcept { return since_; }
    [[nodiscard]] std::vector<std::uint16_t>& due() noexcept { return due_; }
    [[nodiscard]] const std::vector<std::uint16_t>& since() const noexcept { return since_; }
    [[nodiscard]] const std::vector<std::uint16_t>& due() const noexcept { return due_; }

    /// For checkpoints.
    [[nodiscard]] const Block& block() const noexcept { return block_; }
    void restore(const Block& block, std::vector<float> hurry, std::vector<float> level,
                 std::vector<std::uint16_t> since, std::vector<std::uint16_t> due);

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    struct Mine {
        std::vector<Caller> callers;  // of a block
        std::vector<Call> calls;
    };

    [[nodiscard]] std::uint32_t step(float level) const noexcept {
        return 1u << (block_.finest - static_cast<std::uint32_t>(level));
    }
    void resize(std::size_t n);
    void find_next_due() noexcept;
    /// Raises `level` around those who are callers until neighbours differ by no more than the limiter, and calls
    /// raised(slot) for whom it raised, perhaps more than once.
    template <class F>
    void call_on(const BlockSources& around, const Particles& particles, const PairTerms& terms, PairSupports supports,
                 std::vector<float>& level, F raised);

    Block block_;
    bool promises_ = false;
    std::uint32_t next_due_ = 0;
    std::vector<float> hurry_;
    std::vector<std::uint16_t> since_, due_;  // ticks
    std::size_t due_count_ = 0;
    std::vector<std::uint8_t> is_active_, calls_;
    std::vector<float> ax_, ay_, az_;  // of the active before, by slot
    spatial::PerThread<Mine> threads_;
};

}  // namespace sim
