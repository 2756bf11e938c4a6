// Bullet's broad phases. For pairs the one its worlds use, btDbvtBroadphase with its pair cache: every box is given
// with setAabb, calculateOverlappingPairs() finds what is new. Its leaves are fatter than the boxes and it cleans its
// cache a tenth at a time, so what the cache holds is tested once more. For queries its bare tree, built top-down once.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <malloc.h>

#include <cstdlib>

#include "spatial/per_thread.hpp"
#include "tests/bench/broadphase_peers.hpp"

namespace bench {

namespace {

using spatial::Index;

/// Of everything in Bullet: one of its structures is measured at a time.
std::size_t bullet_bytes = 0;

/// From the first of its structures on. What Bullet freed earlier would be counted twice, and nothing was.
void count_memory() {
    static const bool once = [] {
        btAlignedAllocSetCustomAligned(
            [](std::size_t size, int alignment) {
                void* memory = nullptr;
                if (posix_memalign(&memory, static_cast<std::size_t>(alignment), size) != 0) return memory = nullptr;
                const std::size_t held = malloc_usable_size(memory);
#pragma omp atomic
                bullet_bytes += held;
                return memory;
            },
            [](void* memory) {
                const std::size_t held = malloc_usable_size(memory);
#pragma omp atomic
                bullet_bytes -= held;
                std::free(memory);
            });
        return true;
    }();
    static_cast<void>(once);
}

btVector3 lower(const Box& b) { return {b.min_x, b.min_y, b.min_z}; }
btVector3 upper(const Box& b) { return {b.max_x, b.max_y, b.max_z}; }
void* number(std::size_t i) { return reinterpret_cast<void*>(i); }
Index number_of(const void* pointer) { return static_cast<Index>(reinterpret_cast<std::size_t>(pointer)); }

class BulletBroadphase final : public Contestant {
public:
    /// Each way is best at something: where everybody moves by a fifth of its size, deferred takes a quarter of the
    /// time; where it is a hundredth, boxes mostly stay within their fat leaves and immediate takes a tenth.
    explicit BulletBroadphase(bool deferred) {
        count_memory();
        before_ = bullet_bytes;
        broad_ = std::make_unique<btDbvtBroadphase>();
        broad_->m_deferedcollide = deferred;
    }
    ~BulletBroadphase() override {
        // Not by destroyProxy, which goes through the whole pair cache for each: minutes for a million boxes.
        broad_.reset();
        for (btBroadphaseProxy* proxy : proxies_) btAlignedFree(proxy);
    }
    BulletBroadphase(const BulletBroadphase&) = delete;
    BulletBroadphase& operator=(const BulletBroadphase&) = delete;

    void put(std::span<const Box> boxes) override {
        boxes_.assign(boxes.begin(), boxes.end());
        for (std::size_t i = 0; i < proxies_.size(); ++i)
            broad_->setAabb(proxies_[i], lower(boxes[i]), upper(boxes[i]), nullptr);
        while (proxies_.size() < boxes.size()) {
            const std::size_t i = proxies_.size();
            proxies_.push_back(broad_->createProxy(lower(boxes[i]), upper(boxes[i]), 0, number(i),
                                                   btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter,
                                                   nullptr));
        }
    }

    std::span<const BoxPair> pairs() override {
        broad_->calculateOverlappingPairs(nullptr);
        const btBroadphasePairArray& cached = broad_->getOverlappingPairCache()->getOverlappingPairArray();
        pairs_.clear();
        for (int k = 0; k < cached.size(); ++k) {
            const Index a = number_of(cached[k].m_pProxy0->m_clientObject);
            const Index b = number_of(cached[k].m_pProxy1->m_clientObject);
            if (overlap(boxes_[a], boxes_[b])) pairs_.push_back({std::min(a, b), std::max(a, b)});
        }
        return pairs_;
    }

    std::size_t bytes() override {
        return bullet_bytes - before_ + boxes_.capacity() * sizeof(Box) + proxies_.capacity() * sizeof(void*) +
               pairs_.capacity() * sizeof(BoxPair);
    }

private:
    std::size_t before_ = 0;
    std::unique_ptr<btDbvtBroadphase> broad_;
    std::vector<btBroadphaseProxy*> proxies_;
    std::vector<Box> boxes_;
    std::vector<BoxPair> pairs_;
};

class BulletTree final : public Contestant {
public:
    BulletTree() {
        count_memory();
        before_ = bullet_bytes;
    }

    void put(std::span<const Box> boxes) override {
        tree_.clear();
        for (std::size_t i = 0; i < boxes.size(); ++i)
            tree_.insert(btDbvtVolume::FromMM(lower(boxes[i]), upper(boxes[i])), number(i));
        tree_.optimizeTopDown();
    }

    void touching(std::span<const Box> queries, spatial::TouchVisitor visit) override {
        work_.prepare();
#pragma omp parallel for schedule(dynamic, 1024)
        for (std::size_t q = 0; q < queries.size(); ++q) {
            Work& work = work_.mine();
            work.touched.clear();
            tree_.collideTVNoStackAlloc(tree_.m_root, btDbvtVolume::FromMM(lower(queries[q]), upper(queries[q])),
                                        work.stack, work);
            if (!work.touched.empty()) visit(static_cast<Index>(q), work.touched);
        }
    }

    std::size_t bytes() override { return bullet_bytes - before_; }

private:
    struct Work : btDbvt::ICollide {
        btNodeStack stack;
        std::vector<Index> touched;
        void Process(const btDbvtNode* leaf) override { touched.push_back(number_of(leaf->data)); }
    };

    std::size_t before_ = 0;
    btDbvt tree_;
    spatial::PerThread<Work> work_;
};

}  // namespace

std::unique_ptr<Contestant> make_bullet_broadphase(bool deferred) {
    return std::make_unique<BulletBroadphase>(deferred);
}
std::unique_ptr<Contestant> make_bullet_tree() { return std::make_unique<BulletTree>(); }

}  // namespace bench
