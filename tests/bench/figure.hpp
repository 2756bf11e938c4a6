// Panels of curves and bars side by side, and the file they become (svg_figure.cpp).
#pragma once

#include <string>
#include <vector>

namespace bench {

struct Series {
    struct Point {
        double x, y;
    };
    std::string name{};           // the same name has the same colour in every panel
    std::vector<Point> points{};  // bars: x counts the categories, 0, 1, 2 …
    bool dashed = false;          // of others: a library, a paper
    enum class Draw { both, curve, points };
    Draw draw = Draw::both;  // of lines: many points need no marks, measured ones no line
};

struct Panel {
    enum class Kind { lines, bars };
    std::string title{};
    std::string x_label{}, y_label{};  // with their units
    Kind kind = Kind::lines;
    bool log_x = true, log_y = true;  // bars: y only
    std::vector<Series> series{};
    std::vector<std::string> categories{};  // bars: what stands below each group
};

struct Figure {
    std::string title{};
    std::string subtitle{};  // the circumstances, small
    std::vector<Panel> panels{};
    int columns = 2;
};

/// A whole SVG file.
[[nodiscard]] std::string svg_of(const Figure& figure);

}  // namespace bench
