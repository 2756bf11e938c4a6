// A laboratory on a scene in a folder of its own, watched as the window would.
#pragma once

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/window/laboratory.hpp"
#include "scenes.hpp"

inline app::WindowOptions options_for(const SceneFolder& folder, const std::filesystem::path& scene) {
    app::WindowOptions options;
    options.scene = scene;
    options.out = folder.path() / "out";
    return options;
}

/// Puts a file's time ahead: two writes within one tick of the file system's clock would look like one.
inline void touch_later(const std::filesystem::path& file) {
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
}

/// Updates as the window does, until the condition holds.
template <class Condition>
bool update_until(app::Laboratory& laboratory, const Condition& condition) {
    for (int i = 0; i < 4000; ++i) {
        laboratory.update(0.005);
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}
