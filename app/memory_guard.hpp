// Memory that runs out ends the program with a sentence.
#pragma once

#include <string>

namespace app {

/// From now on the program takes no more than is free now, and where it wants more it ends with `message` and exit
/// status 1, whichever thread asked. Without this the kernel kills without a word, or an exception ends a team of
/// threads. Only for a command that has nothing half written.
void end_where_memory_ends(const std::string& message);

}  // namespace app
