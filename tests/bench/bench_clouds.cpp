#include "tests/bench/bench_clouds.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "tests/bench/dice.hpp"

namespace bench {

namespace {

constexpr double spacing = 0.01;      // m
constexpr double jitter = 0.2;        // spacings, to each side
constexpr double step_length = 0.01;  // reaches

class CloudBuilder {
public:
    explicit CloudBuilder(std::string_view name, double own_spacing, double reach_in_spacings, double reach_unit) {
        cloud_.name = name;
        cloud_.spacing = own_spacing;
        cloud_.reach_in_spacings = reach_in_spacings;
        cloud_.reach = static_cast<float>(reach_in_spacings) * static_cast<float>(reach_unit);
    }

    Dice& dice() noexcept { return dice_; }
    [[nodiscard]] std::size_t size() const noexcept { return cloud_.x.size(); }

    void add(double x, double y, double z) {
        cloud_.x.push_back(static_cast<float>(x));
        cloud_.y.push_back(static_cast<float>(y));
        cloud_.z.push_back(static_cast<float>(z));
    }
    /// A place of a lattice, in spacings, and a little beside it.
    void add_jittered(double i, double j, double k) {
        const auto shaken = [&](double place) { return (place + dice_.between(-jitter, jitter)) * spacing; };
        const double x = shaken(i), y = shaken(j), z = shaken(k);
        add(x, y, z);
    }

    [[nodiscard]] Cloud finish(bool flat = false) {
        for (std::size_t i = size(); i > 1; --i) {
            const std::size_t other = dice_.below(i);
            for (auto* axis : {&cloud_.x, &cloud_.y, &cloud_.z}) std::swap((*axis)[i - 1], (*axis)[other]);
        }
        const double step = step_length * static_cast<double>(cloud_.reach);
        for (std::size_t i = 0; i < size(); ++i) {
            double dx, dy, dz, squared;
            do {  // evenly in a ball, hence evenly in direction
                dx = dice_.between(-1.0, 1.0);
                dy = dice_.between(-1.0, 1.0);
                dz = flat ? 0.0 : dice_.between(-1.0, 1.0);
                squared = dx * dx + dy * dy + dz * dz;
            } while (squared > 1.0 || squared < 1e-6);
            const double stretch = step / std::sqrt(squared);
            cloud_.moved_x.push_back(static_cast<float>(cloud_.x[i] + stretch * dx));
            cloud_.moved_y.push_back(static_cast<float>(cloud_.y[i] + stretch * dy));
            cloud_.moved_z.push_back(static_cast<float>(cloud_.z[i] + stretch * dz));
        }
        return std::move(cloud_);
    }

private:
    Cloud cloud_;
    Dice dice_{2003};
};

/// A block nx * ny wide, filled layer by layer until it has so many points.
void fill_block(CloudBuilder& builder, std::size_t points, std::size_t nx, std::size_t ny) {
    for (std::size_t i = 0; i < points; ++i)
        builder.add_jittered(static_cast<double>(i % nx), static_cast<double>(i / nx % ny),
                             static_cast<double>(i / (nx * ny)));
}

Cloud splash(std::size_t points) {
    constexpr double layer = 4.0, filled_above = 0.01, smallest = 0.4, largest = 2.0;  // spacings, share, radii
    CloudBuilder builder("splash", spacing, 2.0, spacing);
    const std::size_t in_layer = points * 7 / 10;
    const double side = std::ceil(std::sqrt(static_cast<double>(in_layer) / layer));
    fill_block(builder, in_layer, static_cast<std::size_t>(side), static_cast<std::size_t>(side));

    const double height = static_cast<double>(points - in_layer) / (filled_above * side * side);
    Dice& dice = builder.dice();
    while (builder.size() < points) {
        const double radius = dice.between(smallest, largest);
        const double x = dice.between(0.0, side), y = dice.between(0.0, side);
        const double z = layer + 2.0 * largest + dice.between(0.0, height);
        for (int k = -2; k <= 2; ++k)
            for (int j = -2; j <= 2; ++j)
                for (int i = -2; i <= 2; ++i)
                    if (i * i + j * j + k * k <= radius * radius && builder.size() < points)
                        builder.add_jittered(x + i, y + j, z + k);
    }
    return builder.finish();
}

Cloud evenly_random(std::size_t points) {
    constexpr double neighbours = 30.0;
    const double reach_in_spacings = std::cbrt(neighbours * 3.0 / (4.0 * std::numbers::pi));
    CloudBuilder builder("random", spacing, reach_in_spacings, spacing);
    const double side = spacing * std::cbrt(static_cast<double>(points));
    while (builder.size() < points) {
        const double x = builder.dice().between(0.0, side), y = builder.dice().between(0.0, side);
        builder.add(x, y, builder.dice().between(0.0, side));
    }
    return builder.finish();
}

constexpr std::array makers = {
    CloudMaker{"dam", [](std::size_t points) { return dam(points); }},
    CloudMaker{"wide",
               [](std::size_t points) {
                   Cloud cloud = dam(points, 2.5);
                   cloud.name = "wide";
                   return cloud;
               }},
    CloudMaker{"splash", splash},
    CloudMaker{"random", evenly_random},
};

}  // namespace

std::span<const CloudMaker> cloud_makers() noexcept { return makers; }

Cloud dam(std::size_t points, double reach_in_spacings) {
    CloudBuilder builder("dam", spacing, reach_in_spacings, spacing);
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(points) / 2.0)));
    fill_block(builder, points, 2 * side, side);
    return builder.finish();
}

Cloud plane(std::size_t points, double neighbours) {
    constexpr double side = 0x1p20;
    const double own_spacing = side / std::sqrt(static_cast<double>(points));
    const double reach_in_spacings = std::sqrt(neighbours / std::numbers::pi);
    CloudBuilder builder("plane", own_spacing, reach_in_spacings, own_spacing);
    while (builder.size() < points) {
        const double x = builder.dice().between(0.0, side);
        builder.add(x, builder.dice().between(0.0, side), 0.0);
    }
    return builder.finish(true);
}

}  // namespace bench
