#include "app/window/window.hpp"

#include <glad/gl.h>
#include <imgui.h>
#include <spdlog/cfg/env.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "app/commands/stop_signal.hpp"
#include "app/data_files.hpp"
#include "app/machine.hpp"
#include "app/picture_buffer.hpp"
#include "app/present.hpp"
#include "app/recording/atomic_file.hpp"
#include "app/recording/run_folder.hpp"
#include "app/window/actions.hpp"
#include "app/window/glfw_window.hpp"
#include "app/window/interface.hpp"
#include "app/window/scene_pictures.hpp"
#include "app/window/settings_file.hpp"
#include "app/window/theme.hpp"
#include "app/window/workbench.hpp"
#include "render/image.hpp"
#include "render/renderer.hpp"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double fastest_pictures = 60.0;   // a second; a display that does not wait for us would spin
constexpr double software_pictures = 45.0;  // a second, when drawing takes the cores the simulation wants
constexpr double idle_pictures = 8.0;       // a second, when nothing moves
constexpr double awake = 1.0;               // s without input before it idles
constexpr double shader_look = 0.5;         // s between two looks at the shader files

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

/// To standard error and to the log panel. SPDLOG_LEVEL=debug says more.
std::shared_ptr<LogRing> start_logging() {
    const auto ring = std::make_shared<LogRing>();
    const auto screen = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    screen->set_pattern("%H:%M:%S.%e %^%l%$ %v");
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("weir", spdlog::sinks_init_list{screen, ring}));
    spdlog::cfg::load_env_levels();
    return ring;
}

class Window {
public:
    explicit Window(const WindowOptions& options)
        : log_(start_logging()),
          kept_(as_it_was_left()),
          bench_(options),
          window_("Weir", kept_.width, kept_.height),
          renderer_(shaders_folder()),
          scene_pictures_(font_folder() / "scenes"),
          // Four samples cost a software renderer four times the depth tests, and spheres gain little by them.
          picture_(window_.is_software() ? 0 : 4) {
        bench_.log = log_;
        bench_.settings = kept_.settings;
        bench_.most_threads = std::max(available_cores(), options.threads);
        bench_.picture_of = [this](const std::string& scene) { return scene_pictures_.of(scene); };
        spdlog::info("drawing with {}", renderer_.description());
    }

    /// Returns the exit status: 130 where a signal closed it.
    int run() {
        outlive_readers();
        Clock::time_point last = Clock::now();
        while (!window_.wants_to_close() && !bench_.wants_to_quit && !signals_.stop_wanted()) {
            listen(window_.take_events(time_to_wait()));
            bench_.is_full_screen = window_.fill_screen(bench_.is_full_screen);
            const Clock::time_point now = Clock::now();
            const double seconds = seconds_between(last, now);
            last = now;
            since_input_ += seconds;
            bench_.laboratory.update(seconds);
            follow_scene();
            look_at_shaders(seconds);
            const ImVec2 size = window_.framebuffer_size();
            is_hidden_ = size.x < 1.0f || size.y < 1.0f;
            if (is_hidden_) continue;
            if (!bench_.is_full_screen) std::tie(kept_.width, kept_.height) = window_.size();
            follow_style();
            draw(seconds);
            begun_ = now;
        }
        kept_.settings = bench_.settings;
        save_settings(settings_file(), kept_);
        spdlog::info("closed");
        return signals_.stop_wanted() ? 130 : 0;
    }

private:
    [[nodiscard]] static KeptSettings as_it_was_left() {
        KeptSettings kept;
        load_settings(settings_file(), kept);
        return kept;
    }

    /// What is left until the next picture is due.
    [[nodiscard]] double time_to_wait() const {
        const bool is_still =
            !bench_.laboratory.playing() && since_input_ > awake && bench_.laboratory.toasts.all().empty();
        const double rate = is_hidden_ || is_still  ? idle_pictures
                            : window_.is_software() ? software_pictures
                                                    : fastest_pictures;
        return std::max(1.0 / rate - seconds_between(begun_, Clock::now()), 0.0);
    }

    void listen(const GlfwWindow::Events& events) {
        if (events.has_input) since_input_ = 0.0;
        for (const GlfwWindow::KeyPress& press : events.keys) {
            // While somebody types the keys are letters, digits and signs, and nothing else; also before the line of a
            // dialog that has just opened gets the keyboard, two pictures later.
            const bool has_line = bench_.commands.is_open || bench_.open.is_open;
            const bool is_typed = (has_line || ImGui::GetIO().WantTextInput) && !leaves_dialog(bench_, press.key);
            if (!is_typed && !press.is_repeated) press_key(bench_, press.key, press.with_ctrl);
        }
        for (const std::string& file : events.dropped_files) bench_.laboratory.open_scene(file);
    }

    void follow_scene() {
        if (!bench_.laboratory.has_restarted()) return;
        // The same scene from its start keeps the camera and the hand.
        if (bench_.laboratory.scene_file() == scene_file_) return;
        scene_file_ = bench_.laboratory.scene_file();
        bench_.settings.brush_radius = usual_brush_radius(bench_.laboratory.scene());
        bench_.settings.is_range_locked = false;
        bench_.settings.cells.picked.reset();
        bench_.settings.picked_solid.reset();
        needs_camera_ = true;
        window_.set_title("Weir – " + bench_.laboratory.scene().name);
    }

    void follow_style() {
        const float scale = window_.content_scale() * bench_.settings.interface_scale;
        const bool is_new_scale = std::abs(scale - scale_) > 0.01f;
        if (is_new_scale) {
            scale_ = scale;
            bench_.fonts = load_fonts(font_folder(), scale);
            window_.renew_fonts();
        }
        if (is_new_scale || theme_ != bench_.settings.theme) {
            theme_ = bench_.settings.theme;
            apply_theme(theme_, scale);
        }
    }

    void look_at_shaders(double seconds) {
        until_shader_look_ -= seconds;
        if (until_shader_look_ > 0.0) return;
        until_shader_look_ = shader_look;
        for (const std::string& message : renderer_.reload_changed_shaders())
            bench_.laboratory.toasts.show(Tone::error, message);
        drawn_ = {};  // the next picture shows what the shaders are now
    }

    void draw(double seconds) {
        const Clock::time_point begin = Clock::now();
        Settings& settings = bench_.settings;
        follow_range(seconds);
        window_.begin_frame();
        draw_interface(bench_);
        if (needs_camera_) bench_.view.go_home(bench_.laboratory);  // now that the area is known
        needs_camera_ = false;
        ImGui::Render();

        const ImGuiIO& io = ImGui::GetIO();
        const render::View view = bench_.view.view(io.DisplaySize, io.DisplayFramebufferScale);
        draw_fluid(view, {settings.map,
                          {settings.low, settings.high},
                          settings.theme,
                          settings.cell_look,
                          settings.sees_through_solids,
                          settings.cut(bench_.laboratory.scene().domain)});
        picture_.show();
        window_.draw_interface();
        glFinish();  // so that the time is the drawing's, not that of the next call which would have to wait
        bench_.laboratory.history.add_drawing(static_cast<float>(1e3 * seconds_between(begin, Clock::now())));
        if (bench_.wants_picture) save_picture(view.width, view.height);
        bench_.wants_picture = false;
        window_.show();
        count_picture();
    }

    /// Moves with the fluid: a picture that stands still keeps its colours, and need not be drawn again.
    void follow_range(double seconds) {
        since_state_ += seconds;
        const auto& state = bench_.laboratory.shared_state();
        if (state == drawn_.state || bench_.settings.is_range_locked) return;
        const ColourRange range = bench_.range.follow(*state, since_state_);
        bench_.settings.low = range.low;
        bench_.settings.high = range.high;
        since_state_ = 0.0;
    }

    /// Into the picture buffer, unless it shows just that already.
    void draw_fluid(const render::View& view, const Look& look) {
        const Drawn wanted{bench_.laboratory.shared_state(), view.view, view.projection, view.width, view.height, look};
        if (wanted == drawn_) return;
        picture_.bind(view.width, view.height);
        renderer_.draw(presenter_.frame(*wanted.state, look, view));
        drawn_ = wanted;
    }

    void save_picture(int width, int height) {
        try {
            const std::filesystem::path file = new_numbered_file(bench_.laboratory.results_folder(), "picture", ".png");
            const std::vector<std::uint8_t> png = render::encode_png(render::read_framebuffer(width, height));
            write_file(file, {reinterpret_cast<const char*>(png.data()), png.size()});
            bench_.laboratory.toasts.show(Tone::notice, "picture saved as " + file.string());
        } catch (const std::exception& error) {
            bench_.laboratory.toasts.show(Tone::error, error.what());
        }
    }

    /// Pictures a second, over the last second.
    void count_picture() {
        ++pictures_;
        const double seconds = seconds_between(counted_since_, Clock::now());
        if (seconds < 1.0) return;
        bench_.frames_per_second = pictures_ / seconds;
        spdlog::debug("{:.1f} pictures/s", bench_.frames_per_second);
        pictures_ = 0;
        counted_since_ = Clock::now();
    }

    StopSignals signals_;  // what is recorded and set is kept, whoever closes the window
    std::shared_ptr<LogRing> log_;
    KeptSettings kept_;
    Workbench bench_;
    GlfwWindow window_;
    render::Renderer renderer_;
    ScenePictures scene_pictures_;
    PictureBuffer picture_;
    Presenter presenter_;

    /// All that the picture of the fluid depends on, the shaders apart.
    struct Drawn {
        std::shared_ptr<const Snapshot> state;
        glm::mat4 view{0.0f}, projection{0.0f};
        int width = 0, height = 0;
        Look look;
        bool operator==(const Drawn&) const = default;
    };
    Drawn drawn_;

    std::filesystem::path scene_file_;  // that camera and hand belong to
    bool needs_camera_ = false, is_hidden_ = false;
    float scale_ = 0.0f;  // of the fonts and the style; 0 = not yet made
    render::Theme theme_ = render::Theme::dark;
    double since_input_ = 0.0, since_state_ = 0.0, until_shader_look_ = 0.0;  // s
    Clock::time_point begun_ = Clock::now();                                  // the last picture
    Clock::time_point counted_since_ = Clock::now();
    int pictures_ = 0;
};

}  // namespace

int open_window(const WindowOptions& options) { return Window(options).run(); }

}  // namespace app
