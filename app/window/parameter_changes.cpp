#include "app/window/parameter_changes.hpp"

#include <iterator>
#include <utility>

namespace app {

void ParameterChanges::clear() {
    past_.clear();
    future_.clear();
    last_.reset();
}

void ParameterChanges::add(Change change) {
    if (past_.size() == most) past_.erase(past_.begin());
    past_.push_back(std::move(change));
}

void ParameterChanges::note(const sim::Parameters& before, double time) {
    const bool goes_on = last_ && time - *last_ < pause;
    last_ = time;
    future_.clear();
    if (!goes_on) add(before);
}

void ParameterChanges::note(const SolidPlace& before, const SolidPlace& after) {
    last_.reset();
    future_.clear();
    add(OfSolid{before, after});
}

void ParameterChanges::note(const std::vector<sim::Probe>& before, const std::vector<sim::Probe>& after) {
    last_.reset();
    future_.clear();
    add(OfProbes{before, after});
}

void ParameterChanges::forget(const SolidPlace& after) {
    for (auto change = past_.rbegin(); change != past_.rend(); ++change) {
        const auto* const solid = std::get_if<OfSolid>(&*change);
        if (solid == nullptr || solid->after.solid != after.solid) continue;
        const bool is_meant = solid->after.is_out == after.is_out && solid->before.is_out != after.is_out;
        if (is_meant) past_.erase(std::next(change).base());
        return;
    }
}

ParameterChanges::Change ParameterChanges::taken_from(std::vector<Change>& list) {
    Change change = std::move(list.back());
    list.pop_back();
    return change;
}

ParameterChanges::Wanted ParameterChanges::undo(const sim::Parameters& now) {
    last_.reset();
    Change change = taken_from(past_);
    if (const auto* const solid = std::get_if<OfSolid>(&change)) {
        future_.push_back(*solid);
        return solid->before;
    }
    if (const auto* const probes = std::get_if<OfProbes>(&change)) {
        future_.push_back(*probes);
        return probes->before;
    }
    future_.emplace_back(now);
    return std::get<sim::Parameters>(std::move(change));
}

ParameterChanges::Wanted ParameterChanges::redo(const sim::Parameters& now) {
    last_.reset();
    Change change = taken_from(future_);
    if (const auto* const solid = std::get_if<OfSolid>(&change)) {
        past_.push_back(*solid);
        return solid->after;
    }
    if (const auto* const probes = std::get_if<OfProbes>(&change)) {
        past_.push_back(*probes);
        return probes->after;
    }
    past_.emplace_back(now);
    return std::get<sim::Parameters>(std::move(change));
}

}  // namespace app
