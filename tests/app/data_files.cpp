#include "app/data_files.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/recording/atomic_file.hpp"
#include "tests/app/scratch_folder.hpp"

namespace {

namespace fs = std::filesystem;

TEST(DataFiles, ListTheDamBreakFirst) {
    const std::vector<std::string> names = app::shipped_scenes();
    ASSERT_FALSE(names.empty());
    EXPECT_EQ(names[0], "dam-break");
    EXPECT_TRUE(std::is_sorted(names.begin() + 1, names.end()));
    EXPECT_EQ(std::ranges::count(names, "schema"), 0) << "the schema is no scene";
}

TEST(DataFiles, FindEveryShippedSceneByName) {
    for (const std::string& name : app::shipped_scenes())
        EXPECT_TRUE(fs::is_regular_file(app::find_scene(name))) << name;
}

TEST(DataFiles, TakeAPathAsItIs) {
    const ScratchFolder folder;
    app::write_file(folder / "mine.json", "{}");
    EXPECT_EQ(app::find_scene((folder / "mine.json").string()), folder / "mine.json");
}

TEST(DataFiles, NameTheSceneThatMayHaveBeenMeant) {
    const std::string message = message_of<std::invalid_argument>([] { (void)app::find_scene("dam-braek"); });
    EXPECT_NE(message.find("'dam-braek'"), std::string::npos) << message;
    EXPECT_NE(message.find("did you mean 'dam-break'?"), std::string::npos) << message;
}

TEST(DataFiles, AreThere) {
    EXPECT_TRUE(fs::is_directory(app::scenes_folder()));
    EXPECT_TRUE(fs::is_directory(app::shaders_folder()));
}

}  // namespace
