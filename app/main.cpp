// weir: no graphics, runs on any machine.
#include "app/array_places.hpp"
#include "app/commands/command_line.hpp"
#include "app/passive_waiting.hpp"

int main(int argc, char** argv) {
    app::wait_passively(argv);
    app::keep_arrays_off_page_starts();
    return app::run_command_line(argc, argv, nullptr);
}
