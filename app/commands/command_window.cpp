#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "app/commands/command_options.hpp"
#include "app/commands/commands.hpp"

namespace app {

Subcommand window_command(CLI::App& parser) {
    const auto options = std::make_shared<WindowOptions>();
    parser
        .add_option(
            "SCENE", options->scene,
            "A scene file, the name of a shipped scene, or a checkpoint, which opens paused (default: dam-break)")
        ->type_name("");
    add_neighbours(parser, "--neighbours", options->neighbours);
    add_broad_phase(parser, "--broadphase", options->broadphase);
    add_threads(parser, options->threads);
    add_real_time(parser, options->overrides);
    add_overrides(parser, options->overrides);
    add_value(parser, "--out", "DIR", "Where recordings, pictures and checkpoints go (default: out)",
              [options](const std::string& text) { options->out = text; });
    return {&parser, [options](const Invocation& invocation) {
                if (invocation.graphics == nullptr) become_weir_window(invocation.argv);
                return invocation.graphics->open_window(*options);
            }};
}

void become_weir_window(char** argv) {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::string program = (self.parent_path() / "weir-window").string();
    if (error || !std::filesystem::exists(program, error))
        throw std::runtime_error(
            "windows, pictures and videos need weir-window, which is not at " + program +
            "; build with -DWEIR_WINDOW=ON, or use 'weir run SCENE' without --pictures and --video");
    argv[0] = const_cast<char*>(program.c_str());
    ::execv(program.c_str(), argv);
    throw std::runtime_error("cannot start " + program + ": " + std::strerror(errno));
}

}  // namespace app
