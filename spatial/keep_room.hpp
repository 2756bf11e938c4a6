// Room for what varies a little from build to build, so that a settled search allocates nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace spatial {

/// Like values.resize(size), but when it has to grow, a quarter further than asked.
template <class T>
void resize_with_room(std::vector<T>& values, std::size_t size) {
    if (size > values.capacity()) values.reserve(size + size / 4);
    values.resize(size);
}

}  // namespace spatial
