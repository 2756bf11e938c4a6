#include "tests/bench/svg_canvas.hpp"

#include <array>

#include "tests/bench/report.hpp"

namespace bench {

namespace {

std::string escaped(std::string_view words) {
    std::string out;
    for (const char c : words) switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    return out;
}

const char* c_str(std::string_view constant) { return constant.data(); }  // colours are literals

}  // namespace

void SvgCanvas::line(Place from, Place to, std::string_view colour, double width) {
    body_ += text("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='%g'/>\n", from.x, from.y,
                  to.x, to.y, c_str(colour), width);
}

void SvgCanvas::curve(const std::vector<Place>& places, std::string_view colour, bool dashed) {
    body_ += text("<polyline fill='none' stroke='%s' stroke-width='1.8' stroke-linejoin='round'%s points='",
                  c_str(colour), dashed ? " stroke-dasharray='5 3'" : "");
    for (const Place p : places) body_ += text("%.1f,%.1f ", p.x, p.y);
    body_ += "'/>\n";
}

void SvgCanvas::marker(Place at, std::size_t kind, std::string_view colour, std::string_view hint) {
    constexpr double r = 3.6;  // pixels
    static constexpr std::array<const char*, 4> outlines = {"M-1,0 A1,1 0 1 0 1,0 A1,1 0 1 0 -1,0 Z",
                                                            "M-.9,-.9 H.9 V.9 H-.9 Z", "M0,-1.2 L1.15,.8 H-1.15 Z",
                                                            "M0,-1.3 L1.3,0 L0,1.3 L-1.3,0 Z"};
    body_ += text("<path d='%s' transform='translate(%.1f %.1f) scale(%g)' fill='%s'>",
                  outlines[kind % outlines.size()], at.x, at.y, r, c_str(colour));
    body_ += (hint.empty() ? "" : "<title>" + escaped(hint) + "</title>") + "</path>\n";
}

void SvgCanvas::box(Place corner, double width, double height, std::string_view colour, bool pale,
                    std::string_view hint) {
    body_ += text("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'%s>", corner.x, corner.y, width, height,
                  c_str(colour), pale ? " fill-opacity='0.45'" : "");
    body_ += (hint.empty() ? "" : "<title>" + escaped(hint) + "</title>") + "</rect>\n";
}

void SvgCanvas::write(Place at, std::string_view words, const Font& font) {
    constexpr std::array<const char*, 3> anchors = {"start", "middle", "end"};
    const std::string turned = font.upright ? text(" transform='rotate(-90 %.1f %.1f)'", at.x, at.y) : std::string();
    body_ += text("<text x='%.1f' y='%.1f' font-size='%g' text-anchor='%s' fill='%s'%s%s>", at.x, at.y, font.size,
                  anchors[static_cast<std::size_t>(font.anchor)], c_str(font.colour),
                  font.bold ? " font-weight='bold'" : "", turned.c_str()) +
             escaped(words) + "</text>\n";
}

std::string SvgCanvas::finish(double width, double height) const {
    return text(
               "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f' "
               "font-family='Roboto, DejaVu Sans, Helvetica, Arial, sans-serif'>\n"
               "<rect width='100%%' height='100%%' fill='white'/>\n",
               width, height, width, height) +
           body_ + "</svg>\n";
}

}  // namespace bench
