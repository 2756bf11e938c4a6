// A file that appears under its name whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/recording/temporary_file.hpp"

namespace app {

/// Writes to a temporary file beside the target and renames it in commit(). Whoever looks, and whenever the program is
/// killed, sees the old file or the new one. Destroyed without commit() it leaves nothing.
///
/// A target that is there and is no regular file (/dev/null, /dev/stdout, a named pipe) is written to directly:
/// renaming would replace the device itself. A symbolic link stays and the file behind it is replaced.
///
/// Every function that writes throws std::runtime_error naming the target when the disk is full or the folder
/// does not let us. What came in small pieces is kept then, and written by the next call if there is room again.
class AtomicFile {
public:
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text);
    /// The bytes of numbers as they lie in memory.
    template <class T>
    void write_bytes(std::span<const T> values) {
        write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }

    /// Takes room on the disk before there is anything to write, where the disk knows how.
    void reserve(std::size_t bytes);

    /// Once it has done so, it does nothing.
    void commit();

private:
    void flush();
    void drain(std::string_view& text);
    [[noreturn]] void fail(const char* doing) const;

    std::filesystem::path target_;
    std::optional<TemporaryFile> temporary_;  // until it is committed
    std::string buffer_;
    int descriptor_ = -1;
    bool direct_ = false;
};

/// A small file in one go.
void write_file(const std::filesystem::path& target, std::string_view text);

}  // namespace app
