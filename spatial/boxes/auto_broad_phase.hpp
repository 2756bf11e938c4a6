// Picks the broad phase for you: every module is tried on the questions as they come, whoever costs least stays, and is
// put to the test again when that changes (spatial/tournament.hpp). What counts is a turn: everything from one question
// to the next, changes included, per box and query. A turn ends where boxes change after a question.
//
// Time differs from run to run, so the choice may, and with it the order of pairs; which pairs there are does not.
#pragma once

#include <functional>

#include "spatial/boxes/broad_phase.hpp"
#include "spatial/tournament.hpp"

namespace spatial {

class AutoBroadPhase final : public BroadPhase {
public:
    static constexpr std::string_view module_name = "auto";
    /// Seconds since anything.
    using Clock = std::function<double()>;

    explicit AutoBroadPhase(const BroadSettings& settings);
    /// With a clock of one's own, for tests.
    AutoBroadPhase(const BroadSettings& settings, Clock clock);

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void for_each_cell(BoxCellVisitor visit) override;
    [[nodiscard]] std::string note() const override { return tournament_.note("a box and query"); }

    /// The module that works, on trial or chosen.
    [[nodiscard]] std::string_view running() const noexcept { return running_->name(); }
    [[nodiscard]] bool on_trial() const noexcept { return tournament_.on_trial(); }

protected:
    void change(const BoxStore::Changes& changes) override;
    [[nodiscard]] BroadCounters find_pairs(std::vector<BoxPair>& found) override;
    [[nodiscard]] BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) override;
    [[nodiscard]] std::size_t structure_bytes() const noexcept override { return running_->bytes(); }

private:
    void end_turn();
    void take_current();
    template <class Work>
    void timed(std::size_t amount, Work work);

    BroadSettings settings_;
    Clock clock_;
    std::vector<const BroadPhaseModule*> modules_;
    Tournament tournament_;
    std::unique_ptr<BroadPhase> running_;
    std::size_t boxes_at_round_ = 0;
    double spent_ = 0.0;         // in this turn, s
    std::size_t worked_on_ = 0;  // boxes and queries in this turn
    bool asked_ = false;         // in this turn
    bool began_ = false;
    std::vector<Index> numbers_;  // scratch
    std::vector<Box> places_;
};

}  // namespace spatial
