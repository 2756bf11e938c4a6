#include "app/traffic_marks.hpp"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "sim/opening.hpp"

namespace app {
namespace {

constexpr int corners_of_a_circle = 32;

class Marks {
public:
    Marks(std::vector<render::Line>& lines, const glm::vec4& colour) : lines_(lines), colour_(colour) {}

    void line(const glm::vec3& a, const glm::vec3& b) { lines_.push_back({a, b, colour_}); }

    /// About `middle`, through the ends of the half axes.
    void circle(const glm::vec3& middle, const glm::vec3& u, const glm::vec3& v) {
        glm::vec3 last = middle + u;
        for (int i = 1; i <= corners_of_a_circle; ++i) {
            const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / corners_of_a_circle;
            const glm::vec3 next = middle + std::cos(angle) * u + std::sin(angle) * v;
            line(last, next);
            last = next;
        }
    }

    void box(const glm::vec3& min, const glm::vec3& max) {
        const auto corner = [&](int i) {
            return glm::vec3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
        };
        for (int i = 0; i < 8; ++i)
            for (const int axis : {1, 2, 4})
                if (!(i & axis)) line(corner(i), corner(i | axis));
    }

    void emitter(const sim::Emitter& e) {
        const glm::dvec3 along = glm::normalize(glm::dvec3(e.direction));
        const sim::Across across = sim::across(along);
        const glm::vec3 u(across.width), v(across.height), d(along);
        float size = e.radius;
        if (e.shape == sim::EmitterShape::disc) {
            circle(e.position, e.radius * u, e.radius * v);
        } else {
            size = 0.5f * std::min(e.width, e.height);
            const glm::vec3 a = 0.5f * e.width * u, b = 0.5f * e.height * v;
            const std::array<glm::vec3, 4> corners = {e.position - a - b, e.position + a - b, e.position + a + b,
                                                      e.position - a + b};
            for (std::size_t i = 0; i < 4; ++i) line(corners[i], corners[(i + 1) % 4]);
        }
        const glm::vec3 tip = e.position + 2.0f * size * d;
        line(e.position, tip);
        for (const float side : {-1.0f, 1.0f}) line(tip, tip - 0.5f * size * d + side * 0.35f * size * u);
    }

    void drain(const sim::Drain& d) {
        const glm::vec3 x(d.radius, 0.0f, 0.0f), y(0.0f, d.radius, 0.0f), z(0.0f, 0.0f, d.radius);
        const glm::vec3 top = d.centre + glm::vec3(0.0f, 0.0f, d.height);
        switch (d.shape) {
            case sim::Shape::box:
                return box(d.min, d.max);
            case sim::Shape::sphere:
                circle(d.centre, x, y);
                circle(d.centre, y, z);
                return circle(d.centre, z, x);
            case sim::Shape::cylinder:
                circle(d.centre, x, y);
                circle(top, x, y);
                for (const glm::vec3& rim : {x, y, -x, -y}) line(d.centre + rim, top + rim);
        }
    }

private:
    std::vector<render::Line>& lines_;
    glm::vec4 colour_;
};

}  // namespace

void add_traffic(std::vector<render::Line>& lines, const sim::Scene& scene, render::Theme theme) {
    const bool is_dark = theme == render::Theme::dark;
    Marks in(lines, is_dark ? glm::vec4(0.25f, 0.65f, 0.45f, 1.0f) : glm::vec4(0.05f, 0.35f, 0.20f, 1.0f));
    for (const sim::Emitter& emitter : scene.emitters) in.emitter(emitter);
    Marks out(lines, is_dark ? glm::vec4(0.40f, 0.20f, 0.06f, 1.0f) : glm::vec4(0.45f, 0.20f, 0.05f, 1.0f));
    for (const sim::Drain& drain : scene.drains) out.drain(drain);
}

}  // namespace app
