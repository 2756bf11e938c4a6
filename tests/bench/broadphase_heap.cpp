#include "tests/bench/broadphase_heap.hpp"

#include <string_view>

#include "sim/checksum.hpp"

namespace bench {

namespace {

std::unique_ptr<spatial::BroadPhase> module_of(std::string_view name) {
    return name == bullets_tree ? nullptr : spatial::make_broad_phase(name);
}

}  // namespace

Heap::Heap(sim::Scene scene) : scene_(std::move(scene)), solids_(scene_) {}

void Heap::fall_until(int steps) {
    if (!bodies_) bodies_ = std::make_unique<sim::RigidBodies>(scene_, solids_, module_of("compact-grid"));
    for (; steps_ < steps; ++steps_) {
        bodies_->step(scene_, solids_, steps_ * step, step);
        solids_.advance(scene_, steps_ * step, step);
    }
}

Heap::Course::Course(const Heap& heap, std::string_view broad_phase)
    : scene_(heap.scene_),
      solids_(heap.solids_),
      bodies_(scene_, solids_, module_of(broad_phase)),
      time_(heap.steps_ * step) {}

void Heap::Course::advance() {
    bodies_.step(scene_, solids_, time_, step);
    solids_.advance(scene_, time_, step);
    time_ += step;
}

std::uint64_t Heap::Course::contact_hash() const {
    using Contact = sim::RigidBodies::Contact;
    static_assert(sizeof(Contact) == 2 * sizeof(std::uint32_t) + 4 * sizeof(float), "no byte of it is padding");
    const std::vector<Contact> all = bodies_.contacts();
    return sim::checksum({reinterpret_cast<const char*>(all.data()), all.size() * sizeof(Contact)});
}

}  // namespace bench
