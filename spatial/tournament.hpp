// Who does the same work at the least cost? Everybody is tried for a few turns, whoever costs least stays, and there is
// another round when that cost drifts or a while has passed.
//
//   turns   | a a a | b b b | c c c | b b b b b ...  b costs least  ... | a a a | b b b ...
//             round of trials                                             next round: only who was near
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/function_ref.hpp"

namespace spatial {

class Tournament {
public:
    using MayTakePart = FunctionRef<bool(std::string_view name)>;

    explicit Tournament(std::vector<std::string_view> names);

    /// Of the one whose turn it is.
    [[nodiscard]] std::size_t current() const noexcept { return current_; }
    [[nodiscard]] bool on_trial() const noexcept { return !waiting_.empty(); }

    /// Everybody's cost is forgotten, or only those are tried again who were near the best.
    void begin_round(bool everybody, MayTakePart may_take_part);

    /// What the last turn cost, in seconds a piece of work. Returns whether another one's turn has come.
    bool settle(double cost);

    /// The current one cannot do this work at all, and takes no part until everybody does. In a trial the next one's
    /// turn comes; otherwise a round is due.
    void refuse(const std::string& reason);

    /// The cost is not what it was when the choice was made.
    [[nodiscard]] bool drifted() const noexcept;
    /// Drifted, refused, or a while has passed.
    [[nodiscard]] bool wants_a_round() const noexcept;

    /// For people: who runs, and what everybody costs; `work` as in "a point".
    [[nodiscard]] std::string note(const char* work) const;

private:
    struct Contender {
        std::string_view name;
        double cost = 0.0;    // at its last trial; 0 = never tried
        std::string refusal;  // why it cannot do this work
    };
    void take(std::size_t contender) noexcept;
    void end_trial();

    std::vector<Contender> contenders_;
    std::vector<std::size_t> waiting_;  // of this round, the one on trial last
    std::size_t current_ = 0;
    int turns_of_trial_ = 0;
    double least_of_trial_ = 0.0;
    double recent_ = 0.0;  // cost of late, smoothed
    std::uint64_t turns_since_round_ = 0;
};

}  // namespace spatial
