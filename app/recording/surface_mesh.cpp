#include "app/recording/surface_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>
#include <span>
#include <unordered_map>

#include "sim/grains.hpp"
#include "sim/kernels.hpp"

namespace app {

namespace {

constexpr float surface = 0.5f;              // share
constexpr float support_in_spacings = 2.0f;  // of the kernel
constexpr float steps_a_spacing = 1.5f;
constexpr int side = 8;  // of a block, nodes
constexpr std::size_t nodes = std::size_t{side} * side * side;
constexpr std::uint32_t none = ~0u;

using Node = glm::ivec3;

constexpr std::array<Node, 3> axes = {Node{1, 0, 0}, Node{0, 1, 0}, Node{0, 0, 1}};

/// Rounded down, also below zero.
int block_of(int node) noexcept { return node >> 3; }

/// 21 bits an axis: two million blocks, more than positions in single precision tell apart.
std::uint64_t key_of(const Node& block) noexcept {
    const auto bits = [](int k) { return static_cast<std::uint64_t>(k + (1 << 20)); };
    return bits(block.z) << 42 | bits(block.y) << 21 | bits(block.x);
}

struct Sample {
    float share = 0.0f;
    glm::vec3 flow{0.0f};  // share times velocity, m/s
};

struct Block {
    Node at;  // of its first node
    std::array<Sample, nodes> samples{};
    std::array<std::uint32_t, nodes> vertex;  // of the cell that begins at the node
    explicit Block(const Node& first) : at(first) { vertex.fill(none); }
};

std::size_t offset_in_block(const Node& node) noexcept {
    return static_cast<std::size_t>((node.z & 7) << 6 | (node.y & 7) << 3 | (node.x & 7));
}
Node node_in_block(std::size_t offset) noexcept {
    return {static_cast<int>(offset & 7), static_cast<int>(offset >> 3 & 7), static_cast<int>(offset >> 6)};
}

class Field {
public:
    Field(const sim::Scene& scene, const sim::Particles& p);
    [[nodiscard]] SurfaceMesh mesh();

private:
    void add(const glm::vec3& place, const glm::vec3& velocity, float spacing);
    Block& block_at(const Node& node);
    [[nodiscard]] const Block* find(const Node& node) const noexcept;
    [[nodiscard]] std::uint32_t vertex(const Node& cell) const noexcept;
    void place_vertices(Block& block, SurfaceMesh& mesh) const;
    void close(const Block& block, SurfaceMesh& mesh) const;

    glm::vec3 origin_;
    float step_;  // m
    std::vector<Block> blocks_;
    std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

/// A block and those after it along each axis, which hold the far corners of its last cells.
class Octet {
public:
    template <class Find>
    Octet(const Node& first, Find find) {
        for (int c = 0; c < 8; ++c)
            blocks_[static_cast<std::size_t>(c)] = find(first + side * Node(c & 1, c >> 1 & 1, c >> 2));
    }
    /// At a node relative to the first block's, 0..8 along each axis.
    [[nodiscard]] const Sample& at(const Node& node) const noexcept {
        static constexpr Sample nothing;
        const Block* const block = blocks_[static_cast<std::size_t>(node.z >> 3 << 2 | node.y >> 3 << 1 | node.x >> 3)];
        return block == nullptr ? nothing : block->samples[offset_in_block(node)];
    }

private:
    std::array<const Block*, 8> blocks_;
};

Field::Field(const sim::Scene& scene, const sim::Particles& p) : origin_(scene.domain.min) {
    const std::vector<float> spacings = p.grain.empty() ? std::vector{scene.spacing} : sim::spacings_of(scene);
    step_ = std::ranges::min(spacings) / steps_a_spacing;
    // By number, so that sums do not depend on what order a search left behind.
    std::vector<std::uint32_t> slots(p.size());
    std::iota(slots.begin(), slots.end(), 0u);
    std::ranges::sort(slots, {}, [&](std::uint32_t slot) { return p.id[slot]; });
    for (const std::uint32_t i : slots)
        add({p.x[i], p.y[i], p.z[i]}, {p.vx[i], p.vy[i], p.vz[i]}, spacings[p.grain.empty() ? 0 : p.grain[i]]);
}

Block& Field::block_at(const Node& node) {
    const Node block{block_of(node.x), block_of(node.y), block_of(node.z)};
    const auto [entry, is_new] = index_.try_emplace(key_of(block), static_cast<std::uint32_t>(blocks_.size()));
    if (is_new) blocks_.emplace_back(block * side);
    return blocks_[entry->second];
}

const Block* Field::find(const Node& node) const noexcept {
    const auto entry = index_.find(key_of({block_of(node.x), block_of(node.y), block_of(node.z)}));
    return entry == index_.end() ? nullptr : &blocks_[entry->second];
}

std::uint32_t Field::vertex(const Node& cell) const noexcept {
    const Block* const block = find(cell);
    return block == nullptr ? none : block->vertex[offset_in_block(cell)];
}

void Field::add(const glm::vec3& place, const glm::vec3& velocity, float spacing) {
    const float h = support_in_spacings * spacing;
    const sim::Poly6 kernel(h);
    const float weight = spacing * spacing * spacing * kernel.factor;
    const glm::vec3 at = (place - origin_) / step_;
    // A node more to all sides: cells at the rim then have all their corners in some block.
    const Node low = Node(glm::floor(at - h / step_)) - 1, high = Node(glm::ceil(at + h / step_)) + 1;
    for (int bz = block_of(low.z); bz <= block_of(high.z); ++bz)
        for (int by = block_of(low.y); by <= block_of(high.y); ++by)
            for (int bx = block_of(low.x); bx <= block_of(high.x); ++bx) {
                Block& block = block_at(Node(bx, by, bz) * side);
                const Node begin = glm::max(low, block.at), end = glm::min(high, block.at + (side - 1));
                for (int k = begin.z; k <= end.z; ++k)
                    for (int j = begin.y; j <= end.y; ++j)
                        for (int i = begin.x; i <= end.x; ++i) {
                            const glm::vec3 d = step_ * (glm::vec3(i, j, k) - at);
                            const float q = h * h - glm::dot(d, d);
                            if (q <= 0.0f) continue;
                            Sample& sample = block.samples[offset_in_block({i, j, k})];
                            const float share = weight * q * q * q;
                            sample.share += share;
                            sample.flow += share * velocity;
                        }
            }
}

void Field::place_vertices(Block& block, SurfaceMesh& mesh) const {
    const Octet octet(block.at, [&](const Node& node) { return find(node); });
    std::array<Sample, 8> corners;
    for (std::size_t offset = 0; offset < nodes; ++offset) {
        const Node cell = node_in_block(offset);
        int inside = 0;
        for (int c = 0; c < 8; ++c) {
            corners[static_cast<std::size_t>(c)] = octet.at(cell + Node(c & 1, c >> 1 & 1, c >> 2));
            inside += corners[static_cast<std::size_t>(c)].share >= surface;
        }
        if (inside == 0 || inside == 8) continue;

        glm::vec3 sum(0.0f), gradient(0.0f);
        Sample mean;
        int crossings = 0;
        for (std::size_t c = 0; c < 8; ++c) {
            mean.share += corners[c].share;
            mean.flow += corners[c].flow;
            const glm::vec3 corner(c & 1, c >> 1 & 1, c >> 2);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if ((c >> axis & 1) != 0) continue;
                const float here = corners[c].share, there = corners[c | std::size_t{1} << axis].share;
                gradient[static_cast<int>(axis)] += there - here;
                if ((here >= surface) == (there >= surface)) continue;
                sum += corner + (surface - here) / (there - here) * glm::vec3(axes[axis]);
                ++crossings;
            }
        }
        block.vertex[offset] = static_cast<std::uint32_t>(mesh.places.size());
        mesh.places.push_back(origin_ + step_ * (glm::vec3(block.at + cell) + sum / static_cast<float>(crossings)));
        const float steepness = glm::length(gradient);
        mesh.normals.push_back(steepness > 0.0f ? -gradient / steepness : glm::vec3(0.0f, 0.0f, 1.0f));
        mesh.velocity.push_back(mean.flow / mean.share);
    }
}

void Field::close(const Block& block, SurfaceMesh& mesh) const {
    const Octet octet(block.at, [&](const Node& node) { return find(node); });
    for (std::size_t offset = 0; offset < nodes; ++offset) {
        const Node here = node_in_block(offset), node = block.at + here;
        const bool is_inside = block.samples[offset].share >= surface;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if ((octet.at(here + axes[axis]).share >= surface) == is_inside) continue;
            // Around the edge, counter-clockwise seen against the axis.
            const Node u = axes[(axis + 1) % 3], v = axes[(axis + 2) % 3];
            std::array<std::uint32_t, 4> around = {vertex(node - u - v), vertex(node - v), vertex(node),
                                                   vertex(node - u)};
            if (!is_inside) std::swap(around[1], around[3]);
            mesh.triangles.push_back({around[0], around[1], around[2]});
            mesh.triangles.push_back({around[0], around[2], around[3]});
        }
    }
}

SurfaceMesh Field::mesh() {
    SurfaceMesh mesh;
    for (Block& block : blocks_) place_vertices(block, mesh);
    for (const Block& block : blocks_) close(block, mesh);
    return mesh;
}

}  // namespace

SurfaceMesh surface_of(const sim::Scene& scene, const sim::Particles& particles) {
    return Field(scene, particles).mesh();
}

}  // namespace app
