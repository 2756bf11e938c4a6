#include "spatial/tournament.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace spatial {

namespace {

// The first turn of a trial pays for memory; the least of the others counts, which was disturbed the least.
constexpr int turns_a_trial = 4;
// A round costs some tens of turns by slower ones: a percent or two of so many.
constexpr std::uint64_t turns_between_rounds = 4000;
// Who cost more than so many times the best is not tried again until something has changed.
constexpr double hopeless = 1.5;
// The cost has drifted when it is off by such a factor of late. Wide, for machines have other things to do as well.
constexpr double drift = 1.4;
constexpr double smoothing = 0.02;  // share of the last turn in the recent cost

}  // namespace

Tournament::Tournament(std::vector<std::string_view> names) {
    for (const std::string_view name : names) contenders_.push_back({name, 0.0, {}});
    take(contenders_.size() - 1);
}

void Tournament::take(std::size_t contender) noexcept {
    current_ = contender;
    turns_of_trial_ = 0;
    least_of_trial_ = 0.0;
    recent_ = 0.0;
}

void Tournament::begin_round(bool everybody, MayTakePart may_take_part) {
    waiting_.clear();
    turns_since_round_ = 0;
    double best = 0.0;
    for (const Contender& c : contenders_)
        if (c.cost > 0.0 && (best == 0.0 || c.cost < best)) best = c.cost;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
        Contender& c = contenders_[i];
        if (everybody) {
            c.cost = 0.0;
            c.refusal.clear();
        }
        const bool known_slow = !everybody && c.cost > hopeless * best;
        if (may_take_part(c.name) && !known_slow && c.refusal.empty()) waiting_.push_back(i);
    }
    take(waiting_.back());
}

bool Tournament::settle(double cost) {
    ++turns_since_round_;
    if (!on_trial()) {
        recent_ = recent_ == 0.0 ? cost : recent_ + smoothing * (cost - recent_);
        return false;
    }
    if (++turns_of_trial_ > 1 && (least_of_trial_ == 0.0 || cost < least_of_trial_)) least_of_trial_ = cost;
    if (turns_of_trial_ < turns_a_trial) return false;
    contenders_[current_].cost = least_of_trial_;
    end_trial();
    return true;
}

void Tournament::end_trial() {
    waiting_.pop_back();
    if (on_trial()) return take(waiting_.back());
    const auto cost = [](const Contender& c) { return c.cost > 0.0 ? c.cost : std::numeric_limits<double>::max(); };
    const auto best = std::min_element(contenders_.begin(), contenders_.end(),
                                       [&](const Contender& a, const Contender& b) { return cost(a) < cost(b); });
    take(static_cast<std::size_t>(best - contenders_.begin()));
}

void Tournament::refuse(const std::string& reason) {
    contenders_[current_].refusal = reason;
    contenders_[current_].cost = 0.0;
    if (on_trial()) end_trial();
}

bool Tournament::drifted() const noexcept {
    const double chosen = contenders_[current_].cost;
    return turns_since_round_ > 200 && chosen > 0.0 && (recent_ > chosen * drift || recent_ * drift < chosen);
}

bool Tournament::wants_a_round() const noexcept {
    if (on_trial()) return false;
    return drifted() || turns_since_round_ >= turns_between_rounds || !contenders_[current_].refusal.empty();
}

std::string Tournament::note(const char* work) const {
    std::vector<const Contender*> by_cost;
    for (const Contender& c : contenders_)
        if (c.cost > 0.0) by_cost.push_back(&c);
    std::sort(by_cost.begin(), by_cost.end(), [](const auto* a, const auto* b) { return a->cost < b->cost; });
    std::string text = on_trial() ? "tries " : "chose ";
    text += contenders_[current_].name;
    const char* before = on_trial() ? "; so far " : ": ";
    for (const Contender* c : by_cost) {
        char cost[80];
        std::snprintf(cost, sizeof cost, "%s%.*s %.0f", before, static_cast<int>(c->name.size()), c->name.data(),
                      c->cost * 1e9);
        text += cost;
        before = ", ";
    }
    if (!by_cost.empty()) text += std::string(" ns ") + work;
    for (const Contender& c : contenders_)
        if (!c.refusal.empty()) text += "; " + std::string(c.name) + " refuses: " + c.refusal;
    return text;
}

}  // namespace spatial
