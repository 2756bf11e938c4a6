// What the window does to a simulation, without the window: the scene that runs and its file, the parameters as they
// stand now, the recording, and what there is to tell. Keys, menus and panels call these functions; nothing here draws.
#pragma once

#include <deque>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/comparison.hpp"
#include "app/graphics.hpp"
#include "app/recording/recorder.hpp"
#include "app/simulation.hpp"
#include "app/window/energy_history.hpp"
#include "app/window/history.hpp"
#include "app/window/parameter_changes.hpp"
#include "app/window/probe_history.hpp"
#include "app/window/scene_file.hpp"
#include "app/window/toasts.hpp"

namespace app {

/// Gravity as a hand would set it.
struct GravityDial {
    float size = 9.81f;    // m/s²
    float tilt = 0.0f;     // degrees from straight down
    float heading = 0.0f;  // degrees: where the tilt leans to, 0 = +x, 90 = +y
    [[nodiscard]] static GravityDial of(const glm::vec3& gravity);
    [[nodiscard]] glm::vec3 vector() const;
    bool operator==(const GravityDial&) const = default;
};

class Laboratory {
public:
    /// Opens the first scene and starts it, or a checkpoint, paused. Throws sim::BadScene, UsageError and what
    /// find_scene_or_checkpoint() and sim::World throw.
    explicit Laboratory(const WindowOptions& options);
    /// Finishes a recording.
    ~Laboratory();

    /// Once a drawn frame: fetches the latest state, feeds plots and recording, passes on trouble, looks at the scene's
    /// file.
    void update(double seconds);

    [[nodiscard]] const Snapshot& state() const noexcept { return *latest_; }
    [[nodiscard]] const std::shared_ptr<const Snapshot>& shared_state() const noexcept { return latest_; }
    /// True for one update after another scene, or the same one anew, has begun.
    [[nodiscard]] bool has_restarted() const noexcept { return has_restarted_; }
    /// Simulated seconds per second, over the last second or the last two frames.
    [[nodiscard]] double real_time_ratio() const;

    // Time
    [[nodiscard]] bool playing() const { return simulation_.playing(); }
    void toggle_play();
    void step_once();
    void step_back();  // to the last state that is kept from before (Snapshot::earlier_frame)
    void return_to_last_good();
    void reset();  // the same scene from its start, with the parameters as they stand now
    [[nodiscard]] double speed() const noexcept { return speed_; }
    void set_speed(double speed);

    // Scenes
    [[nodiscard]] const std::vector<ShippedScene>& scenes() const noexcept { return scenes_; }
    [[nodiscard]] const sim::Scene& scene() const noexcept { return *opened_.as_read; }
    [[nodiscard]] const std::filesystem::path& scene_file() const noexcept { return opened_.file; }
    /// A scene from its start, or a checkpoint, paused.
    void open_scene(const std::string& name_or_path);
    /// Into the results folder, between this frame and the next: what `weir run --resume` takes.
    void save_checkpoint();
    /// Likewise the scene with all that was set since, from its start: what `weir run` takes.
    void save_scene(const sim::Camera& camera);
    void open_neighbouring_scene(int by);  // +1 the next, -1 the previous of the shipped ones
    void reload_scene();
    /// Every error of the scene file that could not be opened last, a line each; empty once one could.
    [[nodiscard]] const std::vector<std::string>& scene_errors() const noexcept { return scene_errors_; }
    void dismiss_scene_errors();

    // The search and the threads
    [[nodiscard]] const std::string& neighbours() const noexcept { return neighbours_; }
    void choose_neighbours(std::string_view module);
    void choose_next_neighbours();
    /// What it is set to: change what this refers to, then apply.
    [[nodiscard]] spatial::SearchSettings& search_settings() noexcept { return search_settings_; }
    void apply_search_settings();
    // The same for the broad phase, and how the fluid asks it.
    [[nodiscard]] const std::string& broadphase() const noexcept { return broadphase_; }
    void choose_broadphase(std::string_view module);
    void choose_next_broadphase();
    [[nodiscard]] spatial::BroadSettings& broad_settings() noexcept { return broad_settings_; }
    void apply_broad_settings();
    [[nodiscard]] sim::SolidQueries solid_queries() const noexcept { return solid_queries_; }
    void set_solid_queries(sim::SolidQueries queries);

    [[nodiscard]] int threads() const noexcept { return threads_; }
    void set_threads(int threads);

    /// Begins to compare all searches on the state that is shown, in the background; one comparison at a time.
    void compare_searches();
    /// The last one begun, or null.
    [[nodiscard]] Comparison* comparison() noexcept { return comparison_.get(); }
    /// As comparison-<n>.csv in the results folder.
    void save_comparison();

    // Parameters: change what parameters() and gravity() refer to, then apply
    [[nodiscard]] sim::Parameters& parameters() noexcept { return parameters_; }
    [[nodiscard]] GravityDial& gravity() noexcept { return gravity_; }
    void apply_parameters();
    void restore_parameters();  // all of them as the scene has them
    void undo();                // the last change of parameters, of a solid or of probes
    void redo();
    [[nodiscard]] const ParameterChanges& changes() const noexcept { return changes_; }

    // Probes, as they are set in by now; a reset keeps them. What cannot be is refused with the sentence that a file
    // would get (empty: it is done), and changes nothing.
    [[nodiscard]] const std::vector<sim::Probe>& probes() const noexcept { return probes_; }
    [[nodiscard]] std::string add_probe(const sim::Probe& probe);
    [[nodiscard]] std::string change_probe(std::size_t number, const sim::Probe& probe);
    void remove_probe(std::size_t number);
    void restore_probes();  // as the scene has them

    [[nodiscard]] sim::Colouring colouring() const noexcept { return colouring_; }
    void set_colouring(sim::Colouring colouring);
    void set_brush(const std::optional<sim::Brush>& brush);

    // Solids, by their numbers (World::hold_solid())
    [[nodiscard]] std::string name_of_solid(std::uint32_t solid) const;
    void hold_solid(std::uint32_t solid, const glm::vec3& place);
    /// Moved from one place of its centre to another.
    void let_go_of_solid(std::uint32_t solid, const glm::vec3& before, const glm::vec3& after);
    void take_out_or_put_back(std::uint32_t solid);

    /// What of the search states are to carry; nothing costs nothing.
    void show_search(const std::optional<SearchViewRequest>& request) { simulation_.set_search_view(request); }
    void show_broad_phase(const std::optional<BroadViewRequest>& request) { simulation_.set_broad_view(request); }

    // Recording
    [[nodiscard]] bool is_recording() const noexcept { return recorder_ != nullptr; }
    [[nodiscard]] std::uint64_t recorded_frames() const noexcept { return recorder_ ? recorder_->frames() : 0; }
    /// Where another scene is still being built, of that one, from when it is there.
    void toggle_recording();
    /// Where recordings and pictures go.
    [[nodiscard]] const std::filesystem::path& results_folder() const noexcept { return options_.out; }

    History history;
    ProbeHistory probe_history;
    EnergyHistory energy_history;
    Toasts toasts;

private:
    struct Opened {
        std::filesystem::path file;
        std::shared_ptr<const sim::Scene> as_read;  // what the file and the overrides say
        std::shared_ptr<const sim::Scene> running;  // with parameters changed since; what the simulation was given
    };
    struct Resuming {
        std::filesystem::path file;
        std::future<std::shared_ptr<const sim::Scene>> scene;
    };
    struct RecordingEnd {
        std::uint64_t frame, state_hash;
    };

    /// Of a solid, that no state has shown yet.
    struct Wish {
        std::uint32_t solid;
        bool is_out;
        std::uint64_t order;  // Simulation::post()
        bool is_noted;        // among the changes that can be taken back
    };

    [[nodiscard]] Opened open_first(const std::filesystem::path& file) const;  // of a checkpoint no scene yet
    [[nodiscard]] Simulation begun() const;
    void open_checkpoint(const std::filesystem::path& file);
    void hear_of_states();
    void take_over(const sim::Parameters& parameters);
    void send_parameters();
    void bring_about(const ParameterChanges::Wanted& wanted, const char* how);
    [[nodiscard]] std::string set_probes(const std::vector<sim::Probe>& wanted);
    void send_probes(std::vector<sim::Probe> probes);
    void put_solid(const SolidPlace& wanted, bool is_noted);
    /// What came of wishes since the state before.
    void hear_of_solids(const Snapshot& before);
    [[nodiscard]] bool will_be_out(std::uint32_t solid) const;
    /// What the command line sets is meant for the scene it names: another may lack it, or be quite another with it.
    [[nodiscard]] std::vector<std::string> overrides_of(const std::filesystem::path& file) const;
    /// These instead of the scene's own modules, unless empty.
    [[nodiscard]] Opened open(const std::filesystem::path& file, const std::string& neighbours,
                              const std::string& broadphase) const;
    [[nodiscard]] sim::Scene scene_as_it_runs() const;
    void start(Opened opened);
    [[nodiscard]] bool is_another_coming() const noexcept { return coming_ || resuming_.scene.valid(); }
    void hear_of_another_scene();
    void adopt_running_scene();
    void refuse_scene(const std::filesystem::path& file, const std::exception& error);
    void record(const std::vector<sim::FrameReport>& reports);
    void begin_recording();
    void stop_recording();
    void tell_comparison();

    WindowOptions options_;
    std::vector<ShippedScene> scenes_;
    std::filesystem::path first_;             // that the window was opened with
    Opened opened_;                           // what state() shows
    std::optional<Opened> coming_;            // given to the simulation, not there yet
    std::optional<std::uint64_t> coming_by_;  // the order that builds it; none: it is built, from a checkpoint
    Resuming resuming_;                       // a checkpoint given to the simulation
    std::future<std::filesystem::path> saved_;
    FileWatch watch_;
    std::vector<std::string> scene_errors_;

    sim::Parameters parameters_, applied_;  // as the panel has them; as the simulation was last given them
    ParameterChanges changes_;
    GravityDial gravity_;
    std::vector<Wish> wishes_;
    std::vector<sim::Probe> probes_;
    std::string neighbours_;
    spatial::SearchSettings search_settings_;
    std::string broadphase_;
    spatial::BroadSettings broad_settings_;
    sim::SolidQueries solid_queries_ = sim::SolidQueries::cells;
    int threads_;
    double speed_ = 1.0;
    sim::Colouring colouring_ = sim::Colouring::speed;

    std::unique_ptr<Comparison> comparison_;
    bool is_comparing_ = false;  // and has not told the outcome yet

    std::unique_ptr<Recorder> recorder_;
    bool records_what_comes_ = false;          // as soon as it is there
    std::uint64_t recorded_last_ = 0;          // number of the last frame recorded
    std::future<RecordingEnd> recording_end_;  // valid from stop_recording() until the simulation answers
    std::optional<RecordingEnd> recording_ends_at_;

    Simulation simulation_;
    std::shared_ptr<const Snapshot> latest_;
    std::uint64_t seen_generation_ = 0;  // 0 = none: the first scene counts as a restart
    bool has_restarted_ = false;

    struct Moment {
        double wall, simulated;  // s
    };
    std::deque<Moment> pace_;  // for the real-time ratio
    double now_ = 0.0;         // s since the first update
};

}  // namespace app
