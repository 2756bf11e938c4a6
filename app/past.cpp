#include "app/past.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/checkpoint.hpp"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// Of the time that passes, one part in this many may go into keeping states.
constexpr int share = 40;

}  // namespace

void Past::begin(const sim::World& start, const sim::FrameReport& report) {
    states_.clear();
    bytes_ = 0;
    rests_until_ = {};
    add(start, report);
}

void Past::keep(const sim::World& world, const sim::FrameReport& report, bool always) {
    while (!states_.empty() && states_.back().frame >= world.frame()) {
        bytes_ -= states_.back().checkpoint.size();
        states_.pop_back();
    }
    const Clock::time_point begin = Clock::now();
    if (!always && begin < rests_until_) return;
    add(world, report);
    const Clock::time_point end = Clock::now();
    rests_until_ = end + (share - 1) * (end - begin);
}

void Past::add(const sim::World& world, const sim::FrameReport& report) {
    // Room first, so that there is never more than allowed; a state changes little in size from frame to frame.
    const std::size_t expected = states_.empty() ? 0 : states_.back().checkpoint.size();
    while (bytes_ + expected > most_bytes_ && !states_.empty()) {
        bytes_ -= states_.front().checkpoint.size();
        states_.pop_front();
    }
    std::string checkpoint = sim::save_checkpoint(world);
    checkpoint.shrink_to_fit();
    if (bytes_ + checkpoint.size() > most_bytes_) return;
    bytes_ += checkpoint.size();
    states_.push_back({world.frame(), report, std::move(checkpoint)});
}

std::optional<std::uint64_t> Past::frame_before(std::uint64_t frame) const {
    const auto later = std::ranges::lower_bound(states_, frame, {}, &State::frame);
    if (later == states_.begin()) return std::nullopt;
    return std::prev(later)->frame;
}

const Past::State& Past::state_of(std::uint64_t frame) const {
    const auto state = std::ranges::find(states_, frame, &State::frame);
    if (state == states_.end()) throw std::logic_error("no state of frame " + std::to_string(frame) + " is kept");
    return *state;
}

sim::World Past::world_at(std::uint64_t frame) const {
    return sim::load_checkpoint(state_of(frame).checkpoint, "the state of frame " + std::to_string(frame));
}

const sim::FrameReport& Past::report_of(std::uint64_t frame) const { return state_of(frame).report; }

}  // namespace app
