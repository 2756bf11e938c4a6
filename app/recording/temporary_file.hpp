// The names of files that are not whole yet, and what becomes of them when the program ends before they are.
#pragma once

#include <filesystem>

namespace app {

/// The name of a temporary file beside `target`: hidden, and another one for every process. While this lives the file
/// is removed by remove_temporary_files(), and at its end if it is still there. What processes that have died left
/// beside this target is removed at once.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::filesystem::path& target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
    int entry_;  // among those to be removed, -1 = not among them
};

/// Removes every temporary file of this process. For handlers of signals, and only just before the end.
void remove_temporary_files() noexcept;

}  // namespace app
