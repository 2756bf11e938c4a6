#include "spatial/boxes/box_ladder.hpp"

namespace spatial {

namespace {

// Coordinates in cells of the finest level up to here are shifted, and floats scaled to that are exact.
constexpr double most_shifted = 1 << 30;
constexpr int longest_shift = 31;
constexpr int most_float_exponent = 120;
// Cells of boxes larger than the largest class: so many a box, and some for everybody, before classes are made anew.
constexpr double most_cells_a_box = 8.0, some_cells = 4096.0;
constexpr std::uint16_t nobody = 0xffff;

}  // namespace

void BoxLadder::place(const BoxStore& store) {
    if (store.finite() == 0) known_.reset();
    if (!place_in_known(store)) {
        known_ = own_;
        place_in_known(store);
    }
    make_levels();
}

bool BoxLadder::place_in_known(const BoxStore& store) {
    // The nearest greater class of each; the largest for what is larger than that.
    std::array<std::uint16_t, classes> nearest{};
    int largest = -1;
    for (int c = classes - 1, greater = -1; c >= 0; --c) {
        if (known_[c]) greater = c;
        if (known_[c]) largest = std::max(largest, c);
        nearest[c] = static_cast<std::uint16_t>(greater < 0 ? largest : greater);
    }
    for (int c = largest + 1; c < classes; ++c) nearest[c] = static_cast<std::uint16_t>(std::max(largest, 0));
    const double inverse = inverse_size(std::max(largest, 0) + finest_class);

    own_.reset();
    level_.assign(store.end(), nobody);
    bounds_ = nowhere;
    std::size_t elsewhere = 0, count = 0;
    double cells_of_large = 0.0;
    bool far_out = false;
    for (Index number = 0; number < store.end(); ++number) {
        if (!store.is_finite(number)) continue;
        const Box& b = store[number];
        bounds_ = count++ == 0 ? b : Box{std::min(bounds_.min_x, b.min_x), std::min(bounds_.min_y, b.min_y),
                                         std::min(bounds_.min_z, b.min_z), std::max(bounds_.max_x, b.max_x),
                                         std::max(bounds_.max_y, b.max_y), std::max(bounds_.max_z, b.max_z)};
        const auto own = bit_of(class_of(b));
        own_.set(own);
        level_[number] = nearest[own];
        elsewhere += nearest[own] != own ? 1 : 0;
        if (static_cast<int>(own) > largest) {
            cells_of_large += cells_under(b, inverse).count();
            far_out |= farthest_coordinate(b) * inverse > 0x1p22;  // box_class.hpp: no finer classes than that there
        }
    }
    return 2 * elsewhere <= count && cells_of_large <= most_cells_a_box * static_cast<double>(count) + some_cells &&
           !far_out;
}

void BoxLadder::make_levels() {
    // Counting sort by class, the largest first.
    std::array<std::size_t, classes + 1> count{};
    for (const std::uint16_t c : level_)
        if (c != nobody) ++count[c];
    std::array<std::uint16_t, classes> level_of_class{};
    exponent_.clear();
    first_in_.assign(1, 0);
    for (int c = classes - 1; c >= 0; --c) {
        if (count[c] == 0) continue;
        level_of_class[c] = static_cast<std::uint16_t>(exponent_.size());
        exponent_.push_back(c + finest_class);
        first_in_.push_back(first_in_.back() + count[c]);
    }
    by_level_.resize(first_in_.back());
    for (std::size_t level = 0; level < exponent_.size(); ++level) count[level] = first_in_[level];
    for (Index number = 0; number < level_.size(); ++number) {
        if (level_[number] == nobody) continue;
        level_[number] = level_of_class[level_[number]];
        by_level_[count[level_[number]]++] = number;
    }

    flat_ = Flat::no_axis;
    const int levels = this->count();
    inverse_.resize(exponent_.size());
    shift_.resize(exponent_.size());
    if (levels == 0) return;
    const int finest = exponent_.back();
    shifts_ = std::abs(finest) <= most_float_exponent && exponent_.front() - finest <= longest_shift &&
              farthest_coordinate(bounds_) * inverse_size(finest) <= most_shifted;
    for (int level = 0; level < levels; ++level) {
        inverse_[level] = inverse_size(exponent_[level]);
        shift_[level] = std::min(exponent_[level] - finest, longest_shift);
    }
    if (!shifts_) return;
    const CellRange all = cells(bounds_, levels - 1);
    flat_ = all.min.z == all.max.z   ? Flat::z
            : all.min.y == all.max.y ? Flat::y
            : all.min.x == all.max.x ? Flat::x
                                     : Flat::no_axis;
}

std::size_t BoxLadder::bytes() const noexcept {
    return level_.capacity() * sizeof(level_[0]) + by_level_.capacity() * sizeof(Index) +
           first_in_.capacity() * sizeof(std::size_t) + exponent_.capacity() * (2 * sizeof(int) + sizeof(double));
}

}  // namespace spatial
