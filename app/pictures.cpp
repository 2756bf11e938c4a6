#include "app/pictures.hpp"

#include <imgui.h>
#include <imgui/backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "app/data_files.hpp"
#include "app/present.hpp"
#include "app/window/colour_range.hpp"
#include "app/window/fonts.hpp"
#include "app/window/legend.hpp"
#include "app/window/theme.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/renderer.hpp"

namespace app {
namespace {

/// ImGui without a window, for the legend and the clock.
class Lettering {
public:
    Lettering(int width, int height) {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        const float scale = std::max(static_cast<float>(height) / 720.0f, 0.6f);
        apply_theme(render::Theme::dark, scale);
        fonts_ = load_fonts(font_folder(), scale);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~Lettering() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    Lettering(const Lettering&) = delete;
    Lettering& operator=(const Lettering&) = delete;

    void draw(const Snapshot& state, const Look& look) {
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        const Palette& colours = palette(look.theme);
        const float font = ImGui::GetFontSize(), width = ImGui::GetIO().DisplaySize.x;
        std::array<char, 32> time{};
        std::snprintf(time.data(), time.size(), "%.2f s", state.time);
        list.AddText(fonts_.large, fonts_.large->FontSize, {font, 0.8f * font}, colours.text, time.data());
        draw_legend(list, {width - font, font}, state, look.range, look.map, colours, false);
        ImGui::Render();
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }

private:
    Fonts fonts_;
};

/// How long somebody is taken to look at a picture, while the range of colours calms down. No time of the clock, so
/// that the same run gives the same pictures; nor simulated time, in which all may be over before the range has
/// followed.
constexpr double seconds_a_picture = 1.0 / 15.0;

class OffscreenPictures final : public PictureMaker {
public:
    OffscreenPictures(const sim::Scene& scene, int width, int height)
        : offscreen_(width, height), renderer_(shaders_folder()), lettering_(width, height) {
        state_.scene = std::make_shared<const sim::Scene>(scene);
        const float aspect = static_cast<float>(width) / static_cast<float>(height);
        view_ = camera_of(scene, aspect).view(width, height);
        state_.generation = 1;
    }

    const std::vector<std::uint8_t>& draw(const sim::World& world) override {
        copy_state(world, state_.scene->colouring, state_);
        const Look look{render::ColourMap::viridis, range_.follow(state_, seconds_a_picture), render::Theme::dark};
        offscreen_.bind();
        renderer_.draw(presenter_.frame(state_, look, view_));
        lettering_.draw(state_, look);
        image_ = offscreen_.read();
        return image_.rgb;
    }

    [[nodiscard]] std::vector<std::uint8_t> png() const override { return render::encode_png(image_); }

private:
    render::Offscreen offscreen_;
    render::Renderer renderer_;
    Lettering lettering_;
    Presenter presenter_;
    RangeFollower range_;
    render::View view_;
    Snapshot state_;
    render::Image image_;
};

}  // namespace

std::unique_ptr<PictureMaker> make_pictures(const sim::Scene& scene, int width, int height) {
    return std::make_unique<OffscreenPictures>(scene, width, height);
}

}  // namespace app
