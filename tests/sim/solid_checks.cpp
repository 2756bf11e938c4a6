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

TEST(SolidChecks, PathsAreNoFasterThanVelocities) {
    const auto errors_of_times = [](const std::string& there, const std::string& back) {
        return errors_of_solids(R"({"shape": "sphere", "radius": 1, "name": "a", "motion": "moving", "path": [
{"time": 0, "position": [0, 0, 0]}, {"time": )" +
                                there + R"(, "position": [3, 4, 0]},
{"time": )" + back + R"(, "position": [0, 0, 0]}]})");
    };
    EXPECT_EQ(errors_of_times("0.005", "1"), Lines{});
    EXPECT_EQ(errors_of_times("0.002", "1"),
              Lines{"s:7:37: solids.0.path.1 (of 'a'): from the entry before it is 5 m in 0.002 s, 2500 m/s; no solid "
                    "is faster than 1000 m/s: give it more time"});
    EXPECT_EQ(errors_of_times("1", "1.0005").size(), 1u);
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

// 8000 of them took ten gigabytes and never came to an end, neither in weir run nor in weir check.
TEST(SolidChecks, BodiesAreNotAllInOnePlace) {
    const auto errors_of_repeat = [](const std::string& repeat) {
        return errors_of_solids(R"({"shape": "sphere", "radius": 0.1, "motion": "dynamic", "position": [0.5, 0.5, 0.5],
  "repeat": {)" + repeat + "}}");
    };
    EXPECT_EQ(errors_of_repeat(R"("count": [1, 20, 1], "step": [0.01, 0, 0])"),
              Lines{"s:7:43: solids.0.repeat.step is 0 along y, where there are 20 bodies: they would all be in one "
                    "place; give them a step or a jitter"});
    EXPECT_EQ(errors_of_repeat(R"("count": [1, 20, 1], "step": [0, 0.01, 0])"), Lines{});
    EXPECT_EQ(errors_of_repeat(R"("count": [1, 20, 1], "jitter": 0.1)"), Lines{});
}

TEST(SolidChecks, AreChangedByPath) {
    const std::string hull =
        R"({"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "repeat": {}})";
    EXPECT_EQ(errors_of_solids(hull, {"solids.0.repeat.count.1=7", "solids.0.friction=1", "solids.0.position=[1,2,3]"}),
              Lines{});
    EXPECT_EQ(errors_of_solids(hull, {"solids.0.points.1.2=7"}),
              Lines{"--set solids.0.points.1.2=7: set all of solids.0.points, not a part of it"});
}

// Who left past a box at one side came back at the other for nothing: a column gained energy until it blew up.
TEST(SolidChecks, SolidsKeepAwayFromPeriodicSidesOrReachThroughBoth) {
    const auto errors_of = [](const std::string& solid) {
        return errors_in(R"({"domain": {"min": [0, 0, 0], "max": [0.4, 0.1, 0.4], "periodic": {"x": true, "y": true}},
"spacing": 0.02, "volumes": [{"shape": "box", "min": [0, 0, 0], "max": [0.4, 0.1, 0.2]}],
"solids": [)" + solid + "]}");
    };
    const auto box = [&](const std::string& position, const std::string& size, const std::string& more = "") {
        return errors_of(R"({"shape": "box", "position": )" + position + R"(, "size": )" + size + more + "}");
    };
    const std::string size = "[0.16, 0.2, 0.1]";
    ASSERT_EQ(box("[0, 0.05, 0.05]", size, R"(, "name": "b")"),
              Lines{"s:3:12: solids.0 ('b') is at x_min, where the tank is periodic: particles beyond do not see it. "
                    "Keep it 0.05959 m away from both sides, let it reach straight through the tank along x, 0.04833 m "
                    "beyond both, or make them walls by domain.periodic.x = false"});
    EXPECT_EQ(box("[0.2, 0.05, 0.05]", size), Lines{}) << "through y, in the middle of x";
    EXPECT_EQ(box("[0.141, 0.05, 0.05]", size), Lines{});
    EXPECT_EQ(box("[0.138, 0.05, 0.05]", size).size(), 1u);
    EXPECT_EQ(box("[0.259, 0.05, 0.05]", size), Lines{});
    EXPECT_NE(box("[0.262, 0.05, 0.05]", size)[0].find("solids.0 is at x_max, "), std::string::npos);
    EXPECT_NE(box("[0.2, 0.05, 0.05]", "[0.16, 0.09, 0.1]")[0].find("at y_min and y_max, "), std::string::npos)
        << "not through";
    EXPECT_EQ(box("[0, 0.05, 0.55]", size), Lines{}) << "out of sight above the tank";
    EXPECT_EQ(box("[-0.2, 0.05, 0.05]", size), Lines{}) << "and beside it";
    EXPECT_EQ(box("[0, 0.05, 0.05]", size, R"(, "motion": "moving", "velocity": [1, 0, 0])").size(), 1u);
    EXPECT_EQ(box("[0, 0.05, 0.05]", size, R"(, "motion": "dynamic")"), Lines{}) << "it is warned of";
    EXPECT_EQ(box("[0.2, 0.05, 0.05]", size, R"(, "repeat": {"count": [2, 1, 1], "step": [0.1, 0, 0]})").size(), 1u);

    EXPECT_EQ(box("[0.2, 0.05, 0]", "[2, 2, 0.1]"), Lines{});
    EXPECT_EQ(box("[0.2, 0.05, 0]", "[2, 2, 0.1]", R"(, "rotation": [0, 5, 0])").size(), 1u) << "a ramp has a step";
    EXPECT_EQ(errors_of(R"({"shape": "plane", "position": [0, 0, 0.05]})"), Lines{});
    EXPECT_EQ(errors_of(R"({"shape": "plane", "position": [0, 0, 0.05], "normal": [0.1, 0, 1]})").size(), 1u);
    EXPECT_EQ(errors_of(R"({"shape": "plane", "position": [0.1, 0, 0], "normal": [1, 0, 0]})").size(), 1u);
    EXPECT_EQ(errors_of(R"({"shape": "capsule", "radius": 0.04, "height": 0.2, "position": [0.2, 0.05, 0.1],
"rotation": [90, 0, 0]})"),
              Lines{});
}

}  // namespace
}  // namespace sim::test
