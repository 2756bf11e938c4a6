#include "spatial/box_tree.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/box_tree.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WEIR_SPATIAL_BOX_TREE
#define WEIR_SPATIAL_BOX_TREE
namespace spatial {

/// Whom a walk is for, and what it walks over.
struct Walk {
    Box box;      // of the queries
    float reach;  // the longest of theirs
    std::span<const BoxTree::Node> nodes;
    std::span<const std::size_t> first_node;  // of each level
    unsigned root_children;
    std::span<const Index> first_of_leaf;
};

/// A part of the tree still to be looked at.
struct Subtree {
    std::uint32_t number;  // in its level
    std::uint16_t level;
    bool whole;  // every leaf of it counts: none need be asked
};

}  // namespace spatial
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, BoxTree::arity>;

struct Hits {
    unsigned near;   // children whose box may hold a neighbour, one bit each
    unsigned whole;  // children that lie wholly in the box of the queries grown by their reach
};

/// The gap of two boxes is never computed longer than the distance of two points in them: each operation is the one of
/// the neighbour rule in the rule's order, and rounding keeps a <= b. So no pair is lost, and no margin needed.
HWY_INLINE Hits test(const Walk& walk, const BoxTree::Node& node) {
    const Floats d;
    const auto zero = hn::Zero(d);
    const Box& box = walk.box;
    Hits hits{0, 0};
    for (std::size_t at = 0; at < BoxTree::arity; at += hn::Lanes(d)) {
        const auto min_x = hn::Load(d, node.min_x + at), max_x = hn::Load(d, node.max_x + at);
        const auto min_y = hn::Load(d, node.min_y + at), max_y = hn::Load(d, node.max_y + at);
        const auto min_z = hn::Load(d, node.min_z + at), max_z = hn::Load(d, node.max_z + at);
        const auto gap = [&](auto min, auto max, float box_min, float box_max) HWY_ATTR {
            return hn::Max(zero, hn::Max(hn::Sub(min, hn::Set(d, box_max)), hn::Sub(hn::Set(d, box_min), max)));
        };
        const auto dx = gap(min_x, max_x, box.min_x, box.max_x);
        const auto dy = gap(min_y, max_y, box.min_y, box.max_y);
        const auto dz = gap(min_z, max_z, box.min_z, box.max_z);
        const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
        const auto reach = hn::Max(hn::Set(d, walk.reach), hn::Load(d, node.reach + at));
        const auto near = hn::Le(squared, hn::Mul(reach, reach));

        const auto inside = [&](auto min, auto max, float box_min, float box_max) HWY_ATTR {
            return hn::And(hn::Ge(min, hn::Set(d, box_min - walk.reach)),
                           hn::Le(max, hn::Set(d, box_max + walk.reach)));
        };
        const auto whole =
            hn::And(hn::And(inside(min_x, max_x, box.min_x, box.max_x), inside(min_y, max_y, box.min_y, box.max_y)),
                    inside(min_z, max_z, box.min_z, box.max_z));

        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, near, bits);
        hits.near |= static_cast<unsigned>(bits[0]) << at;
        hn::StoreMaskBits(d, whole, bits);
        hits.whole |= static_cast<unsigned>(bits[0]) << at;
    }
    return hits;
}

/// Depth first and in the order of the slots, so that runs come ascending and touching ones are joined as they come.
std::uint64_t find_target(const Walk& walk, std::vector<Range>& runs) {
    const std::size_t before = runs.size();
    const auto take = [&](std::size_t first_leaf, std::size_t last_leaf) {
        const Range run{walk.first_of_leaf[first_leaf], walk.first_of_leaf[last_leaf]};
        if (runs.size() > before && runs.back().end == run.begin)
            runs.back().end = run.end;
        else
            runs.push_back(run);
    };
    const auto levels = static_cast<unsigned>(walk.first_node.size());
    const std::size_t leaves = walk.first_of_leaf.size() - 1;
    Subtree stack[BoxTree::arity * BoxTree::most_levels];
    std::size_t height = 1;
    stack[0] = {0, 0, false};
    std::uint64_t asked = 0;
    while (height > 0) {
        const Subtree here = stack[--height];
        if (here.whole) {
            const unsigned shift = 3 * (levels - here.level);
            const std::size_t first = std::size_t{here.number} << shift;
            take(first, std::min(leaves, first + (std::size_t{1} << shift)));
            continue;
        }
        const Hits hits = test(walk, walk.nodes[walk.first_node[here.level] + here.number]);
        asked += here.level == 0 ? walk.root_children : BoxTree::arity;
        const std::uint32_t first_child = here.number * BoxTree::arity;
        if (here.level + 1u == levels) {
            for (unsigned bits = hits.near; bits != 0; bits &= bits + (bits & (0 - bits))) {  // drops the lowest ones
                const auto first = static_cast<unsigned>(std::countr_zero(bits));
                const auto ones = static_cast<unsigned>(std::countr_one(bits >> first));
                take(first_child + first, first_child + first + ones);
            }
            continue;
        }
        for (unsigned bits = hits.near; bits != 0;) {
            const unsigned child = static_cast<unsigned>(std::bit_width(bits)) - 1;
            bits ^= 1u << child;
            stack[height++] = {first_child + child, static_cast<std::uint16_t>(here.level + 1),
                               (hits.whole >> child & 1u) != 0};
        }
    }
    return asked;
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

HWY_EXPORT(find_target);

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::size_t worth_threads = 512;  // nodes whose boxes are to be made

void set(BoxTree::Node& node, std::size_t child, const Box& box, float reach) noexcept {
    node.min_x[child] = box.min_x;
    node.min_y[child] = box.min_y;
    node.min_z[child] = box.min_z;
    node.max_x[child] = box.max_x;
    node.max_y[child] = box.max_y;
    node.max_z[child] = box.max_z;
    node.reach[child] = reach;
}

constexpr BoxTree::Node node_without_points() noexcept {
    BoxTree::Node node{};
    for (std::size_t child = 0; child < BoxTree::arity; ++child) {
        node.min_x[child] = node.min_y[child] = node.min_z[child] = infinity;
        node.max_x[child] = node.max_y[child] = node.max_z[child] = -infinity;
    }
    return node;
}

}  // namespace

void BoxTree::reset(int depth) {
    depth_ = depth;
    levels_ = std::max(1, (depth + 2) / 3);
    std::size_t nodes = 0;
    for (int level = 0; level < levels_; ++level) {
        from_[level] = nodes;
        // As many as the leaves below allow: eight leaves a node of the last level, eight of those a node above it.
        const int halvings = depth - 3 * (levels_ - level);
        size_[level] = halvings > 0 ? std::size_t{1} << halvings : 1;
        nodes += size_[level];
    }
    nodes_.assign(nodes, node_without_points());
}

void BoxTree::set_leaf(std::size_t leaf, const Box& box, float longest_reach) noexcept {
    set(nodes_[from_[levels_ - 1] + leaf / arity], leaf % arity, box, longest_reach);
}

void BoxTree::close_boxes() {
    for (int level = levels_ - 2; level >= 0; --level) {
        const Node* const below = nodes_.data() + from_[level + 1];
        Node* const nodes = nodes_.data() + from_[level];
        const std::size_t count = size_[level + 1];
#pragma omp parallel for schedule(static) if (count >= worth_threads)
        for (std::size_t k = 0; k < count; ++k) {
            const Node& node = below[k];
            const auto least = [](const float(&values)[arity]) { return *std::min_element(values, values + arity); };
            const auto most = [](const float(&values)[arity]) { return *std::max_element(values, values + arity); };
            set(nodes[k / arity], k % arity,
                {least(node.min_x), least(node.min_y), least(node.min_z), most(node.max_x), most(node.max_y),
                 most(node.max_z)},
                most(node.reach));
        }
    }
}

Box BoxTree::box_of(std::size_t leaf) const noexcept {
    const Node& node = nodes_[from_[levels_ - 1] + leaf / arity];
    const std::size_t child = leaf % arity;
    return {node.min_x[child], node.min_y[child], node.min_z[child],
            node.max_x[child], node.max_y[child], node.max_z[child]};
}

std::uint64_t BoxTree::find(std::size_t leaf, std::span<const Index> first_of_leaf, std::vector<Range>& runs) const {
    const float reach = nodes_[from_[levels_ - 1] + leaf / arity].reach[leaf % arity];
    const Walk walk{box_of(leaf), reach, nodes_, std::span(from_).first(levels_), 1u << (depth_ - 3 * (levels_ - 1)),
                    first_of_leaf};
    return HWY_DYNAMIC_DISPATCH(find_target)(walk, runs);
}

}  // namespace spatial
#endif
