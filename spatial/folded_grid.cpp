#include "spatial/folded_grid.hpp"

#include <bit>

namespace spatial {

FoldedGrid::FoldedGrid(const Box& bounds, double edge, double most_cells) : edge_(edge), inverse_edge_(1.0 / edge) {
    const std::array<float, 3> min = {bounds.min_x, bounds.min_y, bounds.min_z};
    const std::array<float, 3> max = {bounds.max_x, bounds.max_y, bounds.max_z};
    std::array<std::int64_t, 3> cells;
    for (std::size_t k = 0; k < 3; ++k) {
        axes_[k].corner = min[k];
        cells[k] = std::int64_t{cell_coordinate(max[k] - axes_[k].corner, inverse_edge_)} + 1;
        axes_[k].extent = static_cast<std::int32_t>(cells[k]);
    }
    const auto product = [&] {
        return static_cast<double>(cells[0]) * static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
    };
    while (product() > most_cells) {
        const auto longest = static_cast<std::size_t>(std::max_element(cells.begin(), cells.end()) - cells.begin());
        if (cells[longest] <= fewest_folded) break;
        axes_[longest].folded = true;
        cells[longest] = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(cells[longest] - 1)));
    }
    for (std::size_t k = 0; k < 3; ++k) axes_[k].cells = static_cast<std::int32_t>(cells[k]);
    row_ = static_cast<Key>(axes_[0].cells);
    layer_ = row_ * static_cast<Key>(axes_[1].cells);
}

void FoldedGrid::part_rows(Key spare) noexcept {
    const std::uint64_t row = row_ + spare, layer = row * (layer_ / row_ + 1);
    if (folded() || layer > std::uint64_t{layer_} + layer_ / 4) return;
    row_ = static_cast<Key>(row);
    layer_ = static_cast<Key>(layer);
}

FoldedGrid::Key FoldedGrid::cells() const noexcept { return layer_ * static_cast<Key>(axes_[2].cells); }

bool FoldedGrid::folded() const noexcept { return axes_[0].folded || axes_[1].folded || axes_[2].folded; }

FoldedGrid::Key FoldedGrid::key_of(Cell cell) const noexcept {
    const auto x = static_cast<Key>(axes_[0].index_of(cell.x)), y = static_cast<Key>(axes_[1].index_of(cell.y)),
               z = static_cast<Key>(axes_[2].index_of(cell.z));
    return z * layer_ + y * row_ + x;
}

FoldedGrid::Key FoldedGrid::nearest_key(Cell cell) const noexcept {
    const auto inside = [&](std::size_t k, std::int32_t coordinate) {
        return axes_[k].folded ? coordinate : std::clamp(coordinate, 0, axes_[k].cells - 1);
    };
    return key_of({inside(0, cell.x), inside(1, cell.y), inside(2, cell.z)});
}

void FoldedGrid::keys_of(const Points& points, std::size_t begin, std::span<Key> keys) const {
    constexpr std::size_t portion = 512;  // coordinates of so many stay in the nearest cache
    std::array<std::int32_t, portion> x, y, z;
    for (std::size_t done = 0; done < keys.size(); done += portion) {
        const std::size_t count = std::min(portion, keys.size() - done);
        cell_coordinates(points.x.subspan(begin + done, count), axes_[0].corner, inverse_edge_, x.data());
        cell_coordinates(points.y.subspan(begin + done, count), axes_[1].corner, inverse_edge_, y.data());
        cell_coordinates(points.z.subspan(begin + done, count), axes_[2].corner, inverse_edge_, z.data());
        for (std::size_t i = 0; i < count; ++i) keys[done + i] = key_of({x[i], y[i], z[i]});
    }
}

Box FoldedGrid::box_of_key(Key key) const noexcept {
    const auto at = [&](std::size_t axis, Key index) {
        return static_cast<float>(axes_[axis].corner + static_cast<double>(index) * edge_);
    };
    const Key x = key % row_, y = key % layer_ / row_, z = key / layer_;
    return {at(0, x), at(1, y), at(2, z), at(0, x + 1), at(1, y + 1), at(2, z + 1)};
}

}  // namespace spatial
