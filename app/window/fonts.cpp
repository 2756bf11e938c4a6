#include "app/window/fonts.hpp"

#include <imgui_freetype.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cmath>
#include <exception>

#include "app/data_files.hpp"

namespace app {
namespace {

constexpr float text_size = 15.0f;  // pixels at scale 1
constexpr float large_size = 20.0f;

/// Latin, Greek (for densities and viscosities), dashes and arrows; begin and end in pairs.
constexpr std::array<ImWchar, 9> characters = {0x0020, 0x00ff, 0x0391, 0x03c9, 0x2010, 0x2026, 0x2190, 0x2193, 0};

ImFont* load(const std::filesystem::path& file, float size) {
    if (!std::filesystem::is_regular_file(file)) {
        spdlog::warn("no font {}: using a plain one", file.string());
        ImFontConfig config;
        config.SizePixels = std::floor(size);
        return ImGui::GetIO().Fonts->AddFontDefault(&config);
    }
    return ImGui::GetIO().Fonts->AddFontFromFileTTF(file.c_str(), std::floor(size), nullptr, characters.data());
}

}  // namespace

Fonts load_fonts(const std::filesystem::path& assets, float scale) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    // Hinting that moves points up and down only: stems stay crisp and widths true.
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    Fonts fonts;
    fonts.regular = load(assets / "Roboto-Regular.ttf", text_size * scale);
    fonts.strong = load(assets / "Roboto-Medium.ttf", text_size * scale);
    fonts.large = load(assets / "Roboto-Medium.ttf", large_size * scale);
    ImGui::GetIO().FontDefault = fonts.regular;
    atlas.Build();
    return fonts;
}

std::filesystem::path font_folder() {
    try {
        return assets_folder();
    } catch (const std::exception& error) {
        spdlog::warn("{}", error.what());
        return {};
    }
}

}  // namespace app
