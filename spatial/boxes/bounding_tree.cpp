#include "spatial/boxes/bounding_tree.hpp"

namespace spatial {

namespace {

constexpr std::size_t leaf_size = 8;
// A tree whose boxes have grown by this much in surface takes longer than building it anew would be worth; measured
// with cubes that move by up to a fifth of their size a step.
constexpr double worn_out = 1.5;
// One in so many may have come, or gone, since it was built.
constexpr std::size_t few_in = 16;

}  // namespace

void BoundingTree::change(const BoxStore::Changes& changes) {
    slot_of_.resize(boxes().end(), BoxPyramid::nobody);
    is_fitted_ = false;
    // A number may be listed as removed and as inserted; what it is by now is what counts.
    for (const Index number : changes.removed) {
        Index& slot = slot_of_[number];
        if (boxes().is_finite(number) || slot == BoxPyramid::nobody) continue;
        owners_[slot] = BoxPyramid::nobody;
        slot = BoxPyramid::nobody;
        ++gaps_;
    }
    for (const Index number : changes.inserted) {
        Index& slot = slot_of_[number];
        if (!boxes().is_finite(number) || slot != BoxPyramid::nobody) continue;
        slot = static_cast<Index>(owners_.size());
        owners_.push_back(number);
        ++newcomers_;
    }
}

void BoundingTree::settle() {
    if (is_fitted_) return;
    is_fitted_ = true;
    if (!is_built_ || (gaps_ + newcomers_) * few_in > owners_.size()) {
        build();
        return;
    }
    ++work_.refitted;
    tree_.fit(owners_, boxes());
    if (tree_.surface() > worn_out * surface_when_built_) build();
}

void BoundingTree::build() {
    ++work_.built;
    numbers_.clear();
    for (Index number = 0; number < boxes().end(); ++number)
        if (boxes().is_finite(number)) numbers_.push_back(number);
    const std::size_t n = numbers_.size();
    x_.resize(n);
    y_.resize(n);
    z_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const Box& box = boxes()[numbers_[k]];
        x_[k] = 0.5f * box.min_x + 0.5f * box.max_x;
        y_[k] = 0.5f * box.min_y + 0.5f * box.max_y;
        z_[k] = 0.5f * box.min_z + 0.5f * box.max_z;
    }
    int depth = 0;
    while (n > leaf_size << depth) ++depth;
    leaves_.reset(depth);
    constexpr float no_reach = 0.0f;
    splitter_.split({x_, y_, z_, {&no_reach, 1}}, depth, order_, first_of_leaf_, leaves_);
    owners_.resize(n);
    for (std::size_t slot = 0; slot < n; ++slot) {
        owners_[slot] = numbers_[order_[slot]];
        slot_of_[owners_[slot]] = static_cast<Index>(slot);
    }
    tree_.fit(owners_, boxes());
    surface_when_built_ = tree_.surface();
    gaps_ = newcomers_ = 0;
    is_built_ = true;
}

BroadCounters BoundingTree::find_pairs(std::vector<BoxPair>& found) {
    settle();
    return tree_.pairs(pairs_, found);
}

BroadCounters BoundingTree::find_touching(std::span<const Box> queries, TouchVisitor visit) {
    settle();
    return tree_.touching(queries, touched_, visit);
}

void BoundingTree::for_each_cell(BoxCellVisitor visit) {
    settle();
    const auto lowest = [&](std::size_t level) { return static_cast<int>(level) - 1; };
    for (std::size_t level = tree_.height() - 1; level > 0; --level) {
        const BoxColumnsView around = tree_.level(level), below = tree_.level(level - 1);
        for (Index entry = 0; entry < tree_.entries(level); ++entry) {
            const Box box = around[entry];
            if (box.min_x > box.max_x) continue;
            Index boxes = 0;
            for (Index slot = 8 * entry; level == 1 && slot < std::min<std::size_t>(8 * entry + 8, owners_.size());
                 ++slot)
                boxes += below.number[slot] != BoxPyramid::nobody ? 1 : 0;
            visit({box, lowest(level), boxes, level > 1});
        }
    }
}

std::string BoundingTree::note() const {
    return "built " + std::to_string(work_.built) + " times, refitted " + std::to_string(work_.refitted) + " times";
}

std::size_t BoundingTree::structure_bytes() const noexcept {
    std::size_t sum = (owners_.capacity() + slot_of_.capacity() + numbers_.capacity() + order_.capacity() +
                       first_of_leaf_.capacity()) *
                          sizeof(Index) +
                      (x_.capacity() + y_.capacity() + z_.capacity()) * sizeof(float) + splitter_.bytes() +
                      leaves_.bytes() + tree_.bytes();
    for (const auto& pairs : pairs_) sum += pairs.capacity() * sizeof(BoxPair);
    touched_.for_each([&](const auto& touched) { sum += touched.capacity() * sizeof(Index); });
    return sum;
}

}  // namespace spatial
