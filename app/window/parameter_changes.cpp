#include "app/window/parameter_changes.hpp"

#include <utility>

namespace app {
namespace {

sim::Parameters move_over(std::vector<sim::Parameters>& from, std::vector<sim::Parameters>& to,
                          const sim::Parameters& now) {
    if (from.empty()) return now;
    to.push_back(now);
    sim::Parameters result = std::move(from.back());
    from.pop_back();
    return result;
}

}  // namespace

void ParameterChanges::clear() {
    past_.clear();
    future_.clear();
    last_.reset();
}

void ParameterChanges::note(const sim::Parameters& before, double time) {
    const bool goes_on = last_ && time - *last_ < pause;
    last_ = time;
    future_.clear();
    if (goes_on) return;
    if (past_.size() == most) past_.erase(past_.begin());
    past_.push_back(before);
}

sim::Parameters ParameterChanges::undo(const sim::Parameters& now) {
    last_.reset();
    return move_over(past_, future_, now);
}

sim::Parameters ParameterChanges::redo(const sim::Parameters& now) {
    last_.reset();
    return move_over(future_, past_, now);
}

}  // namespace app
