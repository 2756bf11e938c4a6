// The whole interface without a window, for tests: ImGui lays it out and makes triangles, nobody draws them.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "app/window/actions.hpp"
#include "app/window/fonts.hpp"
#include "app/window/interface.hpp"
#include "app/window/theme.hpp"
#include "scenes.hpp"

class DrawnInterface {
protected:
    explicit DrawnInterface(render::Theme theme) : theme_(theme), bench_(options()) {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {1280, 720};
        bench_.log = std::make_shared<app::LogRing>();
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", bench_.log));
        bench_.settings.theme = theme_;
        scale_to(1.0f);
    }
    ~DrawnInterface() { ImGui::DestroyContext(); }

    app::WindowOptions options() const {
        app::WindowOptions options;
        options.scene = folder_.write("small.json", small_dam);
        options.out = folder_.path() / "out";
        return options;
    }

    void scale_to(float scale) {
        app::apply_theme(theme_, scale);
        bench_.fonts = app::load_fonts(WEIR_FONTS, scale);
    }

    /// Three frames: ImGui needs one to learn sizes. Returns how many vertices the last one has.
    int drawn() {
        for (int frame = 0; frame < 3; ++frame) {
            bench_.laboratory.update(1.0 / 60.0);
            ImGui::NewFrame();
            app::draw_interface(bench_);
            ImGui::Render();
        }
        return ImGui::GetDrawData()->TotalVtxCount;
    }

    /// Draws until the condition holds.
    template <class Condition>
    bool drawn_until(const Condition& condition) {
        for (int i = 0; i < 4000; ++i) {
            drawn();
            if (condition()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }

    void press(std::string_view key_name) {
        const auto action = std::ranges::find(app::actions(), key_name, &app::Action::key_name);
        ASSERT_NE(action, app::actions().end()) << key_name;
        app::press_key(bench_, action->key, action->with_ctrl);
    }

    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        drawn();
    }

    /// A key that edits text or leaves it, as ImGui hears of it.
    void hit(ImGuiKey key) {
        const int place = ImGui::GetIO().KeyMap[key] = static_cast<int>(key) + 1;
        ImGui::GetIO().KeysDown[place] = true;
        drawn();
        ImGui::GetIO().KeysDown[place] = false;
        drawn();
    }

    void click(ImVec2 place) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = place;
        drawn();
        io.MouseDown[0] = true;
        drawn();
        io.MouseDown[0] = false;
        drawn();
    }

    /// Where a particle in the middle of the arrays is seen.
    ImVec2 on_screen(const app::Snapshot& state) const {
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        const render::View view = bench_.view.view(display, {1.0f, 1.0f});
        const std::size_t i = state.x.size() / 2;
        const glm::vec4 clip = view.projection * view.view * glm::vec4(state.x[i], state.y[i], state.z[i], 1.0f);
        return {0.5f * display.x * (1.0f + clip.x / clip.w), 0.5f * display.y * (1.0f - clip.y / clip.w)};
    }

    bool has_logged(const std::string& words) const {
        const auto lines = bench_.log->lines();
        return std::ranges::any_of(
            lines, [&](const app::LogLine& line) { return line.text.find(words) != std::string::npos; });
    }

    render::Theme theme_;
    SceneFolder folder_;
    app::Workbench bench_;
};
