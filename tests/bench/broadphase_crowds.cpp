#include "tests/bench/broadphase_crowds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "tests/bench/report.hpp"

namespace bench {

namespace {

constexpr double side = 0x1p13;

Box square_of(Dice& dice, double edge) {
    const double width = edge * dice.between(0.5, 1.5), height = edge * dice.between(0.5, 1.5);
    const double x = dice.between(0.0, side - width), y = dice.between(0.0, side - height);
    return {static_cast<float>(x),         static_cast<float>(y),          0.0f,
            static_cast<float>(x + width), static_cast<float>(y + height), 0.0f};
}

/// The bits of both numbers in turn.
std::uint64_t interleaved(std::uint32_t x, std::uint32_t y) {
    std::uint64_t code = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
        code |= std::uint64_t{(x >> bit) & 1u} << (2 * bit) | std::uint64_t{(y >> bit) & 1u} << (2 * bit + 1);
    return code;
}

/// How likely two boxes of these edges, at even places along an axis so long, overlap along it.
double overlap_chance(double a, double b, double length) {
    const double below = std::min(a, length), above = std::min(b, length);
    return (below + above) / length - (below * below + above * above) / (2.0 * length * length);
}

}  // namespace

std::vector<Box> squares(std::size_t boxes) {
    Dice dice(2009);
    std::vector<Box> all;
    for (std::size_t i = 0; i < boxes; ++i)
        all.push_back(square_of(dice, i % 20 < 2 ? 0x1p10 : i % 20 < 7 ? 0x1p6 : 0x1p3));
    return all;
}

std::vector<Box> squares_of_classes(std::size_t boxes, int classes) {
    constexpr int finest = 1, coarsest = 10;
    Dice dice(2010);
    std::vector<Box> all;
    for (std::size_t i = 0; i < boxes; ++i) {
        int of = 0;
        while (of + 1 < classes && dice.below(2) == 0) ++of;
        const int exponent = classes > 1 ? finest + of * (coarsest - finest) / (classes - 1) : finest;
        // No longer than the power of two, longer than the next finer: exactly one class.
        const double edge = std::ldexp(dice.between(0.6, 1.0), exponent);
        const double x = dice.between(0.0, side - edge), y = dice.between(0.0, side - edge);
        all.push_back({static_cast<float>(x), static_cast<float>(y), 0.0f, static_cast<float>(x + edge),
                       static_cast<float>(y + edge), 0.0f});
    }
    return all;
}

std::vector<Box> segments(std::size_t count, double longest) {
    Dice dice(413);
    std::vector<Box> all;
    all.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = dice.between(0.0, side), y = dice.between(0.0, side);
        const double length = dice.between(0.0, longest), angle = dice.between(0.0, 2.0 * std::numbers::pi);
        const double dx = length * std::cos(angle), dy = length * std::sin(angle);
        all.push_back({static_cast<float>(std::min(x, x + dx)), static_cast<float>(std::min(y, y + dy)), 0.0f,
                       static_cast<float>(std::max(x, x + dx)), static_cast<float>(std::max(y, y + dy)), 0.0f});
    }
    return all;
}

std::vector<Box> in_space_order(std::vector<Box> boxes) {
    constexpr float below = 1024.0f, cells_a_unit = 4.0f;  // segments may begin a little outside
    std::vector<std::pair<std::uint64_t, std::size_t>> keys;
    keys.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        keys.emplace_back(interleaved(static_cast<std::uint32_t>((boxes[i].min_x + below) * cells_a_unit),
                                      static_cast<std::uint32_t>((boxes[i].min_y + below) * cells_a_unit)),
                          i);
    std::ranges::sort(keys);
    std::vector<Box> sorted;
    sorted.reserve(boxes.size());
    for (const auto& [key, i] : keys) sorted.push_back(boxes[i]);
    return sorted;
}

std::string_view CrowdPlan::sizes_text() const noexcept {
    constexpr std::array names = {"equal", "1 to 12", "1 to 1000", "10x1x1", "dust"};
    return names[static_cast<std::size_t>(sizes)];
}

std::string_view CrowdPlan::motion_text() const noexcept {
    constexpr std::array names = {"nothing moves", "1 %", "20 %", "one ulp", "everywhere"};
    return names[static_cast<std::size_t>(motion)];
}

std::string CrowdPlan::text() const {
    const std::string crowd(sizes_text());
    return elongation == 1.0 ? crowd : crowd + bench::text(" in %g:1:1", elongation);
}

MovingCrowd::MovingCrowd(const CrowdPlan& plan) : plan_(plan), dice_(4) {
    Dice dice(2100 + static_cast<std::uint64_t>(plan.sizes));
    bodies_.resize(plan.boxes);
    for (Body& body : bodies_) {
        using enum CrowdPlan::Sizes;
        const double edge = plan.sizes == up_to_12     ? dice.between(1.0, 12.0)
                            : plan.sizes == up_to_1000 ? dice.any_scale(1.0, 1000.0)
                                                       : 1.0;
        body.edges.fill(static_cast<float>(edge));
        if (plan.sizes == beams) body.edges[0] = 10.0f;
        std::array<double, 3> d{};
        double squared = 0.0;
        do {  // evenly in a ball, hence evenly in direction
            squared = 0.0;
            for (double& along : d) along = dice.between(-1.0, 1.0), squared += along * along;
        } while (squared > 1.0 || squared < 1e-6);
        for (std::size_t axis = 0; axis < 3; ++axis)
            body.direction[axis] = static_cast<float>(d[axis] / std::sqrt(squared));
        body.share = static_cast<float>(dice.between(0.0, 1.0));
    }
    find_space(dice);
    if (plan.sizes == CrowdPlan::Sizes::dust)
        for (Body& body : bodies_) body.edges.fill(1e-5f);
    for (Body& body : bodies_)
        for (std::size_t axis = 0; axis < 3; ++axis)
            body.place[axis] = static_cast<float>(dice.between(0.0, space_[axis]));
    show();
}

/// As large as it takes for two pairs a box: by the exact chance of two boxes of given edges, meant over many twos.
void MovingCrowd::find_space(Dice& dice) {
    constexpr std::size_t twos = 4096;
    constexpr double pairs_a_box = 2.0;
    std::vector<std::pair<std::size_t, std::size_t>> drawn(twos);
    for (auto& [a, b] : drawn) a = dice.below(bodies_.size()), b = dice.below(bodies_.size());
    const double partners = static_cast<double>(bodies_.size() - 1) / 2.0;
    double low = 0.0, high = 1e9;  // of the width, in logarithm from 1e-3 on
    for (int halving = 0; halving < 100; ++halving) {
        const double width = std::sqrt(std::max(low, 1e-3) * high);
        space_ = {width * plan_.elongation, width, width};
        double chances = 0.0;
        for (const auto& [a, b] : drawn) {
            double chance = 1.0;
            for (std::size_t axis = 0; axis < 3; ++axis)
                chance *= overlap_chance(static_cast<double>(bodies_[a].edges[axis]),
                                         static_cast<double>(bodies_[b].edges[axis]), space_[axis]);
            chances += chance / twos;
        }
        (chances * partners > pairs_a_box ? low : high) = width;
    }
}

void MovingCrowd::set_motion(CrowdPlan::Motion motion) { plan_.motion = motion; }

void MovingCrowd::step() {
    using enum CrowdPlan::Motion;
    if (plan_.motion == none) return;
    if (plan_.motion == least) {
        // There and back: an ulp each way, so that nobody leaves the place it has.
        nudged_ = !nudged_;
        for (Body& body : bodies_)
            body.place[0] = std::nextafter(body.place[0], nudged_ ? std::numeric_limits<float>::max() : 0.0f);
    } else if (plan_.motion == everywhere) {
        for (Body& body : bodies_)
            for (std::size_t axis = 0; axis < 3; ++axis)
                body.place[axis] = static_cast<float>(dice_.between(0.0, space_[axis]));
    } else {
        const float most = plan_.motion == slow ? 0.01f : 0.2f;
        for (Body& body : bodies_) {
            const float way = most * body.share * std::max({body.edges[0], body.edges[1], body.edges[2]});
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto length = static_cast<float>(space_[axis]);
                float& x = body.place[axis];
                x += way * body.direction[axis];
                if (x < 0.0f) x += length;
                if (x >= length) x -= length;
            }
        }
    }
    show();
}

void MovingCrowd::show() {
    boxes_.resize(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const auto& [place, edges, direction, share] = bodies_[i];
        boxes_[i] = {place[0], place[1], place[2], place[0] + edges[0], place[1] + edges[1], place[2] + edges[2]};
    }
}

}  // namespace bench
