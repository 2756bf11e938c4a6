// The command line of both executables.
#pragma once

#include "app/graphics.hpp"

namespace app {

/// Does what the arguments say. Returns the exit status: 0 done, 1 the run failed, 2 bad usage or input,
/// 130 stopped by Ctrl-C. Without `graphics` whatever needs them is handed to `weir-window`, which lies beside this
/// program.
[[nodiscard]] int run_command_line(int argc, char** argv, const Graphics* graphics);

}  // namespace app
