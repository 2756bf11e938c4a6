#include "app/commands/boxes_file.hpp"

#include <gtest/gtest.h>

#include "app/commands/usage.hpp"
#include "tests/app/scratch_folder.hpp"

namespace {

std::vector<spatial::Box> parse(const std::string& text) { return app::parse_boxes(text, "boxes").boxes; }
std::string complaint(const std::string& text) {
    return message_of<app::UsageError>([&] { (void)parse(text); });
}

}  // namespace

TEST(BoxesCsv, ReadsABoxALineWithColumnsInAnyOrder) {
    const auto boxes = parse("name,maxx,minx,miny,minz,maxy,maxz\nfirst,4,1,2,3,5,6\nsecond,0,0,0,0,0,0\n");
    ASSERT_EQ(boxes.size(), 2u);
    EXPECT_EQ(boxes[0].min_x, 1.0f);
    EXPECT_EQ(boxes[0].min_z, 3.0f);
    EXPECT_EQ(boxes[0].max_x, 4.0f);
    EXPECT_EQ(boxes[0].max_z, 6.0f);
}

TEST(BoxesCsv, MayBeEmpty) {
    for (const char* text : {"minx,miny,minz,maxx,maxy,maxz", "\xef\xbb\xbfminx,miny,minz,maxx,maxy,maxz\r\n"})
        EXPECT_TRUE(parse(text).empty()) << text;
}

TEST(BoxesCsv, NamesTheLineOfEachMistake) {
    const std::string header = "minx,miny,minz,maxx,maxy,maxz\n";
    EXPECT_EQ(complaint("x,y,z\n1,2,3\n"),
              "boxes:1: there is no column 'minx'; the first line names the columns: minx,miny,minz,maxx,maxy,maxz");
    EXPECT_EQ(complaint(header + "0,0,0,1,1,1\n0,2,0,1,1.5,1\n"),
              "boxes:3: miny is 2 and maxy is 1.5; a minimum may not be above its maximum");
    EXPECT_EQ(complaint(header + "0,0,nan,1,1,1\n"), "boxes:2: minz is 'nan', not a finite number");
    EXPECT_EQ(complaint(header + "0,0,0,1e39,1,1\n"), "boxes:2: maxx is '1e39', not a finite number");
    EXPECT_EQ(complaint(header + "0,0,0,1,wide,1\n"), "boxes:2: maxy is 'wide', not a number");
    EXPECT_EQ(complaint(header + "0,0,0,1,1\n"), "boxes:2: 5 values where the first line names 6 columns");
}
