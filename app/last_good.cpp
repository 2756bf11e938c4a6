#include "app/last_good.hpp"

#include <cstdio>
#include <utility>

#include "app/recording/atomic_file.hpp"
#include "sim/checkpoint.hpp"

namespace app {

LastGood::LastGood(const sim::World& start, const sim::FrameReport& report)
    : older_{start.frame(), sim::save_checkpoint(start), report}, newer_(older_) {}

void LastGood::keep(const sim::World& world, const sim::FrameReport& report) {
    const auto now = std::chrono::steady_clock::now();
    if (now - kept_ < std::chrono::seconds(1) && world.frame() < newer_.frame + frames_apart) return;
    kept_ = now;
    older_ = std::exchange(newer_, {world.frame(), sim::save_checkpoint(world), report});
}

sim::World LastGood::world() const { return sim::load_checkpoint(older_.checkpoint, "the last good state"); }

std::filesystem::path LastGood::write(const std::filesystem::path& folder) const {
    char name[48];
    std::snprintf(name, sizeof name, "last-good-%06llu.weir", static_cast<unsigned long long>(older_.frame));
    write_file(folder / name, older_.checkpoint);
    return folder / name;
}

}  // namespace app
