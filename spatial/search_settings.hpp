// What can be set of a neighbour search. None of it changes the neighbours that are found, only time and memory.
#pragma once

#include <cstdint>

namespace spatial {

struct SearchSettings {
    /// Buckets of a hash table; 0 = chosen from the number of points. Fewer collide more often.
    std::uint32_t table_size = 0;
    /// Cells along a reach (the papers' H), 1..4, where a module has smaller cells than a reach; 0 = the module
    /// chooses.
    int subdivision = 0;
    /// Hierarchical hash: a map without a length instead of a table of fixed length.
    bool unbounded_table = false;
    /// Search that much further, in reaches, and build again only once a point has moved half of it. 0 = build every
    /// time.
    float skin = 0.0f;

    bool operator==(const SearchSettings&) const = default;
};

/// Throws std::invalid_argument naming the setting that is out of range, and its range.
void check(const SearchSettings& settings);

}  // namespace spatial
