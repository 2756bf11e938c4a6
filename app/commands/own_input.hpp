// Keeps a command from writing its result over what it was made from.
#pragma once

#include <initializer_list>
#include <string>

namespace app {

/// Throws UsageError when `out` is one of the files read, by whatever spelling or link. Empty names are none.
void refuse_own_input(const std::string& out, std::initializer_list<std::string> inputs);

}  // namespace app
