// A fuzzer's bytes, one after the other; zeros once they are used up.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace fuzz {

class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }
    std::uint8_t byte() { return at_end() ? std::uint8_t{0} : bytes_[at_++]; }
    std::uint16_t word() {
        const unsigned low = byte();
        return static_cast<std::uint16_t>(low | unsigned{byte()} << 8);
    }
    /// -1 to 1.
    float fraction() { return static_cast<float>(static_cast<std::int16_t>(word())) / 32768.0f; }
    /// Any float but those that are not numbers or not finite.
    float any() {
        const std::uint32_t low = word();
        const auto value = std::bit_cast<float>(low | std::uint32_t{word()} << 16);
        return std::isfinite(value) ? value : 3e38f;
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

}  // namespace fuzz
