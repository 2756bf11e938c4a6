// Boxes of cells side by side, so that testing a cell's boxes is streaming through memory; a box that lies in several
// cells is written down once a cell. A record is seven numbers, 28 bytes:
//
//   min x, min y, min z, -max x, -max y, -max z, tag        tag: number of the box | where it begins << 29
//
// In a plane, all boxes at one height along an axis, nobody who comes near is told by this axis, and a record is five.
//
// Negated maxima make all six comparisons the same one, with (max x .. -min z) of the query. A run is in blocks of
// sixteen records, column by column, and what is left in one of fewer: as many are tested at a time as a vector holds,
// of what is left eight, and nothing has to be padded:
//
//   run of 35   [ 16 min x | 16 min y | ... | 16 tags ][ 16 min x | ... ][ 3 min x | 3 min y | ... | 3 tags ]
//
// Where a run begins at a multiple of sixteen, no load of its blocks goes over the end of a cache line. Who lays runs
// may fill them up to whole blocks with records of nobody, so that the next one begins there, too.
//
// Where a box begins: bit 0, 1, 2 of this are set in those of its cells that are its first along x, y, z. A query that
// covers several cells, too, meets the box in each cell they share; exactly one of these is the first they share along
// every axis, and this is the one cell where, along every axis, it is the query's first or the box's first.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "spatial/boxes/box.hpp"

namespace spatial {

/// Records to be tested: [first + from, first + count), of the run of `count` records at `first`. `begins`: only boxes
/// that begin here along these axes.
struct BoxRun {
    Index first, count;
    Index from = 0;
    std::uint32_t begins = 0;
};

/// A run that a query, one of many, is to be tested against.
struct AskedRun {
    std::uint32_t query;
    BoxRun run;
};

inline constexpr int begins_shift = 29;
inline constexpr std::uint32_t begins_everywhere = 7;
inline constexpr Index record_number = (1u << begins_shift) - 1;

class BoxRuns {
public:
    static constexpr Index block = 16;

    /// Room for so many records of boxes within `bounds`, and what was there is void. Whoever is tested against them
    /// has to reach into the bounds.
    void start(std::size_t records, const Box& bounds);
    /// The record at `place` of a run.
    void set(BoxRun run, Index place, const Box& box, std::uint32_t tag) noexcept;
    /// A record that touches nobody, behind all boxes of a run.
    void set_nobody(BoxRun run, Index place) noexcept;
    /// Without those of nobody.
    [[nodiscard]] Index boxes_in(BoxRun run) const noexcept;
    [[nodiscard]] std::uint32_t tag(BoxRun run, Index place) const noexcept;
    [[nodiscard]] Box box(BoxRun run, Index place) const noexcept;

    /// Writes the numbers of the boxes that touch a query behind out[ends[query]], and moves this on. Each query has
    /// room there for all records of its runs and `spare` more, since vectors are stored whole.
    static constexpr std::size_t spare = block;
    void touching(std::span<const Box> queries, std::span<const AskedRun> runs, Index* out, std::uint32_t* ends) const;

    [[nodiscard]] std::size_t bytes() const noexcept { return lines_.capacity() * sizeof(Line); }

private:
    struct Place {
        std::size_t first, step;  // of its columns among the floats
    };
    [[nodiscard]] Place place_of(BoxRun run, Index place) const noexcept;
    [[nodiscard]] std::size_t columns() const noexcept { return 2 * axes_ + 1; }

    [[nodiscard]] float* records() noexcept { return reinterpret_cast<float*>(lines_.data()); }
    [[nodiscard]] const float* records() const noexcept { return reinterpret_cast<const float*>(lines_.data()); }

    struct alignas(64) Line {
        std::array<float, 16> columns;
    };
    std::vector<Line> lines_;                    // of the cache
    std::array<std::uint8_t, 3> axis_{0, 1, 2};  // those that are tested come first,
    std::size_t axes_ = 3;                       // two or three of them
    float height_ = 0.0f;                        // of everybody along one that is not
};

}  // namespace spatial
