// Everything that keys, menus and panels may touch.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/window/colour_range.hpp"
#include "app/window/command_list.hpp"
#include "app/window/fonts.hpp"
#include "app/window/laboratory.hpp"
#include "app/window/log_ring.hpp"
#include "app/window/open_dialog.hpp"
#include "app/window/probe_editor.hpp"
#include "app/window/settings.hpp"
#include "app/window/view_control.hpp"

namespace app {

struct Workbench {
    explicit Workbench(const WindowOptions& options) : laboratory(options) {}

    Laboratory laboratory;
    Settings settings;
    ViewControl view;
    RangeFollower range;
    OpenDialog open;
    CommandLine commands;
    ProbeEditor probe;
    Fonts fonts;
    std::shared_ptr<LogRing> log;
    /// Of a shipped scene, by its name; null where there is none. None at all without a window.
    std::function<ImTextureID(const std::string&)> picture_of = [](const std::string&) { return nullptr; };
    int most_threads = 1;          // cores there are
    double frames_per_second = 0;  // drawn, not simulated
    bool is_full_screen = false;
    bool wants_picture = false;  // of the window as it is drawn next
    bool wants_to_quit = false;
};

}  // namespace app
