#include "app/commands/boxes_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/commands/csv_columns.hpp"
#include "app/commands/points_text.hpp"
#include "app/commands/whole_file.hpp"
#include "sim/wording.hpp"

namespace app {

namespace {

constexpr std::array<std::string_view, 6> box_columns = {"minx", "miny", "minz", "maxx", "maxy", "maxz"};

std::string_view not_finite(double value, std::size_t) {
    return std::isfinite(static_cast<float>(value)) ? std::string_view() : "not a finite number";
}

void refuse_inverted(std::span<const double> v, const std::string& name, std::size_t line) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (v[axis] > v[axis + 3])
            fail_at(name, line,
                    std::string(box_columns[axis]) + " is " + sim::number_text(v[axis]) + " and " +
                        std::string(box_columns[axis + 3]) + " is " + sim::number_text(v[axis + 3]) +
                        "; a minimum may not be above its maximum");
}

}  // namespace

bool overlap(const ExactBox& a, const ExactBox& b) noexcept {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (a[axis] > b[axis + 3] || b[axis] > a[axis + 3]) return false;
    return true;
}

BoxList read_boxes(const std::filesystem::path& file) { return parse_boxes(read_whole(file), file.string()); }

BoxList parse_boxes(std::string_view text, const std::string& name) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark some editors put before UTF-8
    BoxList list;
    read_csv(text, name, {box_columns, box_columns.size(), "minx,miny,minz,maxx,maxy,maxz", not_finite},
             {[&](const std::vector<bool>&, std::size_t rows) {
                  list.boxes.reserve(rows);
                  list.exact.reserve(rows);
              },
              [&](std::span<const double> v, std::size_t line) {
                  refuse_inverted(v, name, line);
                  const auto cut = [&](std::size_t k) { return static_cast<float>(v[k]); };
                  list.boxes.push_back({cut(0), cut(1), cut(2), cut(3), cut(4), cut(5)});
                  std::ranges::copy(v, list.exact.emplace_back().begin());
              }});
    return list;
}

}  // namespace app
