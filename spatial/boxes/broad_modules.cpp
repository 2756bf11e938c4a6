// The list of all broad phases, which everything else reads.
#include <array>
#include <stdexcept>
#include <string>

#include "spatial/boxes/all_box_pairs.hpp"
#include "spatial/boxes/auto_broad_phase.hpp"
#include "spatial/boxes/bounding_tree.hpp"
#include "spatial/boxes/broad_phase.hpp"
#include "spatial/boxes/compact_box_grid.hpp"
#include "spatial/boxes/hash_grids.hpp"
#include "spatial/boxes/hierarchical_box_hash.hpp"
#include "spatial/boxes/multilevel_box_hash.hpp"
#include "spatial/boxes/sweep_and_prune.hpp"
#include "spatial/boxes/uniform_box_hash.hpp"

namespace spatial {

namespace {

/// A module is made of the settings it has a use for.
template <class Module>
std::unique_ptr<BroadPhase> make(const BroadSettings& settings) {
    if constexpr (std::is_constructible_v<Module, const BroadSettings&>)
        return std::make_unique<Module>(settings);
    else
        return std::make_unique<Module>();
}

constexpr std::array modules = {
    BroadPhaseModule{.name = AllBoxPairs::module_name,
                     .summary = "tests every box against every other: slow, obviously right, the oracle of the others",
                     .make = make<AllBoxPairs>,
                     .good_at = "being right; up to a few hundred boxes",
                     .bad_at = "more than that: the time grows with the square"},
    BroadPhaseModule{.name = UniformBoxHash::module_name,
                     .summary = "one cell size, each box in all the cells it covers, the hash of Teschner et al.",
                     .make = make<UniformBoxHash>,
                     .good_at = "boxes of about one size; many small queries",
                     .bad_at = "sizes far apart: large boxes are held many times, small ones share a cell",
                     .uses = {.cell_size = true}},
    BroadPhaseModule{.name = MultilevelBoxHash::module_name,
                     .summary = "a class of cells for each power of two, each box in at most 8 of its own",
                     .make = make<MultilevelBoxHash>,
                     .good_at = "sizes far apart, in few classes; any extent",
                     .bad_at = "many classes: each is asked, also where nobody is",
                     .uses = {.table_size = true, .table_per_class = true}},
    BroadPhaseModule{.name = HierarchicalBoxHash::module_name,
                     .summary = "the same, and a cell knows what smaller ones are inside: queries end where nobody is",
                     .make = make<HierarchicalBoxHash>,
                     .good_at = "sizes far apart, wide empty space, small queries",
                     .bad_at = "space full of small boxes under few large ones: the way down spares nothing",
                     .uses = {.table_size = true}},
    BroadPhaseModule{.name = HashGrids::module_name,
                     .summary = "each box in one cell of one grid, grids for each size (Schornbaum 2009)",
                     .make = make<HashGrids>,
                     .good_at = "many boxes of any size that all move a little; space without end",
                     .bad_at = "boxes much longer than wide: one cell holds many of them",
                     .uses = {.factor = true, .rebuild = true}},
    BroadPhaseModule{.name = SweepAndPrune::module_name,
                     .summary = "the ends of the boxes kept sorted on three axes, the pairs kept as a set",
                     .make = make<SweepAndPrune>,
                     .good_at = "boxes that move by a hair or not at all from one question to the next",
                     .bad_at = "boxes that move by much of their size; queries among very many boxes"},
    BroadPhaseModule{.name = BoundingTree::module_name,
                     .summary = "a tree of boxes around boxes, eight to a node, refitted as they move",
                     .make = make<BoundingTree>,
                     .good_at = "boxes of any shape and any mixture of sizes; uneven crowds",
                     .bad_at = "boxes that come and go in numbers: it is built anew"},
    BroadPhaseModule{.name = CompactBoxGrid::module_name,
                     .summary = "boxes sorted into rows of cells, a level for each size, tested eight at a time",
                     .make = make<CompactBoxGrid>,
                     .good_at = "nearly everything: the fastest here",
                     .bad_at = "scenes in which little changes: it makes everything anew"},
    BroadPhaseModule{
        .name = AutoBroadPhase::module_name,
        .summary = "tries the others on what is asked and keeps the one that costs least",
        .make = make<AutoBroadPhase>,
        .good_at = "scenes you do not know, and scenes that change while they run",
        .bad_at = "telling pairs in the same order twice: it decides by the clock",
        .uses = {.cell_size = true, .table_size = true, .table_per_class = true, .factor = true, .rebuild = true},
        .reproducible = false},
};

}  // namespace

std::span<const BroadPhaseModule> broad_phase_modules() noexcept { return modules; }

std::unique_ptr<BroadPhase> make_broad_phase(std::string_view name, const BroadSettings& settings) {
    check(settings);
    std::string known;
    for (const BroadPhaseModule& module : modules) {
        if (module.name == name) return module.make(settings);
        known += (known.empty() ? "" : ", ") + std::string(module.name);
    }
    throw std::invalid_argument("no broad phase named '" + std::string(name) + "'; there are: " + known);
}

}  // namespace spatial
