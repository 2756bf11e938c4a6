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

/// Of at most 4096 values, evenly picked: a colour bar needs no more.
Percentiles percentiles(const std::vector<float>& values) {
    constexpr std::size_t most = 4096;
    std::array<float, most> picked;
    const std::size_t stride = std::max<std::size_t>(1, (values.size() + most - 1) / most);
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); i += stride) {
        if (std::isfinite(values[i])) picked[count++] = values[i];
    }
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
        case sim::Colouring::pressure: {
            // No less than a spacing's head of water under the earth's gravity.
            const float head = rest_density * 9.81f * scene.spacing;
            return {std::min(low, 0.0f), std::max(high, head)};
        }
        case sim::Colouring::fluid:
            break;
    }
    return {0.0f, static_cast<float>(std::max<std::size_t>(scene.fluids.size(), 2) - 1)};
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
