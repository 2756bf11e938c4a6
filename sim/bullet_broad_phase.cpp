#include "sim/bullet_broad_phase.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace sim {

namespace {

/// Bullet says 1e18 and more for the far sides of planes.
spatial::Box box_of(const btVector3& min, const btVector3& max) {
    constexpr float endless = 1e17f, infinite = std::numeric_limits<float>::infinity();
    const auto low = [](float x) { return x <= -endless ? -infinite : x; };
    const auto high = [](float x) { return x >= endless ? infinite : x; };
    return {low(min.x()), low(min.y()), low(min.z()), high(max.x()), high(max.y()), high(max.z())};
}

constexpr std::uint64_t key_of(spatial::BoxPair pair) noexcept { return (std::uint64_t{pair.a} << 32) | pair.b; }
constexpr spatial::Index first_of(std::uint64_t key) noexcept { return static_cast<spatial::Index>(key >> 32); }
constexpr spatial::Index second_of(std::uint64_t key) noexcept { return static_cast<spatial::Index>(key); }

}  // namespace

void BulletBroadPhase::use(std::unique_ptr<spatial::BroadPhase> module) {
    module_ = std::move(module);
    waiting_.clear();
    for (const auto& proxy : proxies_) {
        if (!proxy) continue;
        proxy->is_waiting = true;
        waiting_.push_back(proxy->number);
    }
}

void BulletBroadPhase::forget_pairs(btDispatcher* dispatcher) {
    auto& pairs = cache_.getOverlappingPairArray();
    while (pairs.size() > 0) {
        const btBroadphasePair last = pairs[pairs.size() - 1];
        cache_.removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, dispatcher);
    }
    pairs_.clear();
}

btBroadphaseProxy* BulletBroadPhase::createProxy(const btVector3& min, const btVector3& max, int, void* user, int group,
                                                 int mask, btDispatcher* dispatcher) {
    if (free_.empty()) {
        free_.push_back(static_cast<spatial::Index>(proxies_.size()));
        proxies_.emplace_back();
    }
    const spatial::Index number = free_.back();
    free_.pop_back();
    auto proxy = std::make_unique<Proxy>(min, max, user, group, mask);
    proxy->number = number;
    proxy->m_uniqueId = static_cast<int>(number) + 1;
    proxies_[number] = std::move(proxy);
    setAabb(proxies_[number].get(), min, max, dispatcher);
    return proxies_[number].get();
}

void BulletBroadPhase::destroyProxy(btBroadphaseProxy* bullets, btDispatcher* dispatcher) {
    auto* proxy = static_cast<Proxy*>(bullets);
    const spatial::Index number = proxy->number;
    cache_.removeOverlappingPairsContainingProxy(proxy, dispatcher);
    std::erase_if(pairs_, [&](std::uint64_t key) { return first_of(key) == number || second_of(key) == number; });
    if (proxy->is_waiting) std::erase(waiting_, number);
    module_->remove({&number, 1});
    proxies_[number].reset();
    free_.push_back(number);
}

void BulletBroadPhase::setAabb(btBroadphaseProxy* bullets, const btVector3& min, const btVector3& max, btDispatcher*) {
    auto* proxy = static_cast<Proxy*>(bullets);
    proxy->m_aabbMin = min;
    proxy->m_aabbMax = max;
    if (!proxy->is_waiting) waiting_.push_back(proxy->number);
    proxy->is_waiting = true;
}

void BulletBroadPhase::getAabb(btBroadphaseProxy* proxy, btVector3& min, btVector3& max) const {
    min = proxy->m_aabbMin;
    max = proxy->m_aabbMax;
}

void BulletBroadPhase::put_waiting() {
    put_.swap(waiting_);
    waiting_.clear();
    boxes_.clear();
    for (const spatial::Index number : put_) {
        Proxy& proxy = *proxies_[number];
        boxes_.push_back(box_of(proxy.m_aabbMin, proxy.m_aabbMax));
        proxy.is_waiting = false;
    }
    if (!put_.empty()) module_->put(put_, boxes_);
}

void BulletBroadPhase::calculateOverlappingPairs(btDispatcher* dispatcher) {
    put_waiting();
    found_.clear();
    for (const spatial::BoxPair& pair : module_->pairs()) found_.push_back(key_of(pair));
    const int width = std::bit_width(static_cast<spatial::Index>(proxies_.size()));
    sort_.sort(found_, 0, width);
    sort_.sort(found_, 32, 32 + width);

    // Those that went, and then those that came.
    const auto each_missing = [](const auto& from, const auto& in, auto tell) {
        auto other = in.begin();
        for (const std::uint64_t key : from) {
            while (other != in.end() && *other < key) ++other;
            if (other == in.end() || *other != key) tell(key);
        }
    };
    each_missing(pairs_, found_, [&](std::uint64_t key) {
        cache_.removeOverlappingPair(proxies_[first_of(key)].get(), proxies_[second_of(key)].get(), dispatcher);
    });
    each_missing(found_, pairs_, [&](std::uint64_t key) {
        cache_.addOverlappingPair(proxies_[first_of(key)].get(), proxies_[second_of(key)].get());
    });
    pairs_.swap(found_);
}

void BulletBroadPhase::aabbTest(const btVector3& min, const btVector3& max, btBroadphaseAabbCallback& callback) {
    put_waiting();
    const spatial::Box query{min.x(), min.y(), min.z(), max.x(), max.y(), max.z()};
    module_->touching({&query, 1}, [&](spatial::Index, std::span<const spatial::Index> touched) {
        for (const spatial::Index number : touched) callback.process(proxies_[number].get());
    });
}

void BulletBroadPhase::rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback,
                               const btVector3& min, const btVector3& max) {
    // The box of the ray: exact for those along an axis, more than enough for others. Bullet tests each by itself.
    btVector3 low = from, high = from;
    low.setMin(to);
    high.setMax(to);
    aabbTest(low + min, high + max, callback);
}

void BulletBroadPhase::getBroadphaseAabb(btVector3& min, btVector3& max) const {
    min.setValue(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    max = -min;
    for (const auto& proxy : proxies_) {
        if (!proxy) continue;
        min.setMin(proxy->m_aabbMin);
        max.setMax(proxy->m_aabbMax);
    }
}

}  // namespace sim
