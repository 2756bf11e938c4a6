// What the command line asks of the graphics, and all it knows of them. `weir` links no graphics and passes none;
// `weir-window` is the same command line with these three functions behind it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sim/scene.hpp"
#include "sim/world.hpp"

namespace app {

struct WindowOptions {
    std::string scene = "dam-break";     // a path or a shipped scene's name, for find_scene_or_checkpoint()
    std::vector<std::string> overrides;  // PATH=VALUE as of --set: of this scene, as often as its file is read
    std::string neighbours;              // the search to start with; empty = the scene's own
    std::string broadphase;              // likewise
    int threads = 1;
    std::filesystem::path out = "out";  // recordings go into new_run_folder(out, scene) (run_folder.hpp)
};

/// Draws states of a world off screen, one after the other. Belongs to the thread that made it.
class PictureMaker {
public:
    virtual ~PictureMaker() = default;

    /// The scene from its own camera, in its own colouring: sRGB, 8 bits a channel, top row first,
    /// width * height * 3 bytes, good until the next call.
    virtual const std::vector<std::uint8_t>& draw(const sim::World& world) = 0;

    /// The picture last drawn, as the bytes of a PNG file.
    [[nodiscard]] virtual std::vector<std::uint8_t> png() const = 0;
};

struct Graphics {
    /// Returns the exit status once the window is closed. Throws sim::BadScene and what find_scene_or_checkpoint()
    /// throws when the first scene is bad, std::runtime_error when there is no display or no OpenGL.
    int (*open_window)(const WindowOptions& options);

    /// Needs no display. Throws std::runtime_error when there is no OpenGL.
    std::unique_ptr<PictureMaker> (*make_pictures)(const sim::Scene& scene, int width, int height);
};

}  // namespace app
