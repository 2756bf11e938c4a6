// The list of fields that the schema, the command line and the panel are made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/did_you_mean.hpp"
#include "sim/scene.hpp"
#include "sim/scene_fields.hpp"

namespace sim {
namespace {

TEST(SceneFields, EachIsDescribedOnceAndInFull) {
    const std::set<std::string> types = {"number", "integer",  "flag",   "text",   "choice",
                                         "vector", "integers", "points", "object", "list"};
    std::set<std::string> paths;
    for (const FieldInfo& field : scene_fields()) {
        EXPECT_TRUE(paths.insert(field.path).second) << field.path;
        EXPECT_TRUE(types.contains(field.type)) << field.path;
        EXPECT_GE(field.help.size(), 20u) << field.path;
        EXPECT_TRUE(field.help.ends_with('.')) << field.path;
        const bool has_range = !std::set<std::string>{"flag", "text", "choice", "object"}.contains(field.type);
        EXPECT_EQ(field.min < field.max, has_range) << field.path;
        EXPECT_EQ(field.type == "choice", !field.choices.empty()) << field.path;
        EXPECT_TRUE(!field.required || field.default_value.empty()) << field.path;
        const bool is_part = !field.parent().empty() && !field.parent().ends_with('*');
        EXPECT_TRUE(!is_part || paths.contains(field.parent())) << field.path << " stands before what it is in";
    }
}

TEST(SceneFields, TellUnitRangeDefaultAndWhetherTheyAreLive) {
    const FieldInfo& viscosity = scene_field("fluids.*.viscosity");
    EXPECT_EQ(viscosity.type, "number");
    EXPECT_EQ(viscosity.unit, "Pa s");
    EXPECT_EQ(viscosity.min, 0.0);
    EXPECT_EQ(viscosity.max, 1000.0);
    EXPECT_EQ(viscosity.default_value, "0.001");
    EXPECT_TRUE(viscosity.live);
    EXPECT_FALSE(viscosity.required);
    EXPECT_EQ(scene_field("gravity").default_value, "[0, 0, -9.81]");
    EXPECT_EQ(scene_field("fluids").default_value, "[{}]");
    EXPECT_EQ(scene_field("modules.search.subdivision").type, "integer");
    EXPECT_EQ(scene_field("modules.search.subdivision").default_value, std::to_string(Scene{}.search.subdivision));
    EXPECT_EQ(scene_field("look.colour").default_value, "\"speed\"");
    EXPECT_EQ(scene_field("camera.target").default_value, "") << "it follows from the tank";
    EXPECT_TRUE(scene_field("spacing").required);
    EXPECT_FALSE(scene_field("spacing").live);
    EXPECT_EQ(scene_field("volumes.*.radius").decided_by, "shape");
    EXPECT_EQ(scene_field("volumes.*.radius").only_for, (std::vector<std::string>{"sphere", "cylinder"}));
}

TEST(SceneFields, AreFoundWithNumbersForStars) {
    EXPECT_EQ(&scene_field("fluids.12.gamma"), &scene_field("fluids.*.gamma"));
    EXPECT_EQ(find_scene_field("fluids.0.gama"), nullptr);
    EXPECT_EQ(find_scene_field(""), nullptr);
    EXPECT_THROW(
        {
            try {
                (void)scene_field("time.curant");
            } catch (const std::invalid_argument& error) {
                EXPECT_STREQ(error.what(), "no scene field 'time.curant'; did you mean 'time.courant'?");
                throw;
            }
        },
        std::invalid_argument);
}

TEST(SceneFields, KnowTheKeysOfAnObject) {
    EXPECT_EQ(scene_keys("time"),
              (std::vector<std::string>{"frame", "courant", "real_time", "density_error", "steps", "deepest_level"}));
    EXPECT_EQ(scene_keys("fluids.3").front(), "name");
    EXPECT_EQ(scene_keys("").front(), "$schema");
    EXPECT_TRUE(scene_keys("spacing").empty());
}

TEST(DidYouMean, FindsSlipsOfTheFingersAndNothingElse) {
    const std::vector<std::string> words = {"spacing", "support", "colour", "neighbours", "time", "pi"};
    EXPECT_EQ(nearest_word("spacng", words), "spacing");
    EXPECT_EQ(nearest_word("spaicng", words), "spacing") << "two letters swapped are one slip";
    EXPECT_EQ(nearest_word("neighbors", words), "neighbours");
    EXPECT_EQ(nearest_word("color", words), "colour");
    EXPECT_EQ(nearest_word("tmie", words), "time");
    EXPECT_EQ(nearest_word("gravity", words), std::nullopt);
    EXPECT_EQ(nearest_word("", words), std::nullopt);
    EXPECT_EQ(nearest_word("neigh", words), "neighbours") << "a beginning, however much is missing";
    EXPECT_EQ(nearest_word("slosh", std::vector<std::string>{"sloshing-1", "sloshing-2"}), std::nullopt) << "of two";
    EXPECT_EQ(nearest_word("xy", words), std::nullopt) << "all of a short word would be changed";
    EXPECT_EQ(did_you_mean("gravity", std::vector<std::string>{"a", "b"}), "there are: a, b");
}

}  // namespace
}  // namespace sim
