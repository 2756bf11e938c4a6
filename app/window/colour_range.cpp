#include "app/window/colour_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

constexpr double calm = 0.4;  // s: time constant of the follower

struct Percentiles {
    float low = 0.0f, high = 0.0f;
};

constexpr std::size_t most_picked = 4096;  // values: a colour bar needs no more

template <class Body>
void for_evenly_picked(const std::vector<float>& values, const Body& body) {
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + most_picked - 1) / most_picked);
    for (std::size_t i = 0; i < values.size(); i += stride)
        if (std::isfinite(values[i])) body(values[i]);
}

Percentiles percentiles(const std::vector<float>& values) {
    std::array<float, most_picked> picked;
    std::size_t count = 0;
    for_evenly_picked(values, [&](float value) { picked[count++] = value; });
    if (count == 0) return {};
    const auto begin = picked.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    const auto at = [&](std::size_t percent) {
        const auto nth = begin + static_cast<std::ptrdiff_t>((count - 1) * percent / 100);
        std::nth_element(begin, nth, end);
        return *nth;
    };
    return {at(2), at(98)};
}

float greatest(const std::vector<float>& values) {
    float most = 0.0f;
    for (const float value : values)
        if (std::isfinite(value)) most = std::max(most, value);
    return most;
}

}  // namespace

ColourRange range_of(const Snapshot& snapshot) {
    const sim::Scene& scene = *snapshot.scene;
    const auto [low, high] = percentiles(snapshot.value);
    const float rest_density = scene.fluids.empty() ? 1000.0f : scene.fluids.front().rest_density;
    switch (snapshot.colouring) {
        case sim::Colouring::speed: {
            // A tenth of the speed of a fall through half the tank: below that, water looks still.
            const glm::vec3& g = scene.gravity;
            const float gravity = std::sqrt(g.x * g.x + g.y * g.y + g.z * g.z);
            const float height = scene.domain.max.z - scene.domain.min.z;
            return {0.0f, std::max({high, 0.1f * std::sqrt(gravity * height), 0.01f})};
        }
        case sim::Colouring::density: {
            const float middle = 0.5f * (low + high), half = std::max(0.5f * (high - low), 0.01f * rest_density);
            return {middle - half, middle + half};
        }
        case sim::Colouring::compression:
            return {0.0f, std::max(high, 0.1f)};
        case sim::Colouring::pressure: {
            // No less than a spacing's head of water under the earth's gravity.
            const float head = rest_density * 9.81f * scene.spacing;
            return {std::min(low, 0.0f), std::max(high, head)};
        }
        case sim::Colouring::neighbours:
            return {0.0f, std::max(high, 10.0f)};
        case sim::Colouring::time_level:
            // All of them: a level that few are in is what one looks for.
            return {0.0f, std::max(greatest(snapshot.value), 3.0f)};
        case sim::Colouring::fluid:
            break;
    }
    return {0.0f, static_cast<float>(std::max<std::size_t>(scene.fluids.size(), 2) - 1)};
}

Histogram histogram_of(const Snapshot& snapshot, const ColourRange& range) {
    Histogram shares{};
    const float width = range.high - range.low;
    if (!(width > 0.0f)) return shares;
    for_evenly_picked(snapshot.value, [&](float value) {
        const float place = (value - range.low) / width * static_cast<float>(shares.size());
        // What lies beyond the ends has the colour of the end.
        shares[static_cast<std::size_t>(std::clamp(place, 0.0f, static_cast<float>(shares.size() - 1)))] += 1.0f;
    });
    const float most = std::ranges::max(shares);
    for (float& share : shares) share = std::sqrt(share / std::max(most, 1.0f));
    return shares;
}

ColourRange RangeFollower::follow(const Snapshot& snapshot, double seconds) {
    const ColourRange now = range_of(snapshot);
    const bool is_another = generation_ != snapshot.generation || colouring_ != snapshot.colouring;
    const float share = is_another ? 1.0f : static_cast<float>(1.0 - std::exp(-seconds / calm));
    range_.low += share * (now.low - range_.low);
    range_.high += share * (now.high - range_.high);
    generation_ = snapshot.generation;
    colouring_ = snapshot.colouring;
    return range_;
}

}  // namespace app
