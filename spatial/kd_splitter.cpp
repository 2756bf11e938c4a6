#include "spatial/kd_splitter.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <bit>

#include "spatial/blocks.hpp"

namespace spatial {

namespace {

constexpr int halvings_a_part = 7;          // some 1,000 to 2,000 points: a core's first cache holds them
constexpr std::size_t samples_a_part = 32;  // parts then differ by about a fifth

/// A number that orders as the float does, negative ones, too.
std::uint32_t ordered(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits ^ ((bits >> 31 != 0 ? 0xffff'ffffu : 0u) | 0x8000'0000u);
}

}  // namespace

KdSplitter::Keys KdSplitter::keys_of(const Points& points, std::size_t i) noexcept {
    const auto key = [&](float value) { return std::uint64_t{ordered(value)} << 32 | i; };
    return {{key(points.x[i]), key(points.y[i]), key(points.z[i])}};
}

void KdSplitter::split(const Points& points, int depth, std::vector<Index>& order, std::vector<Index>& first_of_leaf,
                       BoxTree& tree) {
    const std::size_t n = points.size();
    const int sampled = std::max(0, depth - halvings_a_part);
    const std::uint32_t parts = 1u << sampled;
    draw_splits(points, sampled);
    part_of_point_.resize(n);
#pragma omp parallel for schedule(static) if (n >= worth_a_team)
    for (std::size_t i = 0; i < n; ++i) {
        const Keys keys = keys_of(points, i);
        std::uint32_t node = 1;
        while (node < parts) node = 2 * node + (keys.of[splits_[node].axis] < splits_[node].key ? 0 : 1);
        part_of_point_[i] = node - parts;
    }
    sort_.sort(part_of_point_, parts, order, first_of_part_);

    first_of_leaf.resize((std::size_t{1} << depth) + 1);
    first_of_leaf.back() = static_cast<Index>(n);
    make_room_for_parts();
#pragma omp parallel for schedule(dynamic, 1) if (n >= worth_a_team)
    for (std::size_t part = 0; part < parts; ++part)
        halve_part(points, part, depth - sampled, order, first_of_leaf, tree);
}

void KdSplitter::draw_splits(const Points& points, int depth) {
    splits_.resize(std::size_t{1} << depth);
    if (depth == 0) return;
    const std::size_t n = points.size(), count = samples_a_part << depth, stride = n / count;
    sample_.resize(count);
    // Anywhere in its stretch: at even distances a lattice, whose points come in rows, would be sampled in planes.
    for (std::size_t s = 0; s < count; ++s)
        sample_[s] = static_cast<Index>(n * s / count + (s * 2654435761u >> 16) % stride);
    split_sample(points, sample_, 1);
}

void KdSplitter::split_sample(const Points& points, std::span<Index> sample, std::size_t node) {
    if (node >= splits_.size()) return;
    const std::span<const float> coordinates[3] = {points.x, points.y, points.z};
    double longest = -1.0;
    int axis = 0;
    for (int k = 0; k < 3; ++k) {
        const auto less = [&](Index a, Index b) { return coordinates[k][a] < coordinates[k][b]; };
        const auto [min, max] = std::minmax_element(sample.begin(), sample.end(), less);
        // In double: they may be as far apart as floats go, twice.
        const double side = double{coordinates[k][*max]} - coordinates[k][*min];
        if (side > longest) {
            longest = side;
            axis = k;
        }
    }
    const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
    const auto key = [&](Index i) { return keys_of(points, i).of[axis]; };
    std::nth_element(sample.begin(), middle, sample.end(), [&](Index a, Index b) { return key(a) < key(b); });
    splits_[node] = {key(*middle), axis};
    split_sample(points, {sample.begin(), middle}, 2 * node);
    split_sample(points, {middle, sample.end()}, 2 * node + 1);
}

void KdSplitter::make_room_for_parts() {
    Index longest = 0;
    for (std::size_t part = 0; part + 1 < first_of_part_.size(); ++part)
        longest = std::max(longest, first_of_part_[part + 1] - first_of_part_[part]);
    const auto team = static_cast<std::size_t>(omp_get_max_threads());
    if (parts_.size() < team) parts_.resize(team);
    for (KdPart& part : parts_) part.make_room(longest);
}

void KdSplitter::halve_part(const Points& points, std::size_t number, int depth, std::vector<Index>& order,
                            std::vector<Index>& first_of_leaf, BoxTree& tree) {
    const Index begin = first_of_part_[number], size = first_of_part_[number + 1] - begin;
    const std::span<Index> indices(order.data() + begin, size);
    KdPart& part = parts_[static_cast<std::size_t>(omp_get_thread_num())];
    std::array<Box, std::size_t{1} << halvings_a_part> boxes;
    part.load(points, indices);
    part.halve(depth, boxes);
    for (std::size_t k = 0; k < size; ++k) indices[k] = part.index(k);

    const std::size_t leaves = std::size_t{1} << depth;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        const Index first = part.first_of(leaf, depth), last = part.first_of(leaf + 1, depth);
        float reach = points.reach[0];
        if (!points.one_reach() && first < last) {
            reach = 0.0f;
            for (Index k = first; k < last; ++k) reach = std::max(reach, points.reach[indices[k]]);
        }
        first_of_leaf[number * leaves + leaf] = begin + first;
        tree.set_leaf(number * leaves + leaf, boxes[leaf], reach);
    }
}

std::size_t KdSplitter::bytes() const noexcept {
    std::size_t parts = 0;
    for (const KdPart& part : parts_) parts += part.bytes();
    return parts + sample_.capacity() * sizeof(Index) + splits_.capacity() * sizeof(Split) +
           part_of_point_.capacity() * sizeof(std::uint32_t) + first_of_part_.capacity() * sizeof(Index) +
           sort_.bytes();
}

}  // namespace spatial
