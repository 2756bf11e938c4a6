// Figures as text: what must be in the file. That it is well-formed XML is tested where the program writes one
// (tests/app/bench_test.py).
#include <gtest/gtest.h>

#include "tests/bench/figure.hpp"

namespace {

std::size_t count(const std::string& in, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) ++n;
    return n;
}

}  // namespace

TEST(SvgFigure, HasEverySeriesInTheLegendOnceAndAMarkerForEveryPoint) {
    bench::Panel panel{.title = "a < b & c", .x_label = "points", .y_label = "ns"};
    panel.series = {{.name = "one", .points = {{1, 2}, {10, 3}}}, {.name = "two", .points = {{1, 4}}, .dashed = true}};
    const std::string svg = bench::svg_of({.title = "T", .panels = {panel, panel}});
    EXPECT_EQ(count(svg, ">one<"), 1u);
    EXPECT_EQ(count(svg, ">two<"), 1u);
    EXPECT_EQ(count(svg, "<path"), 2u + 2u * 3u) << "legend and both panels";
    EXPECT_EQ(count(svg, "stroke-dasharray"), 3u);
    EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 2u);
    EXPECT_EQ(count(svg, "a < b"), 0u);
}

TEST(SvgFigure, DrawsMeasuredPointsWithoutALineAndManyPointsWithoutMarks) {
    bench::Panel panel{.title = "a", .log_x = false, .log_y = false};
    panel.series = {{.name = "measured", .points = {{1, 2}, {2, 3}}, .draw = bench::Series::Draw::points},
                    {.name = "simulated", .points = {{1, 4}, {2, -5}}, .draw = bench::Series::Draw::curve}};
    const std::string svg = bench::svg_of({.title = "T", .panels = {panel}});
    EXPECT_EQ(count(svg, "<path"), 1u + 2u) << "legend and panel";
    EXPECT_EQ(count(svg, "<polyline"), 1u + 1u);
}

TEST(SvgFigure, DrawsABarForEveryValue) {
    bench::Panel panel{.title = "bars", .kind = bench::Panel::Kind::bars, .log_y = false};
    panel.categories = {"first", "second"};
    panel.series = {{.name = "one", .points = {{0, 2}, {1, 3}}}, {.name = "two", .points = {{0, 4}, {1, 5}}}};
    const std::string svg = bench::svg_of({.title = "T", .panels = {panel}});
    EXPECT_EQ(count(svg, "<title>"), 4u);
    EXPECT_EQ(count(svg, ">second<"), 1u);
}

TEST(SvgFigure, WithoutPanelsIsStillAFile) {
    const std::string svg = bench::svg_of({.title = "Nothing was measured"});
    EXPECT_EQ(count(svg, "Nothing was measured"), 1u);
    EXPECT_EQ(count(svg, "</svg>"), 1u);
}
