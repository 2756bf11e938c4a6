// --set PATH=VALUE: changes before checking, and mistakes that name the option they came from.
#include <gtest/gtest.h>

#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

Scene with(const std::vector<std::string>& overrides) { return parse_scene(good_scene, "s", overrides); }

TEST(SceneOverrides, ReplaceAndInsert) {
    EXPECT_EQ(with({"spacing=0.05"}).spacing, 0.05f);
    EXPECT_EQ(with({"fluids.1.viscosity=2"}).fluids[1].viscosity, 2.0f);
    EXPECT_EQ(with({"time.courant=0.25"}).courant, 0.25f) << "the scene has no time";
    EXPECT_EQ(with({"gravity=[1, 2, 3]"}).gravity, glm::vec3(1, 2, 3));
    EXPECT_EQ(with({"volumes.1.centre.2=0.75"}).volumes[1].centre.z, 0.75f);
    EXPECT_EQ(with({"domain.walls.z_min.friction=1"}).domain.walls[4].friction, 1.0f);
}

TEST(SceneOverrides, PutDefaultsInWhereAPathLeadsIntoWhatIsLeftOut) {
    EXPECT_EQ(with({"gravity.2=-1.6"}).gravity, glm::vec3(0, 0, -1.6f));
    const std::string no_fluids = R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.1,
        "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1]}]})";
    EXPECT_EQ(parse_scene(no_fluids, "s", {"fluids.0.viscosity=3"}).fluids[0].viscosity, 3.0f);
}

TEST(SceneOverrides, SetTheSearchWhereTheSceneNamesNone) {
    EXPECT_EQ(with({"modules.search.subdivision=3"}).search.subdivision, 3);
    EXPECT_EQ(with({"modules.search.table_size=1e3"}).search.table_size, 1000u);
    EXPECT_EQ(errors_in(good_scene, {"modules.search.subdivision=2.5", "modules.search.table_size=-1"}),
              (Lines{"--set modules.search.subdivision=2.5: modules.search.subdivision must be a whole number, is 2.5",
                     "--set modules.search.table_size=-1: modules.search.table_size must be between 0 and 134217728 "
                     "buckets, is -1"}));
}

TEST(SceneOverrides, TakeBareWordsAsText) {
    EXPECT_EQ(with({"modules.neighbours=all-pairs"}).neighbours, "all-pairs");
    EXPECT_EQ(with({"name=2"}).name, "2");
    EXPECT_EQ(with({"name=\"quoted\""}).name, "quoted");
    EXPECT_EQ(with({"watch=a=b"}).watch, "a=b");
}

// Such a name once ended the run behind its last frame, where the recording could not be written.
TEST(SceneOverrides, AreUtf8) {
    EXPECT_EQ(with({"name=Gr\xc3\xb6\xc3\x9f"
                    "e"})
                  .name,
              "Gr\xc3\xb6\xc3\x9f"
              "e");
    EXPECT_EQ(errors_in(good_scene, {"name=Gr\xf6\xdf"
                                     "e"}),
              (Lines{"--set name=Gr\xf6\xdf"
                     "e: this is not valid UTF-8, which the texts of scenes are"}));
}

TEST(SceneOverrides, HoldNoOrdersToTerminals) {
    EXPECT_EQ(errors_in(good_scene, {"name=a\x1b[31mb"}),
              (Lines{"--set name=a\\x1B[31mb: name: a text here is one line without control characters, not "
                     "'a\\x1B[31mb'"}));
    EXPECT_EQ(parse_scene(R"({"domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "spacing": 0.1,
        "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [1, 1, 1]}]})",
                          "two\nlines.json")
                  .name,
              "two lines");
}

TEST(SceneOverrides, ReplaceWhatIsWrongInTheFile) {
    const std::string bad = replaced(good_scene, "\"spacing\": 0.1", "\"spacing\": -1");
    EXPECT_EQ(parse_scene(bad, "s", {"spacing=0.1"}).spacing, 0.1f);
}

TEST(SceneOverrides, TheLastOfTwoCounts) { EXPECT_EQ(with({"spacing=0.05", "spacing=0.04"}).spacing, 0.04f); }

TEST(SceneOverrides, AreNamedInErrorsAfterThoseOfTheFile) {
    EXPECT_EQ(errors_in(replaced(good_scene, "\"spacing\": 0.1", "\"spacing\": 0.1, \"support\": 0"),
                        {"fluids.0.viscosity=x", "gravity.0=1e9"}),
              (Lines{"s:3:30: support must be between 1.2 and 5 spacings, is 0",
                     "--set fluids.0.viscosity=x: fluids.0.viscosity: expected a number in Pa s, got text",
                     "--set gravity.0=1e9: gravity.0 must be between -1000 and 1000 m/s², is 1e9"}));
}

struct Mistake {
    std::string set;
    std::string message;
};

class SceneOverride : public testing::TestWithParam<Mistake> {};

TEST_P(SceneOverride, ThatLeadsNowhereIsExplained) {
    EXPECT_EQ(errors_in(good_scene, {GetParam().set}), Lines{"--set " + GetParam().set + ": " + GetParam().message});
}

INSTANTIATE_TEST_SUITE_P(
    Paths, SceneOverride,
    testing::Values(
        Mistake{"spacing", "expected PATH=VALUE, such as fluids.0.viscosity=2"},
        Mistake{"=2", "expected PATH=VALUE, such as fluids.0.viscosity=2"},
        Mistake{"spacng=0.1", "unknown key 'spacng'; did you mean 'spacing'?"},
        Mistake{"fluids.0.viscocity=1", "unknown key 'viscocity' in fluids.0; did you mean 'fluids.0.viscosity'?"},
        Mistake{"fluid.0.viscosity=1", "unknown key 'fluid'; did you mean 'fluids'?"},
        Mistake{"courant=1", "unknown key 'courant'; did you mean 'time.courant'?"},
        Mistake{"time.shifting=0", "unknown key 'shifting' in time; did you mean 'shifting' of the scene itself?"},
        Mistake{"viscosity=1", "unknown key 'viscosity'; did you mean 'fluids.0.viscosity'?"},
        Mistake{"look.dots=1", "unknown key 'dots' in look; there are: colour"},
        Mistake{"fluids.2.viscosity=1", "fluids has 2 entries, counted from 0; there is no '2'"},
        Mistake{"fluids.oil.viscosity=1", "fluids has 2 entries, counted from 0; there is no 'oil'"},
        Mistake{"gravity.3=1", "gravity has 3 entries, counted from 0; there is no '3'"},
        Mistake{"gravity.2.x=1", "gravity.2 is a number and has no part 'x'"},
        Mistake{"spacing.x=1", "spacing is a number and has no part 'x'"},
        Mistake{"time.deepest_level.x=1", "time.deepest_level is a whole number and has no part 'x'"},
        Mistake{"camera.target.0=1", "the scene has no camera.target to change a part of: set all of it"},
        Mistake{"gravity=[0, 0", "gravity: expected a list of 3 numbers in m/s², got text"}));

TEST(SceneOverrides, AddNoNoiseToAMistakeInTheFile) {
    const std::string bad = replaced(good_scene, "[{\"name\": \"water\"}, {\"name\": \"oil\"}]", "3");
    EXPECT_EQ(errors_in(bad, {"fluids.0.viscosity=1"}), Lines{"s:4:13: fluids: expected a list [ … ], got a number"});
}

}  // namespace
}  // namespace sim::test
