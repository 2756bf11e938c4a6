// How the window was left: theme, size of the text, which panels, the window's size. A file of the user's, kept from
// one start to the next.
#pragma once

#include <filesystem>

#include "app/window/settings.hpp"

namespace app {

/// What of the settings outlives the window, and the window's own size.
struct KeptSettings {
    Settings settings;
    int width = 1280, height = 720;  // pixels
};

/// window.json in the folder weir of $XDG_CONFIG_HOME or ~/.config; empty where there is neither.
[[nodiscard]] std::filesystem::path settings_file();

/// What the file says of it put into `kept`; what it does not say, or says wrongly, stays as it is. A file that cannot
/// be read is logged and does no harm.
void load_settings(const std::filesystem::path& file, KeptSettings& kept);

/// Writes the file where that changes anything. That it cannot be written is logged.
void save_settings(const std::filesystem::path& file, const KeptSettings& kept);

}  // namespace app
