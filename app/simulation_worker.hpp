// What the simulation's thread does. One mutex guards what the two threads exchange; it is never held during a step.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
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
#include "app/past.hpp"
#include "app/simulation.hpp"
#include "app/snapshot_pool.hpp"
#include "sim/checkpoint.hpp"

namespace app {

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
inline void yield_to_the_window() {
    constexpr int nicer = 4;
    // Linux counts niceness by thread. Without it the window is less smooth, no more.
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nicer));
}

/// What the next snapshot is to show.
struct SnapshotWishes {
    sim::Colouring colouring = sim::Colouring::speed;
    std::optional<SearchViewRequest> search;
    std::optional<BroadViewRequest> broad;
};

struct Simulation::Worker {
    using Clock = std::chrono::steady_clock;

    /// A frame that takes longer than this shows what it has in between.
    static constexpr std::chrono::milliseconds long_frame{100};

    std::mutex mutex;
    std::condition_variable wake;
    // Guarded by the mutex:
    bool playing = false;
    bool stopping = false;
    int steps_wanted = 0;
    double speed = 1.0;
    int threads = 1;
    SnapshotWishes wishes;
    bool is_stale = false;  // the published snapshot is not the world's state
    bool is_taken = false;  // somebody has seen the published snapshot
    std::deque<Order> orders;
    std::uint64_t orders_given = 0;
    std::vector<sim::FrameReport> reports;
    std::string trouble;
    std::shared_ptr<const Snapshot> published;

    // The simulation's thread only:
    std::optional<sim::World> world;
    std::shared_ptr<const sim::Scene> scene;
    std::uint64_t generation = 0;
    std::uint64_t orders_done = 0;
    std::optional<LastGood> last_good;
    Past past;
    sim::FrameReport last_report;
    Clock::time_point due;  // when the next frame may begin
    std::shared_ptr<SnapshotPool> pool = std::make_shared<SnapshotPool>();

    std::thread thread;

    void begin(sim::World built, std::shared_ptr<const sim::Scene> its_scene) {
        {
            const std::lock_guard lock(mutex);
            built.set_threads(threads);
        }
        world = std::move(built);
        scene = std::move(its_scene);
        last_report = {};
        last_report.particles = world->particles().size();
        last_good.emplace(*world, last_report);
        past.begin(*world, last_report);
        ++generation;
        due = Clock::now();
    }

    void build(const std::shared_ptr<const sim::Scene>& wanted) { begin(sim::World(*wanted), wanted); }

    void load(const Simulation::Checkpoint& checkpoint) {
        sim::World loaded = sim::load_checkpoint(checkpoint.bytes, checkpoint.name);
        auto its_scene = std::make_shared<const sim::Scene>(loaded.scene());
        begin(std::move(loaded), std::move(its_scene));
    }

    /// The last state kept before the one that `now` is in. Within a frame, one that went wrong or is shown half done,
    /// that may be where the frame began.
    [[nodiscard]] std::optional<std::uint64_t> earlier_than(const sim::World& now) const {
        const bool is_within = now.time() > static_cast<double>(now.frame()) * static_cast<double>(now.scene().frame);
        return past.frame_before(now.frame() + (is_within ? 1 : 0));
    }

    void step_back(sim::World& now) {
        const auto frame = earlier_than(now);
        if (!frame) return;
        go_back(now, past.world_at(*frame));
        last_report = past.report_of(*frame);
        last_good.emplace(now, last_report);  // what was good later has not happened
    }

    void return_to_last_good(sim::World& now) {
        go_back(now, last_good->world());
        last_report = last_good->report();
    }

    /// With what is set by now.
    void go_back(sim::World& now, sim::World before) {
        {
            const std::lock_guard lock(mutex);
            before.set_threads(threads);
        }
        before.set_parameters(now.parameters());
        before.set_neighbour_search(now.neighbour_search(), now.search_settings());
        before.set_broad_phase(now.scene().broadphase, now.scene().broad);
        before.set_solid_queries(now.scene().solid_queries);
        before.set_probes(now.scene().probes);
        now = std::move(before);
    }

    void publish(const SnapshotWishes& wanted) {
        const std::shared_ptr<Snapshot> snapshot = pool->take();
        copy_state(*world, wanted.colouring, *snapshot);
        snapshot->has_search_view = wanted.search.has_value();
        if (wanted.search) look_into(*world, *wanted.search, snapshot->search_view);
        snapshot->has_broad_view = wanted.broad.has_value();
        if (wanted.broad) look_into(*world, *wanted.broad, snapshot->broad_view);
        snapshot->earlier_frame = earlier_than(*world);
        snapshot->generation = generation;
        snapshot->orders_done = orders_done;
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

    /// For other threads: its number.
    std::uint64_t order(Order wanted) {
        std::uint64_t number = 0;
        tell([&] {
            orders.push_back(std::move(wanted));
            number = ++orders_given;
        });
        return number;
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

    /// Whether another scene was chosen after what is done now.
    bool is_to_restart() {
        const std::lock_guard lock(mutex);
        return std::ranges::any_of(orders, [](const Order& order) { return order.scene != nullptr; });
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
        lock.unlock();
        guarded([&] {
            if (order.scene) {
                build(order.scene);
            } else {
                order.task(*world);
            }
        });
        ++orders_done;
        lock.lock();
    }

    /// Called between the steps of a frame. False breaks the frame off: it is not wanted any more.
    bool between_steps(Clock::time_point& shown) {
        std::unique_lock lock(mutex);
        while (!orders.empty() && !orders.front().waits_for_frame_end()) obey_first(lock);
        const bool is_over = stopping || (!orders.empty() && orders.front().scene);
        const bool shows = is_taken && Clock::now() - shown > long_frame;
        const SnapshotWishes wanted = wishes;
        lock.unlock();
        if (!is_over && shows) {
            guarded([&] { publish(wanted); });
            shown = Clock::now();
        }
        return !is_over;
    }

    /// One frame. A simulation that lags behind the clock does not rush to catch up later.
    void advance(double pace, bool is_single) {
        bool is_whole = true;
        Clock::time_point shown = Clock::now();
        const auto go_on = [&] { return is_whole = between_steps(shown); };
        const bool is_good = guarded([&] { last_report = world->advance_frame(go_on); });
        if (is_good && !last_report.trouble.empty())
            complain(last_report.trouble + " (Z: back to the last good state)");
        if (!is_good || !last_report.trouble.empty())
            pause();
        else if (is_whole)
            guarded([&] {
                last_good->keep(*world, last_report);
                past.keep(*world, last_report, is_single);
            });

        const auto length = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(static_cast<double>(scene->frame) / pace));
        due = std::max(due + length, Clock::now() - length);
        const std::lock_guard lock(mutex);
        if (is_good && is_whole) reports.push_back(last_report);
        is_stale = true;
    }

    /// Once the first world is made, where it will live: so only that thread ever gathers a team of OpenMP threads.
    void start(const std::function<void()>& make) {
        std::promise<void> made;
        std::future<void> is_made = made.get_future();
        thread = std::thread([this, &make, promise = std::move(made)]() mutable {
            yield_to_the_window();
            try {
                make();
                publish(wishes);
            } catch (...) {
                promise.set_exception(std::current_exception());
                return;
            }
            promise.set_value();
            run();
        });
        try {
            is_made.get();
        } catch (...) {
            thread.join();
            throw;
        }
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
                const SnapshotWishes wanted = wishes;
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
                const bool is_single = steps_wanted > 0;
                if (is_single) --steps_wanted;
                const double pace = speed;
                lock.unlock();
                advance(pace, is_single);
                lock.lock();
            }
        }
    }
};

}  // namespace app
