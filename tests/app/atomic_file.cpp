#include "app/recording/atomic_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <stdexcept>

#include "tests/app/scratch_folder.hpp"

namespace {

namespace fs = std::filesystem;

TEST(AtomicFile, HasItsNameOnlyOnceItIsWhole) {
    const ScratchFolder folder;
    app::AtomicFile file(folder / "a.txt");
    file.write("first ");
    EXPECT_FALSE(fs::exists(folder / "a.txt"));
    file.write("second");
    file.commit();
    EXPECT_EQ(content_of(folder / "a.txt"), "first second");
    EXPECT_EQ(folder.entries(), 1u) << "the temporary file is still there";
}

TEST(AtomicFile, LeavesNothingWhenItIsNotFinished) {
    const ScratchFolder folder;
    { app::AtomicFile(folder / "a.txt").write("half"); }
    EXPECT_EQ(folder.entries(), 0u);
}

TEST(AtomicFile, KeepsTheOldFileUntilTheNewOneIsWhole) {
    const ScratchFolder folder;
    app::write_file(folder / "a.txt", "old");
    {
        app::AtomicFile file(folder / "a.txt");
        file.write("new");
        EXPECT_EQ(content_of(folder / "a.txt"), "old");
    }
    EXPECT_EQ(content_of(folder / "a.txt"), "old");
    app::write_file(folder / "a.txt", "new");
    EXPECT_EQ(content_of(folder / "a.txt"), "new");
}

TEST(AtomicFile, WritesMoreThanItsBufferHolds) {
    const ScratchFolder folder;
    std::string expected;
    app::AtomicFile file(folder / "large");
    for (int i = 0; i < 300; ++i) {
        const std::string piece(static_cast<std::size_t>(i * i * 7), static_cast<char>('a' + i % 26));
        expected += piece;
        file.write(piece);
    }
    file.commit();
    EXPECT_EQ(content_of(folder / "large"), expected);
}

// Renaming onto /dev/null, as root, replaces the device by a file.
TEST(AtomicFile, WritesIntoADeviceInsteadOfReplacingIt) {
    app::write_file("/dev/null", "gone");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, FollowsASymbolicLink) {
    const ScratchFolder folder;
    app::write_file(folder / "target", "old");
    fs::create_symlink("target", folder / "link");
    app::write_file(folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(content_of(folder / "target"), "new");
}

TEST(AtomicFile, SaysWhichFileDoesNotFitOnTheDisk) {
    const std::string message =
        message_of<std::runtime_error>([] { app::write_file("/dev/full", "one byte is too much"); });
    EXPECT_NE(message.find("/dev/full"), std::string::npos) << message;
    EXPECT_NE(message.find("No space left"), std::string::npos) << message;
}

TEST(AtomicFile, TakesRoomInAdvance) {
    const ScratchFolder folder;
    app::AtomicFile file(folder / "a.txt");
    file.reserve(100'000);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
        EXPECT_EQ(entry.file_size(), 100'000u);
    EXPECT_EQ(folder.entries(), 1u);
}

// A recording gives one file up so that there is room for another: nothing of that one may be lost or be there twice.
TEST(AtomicFile, GoesOnWhereItStoppedOnceThereIsRoom) {
    const ScratchFolder folder;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto no_signal = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{100'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &little);
    app::AtomicFile file(folder / "rows.csv");
    std::string expected;
    int refused = 0;
    for (int row = 0; row < 200'000; ++row) {
        const std::string text = std::to_string(row) + "\n";
        expected += text;
        try {
            file.write(text);
        } catch (const std::runtime_error&) {
            if (++refused == 2) setrlimit(RLIMIT_FSIZE, &before);
        }
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, no_signal);
    EXPECT_EQ(refused, 2);
    file.commit();
    EXPECT_TRUE(content_of(folder / "rows.csv") == expected);
}

TEST(AtomicFile, SaysWhichFolderIsMissing) {
    const ScratchFolder folder;
    const fs::path target = folder / "nowhere" / "a.txt";
    const std::string message = message_of<std::runtime_error>([&] { app::write_file(target, ""); });
    EXPECT_NE(message.find(target.string()), std::string::npos) << message;
    EXPECT_NE(message.find("make the folder first"), std::string::npos) << message;
}

TEST(AtomicFile, RefusesToReplaceAFolder) {
    const ScratchFolder folder;
    fs::create_directory(folder / "a");
    EXPECT_NE(message_of<std::runtime_error>([&] { app::write_file(folder / "a", ""); }).find("is a folder"),
              std::string::npos);
}

}  // namespace
