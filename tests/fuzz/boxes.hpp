// One body for the fuzzer and for the test that repeats what it found: bytes become a sequence of operations on a crowd
// of boxes, and after each of them every broad phase has to know what brute force finds.
//
//   settings | operation  its bytes | operation  its bytes | ...
//
// The corpus is small; after a long run this adds what reaches code that no file of it reaches:
//   fuzz_boxes -set_cover_merge=1 -use_counters=0 tests/fuzz/corpus/boxes build/release/tests/fuzz/found_boxes
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fuzz {

/// How much of what there is to do a case does: a corpus that does nothing would pass as well.
struct BoxWork {
    int puts = 0, moves = 0, removals = 0, questions = 0, planes = 0;
    std::size_t pairs = 0, hits = 0;
};

/// What is wrong with which broad phase on these bytes; empty when all is well.
[[nodiscard]] std::string complaint_about_boxes(std::span<const std::uint8_t> bytes, BoxWork* work = nullptr);

}  // namespace fuzz
