// What the reader says of solids that cannot be.
#include <gtest/gtest.h>

#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

/// Of a good scene whose solids are these, on line 6.
Lines errors_of_solids(const std::string& solids, const std::vector<std::string>& overrides = {}) {
    return errors_in(replaced(good_scene, "  \"volumes\"", "  \"solids\": [\n" + solids + "],\n  \"volumes\""),
                     overrides);
}

TEST(SolidChecks, GoodSolidsAreGood) {
    EXPECT_EQ(
        errors_of_solids(R"({"shape": "plane"}, {"shape": "box", "size": [1, 2, 3]}, {"shape": "sphere", "radius": 1},
        {"shape": "capsule", "radius": 1, "height": 0, "motion": "moving", "velocity": [1, 0, 0]},
        {"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "motion": "dynamic",
         "position": [0.5, 0.5, 0.5], "density": 2, "repeat": {"count": [5, 1, 1], "step": [0.1, 0, 0]}})"),
        Lines{});
}

TEST(SolidChecks, NamesAreOnesOwn) {
    EXPECT_EQ(errors_of_solids(R"({"shape": "sphere", "radius": 1, "name": "a"}, {"shape": "sphere", "radius": 1},
{"shape": "sphere", "radius": 1}, {"shape": "sphere", "radius": 1, "name": "a"})"),
              Lines{"s:7:76: solids.3.name: solids.0 is named 'a' already; give each solid a name of its own"});
}

TEST(SolidChecks, LengthsAreNotZero) {
    EXPECT_EQ(errors_of_solids(R"({"shape": "box", "size": [1, 0, 3]}, {"shape": "sphere", "radius": 0})"),
              (Lines{"s:6:30: solids.0.size.1 must be between 0.0001 and 10000 m, is 0",
                     "s:6:68: solids.1.radius must be between 0.0001 and 10000 m, is 0"}));
    EXPECT_EQ(errors_of_solids(R"({"shape": "plane", "normal": [0, 0, 0]})"),
              Lines{"s:6:30: solids.0.normal has no length and so no direction: use [0, 0, 1] for a floor"});
}

TEST(SolidChecks, EachShapeHasItsOwnFields) {
    EXPECT_EQ(errors_of_solids(R"({"shape": "sphere", "size": [1, 1, 1]}, {"shape": "hull"})"),
              (Lines{"s:6:1: solids.0.radius is missing; the shape 'sphere' needs it",
                     "s:6:21: solids.0.size does not belong to the shape 'sphere': remove it, or choose another shape",
                     "s:6:41: solids.1.points is missing; the shape 'hull' needs it"}));
    EXPECT_EQ(
        errors_of_solids(R"({"shape": "sphere", "radius": 1, "density": 5})"),
        Lines{"s:6:34: solids.0.density does not belong to the motion 'fixed': remove it, or choose another motion"});
}

TEST(SolidChecks, HullsHaveAnInside) {
    EXPECT_EQ(errors_of_solids(R"({"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]})"),
              Lines{"s:6:29: solids.0.points: a hull needs at least 4 points, got 3"});
    EXPECT_EQ(errors_of_solids(R"({"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1e-5]]})"),
              Lines{"s:6:29: solids.0.points are flat (1e-05 m thick): a hull must be at least 0.0001414 m thick in "
                    "all directions"});
    for (const char* line :
         {"[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]", "[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]"})
        EXPECT_EQ(errors_of_solids(R"({"shape": "hull", "points": [)" + std::string(line) + "]}").size(), 1u) << line;
    EXPECT_EQ(errors_of_solids(R"({"shape": "hull", "points": [[0, 0], 1, [0, 0, "x"], [1, 1, 1]]})"),
              (Lines{"s:6:30: solids.0.points.0: expected 3 numbers in m, got 2",
                     "s:6:38: solids.0.points.1: expected a list of 3 numbers in m, got a number",
                     "s:6:48: solids.0.points.2.2: expected a number in m, got text"}));
}

TEST(SolidChecks, OnlyWhatCanMoveMoves) {
    EXPECT_EQ(
        errors_of_solids(
            R"({"shape": "plane", "motion": "dynamic"}, {"shape": "plane", "motion": "moving", "spin": [1, 0, 0]})"),
        (Lines{"s:6:30: solids.0.motion is dynamic, but a plane has no end and no mass: make it fixed or moving, "
               "or a box",
               "s:6:89: solids.1.spin would turn a plane that has no end, infinitely fast far away: use a box"}));
    EXPECT_EQ(errors_of_solids(R"({"shape": "sphere", "radius": 1, "motion": "dynamic", "density": 0})"),
              Lines{"s:6:66: solids.0.density must be between 1 and 100000 kg/m³, is 0"});
    EXPECT_EQ(
        errors_of_solids(R"({"shape": "sphere", "radius": 1, "motion": "dynamic", "position": [0, 0, 2]})"),
        Lines{"s:6:67: solids.0.position: a dynamic solid starts inside the tank, and this one is at (0, 0, 2) m"});
}

TEST(SolidChecks, PathsAreClosedAndGoForwardInTime) {
    const auto errors_of_path = [](const std::string& path) {
        return errors_of_solids(R"({"shape": "sphere", "radius": 1, "motion": "moving", "path": [)" + path + "]}");
    };
    EXPECT_EQ(errors_of_path(R"({"time": 0, "position": [0, 0, 0]}, {"time": 1, "position": [1, 0, 0]},
                                {"time": 2, "position": [0, 0, 0]})"),
              Lines{});
    EXPECT_EQ(
        errors_of_path(R"({"time": 0, "position": [0, 0, 0]}, {"time": 1, "position": [1, 0, 0]})"),
        Lines{"s:6:123: solids.0.path.1.position must be where the path begins, (0, 0, 0) m: it is repeated, and a "
              "solid cannot jump"});
    EXPECT_EQ(errors_of_path(R"({"time": 1, "position": [0, 0, 0]}, {"time": 1, "position": [0, 0, 0]})"),
              (Lines{"s:6:72: solids.0.path.0.time must be 0, is 1 s: a path begins with the scene",
                     "s:6:108: solids.0.path.1.time must be later than that of the entry before (1 s), is 1 s"}));
    EXPECT_EQ(errors_of_path(R"({"time": 0, "position": [0, 0, 0]})").size(), 1u);
}

TEST(SolidChecks, CopiesAreCountedBeforeTheyAreMade) {
    const auto errors_of_repeat = [](const std::string& repeat) {
        return errors_of_solids(R"({"shape": "sphere", "radius": 1, "repeat": {)" + repeat + "}}");
    };
    EXPECT_EQ(errors_of_repeat(R"("count": [100, 100, 100])"), Lines{});
    EXPECT_EQ(errors_of_repeat(R"("count": [101, 100, 100])"),
              Lines{"s:5:13: the scene would have 1 010 000 solids; at most 1 000 000"});
    EXPECT_EQ(errors_of_repeat(R"("count": [1000000, 1000000, 1000000])"),
              Lines{"s:5:13: the scene would have 1e+18 solids; at most 1 000 000"});
    EXPECT_EQ(errors_of_repeat(R"("count": [1, 0, 1.5])"),
              (Lines{"s:6:58: solids.0.repeat.count.1 must be between 1 and 1000000, is 0",
                     "s:6:61: solids.0.repeat.count.2 must be a whole number, is 1.5"}));
    EXPECT_EQ(errors_of_repeat(R"("count": [1, 1, 1000], "step": [0, 0, 100])"),
              Lines{"s:6:44: solids.0.repeat puts the last one at (0, 0, 9.99e+04) m, further out than 1e+04 m"});
}

TEST(SolidChecks, AreChangedByPath) {
    const std::string hull =
        R"({"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "repeat": {}})";
    EXPECT_EQ(errors_of_solids(hull, {"solids.0.repeat.count.1=7", "solids.0.friction=1", "solids.0.position=[1,2,3]"}),
              Lines{});
    EXPECT_EQ(errors_of_solids(hull, {"solids.0.points.1.2=7"}),
              Lines{"--set solids.0.points.1.2=7: set all of solids.0.points, not a part of it"});
}

}  // namespace
}  // namespace sim::test
