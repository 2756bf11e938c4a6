#include "tests/bench/peers.hpp"

#include <array>

namespace bench {

namespace {

#ifdef WEIR_HAS_NANOFLANN
constexpr auto nanoflann_maker = make_nanoflann;
#else
constexpr std::unique_ptr<Peer> (*nanoflann_maker)() = nullptr;
#endif

#ifdef WEIR_HAS_RTREE
constexpr auto rtree_maker = make_rtree;
#else
constexpr std::unique_ptr<Peer> (*rtree_maker)() = nullptr;
#endif

constexpr std::array all = {
    PeerEntry{"nanoflann", "libnanoflann-dev", nanoflann_maker},
    PeerEntry{"boost-rtree", "libboost-dev", rtree_maker},
};

}  // namespace

std::span<const PeerEntry> peers() noexcept { return all; }

}  // namespace bench
