// That large arrays do not all begin at the start of a page.
#include "app/array_places.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

// Sanitizers have an allocator of their own, other systems another library.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
constexpr bool has_allocator_of_glibc = false;
#else
constexpr bool has_allocator_of_glibc = true;
#endif

TEST(ArrayPlaces, DifferWithinAPage) {
    if (!has_allocator_of_glibc) GTEST_SKIP() << "places are another allocator's here";
    app::keep_arrays_off_page_starts();
    std::vector<std::vector<float>> arrays;
    std::set<std::uintptr_t> places;
    for (int i = 0; i < 8; ++i) {
        arrays.emplace_back(300'001);
        places.insert(reinterpret_cast<std::uintptr_t>(arrays.back().data()) % 4096);
    }
    EXPECT_GE(places.size(), 7u) << "one may lie in a gap of its own";
}
