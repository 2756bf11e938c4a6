// weir-window: the same command line, and graphics.
#include "app/array_places.hpp"
#include "app/commands/command_line.hpp"
#include "app/passive_waiting.hpp"
#include "app/window_graphics.hpp"

int main(int argc, char** argv) {
    app::wait_passively(argv);
    app::keep_arrays_off_page_starts();
    return app::run_command_line(argc, argv, &app::window_graphics());
}
