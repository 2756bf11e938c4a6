#include "app/recording/temporary_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace app {

namespace fs = std::filesystem;

namespace {

/// A handler of signals may not lock or allocate: the names lie where it finds them. A run has five or six at a time;
/// one that finds no entry free is only not removed by the handler.
struct Entry {
    std::atomic<bool> is_taken = false, is_written = false;
    std::array<char, PATH_MAX> path;
};
std::array<Entry, 16> entries;
static_assert(std::atomic<bool>::is_always_lock_free);

int enter(const std::string& path) {
    if (path.size() >= PATH_MAX) return -1;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].is_taken.exchange(true)) continue;
        *std::ranges::copy(path, entries[i].path.begin()).out = '\0';
        entries[i].is_written = true;
        return static_cast<int>(i);
    }
    return -1;
}

/// ".<target>.part", the number of the process comes behind it.
std::string stem_of(const fs::path& target) { return "." + target.filename().string() + ".part"; }

bool is_dead(const std::string& digits) {
    pid_t process = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), process);
    return error == std::errc() && end == digits.data() + digits.size() && process > 0 && ::kill(process, 0) != 0 &&
           errno == ESRCH;
}

/// Processes of another machine or container, which share the folder but not the numbers, hold a lock on their files.
bool is_locked(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return true;
    const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
    ::close(descriptor);
    return locked;
}

/// What dead processes have left in a folder. Each folder is looked through once: a long run writes a file a frame
/// into the same one.
class Leftovers {
public:
    void remove_beside(const fs::path& target) {
        const std::lock_guard lock(mutex_);
        const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
        if (seen_.insert(folder).second) look_through(folder);
        std::erase_if(files_, [&](const fs::path& file) {
            const std::string stem = stem_of(target), name = file.filename().string();
            if (file.parent_path() != folder || !name.starts_with(stem)) return false;
            if (is_dead(name.substr(stem.size())) && !is_locked(file)) ::unlink(file.c_str());
            return true;
        });
    }

private:
    void look_through(const fs::path& folder) {
        std::error_code error;
        for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
            const std::string name = file->path().filename().string();
            if (name.starts_with('.') && name.find(".part") != std::string::npos) files_.push_back(file->path());
        }
    }

    std::mutex mutex_;
    std::set<fs::path> seen_;
    std::vector<fs::path> files_;
};

Leftovers& leftovers() {
    static Leftovers all;
    return all;
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& target)
    : path_(target.parent_path() / (stem_of(target) + std::to_string(::getpid()))), entry_(enter(path_.string())) {
    leftovers().remove_beside(target);
}

TemporaryFile::~TemporaryFile() {
    ::unlink(path_.c_str());
    if (entry_ < 0) return;
    Entry& entry = entries[static_cast<std::size_t>(entry_)];
    entry.is_written = false;
    entry.is_taken = false;
}

void remove_temporary_files() noexcept {
    for (const Entry& entry : entries)
        if (entry.is_written) ::unlink(entry.path.data());
}

}  // namespace app
