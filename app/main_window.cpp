// weir-window: the same command line, and graphics.
#include "app/commands/command_line.hpp"
#include "app/passive_waiting.hpp"
#include "app/window_graphics.hpp"

int main(int argc, char** argv) {
    app::wait_passively(argv);
    return app::run_command_line(argc, argv, &app::window_graphics());
}
