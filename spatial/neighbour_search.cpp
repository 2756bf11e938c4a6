#include "spatial/neighbour_search.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "spatial/all_pairs.hpp"
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
    NeighbourModule{AllPairs::module_name,
                    "tests everybody against everybody: slow, obviously right, the oracle of the others",
                    make<AllPairs>},
    NeighbourModule{UniformHash::module_name,
                    "one cell size, cells found by the hash of Teschner et al. 2003: unbounded, 27 look-ups a cell",
                    make<UniformHash>},
    NeighbourModule{
        KdTree::module_name,
        "a tree of tight boxes over halved points: any mixture of reaches, unbounded, good where it is dense",
        make<KdTree>},
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
    return std::any_of(active.begin() + block.begin, active.begin() + block.end, [](std::uint8_t a) { return a != 0; });
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
