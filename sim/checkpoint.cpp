#include "sim/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "sim/checksum.hpp"
#include "sim/grains.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_writer.hpp"
#include "sim/world_state.hpp"

namespace sim {

namespace {

const std::string magic = std::string(checkpoint_beginning) + "B";

template <class T>
void append(std::string& bytes, const T* values, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

template <class T>
void append(std::string& bytes, T value) {
    append(bytes, &value, 1);
}

template <class T>
void append_list(std::string& bytes, std::span<const T> values) {
    append(bytes, std::uint64_t{values.size()});
    append(bytes, values.data(), values.size());
}

/// Reads forward; whoever asks for more than is there learns that the checkpoint is damaged.
class Bytes {
public:
    Bytes(std::string_view bytes, const std::string& name) : left_(bytes), name_(name) {}

    [[nodiscard]] std::string_view take(std::size_t count) {
        if (count > left_.size()) fail("is damaged (it ends too early); use an earlier checkpoint");
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(count);
        return taken;
    }
    template <class T>
    void take(T* values, std::size_t count) {
        if (count > left_.size() / sizeof(T)) fail("is damaged (it ends too early); use an earlier checkpoint");
        const std::string_view taken = take(count * sizeof(T));
        if (count > 0) std::memcpy(values, taken.data(), taken.size());  // an empty list may have no address
    }
    template <class T>
    [[nodiscard]] T take() {
        T value;
        take(&value, 1);
        return value;
    }
    template <class T>
    void take_list(std::vector<T>& values) {
        const auto size = take<std::uint64_t>();
        // Asked before memory is: a damaged count must not ask for all there is.
        if (size > left_.size() / sizeof(T)) fail("is damaged (it ends too early); use an earlier checkpoint");
        values.resize(size);
        take(values.data(), values.size());
    }
    [[nodiscard]] std::size_t left() const noexcept { return left_.size(); }
    [[noreturn]] void fail(const std::string& what) const { throw std::runtime_error(name_ + " " + what); }

private:
    std::string_view left_;
    const std::string& name_;
};

}  // namespace

namespace {

/// Of individual time steps: everybody's limit where one is known, and what a block under way consists of.
struct SavedSteps {
    TimeSteps::Block block;
    std::vector<float> hurry, level, volume, push, compression, thickening;
    std::vector<std::uint16_t> since, due;
};

/// Calls f(array) for every array, in the order of the file.
template <class S, class F>
void for_each_array_of_steps(S& steps, F f) {
    for (auto* floats : {&steps.hurry, &steps.level, &steps.volume, &steps.push, &steps.compression, &steps.thickening})
        f(*floats);
    for (auto* ticks : {&steps.since, &steps.due}) f(*ticks);
}

SavedSteps saved_steps(const TimeSteps& steps, const PairTerms& terms) {
    SavedSteps saved;
    saved.block = steps.block();
    saved.hurry.assign(steps.hurry().begin(), steps.hurry().end());
    if (!steps.under_way() && saved.hurry.empty()) return saved;
    saved.volume = terms.volume;  // of those who will not be due at once
    saved.push = terms.push;
    saved.compression = terms.compression;
    saved.thickening = terms.thickening;
    if (!steps.under_way()) return saved;
    saved.level = steps.clues.level;
    saved.since = steps.since();
    saved.due = steps.due();
    return saved;
}

}  // namespace

struct CheckpointAccess {
    static const World::State& state(const World& world) { return *world.state_; }
    struct Saved {
        Particles particles;
        std::vector<Pose> poses;  // of those that are not fixed, or were touched
        std::vector<Body> bodies;
        std::vector<SolidHand::Touched> touched;
        SavedSteps steps;
        std::vector<Traffic::Source> sources;
        std::vector<Traffic::Sink> sinks;
        std::vector<Traffic::Led> led;
        Traffic::Totals traffic;
        SlowSound::Now sound{};
        EnergyGuard::Least energy;
        double time = 0.0;
        std::uint64_t frame = 0, body_steps = 0;
        std::uint32_t isotropy_turn = 0;
    };
    static World make(const Scene& scene, Saved saved, const Bytes& bytes) {
        auto state = std::make_unique<World::State>(scene, std::move(saved.particles));
        for (const SolidHand::Touched& one : saved.touched)
            if (one.solid >= state->solids.size())
                bytes.fail("is damaged (it has other solids than its scene); use an earlier checkpoint");
        state->solids.restore_touched(std::move(saved.touched));
        if (saved.poses.size() != state->solids.movers().size() || saved.bodies.size() != state->solids.bodies().size())
            bytes.fail("is damaged (it has other solids than its scene); use an earlier checkpoint");
        state->solids.restore(saved.poses, saved.bodies);
        if (!state->traffic.restore(std::move(saved.sources), std::move(saved.sinks), std::move(saved.led),
                                    saved.traffic))
            bytes.fail("is damaged (it has other emitters or drains than its scene); use an earlier checkpoint");
        state->slow_sound.restore(saved.sound);
        state->energy.restore(saved.energy);
        state->limit_sound();
        state->time = saved.time;
        state->frame = saved.frame;
        state->body_steps = saved.body_steps;
        if (saved.isotropy_turn >= steps_an_isotropy)
            bytes.fail("is damaged (its next step is in no round); use an earlier checkpoint");
        state->isotropy_turn = saved.isotropy_turn;
        state->find_pace();
        const std::size_t n = state->particles.size();
        bool fits = true;
        for_each_array_of_steps(saved.steps,
                                [&](const auto& values) { fits = fits && (values.empty() || values.size() == n); });
        if (!fits || (saved.steps.block.length > 0.0 && saved.steps.due.size() != n))
            bytes.fail("is damaged (its time steps are of other particles); use an earlier checkpoint");
        const std::uint32_t finest = saved.steps.block.finest;
        const bool has_levels = std::ranges::all_of(saved.steps.level, [&](float level) {
            return level >= 0.0f && level <= static_cast<float>(finest) && level == std::floor(level);
        });
        if (finest > static_cast<std::uint32_t>(deepest_level_possible) ||
            (saved.steps.block.length > 0.0 && !has_levels))
            bytes.fail("is damaged (its time steps are of levels that there are not); use an earlier checkpoint");
        state->steps.restore(saved.steps.block, std::move(saved.steps.hurry), std::move(saved.steps.level),
                             std::move(saved.steps.since), std::move(saved.steps.due));
        state->terms = {std::move(saved.steps.volume), std::move(saved.steps.push), std::move(saved.steps.compression),
                        std::move(saved.steps.thickening)};
        // What the frame before has come to is judged in the first step of the next.
        const bool is_between_frames = saved.time == static_cast<double>(saved.frame) * scene.frame;
        if (saved.frame > 0 && is_between_frames)
            state->observed = observe(state->particles, state->medium, state->grains, scene.domain);
        return World(std::move(state));
    }
};

std::string save_checkpoint(const World& world) {
    const auto& state = CheckpointAccess::state(world);
    const Scene scene = world.scene_from_now();
    std::vector<Pose> poses;
    for (const std::uint32_t number : state.solids.movers()) poses.push_back(state.solids[number].pose);
    const std::span<const Body> bodies = state.solids.bodies();
    SlowSound sound = state.slow_sound;
    EnergyGuard energy = state.energy;
    if (state.parameters_changed) {
        sound.adopt(scene, observe(state.particles, state.medium, state.grains, scene.domain).max_speed);
        energy.forget();
    }
    const std::string text = write_scene(scene);
    std::string bytes = magic;
    append(bytes, std::uint64_t{text.size()});
    append(bytes, std::uint64_t{state.particles.size()});
    append(bytes, std::uint64_t{poses.size()});
    append(bytes, std::uint64_t{bodies.size()});
    append(bytes, state.time);
    append(bytes, state.frame);
    append(bytes, state.body_steps);
    append(bytes, sound.now());
    append(bytes, energy.least());
    append(bytes, state.isotropy_turn);
    bytes += text;
    state.particles.for_each_array([&](const auto& values) { append(bytes, values.data(), values.size()); });
    append(bytes, poses.data(), poses.size());
    append(bytes, bodies.data(), bodies.size());
    append_list<SolidHand::Touched>(bytes, state.solids.hand().touched());
    append(bytes, state.traffic.totals());
    append_list<Traffic::Source>(bytes, state.traffic.sources());
    append_list<Traffic::Sink>(bytes, state.traffic.sinks());
    append_list<Traffic::Led>(bytes, state.traffic.led());
    const SavedSteps steps = saved_steps(state.steps, state.terms);
    append(bytes, steps.block);
    for_each_array_of_steps(steps, [&](const auto& values) {
        append_list<typename std::decay_t<decltype(values)>::value_type>(bytes, values);
    });
    append(bytes, checksum(bytes));
    return bytes;
}

World load_checkpoint(std::string_view all, const std::string& name) {
    Bytes bytes(all, name);
    if (!all.starts_with(checkpoint_beginning)) bytes.fail("is no checkpoint of Weir");
    if (!all.starts_with(magic))
        bytes.fail("is a checkpoint of another version ('" + std::string(all.substr(0, magic.size())) + "'; this is '" +
                   magic + "'): go on with the program that wrote it");
    // Before anything of it is believed: a flipped bit in the scene is no mistake in a scene.
    const std::size_t summed = all.size() - std::min(all.size(), sizeof(std::uint64_t));
    if (summed < magic.size() ||
        Bytes(all.substr(summed), name).take<std::uint64_t>() != checksum(all.substr(0, summed)))
        bytes.fail("is damaged (cut, or changed since it was written); use an earlier checkpoint");
    (void)bytes.take(magic.size());
    const auto text_size = bytes.take<std::uint64_t>();
    const auto count = bytes.take<std::uint64_t>();
    const auto pose_count = bytes.take<std::uint64_t>();
    const auto body_count = bytes.take<std::uint64_t>();
    CheckpointAccess::Saved saved;
    saved.time = bytes.take<double>();
    saved.frame = bytes.take<std::uint64_t>();
    saved.body_steps = bytes.take<std::uint64_t>();
    saved.sound = bytes.take<SlowSound::Now>();
    saved.energy = bytes.take<EnergyGuard::Least>();
    saved.isotropy_turn = bytes.take<std::uint32_t>();
    const std::string_view text = bytes.take(text_size);
    // Asked before memory is: a damaged count must not ask for all there is.
    if (std::max({count, pose_count, body_count}) > bytes.left() / sizeof(float))
        bytes.fail("is damaged (it ends too early); use an earlier checkpoint");
    const Scene scene = parse_scene(text, name);
    if (is_mixed(scene)) saved.particles.grain.resize(1);  // makes it one of the arrays
    saved.particles.resize(count);
    saved.particles.for_each_array([&](auto& values) { bytes.take(values.data(), values.size()); });
    // Forces look up by these before anything can be validated.
    const std::size_t sizes = spacings_of(scene).size();
    const auto is_of_scene = [](const auto& indices, std::size_t known) {
        return std::ranges::all_of(indices, [=](auto index) { return index < known; });
    };
    if (!is_of_scene(saved.particles.fluid, scene.fluids.size()) || !is_of_scene(saved.particles.grain, sizes))
        bytes.fail("is damaged (it has other fluids or sizes than its scene); use an earlier checkpoint");
    saved.poses.resize(pose_count);
    bytes.take(saved.poses.data(), pose_count);
    saved.bodies.resize(body_count);
    bytes.take(saved.bodies.data(), body_count);
    bytes.take_list(saved.touched);
    saved.traffic = bytes.take<Traffic::Totals>();
    bytes.take_list(saved.sources);
    bytes.take_list(saved.sinks);
    bytes.take_list(saved.led);
    saved.steps.block = bytes.take<TimeSteps::Block>();
    for_each_array_of_steps(saved.steps, [&](auto& values) { bytes.take_list(values); });
    if (bytes.left() != sizeof(std::uint64_t))
        bytes.fail("is damaged (it is longer than what it holds); use an earlier checkpoint");
    World world = CheckpointAccess::make(scene, std::move(saved), bytes);
    if (const std::string violation = world.validate(); !violation.empty())
        bytes.fail("cannot be gone on from: " + violation);
    return world;
}

}  // namespace sim
