// Any of our broad phases as Bullet's: a btBroadphaseInterface over a spatial::BroadPhase.
//
// Bullet tells of boxes one by one and asks for pairs once a step; boxes are therefore collected and put in one batch
// when pairs are asked for. The pairs found are compared with those of the time before, and Bullet's pair cache, which
// keeps what a collision remembers from step to step, learns only of those that came and went, in ascending order.
// So what Bullet works out does not depend on the module, and the module can be exchanged between two steps.
#pragma once

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>

#include <memory>
#include <vector>

#include "spatial/boxes/broad_phase.hpp"
#include "spatial/radix_sort.hpp"

namespace sim {

class BulletBroadPhase final : public btBroadphaseInterface {
public:
    explicit BulletBroadPhase(std::unique_ptr<spatial::BroadPhase> module) : module_(std::move(module)) {}

    /// Goes on with another module: proxies, pairs and all that is remembered of them stay.
    void use(std::unique_ptr<spatial::BroadPhase> module);
    [[nodiscard]] const spatial::BroadPhase& module() const noexcept { return *module_; }

    /// Forgets all pairs and what is remembered of them: the next step finds them anew, in the order of a fresh start.
    void forget_pairs(btDispatcher* dispatcher);

    btBroadphaseProxy* createProxy(const btVector3& min, const btVector3& max, int shape_type, void* user, int group,
                                   int mask, btDispatcher* dispatcher) override;
    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void setAabb(btBroadphaseProxy* proxy, const btVector3& min, const btVector3& max,
                 btDispatcher* dispatcher) override;
    void getAabb(btBroadphaseProxy* proxy, btVector3& min, btVector3& max) const override;
    void rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback, const btVector3& min,
                 const btVector3& max) override;
    void aabbTest(const btVector3& min, const btVector3& max, btBroadphaseAabbCallback& callback) override;
    void calculateOverlappingPairs(btDispatcher* dispatcher) override;
    btOverlappingPairCache* getOverlappingPairCache() override { return &cache_; }
    const btOverlappingPairCache* getOverlappingPairCache() const override { return &cache_; }
    void getBroadphaseAabb(btVector3& min, btVector3& max) const override;
    void printStats() override {}

private:
    struct Proxy : btBroadphaseProxy {
        using btBroadphaseProxy::btBroadphaseProxy;
        spatial::Index number = 0;
        bool is_waiting = false;  // for its box to be put
    };

    void put_waiting();

    std::unique_ptr<spatial::BroadPhase> module_;
    btHashedOverlappingPairCache cache_;
    std::vector<std::unique_ptr<Proxy>> proxies_;  // by number; null where one is free
    std::vector<spatial::Index> free_;
    std::vector<spatial::Index> waiting_, put_;  // numbers; those put last, as scratch
    std::vector<spatial::Box> boxes_;
    std::vector<std::uint64_t> pairs_, found_;  // smaller number << 32 | larger, ascending; of the last time, and now
    spatial::RadixSort sort_;
};

}  // namespace sim
