// What the reader says of a text that is not JSON: one plain line with the place, never the library's own words.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

struct Mistake {
    std::string text;
    std::string error;
};

class SceneSyntax : public testing::TestWithParam<Mistake> {};

TEST_P(SceneSyntax, IsExplainedInOneLine) { EXPECT_EQ(errors_in(GetParam().text), Lines{GetParam().error}); }

const std::string number_hint = " is not a number: write it like 0.5, -2 or 1e-3, without unit";
const std::string no_zero_byte = ": a scene holds no byte 0x00: the file is damaged, or not UTF-8";

INSTANTIATE_TEST_SUITE_P(
    Ends, SceneSyntax,
    testing::Values(
        Mistake{"", "s:1:1: the file is empty; a scene is an object: { … }"},
        Mistake{" \n ", "s:2:2: the file is empty; a scene is an object: { … }"},
        Mistake{"{\n  \"a\": {\n    \"b\": 1\n}\n",
                "s:5:1: the file ends here, but the object opened at line 1, column 1 is never closed"},
        Mistake{"{\"a\": [1, 2", "s:1:12: the file ends here, but the list opened at line 1, column 7 is never closed"},
        Mistake{"{\"a\":", "s:1:6: the file ends here, but the object opened at line 1, column 1 is never closed"},
        Mistake{"{\"a\": [1, 2}", "s:1:12: '}' does not close the list opened at line 1, column 7: that needs ']'"},
        Mistake{"{}\n}", "s:2:1: the scene has ended before this: remove '}'"},
        Mistake{"{} extra", "s:1:4: the scene has ended before this: remove 'extra'"}));

INSTANTIATE_TEST_SUITE_P(
    Commas, SceneSyntax,
    testing::Values(Mistake{"{\"a\": 1,\n}", "s:1:8: a comma before '}': remove it, the last entry has none"},
                    Mistake{"{\"a\": [1,]}", "s:1:9: a comma before ']': remove it, the last entry has none"},
                    Mistake{"{\"a\": 1\n \"b\": 2}", "s:2:2: a comma is missing before this"},
                    Mistake{"{\"a\": [1 2]}", "s:1:10: a comma is missing before this"},
                    Mistake{"{\"a\": 1,, \"b\": 2}", "s:1:9: a comma without an entry before it: remove it"},
                    Mistake{"{\"a\": [1,,2]}", "s:1:10: a value is missing before this comma"},
                    Mistake{"{\"a\": 1; \"b\": 2}", "s:1:8: expected ',' or '}', found ';'"}));

INSTANTIATE_TEST_SUITE_P(Keys, SceneSyntax,
                         testing::Values(Mistake{"{\"a\": 1, spacing: 2}",
                                                 "s:1:10: keys are written in double quotes: \"spacing\""},
                                         Mistake{"{'a': 1}", "s:1:2: keys are written in double quotes: \"…\""},
                                         Mistake{"{\"a\" 1}", "s:1:6: expected ':' after the key 'a', found '1'"},
                                         Mistake{"{\"a\":}", "s:1:6: the key 'a' has no value"},
                                         Mistake{"{[]}", "s:1:2: expected a key in double quotes, found '['"},
                                         Mistake{"{// note\n}", "s:1:2: JSON has no comments: remove this one"}));

INSTANTIATE_TEST_SUITE_P(
    Values, SceneSyntax,
    testing::Values(Mistake{"{\"a\": NaN}", "s:1:7: 'NaN' is not a number that a scene can use"},
                    Mistake{"{\"a\": -Infinity}", "s:1:7: '-Infinity' is not a number that a scene can use"},
                    Mistake{"{\"a\": 1e999}", "s:1:7: the number '1e999' is too large"},
                    Mistake{"{\"a\": .5}", "s:1:7: '.5'" + number_hint},
                    Mistake{"{\"a\": 01}", "s:1:7: '01'" + number_hint},
                    Mistake{"{\"a\": 5.}", "s:1:7: '5.'" + number_hint},
                    Mistake{"{\"a\": -}", "s:1:7: '-'" + number_hint},
                    Mistake{"{\"a\": 0.02m}", "s:1:7: '0.02m'" + number_hint},
                    Mistake{"{\"a\": [1, +2]}", "s:1:11: '+2'" + number_hint},
                    Mistake{"{\"a\": True}", "s:1:7: 'True' is written true"},
                    Mistake{"{\"a\": water}", "s:1:7: texts are written in double quotes: \"water\""},
                    Mistake{"{\"a\": 'water'}", "s:1:7: texts are written in double quotes: \"…\""},
                    Mistake{"{\"a\": 1 /* m */}", "s:1:9: JSON has no comments: remove this one"}));

INSTANTIATE_TEST_SUITE_P(
    Texts, SceneSyntax,
    testing::Values(
        Mistake{"{\"a\": \"water\n}", "s:1:7: the text that begins here is not closed with \" on its line"},
        Mistake{"{\"a\": \"b\tc\"}", "s:1:9: a text may not hold a tab: write \\t"},
        Mistake{"{\"a\": \"b\\uD8\"}", "s:1:9: \\u must be followed by four hexadecimal digits"},
        Mistake{"{\"a\": \"\\q\"}",
                "s:1:8: a backslash in a text begins one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; write \\\\ "
                "for a backslash itself"},
        Mistake{"{\"a\": \"\xFF\"}", "s:1:7: the text that begins here is not valid UTF-8, or has half a \\u pair"}));

INSTANTIATE_TEST_SUITE_P(
    Encodings, SceneSyntax,
    testing::Values(Mistake{"\xEF\xBB\xBF{}",
                            "s:1:1: the file begins with a byte order mark: save it as UTF-8 without one"},
                    Mistake{std::string("\xFF\xFE{\0}\0", 6), "s:1:1: the file is UTF-16: save it as UTF-8"},
                    Mistake{"\x89PNG\r\n\x1A\n", "s:1:1: expected a value, found the byte 0x89"},
                    Mistake{std::string("{\0}", 3), "s:1:2" + no_zero_byte},
                    // What comes behind the byte was once not read, and the scene taken without it.
                    Mistake{std::string("{}\n\0garbage", 11), "s:2:1" + no_zero_byte},
                    // Columns count characters: the two bytes of each letter before the mistake are one column.
                    Mistake{"{\"\u00e9\u00e9\": \u00fc}", "s:1:8: expected a value, found '\u00fc'"}));

TEST(SceneNesting, BeyondTheLimitIsRefusedAndNotFollowed) {
    const std::string error = "s:1:65: more than 64 lists and objects within each other; a scene has about four";
    EXPECT_EQ(errors_in(std::string(1'000'000, '[')), Lines{error});
}

TEST(SceneKeysGivenTwice, AreErrorsThatNameBothPlaces) {
    const Lines errors = errors_with("\"spacing\": 0.1,", "\"spacing\": 0.1,\n\"spacing\": 0.2,");
    EXPECT_EQ(errors, Lines{"s:4:1: 'spacing' is given twice; before this at line 3, column 3"});
}

std::string error_of_file(const std::filesystem::path& file) {
    try {
        (void)read_scene(file);
    } catch (const BadScene& bad) {
        return bad.what();
    }
    return "";
}

TEST(SceneFile, ThatCannotBeReadIsNamed) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir());
    EXPECT_EQ(error_of_file(folder), folder.string() + ": is a folder, not a scene file");
    const std::filesystem::path missing = folder / "no-such-scene.json";
    EXPECT_EQ(error_of_file(missing), missing.string() + ": cannot be opened: No such file or directory");
}

TEST(SceneFile, FarLargerThanAnySceneIsRefused) {
    const std::filesystem::path large = std::filesystem::path(testing::TempDir()) / "weir-large-scene.json";
    std::ofstream(large) << std::string(5'000'000, ' ');
    EXPECT_EQ(error_of_file(large), large.string() + ": is larger than 4 MB; no scene is");
    std::filesystem::remove(large);
}

}  // namespace
}  // namespace sim::test
