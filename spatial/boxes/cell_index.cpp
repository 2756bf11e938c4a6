#include "spatial/boxes/cell_index.hpp"

#include <algorithm>

namespace spatial {

namespace {

// Beyond this number of the first cell the numbers start over: as many cells again fit behind it.
constexpr std::uint32_t last_first_number = 1u << 31;
constexpr std::size_t fewest_groups = 2;

}  // namespace

void CellIndex::start(std::uint32_t entries, std::size_t cells) {
    entries_ = entries;
    if (is_fixed()) {
        first_number_ += count_;
        if (first_number_ > last_first_number) {
            std::fill(numbers_.begin(), numbers_.end(), 0u);
            first_number_ = 1;
        }
        if (numbers_.size() < entries) numbers_.resize(entries, 0u);
    } else {
        make_groups(std::max({fewest_groups, groups_.size(), cells / cells_a_group + 1}));
    }
    count_ = 0;
}

void CellIndex::make_groups(std::size_t groups) {
    groups_.reserve(groups);  // and no more than that
    groups_.resize(groups);
    if (++build_ == 0) {
        std::fill(groups_.begin(), groups_.end(), Group{});
        build_ = 1;
    }
}

void CellIndex::grow() {
    make_groups(groups_.size() + groups_.size() / 2);
    count_ = 0;
}

void CellIndex::add(std::uint64_t key, std::uint32_t cell) noexcept {
    ++count_;
    if (is_fixed()) {
        numbers_[key % entries_] = first_number_ + cell;
        return;
    }
    const Place place(key, groups_.size());
    std::size_t g = place.group;
    while (groups_[g].build == build_ && groups_[g].is_full()) g = after(g);
    Group& group = groups_[g];
    if (group.build != build_) {
        group.tags = 0;
        group.build = build_;
    }
    const std::size_t slot = (71 - static_cast<std::size_t>(std::countl_zero(group.tags))) / 8;
    group.tags |= std::uint64_t{place.tag} << 8 * slot;
    group.numbers[slot] = cell;
}

}  // namespace spatial
