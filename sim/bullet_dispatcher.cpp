#include "sim/bullet_dispatcher.hpp"

namespace sim {

namespace {

// So many pairs of boxes share their work among threads.
constexpr std::size_t worth_a_team = 128;

bool is_box(const btBroadphaseProxy* proxy) {
    return static_cast<const btCollisionObject*>(proxy->m_clientObject)->getCollisionShape()->getShapeType() ==
           BOX_SHAPE_PROXYTYPE;
}

btCollisionObjectWrapper wrapped(const btBroadphaseProxy* proxy) {
    const auto* object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
    return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
}

}  // namespace

/// What Bullet's near callback does, in two rounds. In the first everybody gets the algorithm of their pair, one after
/// the other: two boxes get the list of their contacts along with it, and the solver goes through these lists in the
/// order they were made. What is left of boxes then touches nothing but the pair's own, so that threads may share it;
/// others make their list in the moment they first touch, and are looked at in the first round.
void BulletDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& how,
                                                 btDispatcher*) {
    boxes_.clear();
    btBroadphasePairArray& pairs = cache->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        btBroadphasePair& pair = pairs[i];
        if (!is_box(pair.m_pProxy0) || !is_box(pair.m_pProxy1)) {
            getNearCallback()(pair, *this, how);
            continue;
        }
        const btCollisionObjectWrapper a = wrapped(pair.m_pProxy0), b = wrapped(pair.m_pProxy1);
        if (!needsCollision(a.getCollisionObject(), b.getCollisionObject())) continue;
        if (pair.m_algorithm == nullptr) pair.m_algorithm = findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        if (pair.m_algorithm != nullptr) boxes_.push_back(&pair);
    }
#pragma omp parallel for schedule(dynamic, 64) if (boxes_.size() > worth_a_team)
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const btCollisionObjectWrapper a = wrapped(boxes_[i]->m_pProxy0), b = wrapped(boxes_[i]->m_pProxy1);
        btManifoldResult result(&a, &b);
        boxes_[i]->m_algorithm->processCollision(&a, &b, how, &result);
    }
}

}  // namespace sim
