// A settled search allocates nothing: neither its build, nor a visit of its blocks, nor its counters; nor does a
// settled broad phase. An executable of its own, because it puts itself before malloc.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "tests/spatial/boxes/crowds.hpp"
#include "tests/spatial/clouds.hpp"

// The sanitizers put themselves there, too.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define WEIR_COUNTS_ALLOCATIONS false
#else
#define WEIR_COUNTS_ALLOCATIONS true
#endif

namespace {

std::atomic<bool> counting = false;
std::atomic<int> allocations = 0;

/// All but OpenMP's own: it makes a new team whenever a region wants another number of threads than the one before.
[[maybe_unused]] void count(const void* caller) noexcept {
    if (!counting.load(std::memory_order_relaxed)) return;
    Dl_info where;
    if (dladdr(caller, &where) != 0 && std::strstr(where.dli_fname, "libgomp") != nullptr) return;
    allocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

#if WEIR_COUNTS_ALLOCATIONS
// Everything that allocates ends here: new and aligned new, as well.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
    count(__builtin_return_address(0));
    return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t size) {
    count(__builtin_return_address(0));
    return __libc_realloc(old, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
    count(__builtin_return_address(0));
    *to = __libc_memalign(alignment, size);
    return *to == nullptr ? ENOMEM : 0;
}
}
#endif

namespace {

template <class F>
int allocations_of(F f) {
    allocations = 0;
    counting = true;
    f();
    counting = false;
    return allocations;
}

/// A cloud that moves as particles do: a little each step, and along in the order of the search.
class Jiggling {
public:
    explicit Jiggling(clouds::Cloud cloud, float most) : cloud_(std::move(cloud)), by_(-most, most) {}

    void step(spatial::NeighbourSearch& search) {
        for (auto* axis : {&cloud_.x, &cloud_.y, &cloud_.z})
            for (float& value : *axis) value += by_(rng_);
        search.build(cloud_.view());
        std::atomic<std::size_t> candidates = 0;
        search.for_each_block({}, [&](spatial::Range, std::span<const spatial::Range> ranges) {
            candidates.fetch_add(spatial::size_of(ranges), std::memory_order_relaxed);
        });
        EXPECT_GT(candidates, cloud_.x.size());
        EXPECT_GT(search.counters().blocks, 0u);

        const std::span<const spatial::Index> order = search.order();
        for (auto* values : {&cloud_.x, &cloud_.y, &cloud_.z, &cloud_.reach}) {
            if (values->size() == 1) continue;
            scratch_.resize(values->size());
            for (std::size_t slot = 0; slot < order.size(); ++slot) scratch_[slot] = (*values)[order[slot]];
            values->swap(scratch_);
        }
    }

private:
    clouds::Cloud cloud_;
    std::uniform_real_distribution<float> by_;
    std::mt19937 rng_{60};
    std::vector<float> scratch_;
};

}  // namespace

TEST(Allocations, AreCounted) {
    if (!WEIR_COUNTS_ALLOCATIONS) GTEST_SKIP() << "a sanitizer counts them here";
    struct alignas(64) Line {
        char bytes[64];
    };
    void* volatile kept = nullptr;
    const auto seen = [&](auto allocate, auto free) {
        const int count = allocations_of([&] { kept = allocate(); });
        free(kept);
        return count;
    };
    EXPECT_EQ(seen([] { return nullptr; }, [](void*) {}), 0);
    EXPECT_EQ(seen([] { return std::malloc(100); }, [](void* p) { std::free(p); }), 1);
    EXPECT_EQ(seen([] { return new char[100]; }, [](void* p) { delete[] static_cast<char*>(p); }), 1);
    EXPECT_EQ(seen([] { return new Line[3]; }, [](void* p) { delete[] static_cast<Line*>(p); }), 1);
}

TEST(Allocations, ThereAreNoneOnceASearchHasSettled) {
    if (!WEIR_COUNTS_ALLOCATIONS) GTEST_SKIP() << "a sanitizer counts them here";
    constexpr std::size_t n = 20'000;
    for (const auto& module : spatial::neighbour_modules())
        for (const float skin : {0.0f, 0.05f})
            for (const bool mixed : {false, true}) {
                Jiggling cloud(mixed ? clouds::mixed_reaches("mixed", n, 0.02f, 0.32f, 61)
                                     : clouds::random("one reach", n, 0.0f, 1.0f, {0.06f}, 62),
                               0.001f);
                const auto search = spatial::make_neighbour_search(module.name, {.skin = skin});
                // One that decides by the clock has first to try all the others.
                const int warm_up = module.reproducible ? 10 : 400;
                for (int warm = 0; warm < warm_up; ++warm) cloud.step(*search);
                // Scratch grows when another thread than before comes by the largest block, and one that decides by the
                // clock may look round again: both must come to an end. On a busy machine one thread may come by rarely.
                int count = 0;
                for (int window = 0; window < 20; ++window) {
                    count = allocations_of([&] {
                        for (int k = 0; k < 30; ++k) cloud.step(*search);
                    });
                    if (count == 0) break;
                }
                EXPECT_EQ(count, 0) << module.name << ", skin " << skin << (mixed ? ", mixed reaches" : ", one reach");
            }
}

// P29 of the list of claims: nor is anything left over from earlier steps.
TEST(Allocations, ThereAreNoneOnceABroadPhaseHasSettled) {
    if (!WEIR_COUNTS_ALLOCATIONS) GTEST_SKIP() << "a sanitizer counts them here";
    const std::vector<spatial::Box> start = crowds::cubes(1'000, 15.0f, 0.1f, 4.0f, 63);
    const std::vector<spatial::Box> queries = crowds::cubes(5'000, 15.0f, 0.01f, 2.0f, 64);
    for (const auto& module : spatial::broad_phase_modules())
        for (const std::uint32_t table_size : {0u, 20'000u}) {
            if (table_size != 0 && !module.uses.table_size) continue;
            const auto broad = spatial::make_broad_phase(module.name, {.table_size = table_size});
            std::vector<spatial::Box> boxes = start;
            // Round and round: after the first lap nothing is new.
            int count = 0;
            const auto lap = [&] {
                for (int step = 0; step < 16; ++step) {
                    const float angle = 0.3926991f * static_cast<float>(step);
                    for (std::size_t i = 0; i < boxes.size(); ++i) {
                        const spatial::Box& b = start[i];
                        const float dx = 0.3f * std::cos(angle), dy = 0.3f * std::sin(angle);
                        boxes[i] = {b.min_x + dx, b.min_y + dy, b.min_z, b.max_x + dx, b.max_y + dy, b.max_z};
                    }
                    std::atomic<std::size_t> touching = 0;
                    count += allocations_of([&] {
                        broad->put(boxes);
                        (void)broad->pairs();
                        broad->touching(queries, [&](spatial::Index, std::span<const spatial::Index> touched) {
                            touching.fetch_add(touched.size(), std::memory_order_relaxed);
                        });
                    });
                    EXPECT_GT(touching, 0u);
                }
            };
            for (int warm = 0; warm < 2; ++warm) lap();
            // Scratch grows when another thread than before comes by the largest batch.
            for (int window = 0; window < 5; ++window) {
                count = 0;
                lap();
                if (count == 0) break;
            }
            EXPECT_EQ(count, 0) << module.name << ", table " << table_size;

            const auto fresh = spatial::make_broad_phase(module.name, {.table_size = table_size});
            fresh->put(boxes);
            EXPECT_EQ(crowds::found_pairs(*broad), crowds::found_pairs(*fresh)) << module.name;
            EXPECT_EQ(crowds::found_touching(*broad, queries), crowds::found_touching(*fresh, queries)) << module.name;
        }
}
