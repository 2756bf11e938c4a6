// The one place that knows both rooms: turns the state of a fluid into what the renderer draws.
#pragma once

#include <array>
#include <vector>

#include "app/cut.hpp"
#include "app/snapshot.hpp"
#include "app/solid_copies.hpp"
#include "app/window/colour_range.hpp"
#include "render/camera.hpp"
#include "render/frame.hpp"

namespace app {

/// How the cells of a search are shown, where the snapshot has them.
struct CellLook {
    enum class Colour { particles, level };
    enum class Water { coloured, grey, hidden };
    Colour colour = Colour::particles;
    Water water = Water::grey;
    bool operator==(const CellLook&) const = default;
};
inline constexpr std::array<const char*, 2> cell_colour_names = {"by particles in them", "by level"};
inline constexpr std::array<const char*, 3> cell_water_names = {"coloured", "grey", "hidden"};

/// Of a cell, sRGB, at that share of the way from one particle to the most in any cell that is shown.
[[nodiscard]] glm::vec3 crowd_colour(float share);
[[nodiscard]] std::uint32_t most_in_a_cell(const SearchView& view);
[[nodiscard]] glm::vec3 level_colour(int level);

/// How a state is shown, apart from where it is seen from.
struct Look {
    render::ColourMap map = render::ColourMap::viridis;
    ColourRange range;
    render::Theme theme = render::Theme::dark;
    CellLook cells = {};
    bool see_through = false;  // solids let the fluid behind them be seen
    std::optional<Cut> cut = {};
    bool operator==(const Look&) const = default;
};

/// The scene's own camera; one without a distance sees the whole tank. `aspect` is width / height of the picture.
[[nodiscard]] render::OrbitCamera camera_of(const sim::Scene& scene, float aspect);
/// As a scene tells it: in degrees, and with no more turns than one.
[[nodiscard]] sim::Camera told(const render::OrbitCamera& camera);

/// Moves the camera so that all particles are in view.
void fit_to_particles(render::OrbitCamera& camera, const Snapshot& snapshot, float aspect);

/// Makes frames. Keeps the lines and colours that a frame only refers to, and changes them when the scene
/// or the theme does.
class Presenter {
public:
    /// The frame refers to the snapshot and to this object; draw it before either changes.
    [[nodiscard]] render::Frame frame(const Snapshot& snapshot, const Look& look, const render::View& view);

private:
    std::shared_ptr<const sim::Scene> scene_;
    render::Theme theme_ = render::Theme::dark;
    void add_cells(const SearchView& view, CellLook::Colour by);
    void add_cells(const BroadView& view);
    template <class IsKept>
    void keep(render::Spheres& spheres, const IsKept& is_kept);
    void show_water(const Snapshot& snapshot, CellLook::Water water, const glm::vec3& eye, render::Spheres& spheres);

    SolidCopies solids_;
    std::vector<render::Line> lines_;  // the tank, and then the cells
    std::size_t tank_lines_ = 0;
    std::vector<glm::vec3> palette_;
    std::vector<float> radii_;         // of the spheres, m; empty where all are alike
    std::vector<std::uint32_t> kept_;  // places of what is left of it
    std::vector<float> spare_;
    std::array<std::vector<float>, 5> cut_;  // x, y, z, value and radius of what a slice or a cut leaves of the water
};

/// A linear colour of a scene as the screen shows it, sRGB 0..1.
[[nodiscard]] glm::vec3 screen_colour(const glm::vec3& colour);

}  // namespace app
