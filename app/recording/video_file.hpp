// A video made by ffmpeg, which runs beside us and reads raw pictures from a pipe.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>

#include "app/recording/temporary_file.hpp"

namespace app {

/// The pipe holds less than one picture: when ffmpeg is slower than we are, add() waits for it, no picture is dropped
/// and no memory grows. The file has its name only after finish(); without it nothing is left.
class VideoFile {
public:
    /// Width and height must be even (yuv420p). Throws std::runtime_error when ffmpeg is not installed.
    VideoFile(const std::filesystem::path& target, int width, int height, double frames_per_second);
    ~VideoFile();
    VideoFile(const VideoFile&) = delete;
    VideoFile& operator=(const VideoFile&) = delete;

    /// A picture: width * height * 3 bytes, red green blue, top row first. Throws std::runtime_error when ffmpeg has
    /// given up.
    void add(std::span<const std::uint8_t> rgb);
    void finish();

private:
    void start(double frames_per_second);
    /// Closes the pipe, which ends ffmpeg, and returns its exit status.
    int wait_for_ffmpeg();
    [[noreturn]] void give_up(int status) const;

    std::filesystem::path target_;
    TemporaryFile temporary_;
    int width_, height_;
    pid_t ffmpeg_ = -1;
    int pipe_ = -1;
    void (*sigpipe_before_)(int) = nullptr;
};

}  // namespace app
