// Picks the search for you: runs every module for a few builds on the points as they come, keeps the one that costs
// least, and looks again when that cost drifts, the number of points changes, or a while has passed.
//
// What counts is the time a module causes, not the time it takes: its build and everything done while its blocks are
// walked. A module with a quick build and bad candidates loses to one that spares the passes their work. How rounds of
// trials go: tournament.hpp.
//
// Time differs from run to run, so the choice may, and with it the order of the points: results then agree as
// closely as those of two modules, not to the last bit.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "spatial/neighbour_search.hpp"
#include "spatial/tournament.hpp"

namespace spatial {

class AutoSearch final : public NeighbourSearch {
public:
    static constexpr std::string_view module_name = "auto";
    /// Seconds since anything.
    using Clock = std::function<double()>;

    explicit AutoSearch(const SearchSettings& settings);
    /// With a clock of one's own, for tests.
    AutoSearch(const SearchSettings& settings, Clock clock);

    [[nodiscard]] std::string_view name() const noexcept override { return module_name; }
    void build(const Points& points) override;
    [[nodiscard]] std::span<const Index> order() const noexcept override { return running_->order(); }
    void for_each_block(Queries queries, BlockVisitor visit) const override;
    [[nodiscard]] SearchCounters counters() const override { return running_->counters(); }
    void for_each_cell(CellVisitor visit) const override { running_->for_each_cell(visit); }
    [[nodiscard]] std::size_t bytes() const noexcept override { return running_->bytes(); }
    [[nodiscard]] std::string note() const override { return tournament_.note("a point"); }

    /// The module that made the last build, on trial or chosen.
    [[nodiscard]] std::string_view running() const noexcept { return running_->name(); }
    [[nodiscard]] bool on_trial() const noexcept { return tournament_.on_trial(); }

private:
    void begin_round(bool everybody);
    void take_current();
    void build_or_pass(const Points& points);

    SearchSettings settings_;
    Clock clock_;
    std::vector<const NeighbourModule*> modules_;
    Tournament tournament_;
    std::unique_ptr<NeighbourSearch> running_;

    std::size_t points_ = 0;           // of the last build
    std::size_t points_at_round_ = 0;  // of the last round
    mutable double spent_ = 0.0;       // since the last build began, seconds a point
    bool built_ = false;
};

}  // namespace spatial
