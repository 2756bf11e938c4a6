// Lays out a figure:
//
//   title
//   subtitle
//   o one  s two  ...              the legend, for all panels
//   +--------+ +--------+
//   | panel  | | panel  |
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/bench/axis_scale.hpp"
#include "tests/bench/figure.hpp"
#include "tests/bench/report.hpp"
#include "tests/bench/svg_canvas.hpp"

namespace bench {

namespace {

// Distinct on white, and neighbours in the list are distinct for the colour-blind too; shapes of markers help.
constexpr std::array colours = {"#4269d0", "#d9730d", "#3a9c5c", "#c8352b", "#8a5cc2", "#1197a8",
                                "#b3498d", "#7a6a2f", "#555555", "#9a9a9a", "#c79a00", "#2f5d3a"};

constexpr double panel_width = 380.0, panel_height = 300.0;  // with its margins; pixels
constexpr double left = 62.0, right = 14.0, top = 30.0, bottom = 48.0, edge = 16.0;
constexpr std::string_view grid_colour = "#e4e4e4", axis_colour = "#888888";
constexpr double letter = 6.3;  // about as wide as a letter of the legend

class FigureDrawing {
public:
    explicit FigureDrawing(const Figure& figure) : figure_(figure) {
        for (const Panel& panel : figure.panels)
            for (const Series& series : panel.series)
                if (std::ranges::find(known_, series.name, &Series::name) == known_.end())
                    known_.push_back({.name = series.name, .points = {}, .dashed = series.dashed, .draw = series.draw});
    }

    std::string draw() {
        const auto columns = static_cast<std::size_t>(
            std::clamp(figure_.columns, 1, std::max(1, static_cast<int>(figure_.panels.size()))));
        width_ = 2.0 * edge + panel_width * static_cast<double>(columns);
        canvas_.write({edge, edge + 14.0}, figure_.title, {.size = 17.0, .bold = true, .colour = "#111111"});
        canvas_.write({edge, edge + 32.0}, figure_.subtitle, {.size = 11.5, .colour = "#666666"});
        const double below = legend(edge + 52.0) + 10.0;
        for (std::size_t i = 0; i < figure_.panels.size(); ++i)
            panel(figure_.panels[i], {edge + panel_width * static_cast<double>(i % columns),
                                      below + panel_height * static_cast<double>(i / columns)});
        const std::size_t rows = (figure_.panels.size() + columns - 1) / columns;
        return canvas_.finish(width_, below + panel_height * static_cast<double>(rows) + edge);
    }

private:
    /// Returns where it ends.
    double legend(double y) {
        double x = edge;
        for (std::size_t i = 0; i < known_.size(); ++i) {
            const double wide = 44.0 + letter * static_cast<double>(known_[i].name.size());
            if (x + wide > width_ - edge && x > edge) {
                x = edge;
                y += 17.0;
            }
            if (known_[i].draw != Series::Draw::points)
                canvas_.curve({{x, y - 4.0}, {x + 22.0, y - 4.0}}, colours[i % colours.size()], known_[i].dashed);
            if (known_[i].draw != Series::Draw::curve)
                canvas_.marker({x + 11.0, y - 4.0}, i, colours[i % colours.size()]);
            canvas_.write({x + 27.0, y}, known_[i].name, {.size = 11.5});
            x += wide;
        }
        return y;
    }

    [[nodiscard]] std::size_t number_of(const Series& series) const {
        return static_cast<std::size_t>(std::ranges::find(known_, series.name, &Series::name) - known_.begin());
    }

    struct Frame {
        Place corner;  // of the plot's upper left
        double width, height;
        [[nodiscard]] double x(double share) const { return corner.x + width * share; }
        [[nodiscard]] double y(double share) const { return corner.y + height * (1.0 - share); }
    };

    void panel(const Panel& panel, Place corner) {
        const Frame frame{{corner.x + left, corner.y + top}, panel_width - left - right, panel_height - top - bottom};
        canvas_.write({frame.corner.x, corner.y + top - 10.0}, panel.title, {.size = 13.0, .bold = true});
        canvas_.write({frame.x(0.5), corner.y + panel_height - 12.0}, panel.x_label,
                      {.anchor = SvgCanvas::Anchor::middle});
        canvas_.write({corner.x + 13.0, frame.y(0.5)}, panel.y_label,
                      {.anchor = SvgCanvas::Anchor::middle, .upright = true});
        std::vector<double> xs, ys;
        for (const Series& series : panel.series)
            for (const Series::Point& point : series.points) {
                xs.push_back(point.x);
                ys.push_back(point.y);
            }
        const AxisScale y(ys, panel.log_y);
        for (const AxisScale::Mark& mark : y.marks()) {
            const double at = frame.y(y.share(mark.value));
            canvas_.line({frame.x(0.0), at}, {frame.x(1.0), at}, grid_colour);
            canvas_.write({frame.x(0.0) - 6.0, at + 4.0}, mark.label, {.anchor = SvgCanvas::Anchor::end});
        }
        if (panel.kind == Panel::Kind::bars)
            bars(panel, frame, y);
        else
            lines(panel, frame, AxisScale(xs, panel.log_x), y);
        canvas_.line({frame.x(0.0), frame.y(0.0)}, {frame.x(1.0), frame.y(0.0)}, axis_colour);
        canvas_.line({frame.x(0.0), frame.y(0.0)}, {frame.x(0.0), frame.y(1.0)}, axis_colour);
    }

    void lines(const Panel& panel, const Frame& frame, const AxisScale& x, const AxisScale& y) {
        for (const AxisScale::Mark& mark : x.marks()) {
            const double at = frame.x(x.share(mark.value));
            canvas_.line({at, frame.y(0.0)}, {at, frame.y(1.0)}, grid_colour);
            canvas_.write({at, frame.y(0.0) + 15.0}, mark.label, {.anchor = SvgCanvas::Anchor::middle});
        }
        for (const Series& series : panel.series) {
            const std::size_t number = number_of(series);
            std::vector<Place> places;
            for (const Series::Point& point : series.points)
                places.push_back({frame.x(x.share(point.x)), frame.y(y.share(point.y))});
            if (series.draw != Series::Draw::points)
                canvas_.curve(places, colours[number % colours.size()], series.dashed);
            if (series.draw == Series::Draw::curve) continue;
            for (std::size_t i = 0; i < places.size(); ++i)
                canvas_.marker(places[i], number, colours[number % colours.size()],
                               text("%s: %.4g at %.4g", series.name.c_str(), series.points[i].y, series.points[i].x));
        }
    }

    void bars(const Panel& panel, const Frame& frame, const AxisScale& y) {
        const double group = frame.width / static_cast<double>(std::max<std::size_t>(1, panel.categories.size()));
        const double bar = 0.84 * group / static_cast<double>(std::max<std::size_t>(1, panel.series.size()));
        for (std::size_t c = 0; c < panel.categories.size(); ++c)
            canvas_.write({frame.corner.x + group * (static_cast<double>(c) + 0.5), frame.y(0.0) + 15.0},
                          panel.categories[c], {.anchor = SvgCanvas::Anchor::middle});
        for (std::size_t s = 0; s < panel.series.size(); ++s) {
            const Series& series = panel.series[s];
            for (const Series::Point& point : series.points) {
                const double height = frame.height * std::max(0.0, y.share(point.y));
                canvas_.box(
                    {frame.corner.x + group * (point.x + 0.08) + bar * static_cast<double>(s), frame.y(0.0) - height},
                    0.92 * bar, height, colours[number_of(series) % colours.size()], series.dashed,
                    text("%s: %.4g", series.name.c_str(), point.y));
            }
        }
    }

    const Figure& figure_;
    std::vector<Series> known_;  // every name once, in the order of the legend
    double width_ = 0.0;
    SvgCanvas canvas_;
};

}  // namespace

std::string svg_of(const Figure& figure) { return FigureDrawing(figure).draw(); }

}  // namespace bench
