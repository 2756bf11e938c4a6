// The family of neighbour searches and the currency they share: order + ranges.
//
//   order    a permutation that puts the points of each bucket, cell or leaf next to each other. The caller
//            moves its arrays into that order; from then on "slot k" is the k-th place of those arrays.
//   ranges   for each block of queries (slots that share a cell or leaf) the few runs of slots that together
//            hold every neighbour of every query in the block, each slot at most once.
//
// A module proposes candidates, the neighbour rule disposes: modules differ in time, never in the neighbour set.
// Sorted particles in runs, streamed by SIMD with a distance test, beat neighbour lists by two to three times;
// that is why no list and no call per candidate stands between a search and the solver.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "spatial/function_ref.hpp"
#include "spatial/points.hpp"
#include "spatial/search_settings.hpp"

namespace spatial {

/// Whom to search for. Everybody is indexed; only the queries are visited.
struct Queries {
    std::span<const std::uint8_t> active;  // one byte a slot, 0 = skip; empty = everybody

    [[nodiscard]] bool everybody() const noexcept { return active.empty(); }
    [[nodiscard]] bool any_in(Range block) const noexcept;
};

/// Called once a block, from several threads at a time, never twice for one slot. A visitor looks at `queries`
/// itself where only some slots of a block are active; blocks without any are not visited.
using BlockVisitor = FunctionRef<void(Range block, std::span<const Range> candidates)>;

/// What the last build did, and what it takes to find the ranges of all its blocks.
struct SearchCounters {
    std::uint64_t blocks = 0;
    std::uint64_t cells = 0;       // cells, leaves or buckets that hold a point
    std::uint64_t lookups = 0;     // cells (tree: nodes) asked for
    std::uint64_t empty = 0;       // of those, without a point
    std::uint64_t collisions = 0;  // buckets that hold points of more than one cell

    SearchCounters& operator+=(const SearchCounters& other) noexcept;
    bool operator==(const SearchCounters&) const = default;
};

/// One cell, leaf or bucket, for those who want to draw or count them.
struct CellView {
    Box box;      // what it covers; `nowhere` where that is several places: its points say which
    Range slots;  // the points in it
    int level;    // 0 = the finest; modules of one level have only that
};
using CellVisitor = FunctionRef<void(const CellView&)>;

/// What a pass needs of a search.
class BlockSource {
public:
    virtual ~BlockSource() = default;

    /// Visits every block that holds a query, in parallel on the threads OpenMP is set to.
    virtual void for_each_block(Queries queries, BlockVisitor visit) const = 0;
};

class NeighbourSearch : public BlockSource {
public:
    [[nodiscard]] virtual std::string_view name() const noexcept = 0;

    /// Makes the order and whatever finds the ranges. Throws as check(Points) does; the last build is then kept.
    virtual void build(const Points& points) = 0;

    /// order()[slot] is the index of the point, as given to build, that belongs into that slot.
    [[nodiscard]] virtual std::span<const Index> order() const noexcept = 0;

    [[nodiscard]] virtual SearchCounters counters() const = 0;

    /// Every cell, leaf or bucket that holds a point, in the order of the slots, one after the other.
    virtual void for_each_cell(CellVisitor visit) const = 0;

    /// Memory held now, in bytes.
    [[nodiscard]] virtual std::size_t bytes() const noexcept = 0;

    /// With a skin (search_settings.hpp) a build may find that the last one still serves: order() then leaves every
    /// point where it is.
    [[nodiscard]] virtual bool reused() const noexcept { return false; }

    /// The next build starts anew, skin or not: what comes after does not depend on what was before.
    virtual void forget() noexcept {}

    /// For people: what the module chose by itself on these points, and why. Empty when it had no choice.
    [[nodiscard]] virtual std::string note() const { return {}; }
};

/// Which of the settings a module has a use for; a skin serves them all.
struct SettingsUsed {
    bool table_size = false, subdivision = false, unbounded_table = false;
};

/// One member of the family: what menus, the command line, tests and benches read.
struct NeighbourModule {
    std::string_view name;
    std::string_view summary;  // one line: what it is and what it is good at
    std::unique_ptr<NeighbourSearch> (*make)(const SearchSettings& settings);
    std::string_view good_at = {}, bad_at = {};
    SettingsUsed uses = {};
    /// False for one that decides by the clock: the same points may then get another order, and sums other roundings.
    bool reproducible = true;
};

/// Every module there is, the oracle first.
[[nodiscard]] std::span<const NeighbourModule> neighbour_modules() noexcept;

/// Throws std::invalid_argument listing the known names, or saying which setting is wrong.
[[nodiscard]] std::unique_ptr<NeighbourSearch> make_neighbour_search(std::string_view name,
                                                                     const SearchSettings& settings = {});

}  // namespace spatial
