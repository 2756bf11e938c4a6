// Bullet's narrow phase with the pairs of boxes shared among threads: nearly all pairs of a heap. The same contacts to
// the last bit, in the same order.
#pragma once

#include <btBulletCollisionCommon.h>

#include <vector>

namespace sim {

class BulletDispatcher final : public btCollisionDispatcher {
public:
    using btCollisionDispatcher::btCollisionDispatcher;

    void dispatchAllCollisionPairs(btOverlappingPairCache* pairs, const btDispatcherInfo& how, btDispatcher*) override;

private:
    std::vector<btBroadphasePair*> boxes_;
};

}  // namespace sim
