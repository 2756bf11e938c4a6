#include "app/array_places.hpp"

#include <malloc.h>

namespace app {

void keep_arrays_off_page_starts() noexcept {
#ifdef __GLIBC__
    constexpr int largest_in_heap = 32 << 20;  // bytes; more than that glibc does not accept
    // Saying one stops glibc from adapting either: memory at the end of the heap goes back where there is much of it.
    static_cast<void>(::mallopt(M_MMAP_THRESHOLD, largest_in_heap));
    static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 2 * largest_in_heap));
#endif
}

}  // namespace app
