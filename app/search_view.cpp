#include "app/search_view.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "app/neighbour_counts.hpp"
#include "spatial/gather_near.hpp"
#include "spatial/neighbour_rule.hpp"

namespace app {
namespace {

using Cell = SearchView::Cell;

glm::vec3 low(const spatial::Box& box) { return {box.min_x, box.min_y, box.min_z}; }
glm::vec3 high(const spatial::Box& box) { return {box.max_x, box.max_y, box.max_z}; }

glm::vec3 place_of(const sim::Particles& p, std::size_t slot) { return {p.x[slot], p.y[slot], p.z[slot]}; }

/// The part of space that holds particles, in cubes as wide as the reach. Where a cube beside one is empty, that one is
/// at the surface: a rule that fits cells, leaves and buckets of any shape.
class Occupied {
public:
    Occupied(const sim::Particles& p, const glm::vec3& from, float edge) : from_(from), edge_(edge) {
        for (std::size_t slot = 0; slot < p.size(); ++slot) {
            const std::uint64_t key = key_of(cube_of(place_of(p, slot)));
            if (cubes_.empty() || cubes_.back() != key) cubes_.push_back(key);  // those in a cell stand together
        }
        std::ranges::sort(cubes_);
        cubes_.erase(std::unique(cubes_.begin(), cubes_.end()), cubes_.end());
    }

    [[nodiscard]] bool is_at_surface(const glm::vec3& place) const {
        const glm::ivec3 cube = cube_of(place);
        for (int axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
                glm::ivec3 beside = cube;
                beside[axis] += step;
                if (!std::ranges::binary_search(cubes_, key_of(beside))) return true;
            }
        return false;
    }

private:
    // 21 bits a coordinate. Cubes beyond share the outermost one, where nobody looks so closely.
    static constexpr float outermost = 1 << 20;

    [[nodiscard]] glm::ivec3 cube_of(const glm::vec3& place) const {
        return glm::ivec3(glm::clamp(glm::floor((place - from_) / edge_), -outermost + 2.0f, outermost - 2.0f));
    }
    static std::uint64_t key_of(const glm::ivec3& cube) {
        const auto part = [](int c) { return static_cast<std::uint64_t>(c + static_cast<int>(outermost)); };
        return part(cube.x) << 42 | part(cube.y) << 21 | part(cube.z);
    }

    glm::vec3 from_;
    float edge_;
    std::vector<std::uint64_t> cubes_;  // ascending
};

/// A face that a particle's middle lies on is put half a spacing further out: boxes as tight as a tree's would hide in
/// the spheres that they hold.
spatial::Box around_the_spheres(const spatial::CellView& cell, const sim::Particles& p, float spacing) {
    spatial::Box box = cell.box;
    const spatial::Box middles = spatial::box_around(p.x.data(), p.y.data(), p.z.data(), cell.slots);
    const auto grow = [&](float spatial::Box::*face, float by) {
        if (std::abs(box.*face - middles.*face) < 1e-4f * spacing) box.*face += by;
    };
    for (auto face : {&spatial::Box::min_x, &spatial::Box::min_y, &spatial::Box::min_z}) grow(face, -0.5f * spacing);
    for (auto face : {&spatial::Box::max_x, &spatial::Box::max_y, &spatial::Box::max_z}) grow(face, 0.5f * spacing);
    return box;
}

float squared_distance(const spatial::Box& box, const glm::vec3& place) {
    const glm::vec3 away = place - glm::clamp(place, low(box), high(box));
    return glm::dot(away, away);
}

/// Keeps the `most` cells with the smallest keys; the first of equals.
template <class Key>
void keep(std::vector<Cell>& cells, std::size_t most, const Key& key) {
    if (cells.size() <= most) return;
    std::ranges::stable_sort(cells, {}, key);
    cells.resize(most);
}

void choose_cells(const sim::World& world, const SearchViewRequest& request, SearchView& view) {
    const sim::Particles& p = world.particles();
    if (p.size() == 0) return;
    glm::vec3 min = place_of(p, 0), max = min;
    for (std::size_t slot = 1; slot < p.size(); ++slot) {
        min = glm::min(min, place_of(p, slot));
        max = glm::max(max, place_of(p, slot));
    }
    const glm::vec3 focus = view.picked ? place_of(p, view.picked->slot) : 0.5f * (min + max);

    if (request.choice == CellChoice::slice) view.slice = {request.axis, focus[request.axis]};

    std::optional<Occupied> occupied;
    if (request.choice == CellChoice::surface) occupied.emplace(p, min, view.reach);
    const auto fits = [&](const spatial::Box& box) {
        if (request.choice == CellChoice::surface) return occupied->is_at_surface(0.5f * (low(box) + high(box)));
        if (view.slice)
            return low(box)[view.slice->axis] <= view.slice->at && view.slice->at <= high(box)[view.slice->axis];
        if (request.choice == CellChoice::around)
            return squared_distance(box, focus) <= 2.25f * view.reach * view.reach;
        return true;
    };
    if (view.slice) view.in_slice.assign(p.size(), 0);
    world.search().for_each_cell([&](const spatial::CellView& cell) {
        ++view.all_cells;
        view.levels = std::max(view.levels, cell.level + 1);
        if (!fits(cell.box)) return;
        view.cells.push_back({around_the_spheres(cell, p, world.scene().spacing), cell.slots.size(), cell.level});
        if (view.slice) std::fill(view.in_slice.begin() + cell.slots.begin, view.in_slice.begin() + cell.slots.end, 1);
    });
    view.fitting = view.cells.size();
    if (request.choice == CellChoice::around)
        keep(view.cells, request.most, [&](const Cell& cell) { return squared_distance(cell.box, focus); });
    else
        keep(view.cells, request.most, [](const Cell& cell) { return -static_cast<std::int64_t>(cell.particles); });
}

std::optional<SearchView::Picked> look_at(const sim::World& world, std::uint32_t id, float common) {
    const sim::Particles& p = world.particles();
    const std::vector<float> supports = mixed_supports(world.scene(), p);
    const auto reach_of = [&](spatial::Index slot) { return supports.empty() ? common : supports[slot]; };
    const auto found = std::ranges::find(p.id, id);
    // A world that was resumed has no search before its first step.
    if (found == p.id.end() || world.search().order().size() != p.size()) return std::nullopt;

    SearchView::Picked picked;
    picked.id = id;
    picked.slot = static_cast<spatial::Index>(found - p.id.begin());
    picked.reach = reach_of(picked.slot);
    picked.speed = glm::length(glm::vec3(p.vx[picked.slot], p.vy[picked.slot], p.vz[picked.slot]));
    picked.density = p.density[picked.slot];
    picked.pressure = p.pressure[picked.slot];
    const sim::World::LastSteps steps = world.last_steps();
    picked.level = steps.levels.empty() ? 0 : static_cast<int>(steps.levels[picked.slot]);
    picked.step = std::ldexp(steps.longest, -picked.level);
    std::vector<std::uint8_t> only_this(p.size(), 0);
    only_this[picked.slot] = 1;
    // One block holds it, so that one thread comes here.
    world.search().for_each_block({only_this}, [&](spatial::Range block, std::span<const spatial::Range> ranges) {
        picked.block = block;
        picked.ranges.assign(ranges.begin(), ranges.end());
    });
    const glm::vec3 place = place_of(p, picked.slot);
    for (const spatial::Range range : picked.ranges)
        for (spatial::Index slot = range.begin; slot < range.end; ++slot) {
            const glm::vec3 d = place - place_of(p, slot);
            const float reach = 0.5f * (picked.reach + reach_of(slot));  // of the pair (sim/grains.hpp)
            if (slot != picked.slot && spatial::in_reach(spatial::squared_distance(d.x, d.y, d.z), reach, reach))
                picked.neighbours.push_back(slot);
        }
    return picked;
}

}  // namespace

void look_into(const sim::World& world, const SearchViewRequest& request, SearchView& view) {
    view.cells.clear();
    view.all_cells = 0;
    view.levels = 1;
    view.reach = world.scene().support * world.scene().spacing;
    view.ids.assign(world.particles().id.begin(), world.particles().id.end());
    view.slice.reset();
    view.in_slice.clear();
    view.picked.reset();
    if (request.picked) view.picked = look_at(world, *request.picked, view.reach);
    choose_cells(world, request, view);
}

}  // namespace app
