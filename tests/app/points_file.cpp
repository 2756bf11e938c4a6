#include "app/commands/points_file.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "app/commands/usage.hpp"
#include "app/recording/atomic_file.hpp"
#include "tests/app/scratch_folder.hpp"

namespace {

using Values = std::vector<float>;

app::PointCloud parse(const std::string& text) { return app::parse_points(text, "cloud"); }
std::string complaint(const std::string& text) {
    return message_of<app::UsageError>([&] { (void)parse(text); });
}

TEST(PointsCsv, ReadsAPointALine) {
    const app::PointCloud cloud = parse("x,y,z\n1,2,3\n-4.5,5e-1,+6\n");
    EXPECT_EQ(cloud.x, (Values{1.0f, -4.5f}));
    EXPECT_EQ(cloud.y, (Values{2.0f, 0.5f}));
    EXPECT_EQ(cloud.z, (Values{3.0f, 6.0f}));
    EXPECT_TRUE(cloud.reach.empty());
}

TEST(PointsCsv, ReadsAReachForEachPoint) {
    EXPECT_EQ(parse("x,y,z,reach\n1,2,3,0.5\n1,2,3,0.25\n").reach, (Values{0.5f, 0.25f}));
}

TEST(PointsCsv, TakesColumnsInAnyOrderAndSkipsOthers) {
    const app::PointCloud cloud = parse("id,z,x,name,y\n7,3,1,a word,2\n");
    EXPECT_EQ(cloud.x, (Values{1.0f}));
    EXPECT_EQ(cloud.y, (Values{2.0f}));
    EXPECT_EQ(cloud.z, (Values{3.0f}));
}

TEST(PointsCsv, DoesNotMindLineEndsSpacesAndBlankLinesAtTheEnd) {
    for (const char* text : {"x,y,z\r\n1,2,3\r\n", "x,y,z\n1,2,3", " x , y , z \n 1 , 2\t,3 \n",
                             "x,y,z\n1,2,3\n\n \r\n", "\xef\xbb\xbfx,y,z\n1,2,3\n"}) {
        const app::PointCloud cloud = parse(text);
        EXPECT_EQ(cloud.x, (Values{1.0f})) << text;
        EXPECT_EQ(cloud.z, (Values{3.0f})) << text;
    }
}

TEST(PointsCsv, MayBeEmpty) {
    for (const char* text : {"x,y,z", "x,y,z\r\n", "x,y,z,reach\n"}) EXPECT_EQ(parse(text).size(), 0u) << text;
}

TEST(PointsCsv, NamesTheLineOfEachMistake) {
    const std::string rest = "; the first line names the columns: x,y,z and, if each point has its own, reach";
    EXPECT_EQ(complaint(""), "cloud:1: there is no column 'x'" + rest);
    EXPECT_EQ(complaint("\n\n"), "cloud:1: there is no column 'x'" + rest);
    EXPECT_EQ(complaint("1,2,3\n4,5,6\n"), "cloud:1: there is no column 'x'" + rest);
    EXPECT_EQ(complaint("x,y\n1,2\n"), "cloud:1: there is no column 'z'" + rest);
    EXPECT_EQ(complaint("x,y,z,x\n"), "cloud:1: column 'x' is there twice");
    EXPECT_EQ(complaint("x,y,z\n1,2,3\n1,2\n"), "cloud:3: 2 values where the first line names 3 columns");
    EXPECT_EQ(complaint("x,y,z\n1,2,3,4\n"), "cloud:2: 4 values where the first line names 3 columns");
    EXPECT_EQ(complaint("x,y,z\n1,2,3\n\n1,2,3\n"), "cloud:3: 0 values where the first line names 3 columns");
    EXPECT_EQ(complaint("x,y,z\r\n1,2,3\r\n1,two,3\r\n"), "cloud:3: y is 'two', not a number");
    EXPECT_EQ(complaint("x,y,z\n1,2 3,3\n"), "cloud:2: y is '2 3', not a number");
    EXPECT_EQ(complaint("x,y,z\n1,,3\n"), "cloud:2: y is '', not a number");
    EXPECT_EQ(complaint("x,y,z\nnan,2,3\n"), "cloud:2: x is 'nan', not a finite number");
    EXPECT_EQ(complaint("x,y,z\n1,2,-inf\n"), "cloud:2: z is '-inf', not a finite number");
    EXPECT_EQ(complaint("x,y,z\n1,2,1e39\n"), "cloud:2: z is '1e39', not a finite number");
    EXPECT_EQ(complaint("x,y,z\n1,2,1e999\n"), "cloud:2: z is '1e999', not a finite number");
    EXPECT_EQ(complaint("x,y,z,reach\n1,2,3,0\n"), "cloud:2: reach is '0', not greater than zero");
}

TEST(PointsCsv, TakesNumbersTooSmallForAFloatAsZero) {
    EXPECT_EQ(parse("x,y,z\n1e-60,-1e-400,0.1\n").x, (Values{0.0f}));
}

TEST(PointsCsv, ReadsBackTheFloatThatWasWritten) {
    const app::PointCloud cloud = parse("x,y,z\n0.1,16777217,3.4028235e38\n0,0,0\n");
    EXPECT_EQ(cloud.x, (Values{0.1f, 0.0f}));
    EXPECT_EQ(cloud.z, (Values{3.4028235e38f, 0.0f}));
}

TEST(PointsCsv, CountsFromNearbyWherePointsAreFarOut) {
    const app::PointCloud cloud = parse("x,y,z\n1000000.00,-7000000.5,3\n1000000.04,-7000000.25,-3\n");
    EXPECT_FLOAT_EQ(cloud.x[1] - cloud.x[0], 0.04f);
    EXPECT_EQ(cloud.y[1] - cloud.y[0], 0.25f);
    EXPECT_EQ(cloud.z, (Values{3.0f, -3.0f}));
    EXPECT_LT(cloud.lost, 1e-8);
    EXPECT_NEAR(parse("x,y,z\n1000000.04,0,0\n-1000000,0,0\n").lost, 0.02, 0.005);
}

const std::string ascii_header =
    "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 2\nproperty float x\nproperty float y\n"
    "property float z\nend_header\n";

TEST(PointsPly, ReadsAscii) {
    const app::PointCloud cloud = parse(ascii_header + "1 2 3\n-4.5 5e-1 6\n");
    EXPECT_EQ(cloud.x, (Values{1.0f, -4.5f}));
    EXPECT_EQ(cloud.y, (Values{2.0f, 0.5f}));
    EXPECT_EQ(cloud.z, (Values{3.0f, 6.0f}));
}

TEST(PointsPly, DoesNotMindLineEnds) {
    std::string text = ascii_header + "1 2 3\n4 5 6\n\n";
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.insert(at, "\r");
    EXPECT_EQ(parse(text).z, (Values{3.0f, 6.0f}));
}

TEST(PointsPly, SkipsOtherPropertiesListsAndElements) {
    const app::PointCloud cloud = parse(
        "ply\nformat ascii 1.0\nelement tristrips 1\nproperty list int int vertex_indices\nelement nothing 3\n"
        "element vertex 2\nproperty uchar red\nproperty double z\nproperty list uchar float weights\nproperty short x\n"
        "property float reach\nproperty float y\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        "3 0 1 2\n255 3.5 2 0.1 0.2 1 0.5 2\n0 6 0 4 0.25 5\n3 0 1 0\n");
    EXPECT_EQ(cloud.x, (Values{1.0f, 4.0f}));
    EXPECT_EQ(cloud.y, (Values{2.0f, 5.0f}));
    EXPECT_EQ(cloud.z, (Values{3.5f, 6.0f}));
    EXPECT_EQ(cloud.reach, (Values{0.5f, 0.25f}));
}

/// Bytes of a value in the wanted order.
template <class T>
std::string bytes(T value, bool big_endian) {
    std::string text(sizeof value, '\0');
    std::memcpy(text.data(), &value, sizeof value);
    if (big_endian) std::ranges::reverse(text);
    return text;
}

std::string binary_ply(bool big_endian) {
    const auto vertex = [&](std::uint8_t red, double z, std::int16_t x, float y) {
        return bytes(red, big_endian) + bytes(z, big_endian) + bytes(std::uint8_t{2}, big_endian) +
               bytes(0.1f, big_endian) + bytes(0.2f, big_endian) + bytes(x, big_endian) + bytes(y, big_endian);
    };
    return std::string("ply\nformat ") + (big_endian ? "binary_big_endian" : "binary_little_endian") +
           " 1.0\nelement camera 1\nproperty int32 number\nelement vertex 2\nproperty uint8 red\nproperty float64 z\n"
           "property list uchar float weights\nproperty int16 x\nproperty float32 y\nend_header\n" +
           bytes(std::int32_t{12}, big_endian) + vertex(1, 3.5, -1, 2.0f) + vertex(2, 6.0, 400, 5.0f);
}

TEST(PointsPly, ReadsBinaryOfBothByteOrders) {
    for (const bool big_endian : {false, true}) {
        const app::PointCloud cloud = parse(binary_ply(big_endian));
        EXPECT_EQ(cloud.x, (Values{-1.0f, 400.0f}));
        EXPECT_EQ(cloud.y, (Values{2.0f, 5.0f}));
        EXPECT_EQ(cloud.z, (Values{3.5f, 6.0f}));
    }
}

TEST(PointsPly, SaysWhereABinaryFileEndsTooEarly) {
    std::string text = binary_ply(false);
    text.pop_back();
    EXPECT_EQ(complaint(text), "cloud: vertex 1: the file ends here, where the header names 2 such elements");
}

// The count is a claim of the file: memory must not be asked for on its word.
TEST(PointsPly, DoesNotBelieveAHugeCount) {
    std::string text = binary_ply(false);
    text.replace(text.find("vertex 2"), 8, "vertex 18446744073709551615");
    EXPECT_EQ(complaint(text),
              "cloud: vertex 2: the file ends here, where the header names 18446744073709551615 such elements");
    std::string list = binary_ply(false);
    list.replace(list.find("uchar float"), 11, "uint32 float");
    EXPECT_NE(complaint(list).find("the file ends here"), std::string::npos);
}

TEST(PointsPly, NamesTheLineOfEachMistake) {
    EXPECT_EQ(complaint(ascii_header + "1 2 3\n"), "cloud:10: the file ends after 1 of 2 elements 'vertex'");
    EXPECT_EQ(complaint(ascii_header + "1 2 3\n1 2\n"), "cloud:10: fewer values than the header names: 2");
    EXPECT_EQ(complaint(ascii_header + "1 2 3 4\n1 2 3\n"), "cloud:9: more values than the header names: 4");
    EXPECT_EQ(complaint(ascii_header + "1 2 3\n1 x 3\n"), "cloud:10: 'x' is not a number");
    EXPECT_EQ(complaint(ascii_header + "1 2 3\n1 nan 3\n"), "cloud:10: y is not a finite number");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n"),
              "cloud:6: the header names no property 'z' of vertex");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nend_header\n"), "cloud:3: the header names no element 'vertex'");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelement vertex 1\n"),
              "cloud:3: the header has no end; it ends with the line 'end_header'");
    EXPECT_EQ(complaint("ply\nend_header\n"),
              "cloud:2: there is no line 'format ascii 1.0' or 'format binary_little_endian 1.0' above");
    EXPECT_EQ(complaint("ply\nformat text 1.0\n"),
              "cloud:2: unknown format 'text'; there are: ascii, binary_little_endian, binary_big_endian");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelement vertex many\n"), "cloud:3: 'many' is no number of elements");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nproperty float x\n"),
              "cloud:3: a property without an element above it");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n"), "cloud:4: unknown type 'quad'");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float x\n"),
              "cloud:5: property 'x' is there twice");
    EXPECT_EQ(complaint("ply\nformat ascii 1.0\nvertices 1\n"),
              "cloud:3: 'vertices' is no line of a PLY header; a header ends with 'end_header'");
}

TEST(PointsFile, NamesAFileThatIsNotThere) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "none.csv";
    EXPECT_EQ(message_of<app::UsageError>([&] { (void)app::read_points(file); }),
              "cannot read " + file.string() + ": No such file or directory");
}

TEST(PointsFile, TellsTheFormatsApartByTheirContent) {
    const ScratchFolder folder;
    app::write_file(folder / "a.txt", ascii_header + "1 2 3\n4 5 6\n");
    app::write_file(folder / "b.txt", "x,y,z\n1,2,3\n");
    EXPECT_EQ(app::read_points(folder / "a.txt").size(), 2u);
    EXPECT_EQ(app::read_points(folder / "b.txt").size(), 1u);
}

}  // namespace
