// What checkpoints end with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sim {

/// FNV-1a, eight bytes at a time: finds cut and flipped bits, keeps nobody from forging.
[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes) noexcept {
    std::uint64_t sum = 0xcbf29ce484222325u;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
        sum = (sum ^ word) * 0x100000001b3u;
        sum ^= sum >> 29;
    }
    return sum;
}

}  // namespace sim
