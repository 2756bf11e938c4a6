// What a user may choose about a broad phase; each module uses what it has a use for.
#pragma once

#include <cstdint>

namespace spatial {

struct BroadSettings {
    /// uniform-hash: the length of a cell, m; 0 = chosen from the boxes. Smaller cells have fewer strangers in them and
    /// hold every large box more often.
    float cell_size = 0.0f;
    /// multilevel-hash, hierarchical-hash: entries of the table; 0 = as many as it takes, with keys compared. Fewer
    /// entries than cells put strangers into one entry, which costs tests and loses nobody.
    std::uint32_t table_size = 0;
    /// multilevel-hash: a table for each class of sizes instead of one for all.
    bool table_per_class = false;
    /// hash-grids: cells of one grid are this many times as long as those of the next finer one.
    float factor = 2.0f;
    /// hash-grids: forget everybody and insert anew at every change, instead of moving only who changed cells.
    bool rebuild = false;

    bool operator==(const BroadSettings&) const = default;
};

inline constexpr float least_factor = 1.125f, most_factor = 16.0f;

/// Throws std::invalid_argument saying which setting is out of its range.
void check(const BroadSettings& settings);

}  // namespace spatial
