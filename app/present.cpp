#include "app/present.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "app/traffic_marks.hpp"

namespace app {
namespace {

/// Spheres a little larger than half the spacing touch and close the surface.
constexpr float radius_in_spacings = 0.55f;

/// The twelve edges of the tank.
void add_box(std::vector<render::Line>& lines, const glm::vec3& min, const glm::vec3& max, const glm::vec4& colour) {
    const auto corner = [&](int i) {
        return glm::vec3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
    };
    for (int i = 0; i < 8; ++i) {
        for (const int axis : {1, 2, 4}) {
            if (!(i & axis)) lines.push_back({corner(i), corner(i | axis), colour});
        }
    }
}

}  // namespace

render::OrbitCamera camera_of(const sim::Scene& scene, float aspect) {
    render::OrbitCamera camera;
    camera.target = scene.camera.target;
    camera.yaw = glm::radians(scene.camera.yaw);
    camera.pitch = glm::radians(scene.camera.pitch);
    if (scene.camera.distance > 0.0f) {
        // Meant for a picture of the usual shape: a narrower one shows as much of the scene's width from further away,
        // unless it shows the whole tank before.
        constexpr float usual_aspect = 16.0f / 9.0f;
        const float given = scene.camera.distance, as_wide = given * std::max(usual_aspect / aspect, 1.0f);
        const float whole = camera.distance_to_see(scene.domain.min, scene.domain.max, aspect);
        camera.distance = std::clamp(whole, given, as_wide);
    } else {
        camera.fit(scene.domain.min, scene.domain.max, aspect);
    }
    return camera;
}

sim::Camera told(const render::OrbitCamera& camera) {
    return {camera.target, camera.distance, std::remainder(glm::degrees(camera.yaw), 360.0f),
            glm::degrees(camera.pitch)};
}

void fit_to_particles(render::OrbitCamera& camera, const Snapshot& snapshot, float aspect) {
    if (snapshot.x.empty()) return;
    const auto [x_min, x_max] = std::ranges::minmax(snapshot.x);
    const auto [y_min, y_max] = std::ranges::minmax(snapshot.y);
    const auto [z_min, z_max] = std::ranges::minmax(snapshot.z);
    const glm::vec3 margin(snapshot.scene->spacing);
    camera.fit(glm::vec3(x_min, y_min, z_min) - margin, glm::vec3(x_max, y_max, z_max) + margin, aspect);
}

glm::vec3 level_colour(int level) {
    // Okabe and Ito's colours, which most forms of colour blindness can tell apart.
    constexpr std::array<std::array<int, 3>, 7> colours = {
        {{230, 159, 0}, {86, 180, 233}, {0, 158, 115}, {240, 228, 66}, {204, 121, 167}, {213, 94, 0}, {0, 114, 178}}};
    const auto& [red, green, blue] = colours[static_cast<std::size_t>(level) % colours.size()];
    return glm::vec3(red, green, blue) / 255.0f;
}

glm::vec3 crowd_colour(float share) {
    // Without turbo's ends, which are too dark for lines.
    return render::colour_at(render::ColourMap::turbo, 0.13f + 0.78f * share);
}

std::uint32_t most_in_a_cell(const SearchView& view) {
    std::uint32_t most = 0;
    for (const SearchView::Cell& cell : view.cells) most = std::max(most, cell.particles);
    return most;
}

void Presenter::add_cells(const SearchView& view, CellLook::Colour by) {
    // A hair smaller than they are: two that touch keep a line each, in a colour each.
    constexpr float shrunk = 0.02f;
    const std::uint32_t most = most_in_a_cell(view);
    for (const SearchView::Cell& cell : view.cells) {
        const glm::vec3 min(cell.box.min_x, cell.box.min_y, cell.box.min_z);
        const glm::vec3 max(cell.box.max_x, cell.box.max_y, cell.box.max_z);
        const glm::vec3 hair = shrunk * (max - min);
        const float share = static_cast<float>(cell.particles - 1) / static_cast<float>(std::max(most, 2u) - 1);
        const glm::vec3 colour =
            glm::convertSRGBToLinear(by == CellLook::Colour::level ? level_colour(cell.level) : crowd_colour(share));
        add_box(lines_, min + hair, max - hair, glm::vec4(colour, 1.0f));
    }
}

void Presenter::add_cells(const BroadView& view) {
    // Boxes of solids in a quiet colour, then the cells, a hair smaller; those that only say that there is something
    // below them are faint.
    constexpr float shrunk = 0.01f, faint = 0.35f;
    const glm::vec3 quiet = theme_ == render::Theme::dark ? glm::vec3(0.75f) : glm::vec3(0.10f);
    const auto low = [](const spatial::Box& box) { return glm::vec3(box.min_x, box.min_y, box.min_z); };
    const auto high = [](const spatial::Box& box) { return glm::vec3(box.max_x, box.max_y, box.max_z); };
    for (const spatial::Box& box : view.boxes) add_box(lines_, low(box), high(box), glm::vec4(quiet, 0.8f));
    for (const spatial::BoxCellView& cell : view.cells) {
        const glm::vec3 hair = shrunk * (high(cell.box) - low(cell.box));
        add_box(lines_, low(cell.box) + hair, high(cell.box) - hair,
                glm::vec4(glm::convertSRGBToLinear(level_colour(cell.level)), cell.boxes == 0 ? faint : 1.0f));
    }
}

void Presenter::show_water(const Snapshot& snapshot, CellLook::Water water, const glm::vec3& eye,
                           render::Spheres& spheres) {
    static constexpr std::array<glm::vec3, 1> grey = {glm::vec3(0.16f, 0.19f, 0.23f)};  // linear
    if (water == CellLook::Water::grey) spheres.palette = grey;
    if (water == CellLook::Water::hidden) spheres.x = spheres.y = spheres.z = spheres.value = spheres.radii = {};
    if (!snapshot.has_search_view || !snapshot.search_view.slice || spheres.x.empty()) return;

    // Cut away on the near side of the slice, but for what is in its cells, so that they are seen.
    const auto [axis, at] = *snapshot.search_view.slice;
    const Cut slice{axis, at};
    const std::span<const float> across = axis == 0 ? spheres.x : axis == 1 ? spheres.y : spheres.z;
    keep(spheres, [&](std::size_t i) { return !slice.hides(across[i], eye) || snapshot.search_view.in_slice[i] != 0; });
}

template <class IsKept>
void Presenter::keep(render::Spheres& spheres, const IsKept& is_kept) {
    kept_.clear();
    for (std::size_t i = 0; i < spheres.x.size(); ++i)
        if (is_kept(i)) kept_.push_back(static_cast<std::uint32_t>(i));
    const std::array<std::span<const float>*, 5> streams = {&spheres.x, &spheres.y, &spheres.z, &spheres.value,
                                                            &spheres.radii};
    for (std::size_t k = 0; k < streams.size(); ++k) {
        if (streams[k]->empty()) continue;
        spare_.clear();  // not in place: a stream may be what was kept before
        for (const std::uint32_t i : kept_) spare_.push_back((*streams[k])[i]);
        cut_[k].swap(spare_);
        *streams[k] = cut_[k];
    }
}

render::Frame Presenter::frame(const Snapshot& snapshot, const Look& look, const render::View& view) {
    const sim::Scene& scene = *snapshot.scene;
    if (scene_ != snapshot.scene || theme_ != look.theme || lines_.empty()) {
        scene_ = snapshot.scene;
        theme_ = look.theme;
        const glm::vec4 colour =
            theme_ == render::Theme::dark ? glm::vec4(0.30f, 0.38f, 0.48f, 1.0f) : glm::vec4(0.22f, 0.27f, 0.33f, 1.0f);
        lines_.clear();
        add_box(lines_, scene.domain.min, scene.domain.max, colour);
        add_traffic(lines_, scene, theme_);
        tank_lines_ = lines_.size();
        palette_.clear();
        for (const sim::Fluid& fluid : scene.fluids) palette_.push_back(fluid.colour);
    }

    lines_.resize(tank_lines_);
    if (snapshot.has_search_view) add_cells(snapshot.search_view, look.cells.colour);
    if (snapshot.has_broad_view) add_cells(snapshot.broad_view);

    render::Frame frame;
    frame.view = view;
    frame.theme = look.theme;
    frame.lines = lines_;
    frame.solids = solids_.of(snapshot);
    frame.see_through = look.see_through;
    frame.spheres.x = snapshot.x;
    frame.spheres.y = snapshot.y;
    frame.spheres.z = snapshot.z;
    frame.spheres.value = snapshot.value;
    frame.spheres.radius = radius_in_spacings * scene.spacing;
    radii_.clear();
    for (const float spacing : snapshot.spacing) radii_.push_back(radius_in_spacings * spacing);
    frame.spheres.radii = radii_;
    frame.spheres.low = look.range.low;
    frame.spheres.high = look.range.high;
    frame.spheres.map = look.map;
    if (snapshot.colouring == sim::Colouring::fluid) frame.spheres.palette = palette_;
    const glm::vec3 eye(glm::inverse(view.view)[3]);
    if (snapshot.has_search_view || snapshot.has_broad_view) {
        show_water(snapshot, look.cells.water, eye, frame.spheres);
    }
    if (look.cut) {
        const auto& spheres = frame.spheres;
        const std::span<const float> across = look.cut->axis == 0   ? spheres.x
                                              : look.cut->axis == 1 ? spheres.y
                                                                    : spheres.z;
        keep(frame.spheres, [&, across](std::size_t i) { return !look.cut->hides(across[i], eye); });
        frame.cut = look.cut->plane(eye);
    }

    // A hair below the tank, so that its own edges are seen.
    frame.floor_z = scene.domain.min.z - 1e-3f * (scene.domain.max.z - scene.domain.min.z);
    frame.floor_min = scene.domain.min;
    frame.floor_max = scene.domain.max;
    return frame;
}

glm::vec3 screen_colour(const glm::vec3& colour) {
    const auto encoded = [](float linear) {
        const float c = std::clamp(linear, 0.0f, 1.0f);
        return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
    };
    return {encoded(colour.r), encoded(colour.g), encoded(colour.b)};
}

}  // namespace app
