// nanoflann's kd-tree (Muja, Blanco), used as fast as it goes: the dimension known when compiled, a bulk build, a
// result set that appends straight to the list instead of the library's vector of pairs, nothing sorted.
//
// Its distances are ours: (dx² + dy²) + dz² in float. Its bound on the way down adds and subtracts and rounds a little,
// so it is given a reach a hair longer; the result set decides by the very rule.
#include <array>
#include <nanoflann.hpp>
#include <optional>

#include "spatial/neighbour_rule.hpp"
#include "tests/bench/chunked_lists.hpp"
#include "tests/bench/peers.hpp"

namespace bench {

namespace {

// Points a leaf of its tree holds at most; its documentation recommends 10 to 50.
constexpr std::size_t leaf_size = 15;

struct PointsAdaptor {
    spatial::Points points;

    [[nodiscard]] std::size_t kdtree_get_point_count() const { return points.size(); }
    [[nodiscard]] float kdtree_get_pt(std::size_t i, std::size_t axis) const {
        return axis == 0 ? points.x[i] : axis == 1 ? points.y[i] : points.z[i];
    }
    template <class Bounds>
    bool kdtree_get_bbox(Bounds&) const {
        return false;
    }
};

/// Takes what is in reach, but not the query itself.
struct InReach {
    float reach_squared, bound;
    spatial::Index self;
    std::vector<spatial::Index>& ids;

    bool addPoint(float squared, spatial::Index i) {
        if (squared <= reach_squared && i != self) ids.push_back(i);
        return true;
    }
    [[nodiscard]] float worstDist() const { return bound; }
    [[nodiscard]] bool full() const { return true; }
    [[nodiscard]] std::size_t size() const { return ids.size(); }
};

class Nanoflann final : public Peer {
public:
    void build(const spatial::Points& points) override {
        if (tree_ && adaptor_.points.size() == points.size()) {
            adaptor_.points = points;
            tree_->buildIndex();
        } else {
            adaptor_.points = points;
            tree_.emplace(3, adaptor_, nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size));
        }
    }

    [[nodiscard]] std::vector<spatial::Index> order() const override { return tree_->vAcc; }

    void collect(spatial::NeighbourLists& lists) override {
        const spatial::Points& p = adaptor_.points;
        const float reach = p.reach[0], longer = reach * static_cast<float>(spatial::cell_margin);
        const nanoflann::SearchParams unsorted(0, 0.0f, false);
        lists_.collect(p.size(), lists, [&](spatial::Index i, std::vector<spatial::Index>& ids) {
            const std::array<float, 3> query = {p.x[i], p.y[i], p.z[i]};
            InReach result{reach * reach, longer * longer, i, ids};
            tree_->findNeighbors(result, query.data(), unsorted);
        });
    }

    [[nodiscard]] std::size_t bytes() override { return tree_->usedMemory(*tree_); }

private:
    using Metric = nanoflann::L2_Simple_Adaptor<float, PointsAdaptor, float, spatial::Index>;
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Metric, PointsAdaptor, 3, spatial::Index>;

    PointsAdaptor adaptor_;
    std::optional<Tree> tree_;
    ChunkedLists lists_;
};

}  // namespace

std::unique_ptr<Peer> make_nanoflann() { return std::make_unique<Nanoflann>(); }

}  // namespace bench
