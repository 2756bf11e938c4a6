// The commands, each in its own file: what it is called with, and what it then does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/graphics.hpp"

namespace app {

/// What a command may need beside its options.
struct Invocation {
    const Graphics* graphics;  // null in `weir`
    char** argv;               // to hand on to weir-window
};

struct Subcommand {
    CLI::App* parser;
    std::function<int(const Invocation&)> run;  // after parsing; returns the exit status
};

/// Each adds its options to `parser`, which lives longer.
[[nodiscard]] Subcommand window_command(CLI::App& parser);
[[nodiscard]] Subcommand run_command(CLI::App& parser);
[[nodiscard]] Subcommand list_command(CLI::App& parser);
[[nodiscard]] Subcommand check_command(CLI::App& parser);
[[nodiscard]] Subcommand neighbours_command(CLI::App& parser);
[[nodiscard]] Subcommand pairs_command(CLI::App& parser);
[[nodiscard]] Subcommand bench_command(CLI::App& parser);
[[nodiscard]] Subcommand validate_command(CLI::App& parser);

/// Becomes weir-window, with the same arguments. Returns only by throwing std::runtime_error when it is not there.
[[noreturn]] void become_weir_window(char** argv);

}  // namespace app
