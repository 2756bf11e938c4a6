// Who is measured by the broad-phase benches: our modules, two plain baselines and the libraries of others, behind one
// interface. All give exact answers by the same test, overlap(): a library that keeps its boxes fat has them tested
// once more, which is part of its time.
//
//   griddup   for queries: a dense grid, every box in every cell it covers. Fast wherever memory does not count
//   grid1     for pairs: a grid of cells as long as the longest edge, by counting sort. Fast for boxes of equal sizes
//   bullet    its broad phase with its pair cache for pairs, as it comes and deferred; its bare tree for queries
//   boost-rtree
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"

namespace bench {

using spatial::Box;
using spatial::BoxPair;
using spatial::BroadCounters;

/// The two questions of a broad phase.
enum class Question { pairs, touching };

class Contestant {
public:
    virtual ~Contestant() = default;

    /// All boxes, by their places; called again as they move, always with as many.
    virtual void put(std::span<const Box> boxes) = 0;
    /// Each once, in any order. Valid until the next call.
    [[nodiscard]] virtual std::span<const BoxPair> pairs();
    virtual void touching(std::span<const Box> queries, spatial::TouchVisitor visit);
    /// A chance to choose its parameters before time counts, from queries like those to come.
    virtual void tune(std::span<const Box> /*boxes*/, std::span<const Box> /*queries*/) {}

    /// Everything that it holds, its own copy of the boxes and the pairs included.
    [[nodiscard]] virtual std::size_t bytes() = 0;
    [[nodiscard]] virtual BroadCounters counters() const { return {}; }
    /// Ours only.
    [[nodiscard]] virtual spatial::BroadPhase* module() noexcept { return nullptr; }
};

/// Somebody who can be measured.
struct Entrant {
    std::string who{};
    std::string variant{};  // of its settings; empty = as it comes
    bool ours = false;
    std::function<std::unique_ptr<Contestant>()> make{};  // none where it is not there
    std::string missing{};                                // and why
};

inline constexpr std::string_view oracle = "all-pairs";

[[nodiscard]] Entrant module_entrant(std::string_view name, const spatial::BroadSettings& settings = {},
                                     std::string variant = {});
/// Every module of the list.
[[nodiscard]] std::vector<Entrant> module_entrants();
/// Baselines and libraries that answer a question.
[[nodiscard]] std::vector<Entrant> peer_entrants(Question question);
/// Of them, one.
[[nodiscard]] Entrant peer_entrant(Question question, std::string_view name);

/// The sentence for a module that is not there; empty when it is.
[[nodiscard]] std::string without_broad_phase(std::string_view name);

/// With cells so long; 0: to be tuned.
[[nodiscard]] std::unique_ptr<Contestant> make_duplicating_grid(double cell = 0.0);
[[nodiscard]] std::unique_ptr<Contestant> make_plain_grid();
[[nodiscard]] std::unique_ptr<Contestant> make_box_rtree();
/// Deferred: trees are collided when pairs are asked for, not box by box as each is set.
[[nodiscard]] std::unique_ptr<Contestant> make_bullet_broadphase(bool deferred);
[[nodiscard]] std::unique_ptr<Contestant> make_bullet_tree();

}  // namespace bench
