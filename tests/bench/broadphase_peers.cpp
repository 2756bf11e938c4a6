#include "tests/bench/broadphase_peers.hpp"

#include <algorithm>
#include <stdexcept>

namespace bench {

namespace {

class ModuleContestant final : public Contestant {
public:
    explicit ModuleContestant(std::unique_ptr<spatial::BroadPhase> broad) : broad_(std::move(broad)) {}

    void put(std::span<const Box> boxes) override { broad_->put(boxes); }
    std::span<const BoxPair> pairs() override { return broad_->pairs(); }
    void touching(std::span<const Box> queries, spatial::TouchVisitor visit) override {
        broad_->touching(queries, visit);
    }
    std::size_t bytes() override { return broad_->bytes(); }
    BroadCounters counters() const override { return broad_->counters(); }
    spatial::BroadPhase* module() noexcept override { return broad_.get(); }

private:
    std::unique_ptr<spatial::BroadPhase> broad_;
};

Entrant library(std::string name, [[maybe_unused]] const char* package, std::unique_ptr<Contestant> (*make)()) {
    Entrant entrant{.who = std::move(name)};
    if (make != nullptr)
        entrant.make = make;
    else
        entrant.missing = std::string("built without it: install the package ") + package + " and build again";
    return entrant;
}

#ifdef WEIR_HAS_RTREE
constexpr auto rtree_maker = make_box_rtree;
#else
constexpr std::unique_ptr<Contestant> (*rtree_maker)() = nullptr;
#endif

#ifdef WEIR_HAS_BULLET
std::unique_ptr<Contestant> make_immediate() { return make_bullet_broadphase(false); }
std::unique_ptr<Contestant> make_deferred() { return make_bullet_broadphase(true); }
constexpr auto bullet_maker = make_immediate, deferred_maker = make_deferred, bullet_tree_maker = make_bullet_tree;
#else
constexpr std::unique_ptr<Contestant> (*bullet_maker)() = nullptr;
constexpr std::unique_ptr<Contestant> (*deferred_maker)() = nullptr;
constexpr std::unique_ptr<Contestant> (*bullet_tree_maker)() = nullptr;
#endif

}  // namespace

std::span<const BoxPair> Contestant::pairs() { throw std::logic_error("asked for pairs, answers queries"); }

void Contestant::touching(std::span<const Box>, spatial::TouchVisitor) {
    throw std::logic_error("asked by queries, answers with pairs");
}

Entrant module_entrant(std::string_view name, const spatial::BroadSettings& settings, std::string variant) {
    Entrant entrant{.who = std::string(name), .variant = std::move(variant), .ours = true};
    if (entrant.missing = without_broad_phase(name); !entrant.missing.empty()) return entrant;
    entrant.make = [who = entrant.who, settings] {
        return std::make_unique<ModuleContestant>(spatial::make_broad_phase(who, settings));
    };
    return entrant;
}

std::vector<Entrant> module_entrants() {
    std::vector<Entrant> entrants;
    for (const spatial::BroadPhaseModule& module : spatial::broad_phase_modules())
        entrants.push_back(module_entrant(module.name));
    return entrants;
}

std::vector<Entrant> peer_entrants(Question question) {
    constexpr const char *bullet = "libbullet-dev", *boost = "libboost-dev";
    if (question == Question::touching)
        return {{.who = "griddup", .make = [] { return make_duplicating_grid(); }},
                library("bullet", bullet, bullet_tree_maker),
                library("boost-rtree", boost, rtree_maker)};
    Entrant deferred = library("bullet", bullet, deferred_maker);
    deferred.variant = "deferred";
    return {{.who = "grid1", .make = make_plain_grid},
            library("bullet", bullet, bullet_maker),
            std::move(deferred),
            library("boost-rtree", boost, rtree_maker)};
}

Entrant peer_entrant(Question question, std::string_view name) {
    for (Entrant& entrant : peer_entrants(question))
        if (entrant.who == name) return std::move(entrant);
    throw std::logic_error("no such peer");
}

std::string without_broad_phase(std::string_view name) {
    const auto found = std::ranges::find(spatial::broad_phase_modules(), name, &spatial::BroadPhaseModule::name);
    return found != spatial::broad_phase_modules().end() ? std::string()
                                                         : "there is no broad phase " + std::string(name);
}

}  // namespace bench
