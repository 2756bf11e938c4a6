#include "spatial/neighbour_search.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "spatial/all_pairs.hpp"
#include "spatial/auto_search.hpp"
#include "spatial/cell_indexing.hpp"
#include "spatial/compact_grid.hpp"
#include "spatial/extended_hash.hpp"
#include "spatial/hierarchical_hash.hpp"
#include "spatial/kd_tree.hpp"
#include "spatial/skinned_search.hpp"
#include "spatial/uniform_hash.hpp"

namespace spatial {

namespace {

/// A module is made of the settings it has a use for.
template <class Module>
std::unique_ptr<NeighbourSearch> make(const SearchSettings& settings) {
    if constexpr (std::is_constructible_v<Module, const SearchSettings&>)
        return std::make_unique<Module>(settings);
    else
        return std::make_unique<Module>();
}

constexpr std::array modules = {
    NeighbourModule{.name = AllPairs::module_name,
                    .summary = "tests everybody against everybody: slow, obviously right, the oracle of the others",
                    .make = make<AllPairs>,
                    .good_at = "being right; up to a thousand points",
                    .bad_at = "more than that: the time grows with the square"},
    NeighbourModule{.name = UniformHash::module_name,
                    .summary = "one cell size, cells found by the hash of Teschner et al. 2003: 27 look-ups a cell",
                    .make = make<UniformHash>,
                    .good_at = "unbounded scenes of one particle size",
                    .bad_at = "mixed sizes; its order is less coherent than rows of cells",
                    .uses = {.table_size = true}},
    NeighbourModule{
        .name = ExtendedHash::module_name,
        .summary = "smaller cells found by the same hash, only those of the H-mask (Onderik, Durikovic 2007)",
        .make = make<ExtendedHash>,
        .good_at = "unbounded scenes; reaches mixed up to 1:4, each with its own mask",
        .bad_at = "build time, which grows with the subdivision",
        .uses = {.table_size = true, .subdivision = true}},
    NeighbourModule{
        .name = CellIndexing::module_name,
        .summary = "no table: cell and number of a point as one 64-bit key, sorted and swept (Onderik, Durikovic 2007)",
        .make = make<CellIndexing>,
        .good_at = "dense scenes in a box, and memory: a key a point",
        .bad_at = "boxes so wide that 64 bits do not hold the keys: it refuses them",
        .uses = {.subdivision = true}},
    NeighbourModule{
        .name = HierarchicalHash::module_name,
        .summary =
            "cells of several sizes in one table, empty space pruned from the largest down (Pouchol et al. 2009)",
        .make = make<HierarchicalHash>,
        .good_at = "sparse unbounded scenes and mixed reaches",
        .bad_at = "dense scenes, where there is nothing to prune",
        .uses = {.table_size = true, .unbounded_table = true}},
    NeighbourModule{.name = KdTree::module_name,
                    .summary = "a tree of tight boxes over halved points, its leaves runs of slots",
                    .make = make<KdTree>,
                    .good_at = "any mixture of reaches, unbounded, sparse or dense",
                    .bad_at = "build time: it sorts where a grid counts"},
    NeighbourModule{.name = CompactGrid::module_name,
                    .summary = "dense grids in rows, folded where points are few, a level for each size of reach",
                    .make = make<CompactGrid>,
                    .good_at = "nearly everything: the fastest here, with the least memory",
                    .bad_at = "dust in a huge box, more than sixteen cells a point: strangers share folded cells"},
    NeighbourModule{.name = AutoSearch::module_name,
                    .summary = "tries the others on the points that are there and keeps the one that costs least",
                    .make = make<AutoSearch>,
                    .good_at = "scenes you do not know, and scenes that change while they run",
                    .bad_at = "being the same twice: it decides by the clock",
                    .uses = {.table_size = true, .subdivision = true, .unbounded_table = true},
                    .reproducible = false},
};

}  // namespace

SearchCounters& SearchCounters::operator+=(const SearchCounters& other) noexcept {
    blocks += other.blocks;
    cells += other.cells;
    lookups += other.lookups;
    empty += other.empty;
    collisions += other.collisions;
    return *this;
}

bool Queries::any_in(Range block) const noexcept {
    if (everybody()) return true;
    // Eight at a time: mostly there are few, and long stretches without any.
    std::uint64_t eight = 0;
    Index slot = block.begin;
    for (; slot + sizeof eight <= block.end; slot += sizeof eight) {
        std::memcpy(&eight, active.data() + slot, sizeof eight);
        if (eight != 0) return true;
    }
    for (; slot < block.end; ++slot)
        if (active[slot] != 0) return true;
    return false;
}

std::span<const NeighbourModule> neighbour_modules() noexcept { return modules; }

std::unique_ptr<NeighbourSearch> make_neighbour_search(std::string_view name, const SearchSettings& settings) {
    check(settings);
    std::string known;
    for (const NeighbourModule& module : modules) {
        if (module.name == name) {
            auto search = module.make(settings);
            if (settings.skin > 0.0f) return std::make_unique<SkinnedSearch>(std::move(search), settings.skin);
            return search;
        }
        known += (known.empty() ? "" : ", ") + std::string(module.name);
    }
    throw std::invalid_argument("no neighbour search named '" + std::string(name) + "'; there are: " + known);
}

}  // namespace spatial
