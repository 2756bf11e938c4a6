// The few shapes of SVG that figures need. Coordinates in pixels, y down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct Place {
    double x, y;
};

class SvgCanvas {
public:
    enum class Anchor { start, middle, end };
    struct Font {
        double size = 11.0;
        Anchor anchor = Anchor::start;
        bool bold = false, upright = false;  // upright: read from below, for the y axis
        std::string_view colour = "#333333";
    };

    void line(Place from, Place to, std::string_view colour, double width = 1.0);
    void curve(const std::vector<Place>& places, std::string_view colour, bool dashed);
    /// `kind` counts circle, square, triangle, diamond, and again. `hint` appears under a resting mouse.
    void marker(Place at, std::size_t kind, std::string_view colour, std::string_view hint = {});
    void box(Place corner, double width, double height, std::string_view colour, bool pale = false,
             std::string_view hint = {});
    void write(Place at, std::string_view words, const Font& font);

    /// The whole file.
    [[nodiscard]] std::string finish(double width, double height) const;

private:
    std::string body_;
};

}  // namespace bench
