#include "app/recording/run_folder.hpp"

#include <set>
#include <stdexcept>

#include "tests/app/scratch_folder.hpp"

namespace {

namespace fs = std::filesystem;

TEST(RunFolder, IsNewForEveryRun) {
    const ScratchFolder folder;
    std::set<fs::path> made;
    for (int run = 0; run < 5; ++run) made.insert(app::new_run_folder(folder / "out", "dam-break"));
    EXPECT_EQ(made.size(), 5u) << "two runs within a second share a folder";
    for (const fs::path& path : made) {
        EXPECT_TRUE(fs::is_directory(path));
        EXPECT_EQ(path.filename().string().rfind("dam-break-2", 0), 0u) << path;
    }
}

// A scene's name comes from its file: "../../etc" must not lead out of the folder.
TEST(RunFolder, StaysInItsParentWhateverTheSceneIsCalled) {
    const ScratchFolder folder;
    const fs::path made = app::new_run_folder(folder.path(), "../a scene/of mine");
    EXPECT_EQ(made.parent_path(), folder.path());
    EXPECT_TRUE(fs::is_directory(made));
}

TEST(RunFolder, HasANameThatFileSystemsTakeHoweverLongTheScenesIs) {
    const ScratchFolder folder;
    std::string long_name = "a";
    for (int i = 0; i < 1000; ++i) long_name += "\xc3\xb6";
    const fs::path made = app::new_run_folder(folder.path(), long_name);
    EXPECT_TRUE(fs::is_directory(made));
    EXPECT_EQ(made.filename().string().find("\xc3\xb6-2"), 97u) << "no half of a character: " << made;
}

TEST(RunFolder, SaysWhichFolderCannotBeMade) {
    const std::string message =
        message_of<std::runtime_error>([] { (void)app::new_run_folder("/dev/null/out", "dam-break"); });
    EXPECT_NE(message.find("/dev/null/out"), std::string::npos) << message;
    // Pictures, checkpoints and comparisons of the window once said it in the words of the standard library.
    const std::string of_a_file =
        message_of<std::runtime_error>([] { (void)app::new_numbered_file("/dev/null/out", "picture", ".png"); });
    EXPECT_EQ(of_a_file, "cannot make the folder /dev/null/out: Not a directory; choose another with --out");
}

}  // namespace
