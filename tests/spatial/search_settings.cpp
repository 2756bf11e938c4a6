#include "spatial/search_settings.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

#include "spatial/neighbour_search.hpp"

using spatial::SearchSettings;

namespace {

void expect_refused(const SearchSettings& settings, const std::string& value, const std::string& range) {
    try {
        check(settings);
        FAIL() << value << " was taken";
    } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find(value), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find(range), std::string::npos) << e.what();
    }
}

}  // namespace

TEST(SearchSettings, AreTakenWithinTheirRanges) {
    EXPECT_NO_THROW(check(SearchSettings{}));
    for (const int subdivision : {1, 2, 3, 4}) EXPECT_NO_THROW(check(SearchSettings{.subdivision = subdivision}));
    for (const float skin : {0.0f, 0.5f, 1.0f}) EXPECT_NO_THROW(check(SearchSettings{.skin = skin}));
    for (const std::uint32_t size : {0u, 1u, 2'147'483'647u})
        EXPECT_NO_THROW(check(SearchSettings{.table_size = size}));
}

TEST(SearchSettings, AreRefusedOutsideNamingTheValueAndTheRange) {
    expect_refused({.subdivision = 0}, "subdivision is 0", "1 to 4");
    expect_refused({.subdivision = 5}, "subdivision is 5", "1 to 4");
    expect_refused({.subdivision = -1}, "subdivision is -1", "1 to 4");
    expect_refused({.skin = -0.25f}, "skin is -0.25", "0 to 1");
    expect_refused({.skin = 1.5f}, "skin is 1.5", "0 to 1");
    expect_refused({.skin = std::numeric_limits<float>::quiet_NaN()}, "nan", "0 to 1");
    expect_refused({.table_size = 2'147'483'648u}, "2147483648", "2147483647");
}

TEST(SearchSettings, AreCheckedWhenASearchIsMade) {
    for (const auto& module : spatial::neighbour_modules())
        EXPECT_THROW((void)spatial::make_neighbour_search(module.name, {.subdivision = 9}), std::invalid_argument)
            << module.name;
}

TEST(SearchSettings, AreComparedWhole) {
    EXPECT_EQ(SearchSettings{}, SearchSettings{});
    EXPECT_NE(SearchSettings{}, SearchSettings{.table_size = 1});
    EXPECT_NE(SearchSettings{}, SearchSettings{.subdivision = 3});
    EXPECT_NE(SearchSettings{}, SearchSettings{.unbounded_table = true});
    EXPECT_NE(SearchSettings{}, SearchSettings{.skin = 0.1f});
}
