// One digest against a run of slots, a vector of them at a time, and the pairs that come of it. No #pragma once: it is
// compiled once for each instruction set, inside hwy/foreach_target.h.
#include <hwy/highway.h>

#include <bit>

#include "spatial/boxes/box_columns.hpp"
#include "spatial/boxes/box_digest.hpp"
#include "spatial/pack_lanes-inl.hpp"

#if defined(WEIR_SPATIAL_BOX_DIGEST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WEIR_SPATIAL_BOX_DIGEST_INL
#undef WEIR_SPATIAL_BOX_DIGEST_INL
#else
#define WEIR_SPATIAL_BOX_DIGEST_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace spatial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Pairs on their way to a list: those beyond doubt a page at a time, the others when there are some. How long the page
/// is is up to the caller, so that it stays in a register: through memory it would be the slowest part of a test.
class DigestPairs {
public:
    DigestPairs(std::span<const Box> boxes, std::vector<BoxPair>& found) : boxes_(boxes), found_(found) {}
    DigestPairs(const DigestPairs&) = delete;
    DigestPairs& operator=(const DigestPairs&) = delete;

    /// Adds whom the box of a number, by the digest that asks for it, overlaps in a run; returns the new length.
    HWY_INLINE std::size_t test(const DigestView& slots, BoxDigest asking, Index number, Range run,
                                std::size_t length) {
        const auto asks = hn::Set(d, asking), signs = hn::Set(d, 0x8080'8080'8080'8080u),
                   ones = hn::Set(d, 0x0101'0101'0101'0101u);
        Index at = run.begin;
        do {
            const auto reach = sum_of_bytes(hn::LoadU(d, slots.digest + at), asks);
            // Of bytes that are not negative, none borrows from another unless it is zero.
            const auto more = hn::Or(reach, hn::Sub(reach, ones));
            const unsigned there = at + digest_lanes <= run.end ? 0xff : (1u << (run.end - at)) - 1;
            const unsigned near = there & bits_of(hn::Eq(hn::And(reach, signs), hn::Zero(d))),
                           surely = there & bits_of(hn::Eq(hn::And(more, signs), hn::Zero(d)));
            hn::StoreU(pairs_of(number, slots.number + at, surely), d, page_ + length);
            length += static_cast<unsigned>(std::popcount(surely));
            if (HWY_UNLIKELY(near != surely)) {
                doubt(number, slots.number + at, near - surely);
                if (doubts_ > most_doubts - digest_lanes) length = settle(length);
            }
            if (HWY_UNLIKELY(length > page - digest_lanes)) length = empty(length);
            at += static_cast<Index>(hn::Lanes(d));
        } while (HWY_UNLIKELY(at < run.end));
        return length;
    }

    /// Asks the boxes of those in doubt; returns the new length. To be called where pairs would come in another order
    /// otherwise: at the end of what one thread looks for at a time.
    HWY_NOINLINE std::size_t settle(std::size_t length) {
        for (std::size_t k = 0; k < doubts_; ++k) {
            if (length >= page) length = empty(length);
            const auto [a, b] = doubtful_[k];
            page_[length] = std::uint64_t{b} << 32 | a;
            length += overlap(boxes_[a], boxes_[b]) ? 1 : 0;
        }
        doubts_ = 0;
        return length;
    }
    /// The same where there may be nobody in doubt; and between two boxes, if it is worth it.
    HWY_INLINE std::size_t settle_now(std::size_t length) { return doubts_ > 0 ? settle(length) : length; }
    HWY_INLINE std::size_t settle_some(std::size_t length) {
        return HWY_UNLIKELY(doubts_ >= most_doubts / 2) ? settle(length) : length;
    }

    HWY_NOINLINE std::size_t empty(std::size_t length) {
        for (std::size_t k = 0; k < length; ++k)
            pairs_[k] = {static_cast<Index>(page_[k]), static_cast<Index>(page_[k] >> 32)};
        append_pairs(found_, {pairs_, length});
        return 0;
    }

private:
    using Lanes = hn::CappedTag<BoxDigest, digest_lanes>;
#if HWY_TARGET == HWY_SCALAR
    static HWY_INLINE hn::Vec<Lanes> sum_of_bytes(hn::Vec<Lanes> a, hn::Vec<Lanes> b) {
        const auto signs = hn::Set(d, 0x8080'8080'8080'8080u);
        return hn::Xor(hn::Add(hn::AndNot(signs, a), hn::AndNot(signs, b)), hn::And(hn::Xor(a, b), signs));
    }
#else
    static HWY_INLINE hn::Vec<Lanes> sum_of_bytes(hn::Vec<Lanes> a, hn::Vec<Lanes> b) {
        const hn::Repartition<std::uint8_t, Lanes> bytes;
        return hn::BitCast(d, hn::Add(hn::BitCast(bytes, a), hn::BitCast(bytes, b)));
    }
#endif

    static HWY_INLINE unsigned bits_of(hn::Mask<Lanes> mask) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, mask, bits);
        return bits[0];
    }
    /// With those of the others that are asked for, packed; the smaller number in the lower half.
    static HWY_INLINE hn::Vec<Lanes> pairs_of(Index number, const Index* others, unsigned wanted) {
        const hn::Rebind<Index, Lanes> numbers;
        const std::uint8_t bits[8] = {static_cast<std::uint8_t>(wanted)};
        const PackLanes<hn::Rebind<Index, Lanes>> pack(hn::LoadMaskBits(numbers, bits));
        const auto packed = pack(hn::LoadU(numbers, others));
        const auto one = hn::Set(numbers, number);
        return hn::Or(hn::PromoteTo(d, hn::Min(one, packed)),
                      hn::ShiftLeft<32>(hn::PromoteTo(d, hn::Max(one, packed))));
    }

    HWY_INLINE void doubt(Index number, const Index* others, unsigned bits) {
        do {
            const Index other = others[std::countr_zero(bits)];
            __builtin_prefetch(&boxes_[number]);
            __builtin_prefetch(&boxes_[other]);
            doubtful_[doubts_++] = {std::min(number, other), std::max(number, other)};
            bits &= bits - 1;
        } while (HWY_UNLIKELY(bits != 0));
    }

    static constexpr Lanes d{};
    static constexpr std::size_t page = 1024, most_doubts = 128;

    std::span<const Box> boxes_;
    std::vector<BoxPair>& found_;
    std::size_t doubts_ = 0;
    BoxPair doubtful_[most_doubts];
    std::uint64_t page_[page + digest_lanes];
    BoxPair pairs_[page + digest_lanes];
};

}  // namespace spatial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
