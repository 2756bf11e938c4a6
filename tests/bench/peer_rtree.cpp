// Boost.Geometry's R-tree, used as fast as it goes: packed in one go (Leutenegger et al. 1997), queries for the box
// around a point's reach, and the exact rule for what that box holds, without a list in between.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/register/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <optional>

#include "spatial/neighbour_rule.hpp"
#include "tests/bench/chunked_lists.hpp"
#include "tests/bench/counting_allocator.hpp"
#include "tests/bench/peers.hpp"

namespace bench {

struct NumberedPoint {
    float x, y, z;
    spatial::Index number;
};

}  // namespace bench

BOOST_GEOMETRY_REGISTER_POINT_3D(bench::NumberedPoint, float, boost::geometry::cs::cartesian, x, y, z)

namespace bench {

namespace {

namespace index = boost::geometry::index;

// On 100 k points with 30 neighbours each, build and queries together, 4 and 8 are alike and 16 and 32 slower; 8 holds
// a quarter less memory than 4.
constexpr std::size_t node_size = 8;

class RTree final : public Peer {
public:
    void build(const spatial::Points& points) override {
        points_ = points;
        values_.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            values_[i] = {points.x[i], points.y[i], points.z[i], static_cast<spatial::Index>(i)};
        tree_.reset();  // first: two at a time would count twice
        tree_.emplace(values_, index::quadratic<node_size>(), index::indexable<NumberedPoint>(),
                      index::equal_to<NumberedPoint>(), CountingAllocator<NumberedPoint, NumberedPoint>());
    }

    [[nodiscard]] std::vector<spatial::Index> order() const override {
        std::vector<spatial::Index> order;
        for (const NumberedPoint& point : *tree_) order.push_back(point.number);
        return order;
    }

    void collect(spatial::NeighbourLists& lists) override {
        const spatial::Points& p = points_;
        const float reach = p.reach[0], longer = reach * static_cast<float>(spatial::cell_margin);
        lists_.collect(p.size(), lists, [&](spatial::Index i, std::vector<spatial::Index>& ids) {
            const float x = p.x[i], y = p.y[i], z = p.z[i];
            const boost::geometry::model::box<NumberedPoint> box({x - longer, y - longer, z - longer, 0},
                                                                 {x + longer, y + longer, z + longer, 0});
            tree_->query(index::intersects(box), boost::make_function_output_iterator([&](const NumberedPoint& other) {
                             const float squared = spatial::squared_distance(x - other.x, y - other.y, z - other.z);
                             if (spatial::in_reach(squared, reach, reach) && other.number != i)
                                 ids.push_back(other.number);
                         }));
        });
    }

    [[nodiscard]] std::size_t bytes() override { return bytes_held<NumberedPoint>; }

private:
    using Tree = index::rtree<NumberedPoint, index::quadratic<node_size>, index::indexable<NumberedPoint>,
                              index::equal_to<NumberedPoint>, CountingAllocator<NumberedPoint, NumberedPoint>>;

    spatial::Points points_;
    std::vector<NumberedPoint> values_;
    std::optional<Tree> tree_;
    ChunkedLists lists_;
};

}  // namespace

std::unique_ptr<Peer> make_rtree() { return std::make_unique<RTree>(); }

}  // namespace bench
