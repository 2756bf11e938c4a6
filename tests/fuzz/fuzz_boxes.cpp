// The entry that libFuzzer calls.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/boxes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string complaint = fuzz::complaint_about_boxes({data, size});
    if (complaint.empty()) return 0;
    std::fprintf(stderr, "%s\n", complaint.c_str());
    std::abort();
}
