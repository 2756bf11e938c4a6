// Boost.Geometry's R-tree over boxes, used as fast as it goes: packed in one go (Leutenegger et al. 1997) whenever
// boxes have moved, for removing and inserting each is slower by far; then a query for each box, whose hits go straight
// into the list.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <optional>

#include "spatial/per_thread.hpp"
#include "tests/bench/broadphase_peers.hpp"
#include "tests/bench/counting_allocator.hpp"

namespace bench {

namespace {

namespace index = boost::geometry::index;

using spatial::Index;
using TreePoint = boost::geometry::model::point<float, 3, boost::geometry::cs::cartesian>;
using TreeBox = boost::geometry::model::box<TreePoint>;
using Value = std::pair<TreeBox, Index>;

TreeBox tree_box(const Box& b) { return {{b.min_x, b.min_y, b.min_z}, {b.max_x, b.max_y, b.max_z}}; }

class BoxRTree final : public Contestant {
public:
    void put(std::span<const Box> boxes) override {
        values_.resize(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) values_[i] = {tree_box(boxes[i]), static_cast<Index>(i)};
        tree_.reset();  // first: two at a time would count twice
        tree_.emplace(values_, index::quadratic<node_size>(), index::indexable<Value>(), index::equal_to<Value>(),
                      Allocator());
    }

    std::span<const BoxPair> pairs() override {
        found_.prepare();
        found_.for_each([](auto& found) { found.clear(); });
        // In the tree's own order, so that queries one after the other walk the same branches.
        in_order_.clear();
        for (const Value& value : *tree_) in_order_.push_back(value.second);
#pragma omp parallel for schedule(dynamic, 256)
        for (std::size_t slot = 0; slot < in_order_.size(); ++slot) {
            const Index i = in_order_[slot];
            std::vector<BoxPair>& found = found_.mine();
            tree_->query(index::intersects(values_[i].first), boost::make_function_output_iterator([&](const Value& v) {
                             if (v.second > i) found.push_back({i, v.second});
                         }));
        }
        pairs_.clear();
        found_.for_each([&](const auto& found) { pairs_.insert(pairs_.end(), found.begin(), found.end()); });
        return pairs_;
    }

    void touching(std::span<const Box> queries, spatial::TouchVisitor visit) override {
        touched_.prepare();
#pragma omp parallel for schedule(dynamic, 1024)
        for (std::size_t q = 0; q < queries.size(); ++q) {
            std::vector<Index>& touched = touched_.mine();
            touched.clear();
            tree_->query(index::intersects(tree_box(queries[q])),
                         boost::make_function_output_iterator([&](const Value& v) { touched.push_back(v.second); }));
            if (!touched.empty()) visit(static_cast<Index>(q), touched);
        }
    }

    std::size_t bytes() override {
        return bytes_held<Value> + values_.capacity() * sizeof(Value) + in_order_.capacity() * sizeof(Index) +
               2 * pairs_.capacity() * sizeof(BoxPair);
    }

private:
    static constexpr std::size_t node_size = 8;  // as for points (peer_rtree.cpp)
    using Allocator = CountingAllocator<Value, Value>;
    using Tree =
        index::rtree<Value, index::quadratic<node_size>, index::indexable<Value>, index::equal_to<Value>, Allocator>;

    std::vector<Value> values_;
    std::optional<Tree> tree_;
    std::vector<Index> in_order_;
    spatial::PerThread<std::vector<BoxPair>> found_;
    spatial::PerThread<std::vector<Index>> touched_;
    std::vector<BoxPair> pairs_;
};

}  // namespace

std::unique_ptr<Contestant> make_box_rtree() { return std::make_unique<BoxRTree>(); }

}  // namespace bench
