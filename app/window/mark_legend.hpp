// What the marks and boxes over the picture mean: lines of text with a mark each, on a panel at the left of the
// picture, below the clock.
#pragma once

#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "app/window/theme.hpp"
#include "app/window/view_control.hpp"

namespace app {

class MarkLegend {
public:
    enum class Mark { none, square, disc, ring, big_disc };

    explicit MarkLegend(const Palette& colours) : colours_(colours) {}

    void add(Mark mark, ImU32 colour, std::string text, bool is_muted = false);

    /// `room` pixels stay free above the lines; returns where they begin.
    ImVec2 draw(ImDrawList& list, const Area& area, float room) const;

private:
    struct Line {
        Mark mark;
        ImU32 colour;
        std::string text;
        bool is_muted;
    };

    static void draw_mark(ImDrawList& list, const Line& line, ImVec2 centre);

    const Palette& colours_;
    std::vector<Line> lines_;
};

/// "1 cell", "2 cells".
[[nodiscard]] std::string counted(std::size_t number, const char* one, const char* many);

/// sRGB, as ImGui wants it.
[[nodiscard]] ImU32 packed(const glm::vec3& colour);

}  // namespace app
