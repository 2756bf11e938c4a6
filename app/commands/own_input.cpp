#include "app/commands/own_input.hpp"

#include <filesystem>

#include "app/commands/usage.hpp"

namespace app {

void refuse_own_input(const std::string& out, std::initializer_list<std::string> inputs) {
    std::error_code not_there;                                      // then it is no input, or reading it says so
    if (!std::filesystem::is_regular_file(out, not_there)) return;  // a terminal may be read and written
    for (const std::string& input : inputs)
        if (std::filesystem::equivalent(out, input, not_there))
            throw UsageError("--out " + out + " is the input " + input + ": name another file");
}

}  // namespace app
