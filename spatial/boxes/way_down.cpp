#include "spatial/boxes/way_down.hpp"

#include <algorithm>
#include <bit>

#include "spatial/hierarchy_key.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatial/boxes/way_down.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Keys = hn::CappedTag<std::uint64_t, 8>;
using Bits = hn::Rebind<std::uint32_t, Keys>;
using Whole = hn::Rebind<std::int32_t, Keys>;

/// x a, of which x has 32 bits: by two products of 32 bits, since few machines have those of 64.
HWY_INLINE hn::Vec<Keys> times(hn::Vec<Bits> x, std::uint64_t a) {
    const Keys keys;
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(keys, hn::GetLane(x) * a);
#else
    const hn::Repartition<std::uint32_t, Keys> halves;
    const auto even = hn::BitCast(halves, hn::PromoteTo(keys, x));
    const auto low = hn::MulEven(even, hn::BitCast(halves, hn::Set(keys, a & 0xffff'ffff)));
    const auto high = hn::MulEven(even, hn::BitCast(halves, hn::Set(keys, a >> 32)));
    return hn::Add(low, hn::ShiftLeft<32>(high));
#endif
}

template <bool ByKey>
HWY_INLINE void take(WayDown& way, const WayDown::Step& step) {
    const Whole whole;
    const Bits bits;
    const Keys keys;
    const auto positive = hn::Set(bits, cell_to_positive);
    const int block_shift = std::min(step.next_shift + step.blocks.shift(), 31);
    const std::array<std::uint32_t, 3> masks = step.blocks.masks();
    const std::array<int, 3> offsets = step.blocks.offsets();
    for (std::size_t k = 0; k < way.count; k += hn::Lanes(keys)) {
        const auto fine_x = hn::LoadU(whole, way.x.data() + k), fine_y = hn::LoadU(whole, way.y.data() + k),
                   fine_z = hn::LoadU(whole, way.z.data() + k);
        const auto block = [&](hn::Vec<Whole> fine, std::size_t axis) HWY_ATTR {
            const auto place = hn::BitCast(bits, hn::ShiftRightSame(fine, block_shift));
            return hn::ShiftLeftSame(hn::And(place, hn::Set(bits, masks[axis])), offsets[axis]);
        };
        hn::StoreU(hn::Or3(block(fine_x, 0), block(fine_y, 1), block(fine_z, 2)), bits, way.block.data() + k);
        if constexpr (ByKey) {
            const auto x = hn::ShiftRightSame(fine_x, step.shift), y = hn::ShiftRightSame(fine_y, step.shift),
                       z = hn::ShiftRightSame(fine_z, step.shift);
            hn::StoreInterleaved4(x, y, z, hn::Set(whole, step.level), whole, &way.name[k].at.x);
            // additive_key()
            const auto hashed = [&](hn::Vec<Whole> at, std::uint64_t factor)
                                    HWY_ATTR { return times(hn::Add(hn::BitCast(bits, at), positive), factor); };
            const auto hash = hn::Xor(hn::Xor(hashed(x, teschner_factors_64[0]), hashed(y, teschner_factors_64[1])),
                                      hashed(z, teschner_factors_64[2]));
            const auto above = hn::LoadU(keys, way.key.data() + k);
            hn::StoreU(hn::Add(hn::Add(above, hash), hn::Set(keys, key_of_a_class)), keys, way.key.data() + k);
        }
    }
}

void take_target(WayDown& way, const WayDown::Step& step) {
    if (step.by_key)
        take<true>(way, step);
    else
        take<false>(way, step);
}

// Without a branch, which g++ makes of conditions and nobody could foresee.

/// 1 where any bit is set, else 0.
template <class T>
HWY_INLINE T any_bit(T bits) {
    return (bits | (T{0} - bits)) >> (8 * sizeof(T) - 1);
}
HWY_INLINE std::int32_t lesser(std::int32_t a, std::int32_t b) { return b ^ ((a ^ b) & -static_cast<int>(a < b)); }
HWY_INLINE std::int32_t greater(std::int32_t a, std::int32_t b) { return b ^ ((a ^ b) & -static_cast<int>(a > b)); }

/// The last cell along an axis of those 2^shift around `low`.
HWY_INLINE std::int32_t end_of_cell(std::int32_t low, int shift) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(low) | ((1u << shift) - 1));
}

/// The parts of a query in those children of its cell that are there. False: there is no room for them.
HWY_INLINE bool part(WayDown& way, const WayDown::Step& step, std::size_t place, std::size_t& alive,
                     const BoxCells::Content& cell) {
    const std::uint32_t query = way.query[place];
    const CellRange& whole = step.finest[query];
    const Cell low{way.x[place], way.y[place], way.z[place]};
    const Cell high{lesser(whole.max.x, end_of_cell(low.x, step.shift)),
                    lesser(whole.max.y, end_of_cell(low.y, step.shift)),
                    lesser(whole.max.z, end_of_cell(low.z, step.shift))};
    const int shift = step.next_shift;
    const CellRange inside{{low.x >> shift, low.y >> shift, low.z >> shift},
                           {high.x >> shift, high.y >> shift, high.z >> shift}};
    std::uint64_t left = cell.children & step.blocks.bits(inside);
    if (!way.has_room(static_cast<std::size_t>(std::popcount(left)))) return false;
    const std::array<std::uint32_t, 3> masks = step.blocks.masks();
    const std::array<int, 3> offsets = step.blocks.offsets();
    for (; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        CellRange cut{low, high};
        const auto cut_to = [&](std::size_t axis, std::int32_t& first, std::int32_t& last) HWY_ATTR {
            const std::uint32_t at = static_cast<std::uint32_t>(bit) >> offsets[axis] & masks[axis];
            const std::uint32_t around = static_cast<std::uint32_t>(first) >> shift & ~masks[axis];
            const auto begin = static_cast<std::int32_t>((around | at) << shift);
            first = greater(first, begin);
            last = lesser(last, end_of_cell(begin, shift));
        };
        cut_to(0, cut.min.x, cut.max.x);
        cut_to(1, cut.min.y, cut.max.y);
        cut_to(2, cut.min.z, cut.max.z);
        const std::uint32_t begins = (cut.min.x > whole.min.x ? 1u : 0u) | (cut.min.y > whole.min.y ? 2u : 0u) |
                                     (cut.min.z > whole.min.z ? 4u : 0u);
        way.alive[alive++] = static_cast<std::uint16_t>(way.count);
        way.cell[way.count] = BoxCells::child(cell, bit);
        way.put(query, cut, begins, way.key[place]);
    }
    return true;
}

template <BoxCells::Kind Of>
HWY_INLINE WayDown::Read read(WayDown& way, const WayDown::Step& step, const BoxCells& cells,
                              BoxBatch::Asked* HWY_RESTRICT runs) {
    constexpr bool is_known = Of == BoxCells::Kind::counted;
    if constexpr (!is_known)
        for (std::size_t k = 0; k < way.alive_count; ++k) way.cell[way.alive[k]] = cells.guess(way.key[way.alive[k]]);
    std::size_t read = 0, alive = 0, parting = 0;
    for (std::size_t k = 0; k < way.alive_count; ++k) {
        const std::uint16_t place = way.alive[k];
        std::uint32_t number = way.cell[place];
        if constexpr (!is_known) {
            number = cells.confirm(number, way.key[place], way.name[place]);
            if (number == BoxCells::none) continue;
        }
        ++read;
        const BoxCells::Content& cell = cells.content<Of>(number);
        *runs = {way.query[place], cells.run<Of>(number, way.begins[place])};
        runs += runs->run.count > 0 ? 1 : 0;
        const std::uint64_t parts = any_bit(way.spread[place] >> step.next_shift);
        way.parting[parting] = place;
        way.parting_cell[parting] = number;
        parting += parts & any_bit(cell.children);
        const auto block = static_cast<int>(way.block[place]);
        way.cell[place] = BoxCells::child(cell, block);
        way.alive[alive] = place;
        alive += cell.children >> block & ~parts & 1;
    }
    way.parting_count = 0;
    for (std::size_t k = 0; k < parting; ++k) {
        const std::uint32_t number = way.parting_cell[k];
        if (step.has_bits && part(way, step, way.parting[k], alive, cells.content<Of>(number))) continue;
        way.parting[way.parting_count] = way.parting[k];
        way.parting_cell[way.parting_count++] = is_known ? number | BoxCells::counted : number;
    }
    way.alive_count = alive;
    return {read, runs};
}

// Compiled here for the instruction that counts bits.
WayDown::Read read_target(WayDown& way, const WayDown::Step& step, const BoxCells& cells,
                          BoxBatch::Asked* HWY_RESTRICT runs) {
    using enum BoxCells::Kind;
    return step.kind == counted ? read<counted>(way, step, cells, runs) : read<keyed>(way, step, cells, runs);
}

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spatial {

static_assert(sizeof(BoxCells::Name) == 4 * sizeof(std::int32_t));

HWY_EXPORT(take_target);
HWY_EXPORT(read_target);

std::size_t WayDown::add_narrow(std::span<const std::uint32_t> numbers, const CellRange* finest, int shift,
                                std::uint32_t* others) noexcept {
    std::size_t other = 0, next = count;  // whether a query is narrow cannot be foreseen: it is written down as both
    for (const std::uint32_t number : numbers) {
        const CellRange& cells = finest[number];
        const std::uint32_t apart = spread_of(cells);
        query[next] = static_cast<std::uint16_t>(number);
        begins[next] = 0;
        x[next] = cells.min.x;
        y[next] = cells.min.y;
        z[next] = cells.min.z;
        spread[next] = apart;
        key[next] = 0;
        alive[next] = static_cast<std::uint16_t>(next);
        others[other] = number;
        const std::size_t is_narrow = apart >> shift == 0 ? 1 : 0;
        next += is_narrow;
        other += 1 - is_narrow;
    }
    alive_count = count = next;
    return other;
}

void WayDown::add_wide(std::uint32_t number, const CellRange& finest, int shift) noexcept {
    // Along an axis: what is in the first cell and what is in the second, if there is one.
    struct Along {
        std::int32_t first[2];
        std::uint32_t spread[2];
        std::uint32_t is_in_two;
        Along(std::int32_t min, std::int32_t max, int by) noexcept {
            const auto second = static_cast<std::int32_t>(static_cast<std::uint32_t>(max >> by) << by);
            is_in_two = min < second ? 1 : 0;
            first[0] = min;
            first[1] = second;
            spread[0] = static_cast<std::uint32_t>(min ^ (is_in_two != 0 ? second - 1 : max));
            spread[1] = static_cast<std::uint32_t>(second ^ max);
        }
    };
    const Along along_x(finest.min.x, finest.max.x, shift), along_y(finest.min.y, finest.max.y, shift),
        along_z(finest.min.z, finest.max.z, shift);
    const std::uint32_t twice = along_x.is_in_two | along_y.is_in_two << 1 | along_z.is_in_two << 2;
    std::uint32_t second = 0;  // a bit for each axis, as in BoxRun::begins
    do {
        const std::uint32_t in_x = second & 1, in_y = second >> 1 & 1, in_z = second >> 2;
        alive[alive_count++] = static_cast<std::uint16_t>(count);
        query[count] = static_cast<std::uint16_t>(number);
        begins[count] = static_cast<std::uint16_t>(second);
        x[count] = along_x.first[in_x];
        y[count] = along_y.first[in_y];
        z[count] = along_z.first[in_z];
        spread[count] = along_x.spread[in_x] | along_y.spread[in_y] | along_z.spread[in_z];
        key[count++] = 0;
        second = (second - twice) & twice;
    } while (second != 0);
}

void WayDown::take(const Step& step) noexcept { HWY_DYNAMIC_DISPATCH(take_target)(*this, step); }

WayDown::Read WayDown::read(const Step& step, const BoxCells& cells, BoxBatch::Asked* runs) noexcept {
    return HWY_DYNAMIC_DISPATCH(read_target)(*this, step, cells, runs);
}

}  // namespace spatial
#endif
