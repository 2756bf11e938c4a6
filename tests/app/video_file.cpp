#include "app/recording/video_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "tests/app/scratch_folder.hpp"

namespace {

constexpr int width = 64, height = 48;

std::vector<std::uint8_t> grey(int frame) {
    return std::vector<std::uint8_t>(3 * width * height, static_cast<std::uint8_t>(10 * frame));
}

class VideoFileTest : public testing::Test {
protected:
    void SetUp() override {
        if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "ffmpeg is not installed";
    }
    ScratchFolder folder;
};

TEST_F(VideoFileTest, HasItsNameOnlyOnceItIsWhole) {
    app::VideoFile video(folder / "a.mp4", width, height, 30.0);
    for (int frame = 0; frame < 10; ++frame) video.add(grey(frame));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.mp4"));
    video.finish();
    EXPECT_EQ(content_of(folder / "a.mp4").substr(4, 4), "ftyp") << "no MP4";
    EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(VideoFileTest, HasAPictureForEveryFrame) {
    app::VideoFile video(folder / "a.mp4", width, height, 59.9999);
    for (int frame = 0; frame < 10; ++frame) video.add(grey(frame));
    video.finish();
    const std::string count = "test $(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 " +
                              (folder / "a.mp4").string() + ") = 10";
    EXPECT_EQ(std::system(count.c_str()), 0);
}

TEST_F(VideoFileTest, LeavesNothingWhenItIsNotFinished) {
    {
        app::VideoFile video(folder / "a.mp4", width, height, 30.0);
        video.add(grey(1));
    }
    EXPECT_EQ(folder.entries(), 0u);
}

// The pipe breaks under us: that must be an error that names the file, not a signal that ends the program.
TEST_F(VideoFileTest, SaysThatFfmpegHasGivenUp) {
    const std::filesystem::path target = folder / "missing" / "a.mp4";
    const std::string message = message_of<std::runtime_error>([&] {
        app::VideoFile video(target, width, height, 30.0);
        for (int frame = 0; frame < 1000; ++frame) video.add(grey(frame));
        video.finish();
    });
    EXPECT_NE(message.find(target.string()), std::string::npos) << message;
    EXPECT_NE(message.find("ffmpeg ended with status"), std::string::npos) << message;
}

TEST(VideoFile, NamesThePackageWhenFfmpegIsMissing) {
    const ScratchFolder folder;
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", folder.path().c_str(), 1);
    const std::string message =
        message_of<std::runtime_error>([&] { app::VideoFile(folder / "a.mp4", width, height, 30.0); });
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_NE(message.find("package 'ffmpeg'"), std::string::npos) << message;
}

}  // namespace
