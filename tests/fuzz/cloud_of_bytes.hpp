// Every string of bytes is a cloud, and a small change of the bytes a small change of the cloud: what a fuzzer needs.
//
//   settings  reaches  mask  motion | kind  its bytes | kind  its bytes | ...        a point or a few for each kind
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/search_settings.hpp"
#include "tests/spatial/clouds.hpp"

namespace fuzz {

struct Case {
    clouds::Cloud cloud;
    std::vector<std::uint8_t> active;  // empty = everybody
    spatial::SearchSettings settings;
    unsigned instruction_set = 0;  // which of those there are, round and round; 0 = the best
    float motion = 0.0f;           // how far points move before the second build, in longest reaches
};

[[nodiscard]] Case case_of(std::span<const std::uint8_t> bytes);

}  // namespace fuzz
