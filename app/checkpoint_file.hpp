// Checkpoints as files (sim/checkpoint.hpp): `weir run` and the window write and read the same.
#pragma once

#include <filesystem>
#include <string>

namespace app {

/// Named like one (.weir), or begins like one: what somebody wants opened may be a scene instead.
[[nodiscard]] bool is_checkpoint(const std::filesystem::path& file);

/// The bytes, for sim::load_checkpoint(). Throws UsageError: also for what is no file on a disk, because a checkpoint
/// is only known by its last bytes, and of a device or a pipe there may be no last ones.
[[nodiscard]] std::string read_checkpoint(const std::filesystem::path& file);

}  // namespace app
