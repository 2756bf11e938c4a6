// Parts points into 2^depth leaves by halving: again and again across the longest side of the box around a part.
//
// Halving everybody down to the leaves takes a pass over all points for each of the, say, 16 halvings. The first of
// them are therefore drawn from a sample, and a point finds its part at once by going down the splits:
//
//   sample --halve--> splits --every point asks its way, counting sort--> parts of some 2,000 points, about equal
//   each part, on its own and within a core's cache: --halve exactly (kd_halve.hpp)--> 128 leaves
//
// Points at one place are told apart by their index, so that parts stay about equal whatever the cloud.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spatial/box_tree.hpp"
#include "spatial/counting_sort.hpp"
#include "spatial/kd_halve.hpp"
#include "spatial/points.hpp"

namespace spatial {

class KdSplitter {
public:
    /// order[slot] is the point of a slot, and the slots of leaf k are first_of_leaf[k] .. first_of_leaf[k + 1]: the
    /// same for every number of threads. Sets the leaves of `tree`, which is as deep.
    void split(const Points& points, int depth, std::vector<Index>& order, std::vector<Index>& first_of_leaf,
               BoxTree& tree);

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// What a point is compared by, along each axis: its coordinate and, among equals, its index, as one number.
    struct Keys {
        std::uint64_t of[3];
    };
    /// Less goes left.
    struct Split {
        std::uint64_t key;
        int axis;
    };

    static Keys keys_of(const Points& points, std::size_t i) noexcept;
    void draw_splits(const Points& points, int depth);
    void split_sample(const Points& points, std::span<Index> sample, std::size_t node);
    void make_room_for_parts();
    void halve_part(const Points& points, std::size_t number, int depth, std::vector<Index>& order,
                    std::vector<Index>& first_of_leaf, BoxTree& tree);

    std::vector<Index> sample_;
    std::vector<Split> splits_;  // a heap: the splits of node k's halves are 2 k and 2 k + 1, 1 is the first
    std::vector<std::uint32_t> part_of_point_;
    std::vector<Index> first_of_part_;
    CountingSort sort_;
    std::vector<KdPart> parts_;  // one for each thread
};

}  // namespace spatial
