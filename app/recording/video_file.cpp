#include "app/recording/video_file.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace app {

VideoFile::VideoFile(const std::filesystem::path& target, int width, int height, double frames_per_second)
    : target_(target), temporary_(target), width_(width), height_(height) {
    start(frames_per_second);
    // When ffmpeg dies, write() shall say so instead of a signal ending us.
    sigpipe_before_ = std::signal(SIGPIPE, SIG_IGN);
}

VideoFile::~VideoFile() {
    if (ffmpeg_ > 0) {
        ::kill(ffmpeg_, SIGKILL);
        wait_for_ffmpeg();
    }
    std::signal(SIGPIPE, sigpipe_before_);
}

void VideoFile::start(double frames_per_second) {
    int ends[2];
    // Closed on exec, so that ffmpeg does not hold the writing end itself and wait for its own end of file.
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));

    char rate[32];
    std::snprintf(rate, sizeof rate, "%.3f", frames_per_second);
    std::vector<std::string> words = {
        "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size",
        std::to_string(width_) + "x" + std::to_string(height_), "-framerate", rate, "-i", "pipe:0", "-codec:v",
        "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
        // The temporary name has no ending to tell the format from; "file:" keeps a colon in it harmless.
        "-f", "mp4", "file:" + temporary_.path().string()};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A process group of its own: Ctrl-C is for us, and ffmpeg is to finish the file afterwards.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawnp(&ffmpeg_, "ffmpeg", &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    ::close(ends[0]);
    pipe_ = ends[1];
    if (error != 0) {
        ::close(pipe_);
        throw std::runtime_error(error == ENOENT
                                     ? std::string("--video needs ffmpeg, which is not installed; install the "
                                                   "package 'ffmpeg' or use --pictures")
                                     : std::string("cannot start ffmpeg: ") + std::strerror(error));
    }
}

void VideoFile::add(std::span<const std::uint8_t> rgb) {
    while (!rgb.empty()) {
        const ssize_t written = ::write(pipe_, rgb.data(), rgb.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) give_up(wait_for_ffmpeg());
        rgb = rgb.subspan(static_cast<std::size_t>(written));
    }
}

void VideoFile::finish() {
    if (const int status = wait_for_ffmpeg(); status != 0) give_up(status);
    std::filesystem::rename(temporary_.path(), target_);
}

int VideoFile::wait_for_ffmpeg() {
    ::close(std::exchange(pipe_, -1));
    int status = 0;
    while (::waitpid(ffmpeg_, &status, 0) < 0 && errno == EINTR) {
    }
    ffmpeg_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void VideoFile::give_up(int status) const {
    throw std::runtime_error("cannot write " + target_.string() + ": ffmpeg ended with status " +
                             std::to_string(status) + "; its own words are above");
}

}  // namespace app
