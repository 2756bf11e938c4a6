// One body for the fuzzer and for the test that repeats what the fuzzer found: bytes become a cloud, settings and a
// mask, every neighbour search has to find in it what brute force finds, and once more after everybody has moved a
// little.
//
// The corpus is small; after a long run this adds what reaches code that no file of it reaches:
//   fuzz_neighbours -set_cover_merge=1 -use_counters=0 tests/fuzz/corpus/neighbours
//   build/release/tests/fuzz/found_neighbours
// A failure found (build/release/tests/fuzz/failure-*) becomes a file of it, too.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fuzz {

/// What is wrong with which search on these bytes; empty when all is well.
[[nodiscard]] std::string complaint_about(std::span<const std::uint8_t> bytes);

}  // namespace fuzz
