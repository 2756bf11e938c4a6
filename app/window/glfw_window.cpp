#include "app/window/glfw_window.hpp"

#include <glad/gl.h>
// glad first: GLFW must not bring OpenGL's own header.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "render/renderer.hpp"

namespace app {
namespace {

/// GLFW tells why something failed through a callback; kept for the exception.
std::string& last_complaint() {
    static std::string complaint;
    return complaint;
}

std::string no_display() {
    const char* display = std::getenv("DISPLAY");
    const std::string seen = display == nullptr ? "DISPLAY is not set" : "DISPLAY is '" + std::string(display) + "'";
    return "cannot open a window: " + last_complaint() + " (" + seen +
           "); 'weir run SCENE --pictures' draws without a display";
}

bool draws_in_software() {
    const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    for (const std::string_view name : {"llvmpipe", "softpipe", "SwiftShader", "swrast"})
        if (renderer.find(name) != std::string_view::npos) return true;
    return false;
}

/// Shortcuts are letters on the keyboard as it is labelled; GLFW names keys by their place on an American one.
int labelled_key(int key, int scancode) {
    const char* name = glfwGetKeyName(key, scancode);
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
    if (std::isalpha(static_cast<unsigned char>(name[0]))) return std::toupper(static_cast<unsigned char>(name[0]));
    return name[0] == '.' ? GLFW_KEY_PERIOD : key;
}

GlfwWindow::Events& events_of(GLFWwindow* window) {
    return *static_cast<GlfwWindow::Events*>(glfwGetWindowUserPointer(window));
}

/// Null where there is none.
GLFWmonitor* monitor_with_most_of(int x, int y, int width, int height) {
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    GLFWmonitor* found = nullptr;
    int most = -1;
    for (GLFWmonitor* const monitor : std::span(monitors, static_cast<std::size_t>(count))) {
        const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
        if (mode == nullptr) continue;
        int left = 0, top = 0;
        glfwGetMonitorPos(monitor, &left, &top);
        const int across = std::min(x + width, left + mode->width) - std::max(x, left);
        const int down = std::min(y + height, top + mode->height) - std::max(y, top);
        const int shared = std::max(across, 0) * std::max(down, 0);
        if (shared <= most) continue;
        most = shared;
        found = monitor;
    }
    return found;
}

/// Before ImGui's own callbacks, which call these.
void install_callbacks(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        events_of(w).has_input = true;
        if (action == GLFW_RELEASE || key == GLFW_KEY_UNKNOWN) return;
        events_of(w).keys.push_back(
            {labelled_key(key, scancode), (mods & GLFW_MOD_CONTROL) != 0, action == GLFW_REPEAT});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { events_of(w).has_input = true; });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { events_of(w).has_input = true; });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { events_of(w).has_input = true; });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { events_of(w).has_input = true; });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        events_of(w).dropped_files.insert(events_of(w).dropped_files.end(), paths, paths + count);
    });
}

}  // namespace

GlfwWindow::GlfwWindow(const std::string& title, int width, int height) {
    glfwSetErrorCallback([](int, const char* words) { last_complaint() = words; });
    if (!glfwInit()) throw std::runtime_error(no_display());
    try {
        open(title, width, height);
        is_software_ = draws_in_software();
    } catch (...) {
        if (window_ != nullptr) glfwDestroyWindow(window_);
        glfwTerminate();
        throw;
    }
    glfwSetWindowUserPointer(window_, &events_);
    install_callbacks(window_);
    glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSwapInterval(1);

    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // the layout is fixed: nothing to remember
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    glfwShowWindow(window_);
}

void GlfwWindow::open(const std::string& title, int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_SAMPLES, 0);  // the picture has its own (picture_buffer.hpp); text has smooth edges anyway
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) throw std::runtime_error("cannot open a window with OpenGL 3.3: " + last_complaint());
    glfwMakeContextCurrent(window_);
    render::load_gl(glfwGetProcAddress);
}

GlfwWindow::~GlfwWindow() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

GlfwWindow::Events GlfwWindow::take_events(double seconds) {
    if (seconds > 0.0) {
        glfwWaitEventsTimeout(seconds);
    } else {
        glfwPollEvents();
    }
    return std::exchange(events_, {});
}

bool GlfwWindow::wants_to_close() const { return glfwWindowShouldClose(window_); }

std::pair<int, int> GlfwWindow::size() const {
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);
    float scale_x = 1.0f, scale_y = 1.0f;
    // Where the system counts in pixels, the window was made larger by this (GLFW_SCALE_TO_MONITOR).
    if (pixels_a_point_ < 1.01f) glfwGetWindowContentScale(window_, &scale_x, &scale_y);
    return {static_cast<int>(std::lround(static_cast<float>(width) / scale_x)),
            static_cast<int>(std::lround(static_cast<float>(height) / scale_y))};
}

ImVec2 GlfwWindow::framebuffer_size() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height)};
}

float GlfwWindow::content_scale() {
    float scale = 1.0f, scale_y = 1.0f;
    glfwGetWindowContentScale(window_, &scale, &scale_y);
    // Where the system counts in points, the framebuffer is larger than the window and has that scale already. Each
    // size is asked for anew: while somebody drags the window they may belong to different moments, and are not
    // compared.
    int before = 0, after = 0, height = 0;
    glfwGetWindowSize(window_, &before, &height);
    const float pixels = framebuffer_size().x;
    glfwGetWindowSize(window_, &after, &height);
    if (before == after && before > 0 && pixels > 0.0f) pixels_a_point_ = pixels / static_cast<float>(before);
    return scale / pixels_a_point_;
}

void GlfwWindow::set_title(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
    spdlog::debug("window title: {}", title);
}

bool GlfwWindow::fill_screen(bool fills) {
    if (fills == place_before_.has_value()) return fills;
    if (!fills) {
        glfwSetWindowMonitor(window_, nullptr, place_before_->x, place_before_->y, place_before_->width,
                             place_before_->height, GLFW_DONT_CARE);
        place_before_.reset();
        return false;
    }
    Place place{};
    glfwGetWindowPos(window_, &place.x, &place.y);
    glfwGetWindowSize(window_, &place.width, &place.height);
    GLFWmonitor* const monitor = monitor_with_most_of(place.x, place.y, place.width, place.height);
    const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return false;
    place_before_ = place;
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    glfwSwapInterval(1);  // some systems forget it on the way
    return true;
}

void GlfwWindow::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void GlfwWindow::draw_interface() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

void GlfwWindow::show() { glfwSwapBuffers(window_); }

void GlfwWindow::renew_fonts() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace app
