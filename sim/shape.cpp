#include "sim/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/convex_hull.hpp"
#include "sim/mass.hpp"

namespace sim {

namespace {

constexpr double pi = std::numbers::pi;

/// The point of a triangle that is nearest to p (Ericson 2005, 5.1.5).
glm::dvec3 nearest_of_triangle(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    const glm::dvec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) return a;
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) return b;
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return c;
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return a + d1 / (d1 - d3) * ab;
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return a + d2 / (d2 - d6) * ac;
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
    const double all = va + vb + vc;
    return a + vb / all * ab + vc / all * ac;
}

/// Away from `core`, or along `otherwise` where p is on it.
glm::dvec3 away(const glm::dvec3& p, const glm::dvec3& core, const glm::dvec3& otherwise) {
    const glm::dvec3 out = p - core;
    const double length = glm::length(out);
    return length > 0.0 ? out / length : otherwise;
}

/// When a way that begins outside of |p| < radius enters it. d are the components of p that count.
std::optional<double> entry_into_ball(const glm::dvec3& from, const glm::dvec3& way, double radius) {
    const double a = glm::dot(way, way), b = glm::dot(from, way), c = glm::dot(from, from) - radius * radius;
    if (b >= 0.0) return std::nullopt;  // going away, or nowhere
    const double root = b * b - a * c;
    if (root <= 0.0) return std::nullopt;  // misses, or only touches
    const double time = std::max(c, 0.0) / (-b + std::sqrt(root));
    return time <= 1.0 ? std::optional(time) : std::nullopt;
}

float rounded_down(double x) {
    const auto value = static_cast<float>(x);
    return value <= x ? value : std::nextafter(value, -std::numeric_limits<float>::infinity());
}

}  // namespace

ConvexShape::ConvexShape(const Solid& solid)
    : kind_(solid.shape), radius_(solid.radius), half_height_(0.5 * static_cast<double>(solid.height)) {
    const double r = radius_, h = solid.height;
    switch (kind_) {
        case SolidShape::plane: {
            const glm::dvec3 normal = glm::normalize(glm::dvec3(solid.normal));
            faces_.push_back({{0.0, 0.0, 1.0}, 0.0});
            frame_.rotation = normal.z < -0.999999
                                  ? glm::dquat(0.0, 1.0, 0.0, 0.0)
                                  : glm::normalize(glm::dquat(1.0 + normal.z, -normal.y, normal.x, 0.0));
            break;
        }
        case SolidShape::box:
            make_box(solid);
            break;
        case SolidShape::sphere:
            volume_ = 4.0 / 3.0 * pi * r * r * r;
            inertia_ = glm::dvec3(0.4 * r * r);
            reach_ = r;
            break;
        case SolidShape::capsule: {
            // A cylinder, and two half balls whose centres of mass are 3/8 r beyond its ends.
            const double cylinder = pi * r * r * h, balls = 4.0 / 3.0 * pi * r * r * r;
            volume_ = cylinder + balls;
            const double across =
                cylinder * (r * r / 4.0 + h * h / 12.0) + balls * (0.4 * r * r + h * h / 4.0 + 3.0 / 8.0 * r * h);
            const double along = cylinder * r * r / 2.0 + balls * 0.4 * r * r;
            inertia_ = glm::dvec3(across, across, along) / volume_;
            reach_ = r + half_height_;
            break;
        }
        case SolidShape::hull:
            make_hull(solid);
            break;
    }
}

void ConvexShape::make_box(const Solid& solid) {
    half_ = 0.5 * glm::dvec3(solid.size);
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            Face face{glm::dvec3(0.0), half_[axis]};
            face.normal[axis] = side;
            faces_.push_back(face);
        }
    volume_ = 8.0 * half_.x * half_.y * half_.z;
    const glm::dvec3 s = half_ * half_;
    inertia_ = glm::dvec3(s.y + s.z, s.z + s.x, s.x + s.y) / 3.0;
    reach_ = glm::length(half_);
}

void ConvexShape::make_hull(const Solid& solid) {
    const ConvexHull hull = convex_hull(solid.points);
    vertices_.assign(hull.vertices.begin(), hull.vertices.end());
    triangles_ = hull.triangles;
    centre_hull();
    for (const auto& [i, j, k] : triangles_) {
        const glm::dvec3 across = glm::cross(vertices_[j] - vertices_[i], vertices_[k] - vertices_[i]);
        if (glm::length(across) >= 1e-14 * reach_ * reach_) add_face(glm::normalize(across));
    }
    cut_corners();
}

/// Unless it is there already: triangles of one face make one plane. It is laid through the outermost vertex, so that
/// none is outside.
void ConvexShape::add_face(const glm::dvec3& normal) {
    if (std::ranges::any_of(faces_, [&](const Face& f) { return glm::dot(f.normal, normal) > 1.0 - 1e-12; })) return;
    Face face{normal, -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& v : vertices_) face.offset = std::max(face.offset, glm::dot(normal, v));
    faces_.push_back(face);
}

/// Faces that meet at less than a right angle, moved out by a skin, would meet far away. Planes that only touch an edge
/// or a corner there change nothing of the hull itself and cut that off; six more keep all of it in its bounds.
void ConvexShape::cut_corners() {
    std::vector<std::vector<glm::dvec3>> of_vertex(vertices_.size());
    for (const auto& triangle : triangles_)
        for (const std::uint32_t v : triangle)
            of_vertex[v].push_back(glm::normalize(glm::cross(vertices_[triangle[1]] - vertices_[triangle[0]],
                                                             vertices_[triangle[2]] - vertices_[triangle[0]])));
    for (const auto& normals : of_vertex) {
        glm::dvec3 mean(0.0);
        bool is_sharp = false;
        for (const glm::dvec3& a : normals) {
            mean += a;
            for (const glm::dvec3& b : normals) {
                if (glm::dot(a, b) > -1e-6) continue;
                is_sharp = true;
                if (glm::length(a + b) > 1e-6) add_face(glm::normalize(a + b));
            }
        }
        if (is_sharp && glm::length(mean) > 1e-6) add_face(glm::normalize(mean));
    }
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            glm::dvec3 normal(0.0);
            normal[axis] = side;
            add_face(normal);
        }
}

void ConvexShape::centre_hull() {
    const Mass mass = mass_of(vertices_, triangles_);
    volume_ = mass.volume;
    inertia_ = mass.inertia;
    frame_ = mass.axes;
    low_ = glm::dvec3(std::numeric_limits<double>::infinity());
    high_ = -low_;
    for (glm::dvec3& v : vertices_) {
        v = frame_.to_local(v);
        reach_ = std::max(reach_, glm::length(v));
        low_ = glm::min(low_, v);
        high_ = glm::max(high_, v);
    }
}

double ConvexShape::depth(const glm::dvec3& p) const {
    switch (kind_) {
        case SolidShape::sphere:
            return radius_ - glm::length(p);
        case SolidShape::capsule:
            return radius_ - glm::length(p - glm::dvec3(0.0, 0.0, std::clamp(p.z, -half_height_, half_height_)));
        case SolidShape::box: {  // what its faces say, two by two
            const glm::dvec3 least = half_ - glm::abs(p);
            return std::min({least.x, least.y, least.z});
        }
        default: {
            double least = std::numeric_limits<double>::infinity();
            for (const Face& face : faces_) least = std::min(least, face.offset - glm::dot(face.normal, p));
            return least;
        }
    }
}

Closest ConvexShape::closest(const glm::dvec3& p) const {
    if (kind_ != SolidShape::sphere && kind_ != SolidShape::capsule) return closest_of_faces(p);
    const glm::dvec3 core(0.0, 0.0, std::clamp(p.z, -half_height_, half_height_));
    return {glm::length(p - core) - radius_, away(p, core, {1.0, 0.0, 0.0})};
}

const ConvexShape::Face& ConvexShape::nearest_face(const glm::dvec3& p) const {
    return *std::ranges::max_element(faces_, {},
                                     [&](const Face& face) { return glm::dot(face.normal, p) - face.offset; });
}

Closest ConvexShape::closest_of_faces(const glm::dvec3& p) const {
    const Face& face = nearest_face(p);
    const Closest of_face{glm::dot(face.normal, p) - face.offset, face.normal};
    if (of_face.distance <= 0.0 || kind_ == SolidShape::plane) return of_face;

    // Outside, an edge or a corner may be nearest.
    glm::dvec3 nearest = glm::clamp(p, -half_, half_);
    if (kind_ == SolidShape::hull) {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [i, j, k] : triangles_) {
            const glm::dvec3 candidate = nearest_of_triangle(p, vertices_[i], vertices_[j], vertices_[k]);
            const double distance = glm::length(p - candidate);
            if (distance < least) least = distance, nearest = candidate;
        }
    }
    return {glm::length(p - nearest), away(p, nearest, of_face.normal)};
}

std::optional<Entry> ConvexShape::entry(const glm::dvec3& from, const glm::dvec3& to, double skin) const {
    const bool is_round = kind_ == SolidShape::sphere || kind_ == SolidShape::capsule;
    if (const double inside = depth(from) + skin; inside > 0.0)
        return Entry{0.0, is_round ? closest(from).normal : nearest_face(from).normal, inside};
    return is_round ? entry_into_capsule(from, to, skin) : entry_into_faces(from, to, skin);
}

/// Cyrus and Beck: inside of all faces from the last entry to the first exit.
std::optional<Entry> ConvexShape::entry_into_faces(const glm::dvec3& from, const glm::dvec3& to, double skin) const {
    if (kind_ == SolidShape::box)  // soon said of most
        for (int axis = 0; axis < 3; ++axis) {
            const double side = std::copysign(1.0, from[axis]);
            if (-(half_[axis] - side * from[axis] + skin) >= 0.0 && -(half_[axis] - side * to[axis] + skin) >= 0.0)
                return std::nullopt;
        }
    Entry in{-1.0, {}};
    double out = std::numeric_limits<double>::infinity();
    for (const Face& face : faces_) {
        // As depth() rounds it: who ends inside by that has entered by this.
        const double before = -(face.offset - glm::dot(face.normal, from) + skin);
        const double after = -(face.offset - glm::dot(face.normal, to) + skin);
        if (before >= 0.0) {
            if (after >= 0.0) return std::nullopt;
            const double time = before / (before - after);
            if (time > in.time) in = {time, face.normal};
        } else if (after >= 0.0) {
            out = std::min(out, before / (before - after));
        }
    }
    return in.time < out ? std::optional(in) : std::nullopt;
}

/// The union of two balls and a cylinder between their centres: the earliest entry into any of them. A sphere is a
/// capsule of no height.
std::optional<Entry> ConvexShape::entry_into_capsule(const glm::dvec3& from, const glm::dvec3& to, double skin) const {
    const glm::dvec3 way = to - from, flat(1.0, 1.0, 0.0);
    const double radius = radius_ + skin;
    std::optional<double> first;
    const auto take = [&](std::optional<double> time) {
        if (time && (!first || *time < *first)) first = time;
    };
    take(entry_into_ball(from - glm::dvec3(0.0, 0.0, half_height_), way, radius));
    if (half_height_ > 0.0) {
        take(entry_into_ball(from + glm::dvec3(0.0, 0.0, half_height_), way, radius));
        if (const auto time = entry_into_ball(flat * from, flat * way, radius);
            time && std::abs(from.z + *time * way.z) <= half_height_)
            take(time);
    }
    if (!first && holds(to, skin)) first = 1.0;  // by rounding alone
    if (!first) return std::nullopt;
    return Entry{*first, closest(glm::mix(from, to, *first)).normal};
}

spatial::Box ConvexShape::bounds(const Frame& at, double skin) const {
    glm::dvec3 low(0.0), high(0.0);
    const glm::dmat3 turned = glm::mat3_cast(at.rotation);
    switch (kind_) {
        case SolidShape::plane: {
            // Everything, unless its normal is an axis of the scene.
            constexpr double everywhere = std::numeric_limits<double>::infinity();
            low = glm::dvec3(-everywhere), high = glm::dvec3(everywhere);
            for (int axis = 0; axis < 3; ++axis) {
                glm::dvec3 beside = turned[2];
                beside[axis] = 0.0;
                if (glm::dot(beside, beside) > 1e-30) continue;
                if (turned[2][axis] > 0.0)
                    high[axis] = at.position[axis] + skin;
                else
                    low[axis] = at.position[axis] - skin;
            }
            break;
        }
        case SolidShape::sphere:
        case SolidShape::capsule: {
            const glm::dvec3 reach = radius_ + skin + half_height_ * glm::abs(turned[2]);
            low = at.position - reach, high = at.position + reach;
            break;
        }
        case SolidShape::box: {
            const glm::dvec3 half = half_ + skin;
            const glm::dvec3 reach =
                half.x * glm::abs(turned[0]) + half.y * glm::abs(turned[1]) + half.z * glm::abs(turned[2]);
            low = at.position - reach, high = at.position + reach;
            break;
        }
        case SolidShape::hull:
            if (skin > 0.0) {
                const glm::dvec3 half = 0.5 * (high_ - low_) + skin, centre = at.to_scene(0.5 * (low_ + high_));
                const glm::dvec3 reach =
                    half.x * glm::abs(turned[0]) + half.y * glm::abs(turned[1]) + half.z * glm::abs(turned[2]);
                low = centre - reach, high = centre + reach;
                break;
            }
            low = high = at.to_scene(vertices_.front());
            for (const glm::dvec3& v : vertices_) {
                const glm::dvec3 p = at.to_scene(v);
                low = glm::min(low, p), high = glm::max(high, p);
            }
            break;
    }
    return {rounded_down(low.x),    rounded_down(low.y),    rounded_down(low.z),
            -rounded_down(-high.x), -rounded_down(-high.y), -rounded_down(-high.z)};
}

}  // namespace sim
