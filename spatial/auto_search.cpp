#include "spatial/auto_search.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "spatial/all_pairs.hpp"

namespace spatial {

namespace {

// All pairs is out of the question for more.
constexpr std::size_t most_for_all_pairs = 3000;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<const NeighbourModule*> all_others() {
    std::vector<const NeighbourModule*> modules;
    for (const NeighbourModule& module : neighbour_modules())
        if (module.name != AutoSearch::module_name) modules.push_back(&module);
    return modules;
}

std::vector<std::string_view> names_of(const std::vector<const NeighbourModule*>& modules) {
    std::vector<std::string_view> names;
    for (const NeighbourModule* module : modules) names.push_back(module->name);
    return names;
}

}  // namespace

AutoSearch::AutoSearch(const SearchSettings& settings) : AutoSearch(settings, seconds) {}

AutoSearch::AutoSearch(const SearchSettings& settings, Clock clock)
    : settings_(settings), clock_(std::move(clock)), modules_(all_others()), tournament_(names_of(modules_)) {
    take_current();
}

void AutoSearch::take_current() { running_ = modules_[tournament_.current()]->make(settings_); }

void AutoSearch::build(const Points& points) {
    check(points);
    const bool other_size =
        points.size() * 5 < points_at_round_ * 4 || points.size() * 4 > points_at_round_ * 5;  // by a quarter
    if (built_ && tournament_.settle(std::exchange(spent_, 0.0))) take_current();
    points_ = points.size();
    if (!built_ || other_size) {
        points_at_round_ = points_;
        begin_round(true);
    } else if (tournament_.wants_a_round()) {
        begin_round(tournament_.drifted());
    }
    build_or_pass(points);
    built_ = true;
}

void AutoSearch::begin_round(bool everybody) {
    tournament_.begin_round(everybody, [&](std::string_view module) {
        return module != AllPairs::module_name || points_ <= most_for_all_pairs;
    });
    take_current();
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
            tournament_.refuse(refusal.what());
            if (tournament_.wants_a_round())
                begin_round(false);
            else
                take_current();
        }
    }
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

}  // namespace spatial
