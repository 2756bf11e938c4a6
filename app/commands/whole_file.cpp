#include "app/commands/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "app/commands/usage.hpp"

namespace app {

std::string read_whole(const std::filesystem::path& file) {
    const auto fail = [&] { throw UsageError("cannot read " + file.string() + ": " + std::strerror(errno)); };
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail();
    struct stat kind {};
    if (::fstat(descriptor, &kind) == 0 && (S_ISCHR(kind.st_mode) || S_ISBLK(kind.st_mode))) {
        ::close(descriptor);
        throw UsageError("cannot read " + file.string() + ": it is a device; name a file");
    }
    std::string text;
    std::error_code unknown;
    const std::uintmax_t expected = std::filesystem::file_size(file, unknown);
    text.resize(unknown ? 0 : expected + 1);  // one more, so that the end is seen without growing
    std::size_t length = 0;
    while (true) {
        if (length == text.size()) text.resize(std::max<std::size_t>(1 << 16, 2 * length));
        const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            ::close(descriptor);
            fail();
        }
        if (got == 0) break;
        length += static_cast<std::size_t>(got);
    }
    ::close(descriptor);
    text.resize(length);
    return text;
}

}  // namespace app
