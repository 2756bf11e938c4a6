#include "sim/images.hpp"

namespace sim {

namespace {

std::array<std::vector<float>*, 3> places(Particles& p) { return {&p.x, &p.y, &p.z}; }

}  // namespace

Images::Images(const Domain& domain)
    : periodic_(domain.periodic),
      min_{domain.min.x, domain.min.y, domain.min.z},
      max_{domain.max.x, domain.max.y, domain.max.z} {}

void Images::append(Particles& p, float reach) {
    bring_in(p);
    real_ = p.size();
    source_.clear();
    // Axis by axis, images of images included: that makes the edges and corners.
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (periodic_[axis]) append_along(axis, reach, p);
}

void Images::bring_in(Particles& p) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!periodic_[axis]) continue;
        const float min = min_[axis], max = max_[axis], length = max - min;
        for (float& place : *places(p)[axis]) {
            if (place < min) place += length;
            if (place >= max) place -= length;
            // Rounding may put one that left by less than it resolves onto the far side itself.
            if (place < min || place >= max) place = min;
        }
    }
}

void Images::append_along(std::size_t axis, float reach, Particles& p) {
    std::vector<float>& places_along = *places(p)[axis];
    const float min = min_[axis], max = max_[axis], length = max - min;
    const std::size_t before = p.size();
    const auto copy = [&](std::size_t i, float shift) {
        p.for_each_array([&](auto& values) { values.push_back(values[i]); });
        places_along.back() += shift;
        source_.push_back(static_cast<spatial::Index>(i < real_ ? i : source_[i - real_]));
    };
    for (std::size_t i = 0; i < before; ++i) {
        const float place = places_along[i];
        if (place - min < reach) copy(i, length);
        if (max - place < reach) copy(i, -length);
    }
}

void Images::follow(std::span<const spatial::Index> order) {
    slot_of_.resize(order.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot) slot_of_[order[slot]] = static_cast<spatial::Index>(slot);
    is_real_.resize(order.size());
    for (std::size_t slot = 0; slot < order.size(); ++slot) is_real_[slot] = order[slot] < real_ ? 1 : 0;
}

void Images::share(std::vector<float>& values) const {
    for (std::size_t image = 0; image < source_.size(); ++image)
        values[slot_of_[real_ + image]] = values[slot_of_[source_[image]]];
}

void Images::share(PairTerms& terms) const {
    share(terms.volume);
    share(terms.push);
    if (!terms.thickening.empty()) share(terms.thickening);
}

void Images::remove(Particles& p, Shifts& shifts) {
    const auto remove_from = [&](auto& values) {
        std::size_t kept = 0;
        for (std::size_t slot = 0; slot < values.size(); ++slot)
            if (is_real_[slot] != 0) values[kept++] = values[slot];
        values.resize(kept);
    };
    p.for_each_array(remove_from);
    if (shifts.any())
        for (auto* values : shifts.axes()) remove_from(*values);
    source_.clear();
}

std::size_t Images::bytes() const noexcept {
    return (source_.capacity() + slot_of_.capacity()) * sizeof(spatial::Index) + is_real_.capacity();
}

}  // namespace sim
