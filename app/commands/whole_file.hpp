// A file that a user names, read in one go.
#pragma once

#include <filesystem>
#include <string>

namespace app {

/// Plain read() into one string: also for pipes, and as fast as the disk. Devices are refused: some never end. Throws
/// UsageError naming the file.
[[nodiscard]] std::string read_whole(const std::filesystem::path& file);

}  // namespace app
