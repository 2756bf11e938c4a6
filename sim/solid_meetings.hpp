// Which solids each of many questions to a broad phase meets: found first, then gone through by a team. A broad phase
// answers few questions on one thread; what comes of the answers is worth more.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"
#include "spatial/per_thread.hpp"

namespace sim {

class SolidMeetings {
public:
    void find(spatial::BroadPhase& broad, std::span<const spatial::Box> questions);

    [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
    /// Of all questions together.
    [[nodiscard]] std::size_t met() const noexcept { return met_; }
    [[nodiscard]] bool any(std::size_t question) const noexcept { return places_[question].count > 0; }
    /// In no particular order; the caller's to sort.
    [[nodiscard]] std::span<spatial::Index> operator[](std::size_t question) noexcept {
        const Place& place = places_[question];
        if (place.count == 0) return {};
        return {threads_.of(place.thread).data() + place.first, place.count};
    }
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// In the list of the thread that was told.
    struct Place {
        std::uint32_t thread = 0, count = 0;
        std::size_t first = 0;
    };

    std::vector<Place> places_;
    spatial::PerThread<std::vector<spatial::Index>> threads_;
    std::size_t met_ = 0;
};

}  // namespace sim
