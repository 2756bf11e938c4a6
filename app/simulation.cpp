#include "app/simulation.hpp"

#include <utility>

#include "app/simulation_worker.hpp"

namespace app {

Simulation::Simulation(std::shared_ptr<const sim::Scene> scene, int threads, bool playing)
    : worker_(std::make_unique<Worker>()) {
    worker_->playing = playing;
    worker_->threads = threads;
    worker_->wishes.colouring = scene->colouring;
    worker_->start([&] { worker_->build(scene); });
}

Simulation::Simulation(const Checkpoint& checkpoint, int threads) : worker_(std::make_unique<Worker>()) {
    worker_->threads = threads;
    worker_->start([&] { worker_->load(checkpoint); });
}

Simulation::~Simulation() {
    worker_->tell([this] { worker_->stopping = true; });
    worker_->thread.join();
}

void Simulation::play(bool on) {
    worker_->tell([&] { worker_->playing = on; });
}

bool Simulation::playing() const {
    const std::lock_guard lock(worker_->mutex);
    return worker_->playing;
}

void Simulation::step_once() {
    worker_->tell([this] {
        worker_->playing = false;
        ++worker_->steps_wanted;
    });
}

void Simulation::set_speed(double speed) {
    const std::lock_guard lock(worker_->mutex);
    worker_->speed = speed;
}

std::uint64_t Simulation::post(Task task, When when) { return worker_->order({std::move(task), when, nullptr}); }

std::uint64_t Simulation::restart(std::shared_ptr<const sim::Scene> scene) {
    return worker_->order({{}, When::next_frame, std::move(scene)});
}

void Simulation::set_threads(int threads) {
    {
        const std::lock_guard lock(worker_->mutex);
        worker_->threads = threads;
    }
    post([threads](sim::World& world) { world.set_threads(threads); });
}

void Simulation::set_colouring(sim::Colouring colouring) { worker_->show(worker_->wishes.colouring, colouring); }

void Simulation::set_search_view(const std::optional<SearchViewRequest>& request) {
    worker_->show(worker_->wishes.search, request);
}

void Simulation::set_broad_view(const std::optional<BroadViewRequest>& request) {
    worker_->show(worker_->wishes.broad, request);
}

std::shared_ptr<const Snapshot> Simulation::latest() const {
    const std::lock_guard lock(worker_->mutex);
    worker_->is_taken = true;
    return worker_->published;
}

std::future<std::shared_ptr<const sim::Scene>> Simulation::resume(Checkpoint checkpoint) {
    auto promise = std::make_shared<std::promise<std::shared_ptr<const sim::Scene>>>();
    post(
        [worker = worker_.get(), checkpoint = std::move(checkpoint), promise](sim::World&) {
            try {
                if (worker->is_to_restart()) throw std::runtime_error("another scene was chosen");
                worker->load(checkpoint);
                worker->pause();
                promise->set_value(worker->scene);
            } catch (...) {
                promise->set_exception(std::current_exception());
            }
        },
        When::next_frame);
    return promise->get_future();
}

void Simulation::step_back() {
    worker_->pause();
    post([worker = worker_.get()](sim::World& world) { worker->step_back(world); }, When::next_frame);
}

void Simulation::return_to_last_good() {
    post([worker = worker_.get()](sim::World& world) { worker->return_to_last_good(world); }, When::next_frame);
}

std::vector<sim::FrameReport> Simulation::take_reports() {
    const std::lock_guard lock(worker_->mutex);
    return std::exchange(worker_->reports, {});
}

std::string Simulation::take_trouble() {
    const std::lock_guard lock(worker_->mutex);
    return std::exchange(worker_->trouble, {});
}

}  // namespace app
