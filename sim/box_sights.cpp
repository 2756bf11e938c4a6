#include "sim/box_sights.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/box_sights.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Doubles = hn::CappedTag<double, 8>;
using V = hn::Vec<Floats>;

struct Behind {
    V poly6, spiky, steepness;
};

/// Poly6HalfSpace::behind(), SpikyHalfSpace::behind() and SpikyHalfSpace::push() (walls.hpp) of a plane that is `d`
/// metres away, negative from inside.
HWY_INLINE Behind behind_plane(V d, V poly6_offset, V poly6_slope, V spiky_offset, V spiky_slope) {
    const Floats f;
    const auto zero = hn::Zero(f), one = hn::Set(f, 1.0f);
    const auto from_both_sides = [&](V q, V away, V behind) HWY_ATTR {
        const auto share = hn::IfThenZeroElse(hn::Ge(away, one), behind);
        return hn::IfThenElse(hn::Lt(q, zero), hn::Sub(one, share), share);
    };
    const auto by_poly6 = hn::Add(poly6_offset, hn::Mul(poly6_slope, d)), a = hn::Abs(by_poly6), t = hn::Mul(a, a);
    auto sum = hn::Add(hn::Set(f, -4.0f / 7.0f), hn::Div(t, hn::Set(f, 9.0f)));
    sum = hn::Add(hn::Set(f, 6.0f / 5.0f), hn::Mul(t, sum));
    sum = hn::Add(hn::Set(f, -4.0f / 3.0f), hn::Mul(t, sum));
    sum = hn::Add(one, hn::Mul(t, sum));
    const auto poly6 = hn::Sub(hn::Set(f, 0.5f), hn::Mul(hn::Mul(hn::Set(f, 315.0f / 256.0f), a), sum));

    const auto by_spiky = hn::Add(spiky_offset, hn::Mul(spiky_slope, d)), b = hn::Abs(by_spiky);
    const auto u = hn::Sub(one, b), fourth = hn::Mul(hn::Mul(hn::Mul(u, u), u), u);
    const auto spiky = hn::Mul(hn::Mul(fourth, u), hn::Sub(hn::Set(f, 1.5f), u));
    const auto push = hn::Mul(fourth, hn::Sub(hn::Set(f, 7.5f), hn::Mul(hn::Set(f, 6.0f), u)));
    return {from_both_sides(by_poly6, a, poly6), from_both_sides(by_spiky, b, spiky),
            hn::Mul(spiky_slope, hn::IfThenZeroElse(hn::Ge(b, one), push))};
}

/// Of one vector of floats, out = m * (in - from), m by columns: in doubles, as sight_of() is asked.
HWY_INLINE void turn(const double (&from)[3], const double (&m)[3][3], const float* const (&in)[3],
                     float* const (&out)[3]) {
    const Doubles d;
    const hn::Rebind<float, Doubles> f;
    for (std::size_t at = 0; at < hn::Lanes(Floats()); at += hn::Lanes(d)) {
        const auto x = hn::Sub(hn::PromoteTo(d, hn::Load(f, in[0] + at)), hn::Set(d, from[0]));
        const auto y = hn::Sub(hn::PromoteTo(d, hn::Load(f, in[1] + at)), hn::Set(d, from[1]));
        const auto z = hn::Sub(hn::PromoteTo(d, hn::Load(f, in[2] + at)), hn::Set(d, from[2]));
        for (int k = 0; k < 3; ++k) {
            const auto sum = hn::Add(hn::Add(hn::Mul(hn::Set(d, m[0][k]), x), hn::Mul(hn::Set(d, m[1][k]), y)),
                                     hn::Mul(hn::Set(d, m[2][k]), z));
            hn::Store(hn::DemoteTo(f, sum), f, out[k] + at);
        }
    }
}

/// A box, in numbers that a loop over vectors reads.
struct Seen {
    float half[3];
    double place[3], to_local[3][3], to_scene[3][3];
    spatial::Box around;
};

/// Of one vector of onlookers, who sees it.
HWY_INLINE std::uint64_t look(const Onlookers& o, std::size_t at, const Seen& box, CellSights& seen) {
    constexpr double nowhere[3] = {};
    const Floats f;
    const auto within = [&](const float* places, float min, float max) HWY_ATTR {
        const auto place = hn::Load(f, places + at);
        return hn::And(hn::Ge(place, hn::Set(f, min)), hn::Le(place, hn::Set(f, max)));
    };
    const spatial::Box& around = box.around;
    auto some = hn::And(
        within(o.x.data(), around.min_x, around.max_x),
        hn::And(within(o.y.data(), around.min_y, around.max_y), within(o.z.data(), around.min_z, around.max_z)));
    if (hn::AllFalse(f, some)) return 0;

    alignas(64) float local[3][16];
    turn(box.place, box.to_local, {o.x.data() + at, o.y.data() + at, o.z.data() + at}, {local[0], local[1], local[2]});
    const V x = hn::Load(f, local[0]), y = hn::Load(f, local[1]), z = hn::Load(f, local[2]);
    const V half_x = hn::Set(f, box.half[0]), half_y = hn::Set(f, box.half[1]), half_z = hn::Set(f, box.half[2]);
    const V away_x = hn::Sub(hn::Abs(x), half_x), away_y = hn::Sub(hn::Abs(y), half_y),
            away_z = hn::Sub(hn::Abs(z), half_z);
    some = hn::And(some, hn::Lt(hn::Max(hn::Max(away_x, away_y), away_z), hn::Load(f, o.range.data() + at)));
    if (hn::AllFalse(f, some)) return 0;

    const V poly6_offset = hn::Load(f, o.poly6_offset.data() + at),
            poly6_slope = hn::Load(f, o.poly6_slope.data() + at),
            spiky_offset = hn::Load(f, o.spiky_offset.data() + at),
            spiky_slope = hn::Load(f, o.spiky_slope.data() + at);
    const auto between_planes = [&](V away, V half_depth) HWY_ATTR {
        const auto behind = [&](V d) HWY_ATTR {
            return behind_plane(d, poly6_offset, poly6_slope, spiky_offset, spiky_slope);
        };
        const Behind near = behind(away), far = behind(hn::Add(away, hn::Mul(hn::Set(f, 2.0f), half_depth)));
        return Behind{hn::Sub(near.poly6, far.poly6), hn::Sub(near.spiky, far.spiky),
                      hn::Sub(near.steepness, far.steepness)};
    };
    const Behind by_x = between_planes(away_x, half_x), by_y = between_planes(away_y, half_y),
                 by_z = between_planes(away_z, half_z);
    const V poly6 = hn::Mul(hn::Mul(by_x.poly6, by_y.poly6), by_z.poly6);
    const V spiky = hn::Mul(hn::Mul(by_x.spiky, by_y.spiky), by_z.spiky);
    const V enough = hn::Set(f, least_sight);
    some = hn::And(some, hn::Or(hn::Ge(poly6, enough), hn::Ge(spiky, enough)));
    hn::Store(poly6, f, seen.poly6.data() + at);
    hn::Store(spiky, f, seen.spiky.data() + at);
    const auto outwards = [&](V place, V steepness) HWY_ATTR {
        const auto turned = hn::Xor(steepness, hn::And(place, hn::SignBit(f)));
        return hn::IfThenZeroElse(hn::Eq(place, hn::Zero(f)), turned);
    };
    hn::Store(outwards(x, hn::Mul(hn::Mul(by_x.steepness, by_y.spiky), by_z.spiky)), f, local[0]);
    hn::Store(outwards(y, hn::Mul(hn::Mul(by_x.spiky, by_y.steepness), by_z.spiky)), f, local[1]);
    hn::Store(outwards(z, hn::Mul(hn::Mul(by_x.spiky, by_y.spiky), by_z.steepness)), f, local[2]);
    turn(nowhere, box.to_scene, {local[0], local[1], local[2]},
         {seen.push_x.data() + at, seen.push_y.data() + at, seen.push_z.data() + at});
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(f, some, bits);
    return std::uint64_t{bits[0]} | std::uint64_t{bits[1]} << 8;
}

std::uint64_t look_at_box_target(const Onlookers& o, const glm::vec3& half, const LocalFrame& frame,
                                 const spatial::Box& around, CellSights& seen) {
    Seen box{{half.x, half.y, half.z}, {frame.position.x, frame.position.y, frame.position.z}, {}, {}, around};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            box.to_scene[i][j] = frame.to_scene[i][j];
            box.to_local[i][j] = frame.to_scene[j][i];
        }
    std::uint64_t who = 0;
    for (std::size_t at = 0; at < o.count; at += hn::Lanes(Floats()))
        if (spatial::overlap(o.places[at / Onlookers::some], around)) who |= look(o, at, box, seen) << at;
    return o.count < 64 ? who & ((std::uint64_t{1} << o.count) - 1) : who;
}

}  // namespace sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sim {

HWY_EXPORT(look_at_box_target);

void Onlookers::see(std::size_t i, const WallSights& walls) noexcept {
    poly6_offset[i] = walls.poly6.offset, poly6_slope[i] = walls.poly6.slope;
    spiky_offset[i] = walls.spiky.offset, spiky_slope[i] = walls.spiky.slope;
    range[i] = walls.range();
}

void Onlookers::find_places() noexcept {
    for (std::size_t at = 0; at < count; at += some) {
        spatial::Box box{x[at], y[at], z[at], x[at], y[at], z[at]};
        for (std::size_t i = at + 1; i < std::min(count, at + some); ++i)
            box = joined(box, {x[i], y[i], z[i], x[i], y[i], z[i]});
        places[at / some] = box;
    }
}

std::uint64_t look_at_box(const Onlookers& onlookers, const glm::vec3& half, const LocalFrame& frame,
                          const spatial::Box& around, CellSights& seen) {
    return HWY_DYNAMIC_DISPATCH(look_at_box_target)(onlookers, half, frame, around, seen);
}

}  // namespace sim
#endif
