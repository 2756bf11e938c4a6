#include "spatial/first_exception.hpp"

#include <gtest/gtest.h>

#include <new>

TEST(FirstException, ComesOutOfAParallelLoop) {
    spatial::FirstException failure;
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 1'000; ++i)
        failure.guard([&] {
            if (i % 100 == 7) throw std::bad_alloc();
        });
    EXPECT_THROW(failure.rethrow(), std::bad_alloc);
}

TEST(FirstException, IsNothingWhenNobodyThrows) {
    spatial::FirstException failure;
    int calls = 0;
    for (int i = 0; i < 10; ++i) failure.guard([&] { ++calls; });
    failure.rethrow();
    EXPECT_EQ(calls, 10);
}

TEST(FirstException, SparesTheRestOfTheLoop) {
    spatial::FirstException failure;
    int calls = 0;
    for (int i = 0; i < 10; ++i)
        failure.guard([&] {
            ++calls;
            throw i;
        });
    EXPECT_EQ(calls, 1);
    EXPECT_THROW(failure.rethrow(), int);
}
