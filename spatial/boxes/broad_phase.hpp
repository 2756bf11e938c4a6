// The family of broad phases: who may touch whom, among boxes that come, move, change size and go.
//
// Two questions, in batches: which boxes does each query touch, and which boxes touch each other. Boxes are closed and
// the answers exact: a module proposes candidates, overlap() (box.hpp) disposes, so modules differ in time and memory,
// never in what they find. Something that moves fast is asked for, or put, as the box of its whole way.
//
// What is the same for all of them is done here: boxes are checked and kept by number, those that did not change are no
// news to a module, unbounded ones (planes) never reach it, and pairs are looked for only when something changed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/boxes/box_store.hpp"
#include "spatial/boxes/broad_settings.hpp"
#include "spatial/function_ref.hpp"

namespace spatial {

struct BoxPair {
    Index a, b;  // a < b
    auto operator<=>(const BoxPair&) const = default;
};

/// Called for every query that touches a box, from several threads at a time, never twice for one query; the boxes in
/// no particular order, each once.
using TouchVisitor = FunctionRef<void(Index query, std::span<const Index> boxes)>;

/// What it took to answer the last question.
struct BroadCounters {
    std::uint64_t lookups = 0;     // cells (tree: nodes; sweep: end points) asked for
    std::uint64_t cells = 0;       // of those, the ones that held a box
    std::uint64_t candidates = 0;  // boxes tested
    std::uint64_t pairs = 0;       // of those, touching
    std::uint64_t collisions = 0;  // places in a table that hold boxes of more than one cell

    BroadCounters& operator+=(const BroadCounters& other) noexcept;
    bool operator==(const BroadCounters&) const = default;
};

/// One cell or node, for those who want to draw it.
struct BoxCellView {
    Box box;
    int level;          // of its size: 0 = the finest there is; modules of one level have only that
    Index boxes;        // registered in it
    bool has_children;  // of the hierarchical hash: something smaller is inside
};
using BoxCellVisitor = FunctionRef<void(const BoxCellView&)>;

class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    [[nodiscard]] virtual std::string_view name() const noexcept = 0;

    /// Inserts boxes, or moves and resizes those whose number is there: boxes[k] belongs to numbers[k]. Numbers are the
    /// caller's; memory goes with the highest one. Throws std::invalid_argument naming the first box that is not a box
    /// (check() in box.hpp) or number that is too high; nothing has changed then.
    void put(std::span<const Index> numbers, std::span<const Box> boxes);
    /// The same for the numbers 0, 1, 2 ...
    void put(std::span<const Box> boxes);
    /// Who is not there is not missed.
    void remove(std::span<const Index> numbers);

    /// All pairs that touch, each once, in an order that is the same for every number of threads; on the threads OpenMP
    /// is set to. Valid until the next change or question. When nothing changed since the last time it costs nothing.
    [[nodiscard]] std::span<const BoxPair> pairs();

    /// Queries are finite boxes: throws std::invalid_argument naming the first that is not.
    void touching(std::span<const Box> queries, TouchVisitor visit);

    [[nodiscard]] const BoxStore& boxes() const noexcept { return store_; }

    /// Of the last question.
    [[nodiscard]] const BroadCounters& counters() const noexcept { return counters_; }

    /// Every cell or node that holds a box, or says that there is one below.
    virtual void for_each_cell(BoxCellVisitor visit) = 0;

    /// Memory held now, in bytes: boxes, structure, scratch and the pairs.
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// For people: what the module chose by itself, and why. Empty when it had no choice.
    [[nodiscard]] virtual std::string note() const { return {}; }

protected:
    /// The boxes have changed already; lists may name somebody twice. A module may do its work here or when it is
    /// asked.
    virtual void change(const BoxStore::Changes& changes) = 0;
    /// Appends all pairs of finite boxes.
    [[nodiscard]] virtual BroadCounters find_pairs(std::vector<BoxPair>& found) = 0;
    /// `queries` are finite; only finite boxes are asked for.
    [[nodiscard]] virtual BroadCounters find_touching(std::span<const Box> queries, TouchVisitor visit) = 0;
    /// Of the module alone.
    [[nodiscard]] virtual std::size_t structure_bytes() const noexcept = 0;

private:
    void changed(bool anything);

    BoxStore store_;
    BoxStore::Changes changes_;
    std::vector<BoxPair> pairs_;
    bool pairs_are_found_ = false;
    BroadCounters counters_, pairs_counters_;
    std::vector<std::uint8_t> answered_;  // queries that touch a finite box; used where there are unbounded ones
};

/// Which of the settings a module has a use for.
struct BroadSettingsUsed {
    bool cell_size = false, table_size = false, table_per_class = false, factor = false, rebuild = false;
};

/// One member of the family: what menus, the command line, tests and benches read.
struct BroadPhaseModule {
    std::string_view name;
    std::string_view summary;  // one line: what it is
    std::unique_ptr<BroadPhase> (*make)(const BroadSettings& settings);
    std::string_view good_at = {}, bad_at = {};
    BroadSettingsUsed uses = {};
    /// False for one that decides by the clock: its pairs are the same, their order may be another.
    bool reproducible = true;
};

/// Every module there is, the oracle first.
[[nodiscard]] std::span<const BroadPhaseModule> broad_phase_modules() noexcept;

/// Throws std::invalid_argument listing the known names, or saying which setting is wrong.
[[nodiscard]] std::unique_ptr<BroadPhase> make_broad_phase(std::string_view name, const BroadSettings& settings = {});

}  // namespace spatial
