#include "app/commands/boxes_file.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "app/commands/csv_columns.hpp"
#include "app/commands/points_text.hpp"
#include "app/commands/whole_file.hpp"

namespace app {

namespace {

constexpr std::array<std::string_view, 6> box_columns = {"minx", "miny", "minz", "maxx", "maxy", "maxz"};

std::string_view not_finite(float value, std::size_t) {
    return std::isfinite(value) ? std::string_view() : "not a finite number";
}

void refuse_inverted(std::span<const float> v, const std::string& name, std::size_t line) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (v[axis] > v[axis + 3]) {
            std::array<char, 128> text{};
            std::snprintf(text.data(), text.size(), "%s is %g and %s is %g; a minimum may not be above its maximum",
                          box_columns[axis].data(), double{v[axis]}, box_columns[axis + 3].data(), double{v[axis + 3]});
            fail_at(name, line, text.data());
        }
}

}  // namespace

std::vector<spatial::Box> read_boxes(const std::filesystem::path& file) {
    return parse_boxes(read_whole(file), file.string());
}

std::vector<spatial::Box> parse_boxes(std::string_view text, const std::string& name) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark some editors put before UTF-8
    std::vector<spatial::Box> boxes;
    read_csv(text, name, {box_columns, box_columns.size(), "minx,miny,minz,maxx,maxy,maxz", not_finite},
             {[&](const std::vector<bool>&, std::size_t rows) { boxes.reserve(rows); },
              [&](std::span<const float> v, std::size_t line) {
                  refuse_inverted(v, name, line);
                  boxes.push_back({v[0], v[1], v[2], v[3], v[4], v[5]});
              }});
    return boxes;
}

}  // namespace app
