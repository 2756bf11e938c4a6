// The interface's fonts, drawn for one size. ImGui 1.86 cannot resize a font: another scale means another atlas.
#pragma once

#include <imgui.h>

#include <filesystem>

namespace app {

struct Fonts {
    ImFont* regular = nullptr;
    ImFont* strong = nullptr;  // headings
    ImFont* large = nullptr;   // the clock over the picture
};

/// Fills the atlas of the current context anew; the backend's texture must then be made again. Without the folder's
/// fonts ImGui's own is taken, which lacks ³ and °, and the log says so.
[[nodiscard]] Fonts load_fonts(const std::filesystem::path& assets, float scale);

/// assets_folder(), or an empty path, logged, when there is none: the window opens all the same.
[[nodiscard]] std::filesystem::path font_folder();

}  // namespace app
