#include "spatial/neighbour_search.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "spatial/all_pairs.hpp"
#include "spatial/extended_hash.hpp"
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
        ExtendedHash::module_name,
        "smaller cells found by the same hash, only those of the H-mask (Onderik, Durikovic 2007): unbounded",
        make<ExtendedHash>},
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
        if (module.name == name) return module.make(settings);
        known += (known.empty() ? "" : ", ") + std::string(module.name);
    }
    throw std::invalid_argument("no neighbour search named '" + std::string(name) + "'; there are: " + known);
}

}  // namespace spatial
