// That large arrays do not all begin at the start of a page.
#include "app/array_places.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

TEST(ArrayPlaces, DifferWithinAPage) {
    app::keep_arrays_off_page_starts();
    std::vector<std::vector<float>> arrays;
    std::set<std::uintptr_t> places;
    for (int i = 0; i < 8; ++i) {
        arrays.emplace_back(300'001);
        places.insert(reinterpret_cast<std::uintptr_t>(arrays.back().data()) % 4096);
    }
    EXPECT_GE(places.size(), 7u) << "one may lie in a gap of its own";
}
