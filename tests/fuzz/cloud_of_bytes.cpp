#include "tests/fuzz/cloud_of_bytes.hpp"

#include <cmath>
#include <limits>

#include "tests/fuzz/byte_reader.hpp"

namespace fuzz {

namespace {

constexpr std::size_t most_points = 400;

/// The longest reach of the cloud: a power of two, so that lattices lie exactly at reach, or no round number at all.
float longest_reach(unsigned choice) {
    if (choice == 255) return spatial::least_reach;
    if (choice == 254) return spatial::most_reach;
    const float power = std::ldexp(1.0f, static_cast<int>(choice % 64) - 32);
    return choice < 64 ? power : power * (1.0f + static_cast<float>(choice / 64) / 7.0f);
}

class Builder {
public:
    Builder(ByteReader& in, Case& result) : in_(in), cloud_(result.cloud) {
        longest_ = longest_reach(in.byte());
        mixture_ = in.byte();
    }

    void add_some() {
        const unsigned kind = in_.byte();
        shortening_ = kind / 8;
        switch (kind % 8) {
            case 0:
                return add_on_lattice();
            case 1:
                return add(earlier());
            case 2:
                return add_at_reach();
            case 3:
                return add_at_scale();
            case 4:
                return add(moved(earlier(), longest_ * 2.0f));
            case 5: {
                const float x = in_.any(), y = in_.any();
                return add({x, y, in_.any()});
            }
            case 6:
                return add_chain();
            default:
                return add_crowd();
        }
    }

private:
    struct Place {
        float x, y, z;
    };

    void add(Place at) {
        if (cloud_.x.size() >= most_points) return;
        const auto finite = [](float v) { return std::isfinite(v) ? v : std::copysign(3e38f, v); };
        cloud_.add(finite(at.x), finite(at.y), finite(at.z));
        const bool mixed = mixture_ % 4 != 0;
        if (!mixed && !cloud_.reach.empty()) return;
        // 1:1, 1:2, 1:16 or 1:1000 and more, in 32 steps.
        const float octaves = mixture_ % 4 == 1 ? 1.0f : mixture_ % 4 == 2 ? 4.0f : 12.0f;
        const float shorter = std::exp2(-octaves * static_cast<float>(shortening_) / 31.0f);
        cloud_.reach.push_back(mixed ? std::max(longest_ * shorter, spatial::least_reach) : longest_);
    }
    Place earlier() {
        const std::size_t back = in_.byte();
        if (cloud_.x.empty()) return {0.0f, 0.0f, 0.0f};
        const std::size_t i = cloud_.x.size() - 1 - back % cloud_.x.size();
        return {cloud_.x[i], cloud_.y[i], cloud_.z[i]};
    }
    Place moved(Place from, float most) {
        const float dx = most * in_.fraction(), dy = most * in_.fraction();
        return {from.x + dx, from.y + dy, from.z + most * in_.fraction()};
    }
    void add_on_lattice() {
        const float spacing = longest_ * 0.25f;
        const auto step = [&] { return spacing * static_cast<float>(static_cast<std::int8_t>(in_.byte())); };
        const float x = step(), y = step();
        add({x, y, step()});
    }
    /// Exactly a reach away from another, or some ulps more or less.
    void add_at_reach() {
        Place at = earlier();
        const unsigned how = in_.byte();
        float& value = how % 3 == 0 ? at.x : how % 3 == 1 ? at.y : at.z;
        value += (how & 128u) != 0 ? -longest_ : longest_;
        const int ulps = static_cast<int>(how / 4 % 8) - 4;
        const float towards = std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(ulps));
        for (int k = 0; k < std::abs(ulps); ++k) value = std::nextafter(value, towards);
        add(at);
    }
    /// From a millionth of the reach to as far as floats go.
    void add_at_scale() {
        const float scale = std::ldexp(longest_, static_cast<int>(in_.byte() % 192) - 24);
        add(moved({0.0f, 0.0f, 0.0f}, std::isfinite(scale) ? scale : 3e38f));
    }
    void add_chain() {
        Place at = earlier();
        const unsigned count = in_.byte() % 64u;
        const Place step = moved({0.0f, 0.0f, 0.0f}, longest_);
        for (unsigned k = 0; k < count; ++k) {
            add(at);
            at = {at.x + step.x, at.y + step.y, at.z + step.z};
        }
    }
    void add_crowd() {
        const Place centre = earlier();
        const unsigned count = in_.byte() % 128u;
        const float most = longest_ * static_cast<float>(1 + in_.byte() % 16);
        std::mt19937 random(in_.byte());
        const auto offset = [&] { return most * (static_cast<float>(random() % 65536u) / 32768.0f - 1.0f); };
        for (unsigned k = 0; k < count; ++k) {
            shortening_ = static_cast<unsigned>(random() % 32u);
            const float x = centre.x + offset(), y = centre.y + offset();
            add({x, y, centre.z + offset()});
        }
    }

    ByteReader& in_;
    clouds::Cloud& cloud_;
    float longest_ = 1.0f;
    unsigned mixture_ = 0;
    unsigned shortening_ = 0;  // of the reach of the next point, 0..31
};

}  // namespace

Case case_of(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    Case result;
    result.cloud.name = "fuzz";
    const unsigned settings = in.byte();
    constexpr std::uint32_t table_sizes[] = {0, 1, 7, 1'000};
    constexpr float skins[] = {0.0f, 0.01f, 0.2f, 1.0f};
    result.settings.table_size = table_sizes[settings % 4];
    result.settings.subdivision = static_cast<int>(1 + settings / 4 % 4);
    result.settings.skin = skins[settings / 16 % 4];
    result.settings.unbounded_table = settings / 64 % 2 != 0;
    const unsigned motion = in.byte();
    result.motion = static_cast<float>(motion) / 1024.0f;
    if (settings >= 128) result.instruction_set = 1 + motion % 3;
    const unsigned mask = in.byte();
    Builder builder(in, result);
    while (!in.at_end() && result.cloud.x.size() < most_points) builder.add_some();
    if (result.cloud.reach.empty()) result.cloud.reach = {1.0f};
    // Everybody, nobody, or one in a few, scattered.
    if (mask % 4 != 0)
        for (unsigned i = 0; i < result.cloud.x.size(); ++i)
            result.active.push_back(mask % 4 == 2 ? 0 : (i * 2654435761u >> 11) % (2 + mask / 4) == 0);
    return result;
}

}  // namespace fuzz
