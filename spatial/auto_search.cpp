#include "spatial/auto_search.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "spatial/all_pairs.hpp"

namespace spatial {

namespace {

// The first build of a trial pays for memory; the least of the others counts, which was disturbed the least.
constexpr int builds_a_trial = 4;
// A round costs some tens of builds by slower modules: a percent or two of so many.
constexpr std::uint64_t builds_between_rounds = 4000;
// Who cost more than so many times the best is not tried again until something has changed.
constexpr double hopeless = 1.5;
// The cost has drifted when it is off by such a factor of late. Wide, for machines have other things to do as well.
constexpr double drift = 1.4;
constexpr double smoothing = 0.02;  // share of the last build in the recent cost
// All pairs is out of the question for more.
constexpr std::size_t most_for_all_pairs = 3000;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

AutoSearch::AutoSearch(const SearchSettings& settings) : AutoSearch(settings, seconds) {}

AutoSearch::AutoSearch(const SearchSettings& settings, Clock clock) : settings_(settings), clock_(std::move(clock)) {
    for (const NeighbourModule& module : neighbour_modules())
        if (module.name != module_name) contenders_.push_back({&module, 0.0, {}});
    take(contenders_.size() - 1);
}

void AutoSearch::take(std::size_t contender) {
    current_ = contender;
    running_ = contenders_[contender].module->make(settings_);
    builds_of_trial_ = 0;
    least_of_trial_ = 0.0;
    recent_ = 0.0;
}

void AutoSearch::build(const Points& points) {
    check(points);
    const bool other_size =
        points.size() * 5 < points_at_round_ * 4 || points.size() * 4 > points_at_round_ * 5;  // by a quarter
    settle_last_build();
    points_ = points.size();
    if (!built_ || other_size) {
        points_at_round_ = points_;
        begin_round(true);
    } else if (!on_trial() && (drifted() || builds_since_round_ >= builds_between_rounds)) {
        begin_round(drifted());
    }
    build_or_pass(points);
    built_ = true;
}

void AutoSearch::begin_round(bool everybody) {
    waiting_.clear();
    builds_since_round_ = 0;
    double best = 0.0;
    for (const Contender& c : contenders_)
        if (c.cost > 0.0 && (best == 0.0 || c.cost < best)) best = c.cost;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
        Contender& c = contenders_[i];
        if (everybody) {
            c.cost = 0.0;
            c.refusal.clear();
        }
        const bool too_many = c.module->name == AllPairs::module_name && points_ > most_for_all_pairs;
        const bool known_slow = !everybody && c.cost > hopeless * best;
        if (!too_many && !known_slow && c.refusal.empty()) waiting_.push_back(i);
    }
    take(waiting_.back());
}

void AutoSearch::settle_last_build() {
    if (!built_) return;
    const double cost = spent_;
    spent_ = 0.0;
    ++builds_since_round_;
    if (!on_trial()) {
        recent_ = recent_ == 0.0 ? cost : recent_ + smoothing * (cost - recent_);
        return;
    }
    if (++builds_of_trial_ > 1 && (least_of_trial_ == 0.0 || cost < least_of_trial_)) least_of_trial_ = cost;
    if (builds_of_trial_ < builds_a_trial) return;
    contenders_[current_].cost = least_of_trial_;
    end_trial();
}

void AutoSearch::end_trial() {
    waiting_.pop_back();
    if (on_trial()) return take(waiting_.back());
    const auto cost = [](const Contender& c) { return c.cost > 0.0 ? c.cost : std::numeric_limits<double>::max(); };
    const auto best = std::min_element(contenders_.begin(), contenders_.end(),
                                       [&](const Contender& a, const Contender& b) { return cost(a) < cost(b); });
    take(static_cast<std::size_t>(best - contenders_.begin()));
}

void AutoSearch::build_or_pass(const Points& points) {
    for (;;) {
        const double begin = clock_();
        try {
            running_->build(points);
            spent_ = (clock_() - begin) / static_cast<double>(std::max<std::size_t>(points_, 1));
            return;
        } catch (const std::invalid_argument& refusal) {
            // The points are sound (check); this module cannot hold them. Another will.
            contenders_[current_].refusal = refusal.what();
            contenders_[current_].cost = 0.0;
            if (on_trial())
                end_trial();
            else
                begin_round(false);
        }
    }
}

bool AutoSearch::drifted() const noexcept {
    const double chosen = contenders_[current_].cost;
    return builds_since_round_ > 200 && chosen > 0.0 && (recent_ > chosen * drift || recent_ * drift < chosen);
}

void AutoSearch::for_each_block(Queries queries, BlockVisitor visit) const {
    const double begin = clock_();
    running_->for_each_block(queries, visit);
    const std::size_t asked = queries.everybody()
                                  ? points_
                                  : static_cast<std::size_t>(std::count_if(queries.active.begin(), queries.active.end(),
                                                                           [](std::uint8_t a) { return a != 0; }));
    spent_ += (clock_() - begin) / static_cast<double>(std::max<std::size_t>(asked, 1));
}

std::size_t AutoSearch::bytes() const noexcept { return running_->bytes(); }

std::string AutoSearch::note() const {
    std::vector<const Contender*> by_cost;
    for (const Contender& c : contenders_)
        if (c.cost > 0.0) by_cost.push_back(&c);
    std::sort(by_cost.begin(), by_cost.end(), [](const auto* a, const auto* b) { return a->cost < b->cost; });
    std::string text = on_trial() ? "tries " : "chose ";
    text += running_->name();
    const char* before = on_trial() ? "; so far " : ": ";
    for (const Contender* c : by_cost) {
        char cost[80];
        std::snprintf(cost, sizeof cost, "%s%.*s %.0f", before, static_cast<int>(c->module->name.size()),
                      c->module->name.data(), c->cost * 1e9);
        text += cost;
        before = ", ";
    }
    if (!by_cost.empty()) text += " ns a point";
    for (const Contender& c : contenders_)
        if (!c.refusal.empty()) text += "; " + std::string(c.module->name) + " refuses: " + c.refusal;
    return text;
}

}  // namespace spatial
