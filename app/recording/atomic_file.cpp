#include "app/recording/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t buffer_size = 1 << 18;  // bytes; fewer, larger writes

}  // namespace

AtomicFile::AtomicFile(const fs::path& target) : target_(target) {
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::is_directory(status)) throw std::runtime_error("cannot write " + target.string() + ": it is a folder");
    direct_ = fs::exists(status) && !fs::is_regular_file(status);
    if (!direct_ && fs::is_symlink(target, ignored)) target_ = fs::weakly_canonical(target, ignored);
    if (!direct_) temporary_.emplace(target_);
    // A temporary file left by a killed process of the same number is ours to overwrite.
    const fs::path& opened = direct_ ? target_ : temporary_->path();
    descriptor_ = ::open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot write");
    // Held until it is closed: whoever tidies the folder up sees that somebody is writing.
    if (!direct_) (void)::flock(descriptor_, LOCK_EX | LOCK_NB);
    buffer_.reserve(buffer_size);
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void AtomicFile::write(std::string_view text) {
    if (text.size() >= buffer_size) {
        flush();
        return drain(text);
    }
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
}

void AtomicFile::reserve(std::size_t bytes) {
    if (direct_) return;
    const int error = ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
    if (error != ENOSPC && error != EDQUOT) return;
    errno = error;
    fail("cannot write");
}

void AtomicFile::commit() {
    if (descriptor_ < 0) return;
    flush();
    // No fsync: a killed program cannot tear what the kernel already has, and waiting for the disk at every exported
    // frame would slow the run down.
    if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot finish");
    if (!direct_ && ::rename(temporary_->path().c_str(), target_.c_str()) != 0) fail("cannot finish");
    temporary_.reset();
}

void AtomicFile::flush() {
    std::string_view left = buffer_;
    try {
        drain(left);
    } catch (...) {
        buffer_.erase(0, buffer_.size() - left.size());
        throw;
    }
    buffer_.clear();
}

/// Takes off the text what is written of it.
void AtomicFile::drain(std::string_view& text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("cannot write");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::fail(const char* doing) const {
    const int error = errno;
    const char* const advice = error == ENOSPC || error == EDQUOT  ? "; free some space or choose another folder"
                               : error == EACCES || error == EROFS ? "; choose a folder you may write to"
                               : error == ENOENT                   ? "; make the folder first"
                                                                   : "";
    throw std::runtime_error(std::string(doing) + " " + target_.string() + ": " + std::strerror(error) + advice);
}

void write_file(const fs::path& target, std::string_view text) {
    AtomicFile file(target);
    file.write(text);
    file.commit();
}

}  // namespace app
