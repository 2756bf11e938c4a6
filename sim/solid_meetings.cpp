#include "sim/solid_meetings.hpp"

#include <omp.h>

namespace sim {

void SolidMeetings::find(spatial::BroadPhase& broad, std::span<const spatial::Box> questions) {
    places_.assign(questions.size(), {});
    threads_.prepare();
    threads_.for_each([](std::vector<spatial::Index>& solids) { solids.clear(); });
    broad.touching(questions, [&](spatial::Index question, std::span<const spatial::Index> solids) {
        std::vector<spatial::Index>& mine = threads_.mine();
        places_[question] = {static_cast<std::uint32_t>(omp_get_thread_num()),
                             static_cast<std::uint32_t>(solids.size()), mine.size()};
        mine.insert(mine.end(), solids.begin(), solids.end());
    });
    met_ = 0;
    threads_.for_each([&](const std::vector<spatial::Index>& solids) { met_ += solids.size(); });
}

std::size_t SolidMeetings::bytes() const noexcept {
    std::size_t sum = places_.capacity() * sizeof(Place);
    threads_.for_each([&](const std::vector<spatial::Index>& solids) { sum += solids.capacity() * sizeof(solids[0]); });
    return sum;
}

}  // namespace sim
