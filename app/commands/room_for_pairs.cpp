#include "app/commands/room_for_pairs.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>

#include "app/machine.hpp"

namespace app {

namespace {

std::string gigabytes(std::uint64_t bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g GB", static_cast<double>(bytes) * 1e-9);
    return text.data();
}

}  // namespace

void refuse_without_room(const std::string& file, const std::string& many, std::uint64_t bytes,
                         const std::string& instead) {
    const std::uint64_t free = free_memory();
    if (bytes > free)
        throw std::runtime_error(file + " has " + many + " pairs: to list them takes " + gigabytes(bytes) +
                                 " of memory, and " + gigabytes(free) + " are free; " + instead);
}

}  // namespace app
