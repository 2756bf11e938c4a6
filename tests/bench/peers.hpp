// Neighbour searches of others, in the same harness: they index the same points and make the same complete lists by
// the same rule. Each lives in its own source, which is compiled only where its package is installed.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "spatial/neighbour_lists.hpp"
#include "spatial/points.hpp"

namespace bench {

class Peer {
public:
    virtual ~Peer() = default;

    /// All points share one reach. They must live as long as the index.
    virtual void build(const spatial::Points& points) = 0;

    /// The order in which the index holds the points: who asks in this order asks coherently.
    [[nodiscard]] virtual std::vector<spatial::Index> order() const = 0;

    /// Everybody's neighbours by the numbers of the points as built, on the threads OpenMP is set to.
    virtual void collect(spatial::NeighbourLists& lists) = 0;

    /// Of the index, beside the points.
    [[nodiscard]] virtual std::size_t bytes() = 0;
};

struct PeerEntry {
    std::string_view name;
    std::string_view package;         // Debian's
    std::unique_ptr<Peer> (*make)();  // null where the package was not there when this program was built
};

[[nodiscard]] std::span<const PeerEntry> peers() noexcept;

[[nodiscard]] std::unique_ptr<Peer> make_nanoflann();
[[nodiscard]] std::unique_ptr<Peer> make_rtree();

}  // namespace bench
