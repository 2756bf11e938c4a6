#include "spatial/boxes/auto_broad_phase.hpp"

#include <chrono>

#include "spatial/boxes/all_box_pairs.hpp"

namespace spatial {

namespace {

// All pairs is out of the question for more.
constexpr std::size_t most_for_all_pairs = 3000;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<const BroadPhaseModule*> all_others() {
    std::vector<const BroadPhaseModule*> modules;
    for (const BroadPhaseModule& module : broad_phase_modules())
        if (module.name != AutoBroadPhase::module_name) modules.push_back(&module);
    return modules;
}

std::vector<std::string_view> names_of(const std::vector<const BroadPhaseModule*>& modules) {
    std::vector<std::string_view> names;
    for (const BroadPhaseModule* module : modules) names.push_back(module->name);
    return names;
}

}  // namespace

AutoBroadPhase::AutoBroadPhase(const BroadSettings& settings) : AutoBroadPhase(settings, seconds) {}

AutoBroadPhase::AutoBroadPhase(const BroadSettings& settings, Clock clock)
    : settings_(settings), clock_(std::move(clock)), modules_(all_others()), tournament_(names_of(modules_)) {
    take_current();
}

void AutoBroadPhase::take_current() {
    running_ = modules_[tournament_.current()]->make(settings_);
    numbers_.clear();
    places_.clear();
    for (Index number = 0; number < boxes().end(); ++number)
        if (boxes().is_finite(number)) {
            numbers_.push_back(number);
            places_.push_back(boxes()[number]);
        }
    running_->put(numbers_, places_);
}

template <class Work>
void AutoBroadPhase::timed(std::size_t amount, Work work) {
    const double begin = clock_();
    work();
    spent_ += clock_() - begin;
    worked_on_ += amount;
}

void AutoBroadPhase::end_turn() {
    const std::size_t count = boxes().finite();
    const bool other_size = count * 5 < boxes_at_round_ * 4 || count * 4 > boxes_at_round_ * 5;  // by a quarter
    bool another = began_ && tournament_.settle(spent_ / static_cast<double>(std::max<std::size_t>(worked_on_, 1)));
    spent_ = 0.0;
    worked_on_ = 0;
    asked_ = false;
    if (!began_ || other_size || tournament_.wants_a_round()) {
        tournament_.begin_round(!began_ || other_size || tournament_.drifted(), [&](std::string_view module) {
            return module != AllBoxPairs::module_name || count <= most_for_all_pairs;
        });
        if (!began_ || other_size) boxes_at_round_ = count;
        began_ = true;
        another = true;
    }
    if (another) take_current();
}

void AutoBroadPhase::change(const BoxStore::Changes& changes) {
    if (asked_ || !began_) {
        const std::string_view before = running_->name();
        end_turn();
        if (running_->name() != before) return;  // it was given everybody as they are now
    }
    timed(0, [&] {
        running_->remove(changes.removed);
        numbers_.assign(changes.inserted.begin(), changes.inserted.end());
        numbers_.insert(numbers_.end(), changes.moved.begin(), changes.moved.end());
        // A number may have been put and then removed again.
        std::erase_if(numbers_, [&](Index number) { return !boxes().is_finite(number); });
        places_.clear();
        for (const Index number : numbers_) places_.push_back(boxes()[number]);
        running_->put(numbers_, places_);
    });
}

BroadCounters AutoBroadPhase::find_pairs(std::vector<BoxPair>& found) {
    asked_ = true;
    timed(boxes().finite(), [&] {
        const auto pairs = running_->pairs();
        found.insert(found.end(), pairs.begin(), pairs.end());
    });
    return running_->counters();
}

BroadCounters AutoBroadPhase::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    // Boxes that stay where they are may be asked about for ever: a question is a turn there.
    if (asked_ && worked_on_ >= boxes().finite() + queries.size()) end_turn();
    asked_ = true;
    timed(boxes().finite() + queries.size(), [&] { running_->touching(queries, visit); });
    return running_->counters();
}

void AutoBroadPhase::for_each_cell(BoxCellVisitor visit) { running_->for_each_cell(visit); }

}  // namespace spatial
