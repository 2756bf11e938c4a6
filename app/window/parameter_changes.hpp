// What parameters were before each change, to take changes back and to make them again.
#pragma once

#include <optional>
#include <vector>

#include "sim/scene.hpp"

namespace app {

class ParameterChanges {
public:
    static constexpr double pause = 0.6;  // s: changes that follow each other faster are one, as a slider makes them
    static constexpr std::size_t most = 200;

    void clear();
    /// Of a change made at a time, in seconds; what was taken back before can then not be made again.
    void note(const sim::Parameters& before, double time);

    [[nodiscard]] bool can_undo() const noexcept { return !past_.empty(); }
    [[nodiscard]] bool can_redo() const noexcept { return !future_.empty(); }
    /// What they are to be instead of these.
    [[nodiscard]] sim::Parameters undo(const sim::Parameters& now);
    [[nodiscard]] sim::Parameters redo(const sim::Parameters& now);

private:
    std::vector<sim::Parameters> past_, future_;
    std::optional<double> last_;  // when the last change was made, unless something was taken back since
};

}  // namespace app
