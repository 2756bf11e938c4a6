// Random numbers that are the same everywhere.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace bench {

/// splitmix64 (Steele, Lea, Flood 2014): the standard library's distributions differ from one to the next.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits() noexcept {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double between(double low, double high) noexcept {
        return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
    }
    /// Even in its logarithm: all scales are equally common.
    double any_scale(double low, double high) noexcept { return low * std::exp(between(0.0, std::log(high / low))); }
    std::size_t below(std::size_t count) noexcept { return static_cast<std::size_t>(bits() % count); }

private:
    std::uint64_t state_;
};

}  // namespace bench
