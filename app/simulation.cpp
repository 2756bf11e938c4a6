// One mutex guards what the two threads exchange; it is never held during a step.
#include "app/simulation.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/last_good.hpp"
#include "app/snapshot_pool.hpp"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// Something to do between two steps: a task for the world, or another world.
struct Order {
    Simulation::Task task;
    Simulation::When when = Simulation::When::next_step;
    std::shared_ptr<const sim::Scene> scene;  // a restart, when not null

    [[nodiscard]] bool waits_for_frame_end() const { return scene || when == Simulation::When::next_frame; }
};

/// Lets the window go first where the two want the same core: a picture takes milliseconds, a step can take a second.
/// Threads of OpenMP inherit it. It costs the simulation nothing but what the window needs; only beside other busy
/// programs a recording in the window is slower than `weir run`.
void yield_to_the_window() {
    constexpr int nicer = 4;
    // Linux counts niceness by thread. Without it the window is less smooth, no more.
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nicer));
}

/// What the next snapshot is to show.
struct Sight {
    sim::Colouring colouring = sim::Colouring::speed;
    std::optional<SearchViewRequest> search;
    std::optional<BroadViewRequest> broad;
};

/// A frame that takes longer than this shows what it has in between.
constexpr std::chrono::milliseconds long_frame{100};

}  // namespace

struct Simulation::Worker {
    std::mutex mutex;
    std::condition_variable wake;
    // Guarded by the mutex:
    bool playing = false;
    bool stopping = false;
    int steps_wanted = 0;
    double speed = 1.0;
    int threads = 1;
    Sight sight;
    bool is_stale = false;  // the published snapshot is not the world's state
    bool is_taken = false;  // somebody has seen the published snapshot
    std::deque<Order> orders;
    std::vector<sim::FrameReport> reports;
    std::string trouble;
    std::shared_ptr<const Snapshot> published;

    // The simulation's thread only:
    std::optional<sim::World> world;
    std::shared_ptr<const sim::Scene> scene;
    std::uint64_t generation = 0;
    std::optional<LastGood> last_good;
    sim::FrameReport last_report;
    Clock::time_point due;  // when the next frame may begin
    std::shared_ptr<SnapshotPool> pool = std::make_shared<SnapshotPool>();

    std::thread thread;

    void build(std::shared_ptr<const sim::Scene> wanted, int wanted_threads) {
        sim::World built(*wanted);
        built.set_threads(wanted_threads);
        world = std::move(built);
        last_good.emplace(*world);
        scene = std::move(wanted);
        last_report = {};
        last_report.particles = world->particles().size();
        ++generation;
        due = Clock::now();
    }

    void return_to_last_good(sim::World& now) {
        sim::World before = last_good->world();
        {
            const std::lock_guard lock(mutex);
            before.set_threads(threads);
        }
        before.set_parameters(now.parameters());
        before.set_neighbour_search(now.neighbour_search(), now.search_settings());
        before.set_broad_phase(now.scene().broadphase, now.scene().broad);
        before.set_solid_queries(now.scene().solid_queries);
        now = std::move(before);
        last_report = {};
        last_report.particles = now.particles().size();
    }

    void publish(const Sight& wanted) {
        const std::shared_ptr<Snapshot> snapshot = pool->take();
        copy_state(*world, wanted.colouring, *snapshot);
        snapshot->has_search_view = wanted.search.has_value();
        if (wanted.search) look_into(*world, *wanted.search, snapshot->search_view);
        snapshot->has_broad_view = wanted.broad.has_value();
        if (wanted.broad) look_into(*world, *wanted.broad, snapshot->broad_view);
        snapshot->generation = generation;
        snapshot->scene = scene;
        snapshot->report = last_report;

        const std::lock_guard lock(mutex);
        published = snapshot;
        is_taken = false;
    }

    /// For other threads: changes what the mutex guards, and wakes the simulation to see it.
    template <class Change>
    void tell(const Change& change) {
        {
            const std::lock_guard lock(mutex);
            change();
        }
        wake.notify_one();
    }

    /// For other threads: what the next snapshot is to show, if that is news.
    template <class Wanted>
    void show(Wanted& shown, const Wanted& wanted) {
        {
            const std::lock_guard lock(mutex);
            if (shown == wanted) return;
            shown = wanted;
            is_stale = true;
        }
        wake.notify_one();
    }

    void complain(const std::string& what) {
        const std::lock_guard lock(mutex);
        if (!trouble.empty()) trouble += '\n';
        trouble += what;
    }

    void pause() {
        const std::lock_guard lock(mutex);
        playing = false;
        steps_wanted = 0;
    }

    /// False when the body threw, which has then become trouble.
    template <class Body>
    bool guarded(const Body& body) {
        try {
            body();
            return true;
        } catch (const std::exception& error) {
            complain(error.what());
        } catch (...) {
            complain("the simulation's thread met an unknown error");
        }
        return false;
    }

    /// Does the first order; the mutex is held when called and when it returns, not in between.
    void obey_first(std::unique_lock<std::mutex>& lock) {
        const Order order = std::move(orders.front());
        orders.pop_front();
        is_stale = true;
        const int team = threads;
        lock.unlock();
        guarded([&] {
            if (order.scene) {
                build(order.scene, team);
            } else {
                order.task(*world);
            }
        });
        lock.lock();
    }

    /// Called between the steps of a frame. False breaks the frame off: it is not wanted any more.
    bool between_steps(Clock::time_point& shown) {
        std::unique_lock lock(mutex);
        while (!orders.empty() && !orders.front().waits_for_frame_end()) obey_first(lock);
        const bool is_over = stopping || (!orders.empty() && orders.front().scene);
        const bool shows = is_taken && Clock::now() - shown > long_frame;
        const Sight wanted = sight;
        lock.unlock();
        if (!is_over && shows) {
            guarded([&] { publish(wanted); });
            shown = Clock::now();
        }
        return !is_over;
    }

    /// One frame. A simulation that lags behind the clock does not rush to catch up later.
    void advance(double pace) {
        bool is_whole = true;
        Clock::time_point shown = Clock::now();
        const auto go_on = [&] { return is_whole = between_steps(shown); };
        const bool is_good = guarded([&] { last_report = world->advance_frame(go_on); });
        if (is_good && !last_report.trouble.empty())
            complain(last_report.trouble + " (Z: back to the last good state)");
        if (!is_good || !last_report.trouble.empty())
            pause();
        else if (is_whole)
            last_good->keep(*world);

        const auto length = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(static_cast<double>(scene->frame) / pace));
        due = std::max(due + length, Clock::now() - length);
        const std::lock_guard lock(mutex);
        if (is_good && is_whole) reports.push_back(last_report);
        is_stale = true;
    }

    void run() {
        std::unique_lock lock(mutex);
        while (!stopping) {
            if (!orders.empty()) {
                obey_first(lock);
                continue;
            }
            const bool has_work = steps_wanted > 0 || playing;
            const bool is_early = steps_wanted == 0 && Clock::now() < due;
            if (is_stale && (is_taken || !has_work || is_early)) {
                is_stale = false;
                const Sight wanted = sight;
                lock.unlock();
                guarded([&] { publish(wanted); });
                lock.lock();
                continue;
            }
            const auto interrupted = [this] { return stopping || !orders.empty() || is_stale || steps_wanted > 0; };
            if (!has_work) {
                wake.wait(lock, [&] { return interrupted() || playing; });
                due = Clock::now();
            } else if (is_early) {
                wake.wait_until(lock, due, [&] { return interrupted() || !playing; });
            } else {
                if (steps_wanted > 0) --steps_wanted;
                const double pace = speed;
                lock.unlock();
                advance(pace);
                lock.lock();
            }
        }
    }
};

Simulation::Simulation(std::shared_ptr<const sim::Scene> scene, int threads, bool playing)
    : worker_(std::make_unique<Worker>()) {
    worker_->playing = playing;
    worker_->threads = threads;
    worker_->sight.colouring = scene->colouring;
    // The world is made where it will live, so that only that thread ever gathers a team of OpenMP threads.
    std::promise<void> built;
    std::future<void> is_built = built.get_future();
    worker_->thread = std::thread([worker = worker_.get(), &scene, threads, promise = std::move(built)]() mutable {
        yield_to_the_window();
        try {
            worker->build(scene, threads);
            worker->publish(worker->sight);
        } catch (...) {
            promise.set_exception(std::current_exception());
            return;
        }
        promise.set_value();
        worker->run();
    });
    try {
        is_built.get();
    } catch (...) {
        worker_->thread.join();
        throw;
    }
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

void Simulation::post(Task task, When when) {
    worker_->tell([&] { worker_->orders.push_back({std::move(task), when, nullptr}); });
}

void Simulation::restart(std::shared_ptr<const sim::Scene> scene) {
    worker_->tell([&] { worker_->orders.push_back({{}, When::next_frame, std::move(scene)}); });
}

void Simulation::set_threads(int threads) {
    {
        const std::lock_guard lock(worker_->mutex);
        worker_->threads = threads;
    }
    post([threads](sim::World& world) { world.set_threads(threads); });
}

void Simulation::set_colouring(sim::Colouring colouring) { worker_->show(worker_->sight.colouring, colouring); }

void Simulation::set_search_view(const std::optional<SearchViewRequest>& request) {
    worker_->show(worker_->sight.search, request);
}

void Simulation::set_broad_view(const std::optional<BroadViewRequest>& request) {
    worker_->show(worker_->sight.broad, request);
}

std::shared_ptr<const Snapshot> Simulation::latest() const {
    const std::lock_guard lock(worker_->mutex);
    worker_->is_taken = true;
    return worker_->published;
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
