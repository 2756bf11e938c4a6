// A window with an OpenGL context, ImGui's backends on it, and what happened to it since it was last asked.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace app {

class GlfwWindow {
public:
    /// Throws std::runtime_error when there is no display or no OpenGL 3.3. The context is current afterwards.
    GlfwWindow(const std::string& title, int width, int height);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    struct KeyPress {
        int key;  // GLFW_KEY_*; of letters the one the keyboard's layout has there
        bool with_ctrl, is_repeated;
    };
    struct Events {
        std::vector<KeyPress> keys;
        std::vector<std::string> dropped_files;
        bool has_input = false;  // any of the mouse or the keyboard
    };

    /// Waits up to `seconds` for an event (0 = only looks) and returns what has come in.
    [[nodiscard]] Events take_events(double seconds);

    [[nodiscard]] bool wants_to_close() const;
    [[nodiscard]] std::pair<int, int> size() const;  // as it was asked for when it was opened
    [[nodiscard]] ImVec2 framebuffer_size() const;   // pixels; 0 when minimised
    /// How much larger than on an ordinary screen text must be, in ImGui's coordinates.
    [[nodiscard]] float content_scale();
    /// Draws in software on the same cores as the simulation?
    [[nodiscard]] bool is_software() const noexcept { return is_software_; }
    void set_title(const std::string& title);
    /// The screen that most of the window is on, or back to the place and the size it had. True where it fills it now.
    bool fill_screen(bool fills);

    void begin_frame();
    void draw_interface();  // ImGui's draw data, into the framebuffer
    void show();            // swaps
    void renew_fonts();     // after the atlas has changed

private:
    void open(const std::string& title, int width, int height);

    GLFWwindow* window_ = nullptr;
    float pixels_a_point_ = 1.0f;  // as last seen
    Events events_;
    bool is_software_ = false;

    struct Place {
        int x, y, width, height;
    };
    std::optional<Place> place_before_;  // it filled the screen; none where it does not
};

}  // namespace app
