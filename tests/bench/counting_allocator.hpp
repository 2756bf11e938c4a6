// How many bytes a container of a library holds. There is one such library at work at a time.
#pragma once

#include <cstddef>
#include <memory>

namespace bench {

/// Of all containers with this tag.
template <class Tag>
inline std::size_t bytes_held = 0;

template <class T, class Tag>
struct CountingAllocator {
    using value_type = T;
    template <class U>
    struct rebind {
        using other = CountingAllocator<U, Tag>;
    };
    CountingAllocator() = default;
    template <class U>
    CountingAllocator(const CountingAllocator<U, Tag>&) noexcept {}
    T* allocate(std::size_t count) {
        bytes_held<Tag> += count * sizeof(T);
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        bytes_held<Tag> -= count * sizeof(T);
        std::allocator<T>().deallocate(memory, count);
    }
    bool operator==(const CountingAllocator&) const = default;
};

}  // namespace bench
