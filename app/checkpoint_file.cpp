#include "app/checkpoint_file.hpp"

#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "app/commands/usage.hpp"
#include "app/commands/whole_file.hpp"
#include "sim/checkpoint.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

bool begins_as_checkpoint(const fs::path& file) {
    constexpr std::string_view beginning = sim::checkpoint_beginning;
    std::array<char, beginning.size()> read{};
    return std::ifstream(file, std::ios::binary).read(read.data(), read.size()) &&
           std::string_view(read.data(), read.size()) == beginning;
}

}  // namespace

bool is_checkpoint(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && (file.extension() == ".weir" || begins_as_checkpoint(file));
}

std::string read_checkpoint(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw UsageError("cannot go on from " + file.string() + ": it is " +
                         (fs::is_directory(status) ? "a folder; name a checkpoint in it"
                                                   : "no file on a disk; save the checkpoint as one first"));
    // What is none may be larger than memory: its bytes are not worth reading.
    const bool can_be_read = std::ifstream(file).good();
    return can_be_read && !begins_as_checkpoint(file) ? std::string() : read_whole(file);
}

}  // namespace app
