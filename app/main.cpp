// weir: no graphics, runs on any machine.
#include "app/commands/command_line.hpp"
#include "app/passive_waiting.hpp"

int main(int argc, char** argv) {
    app::wait_passively(argv);
    return app::run_command_line(argc, argv, nullptr);
}
