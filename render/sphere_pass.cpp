#include "render/sphere_pass.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <glm/common.hpp>
#include <limits>

namespace render {
namespace {

constexpr int map_samples = 256;

/// Pixels: spheres that all are narrower than this are drawn as discs.
constexpr float biggest_dot = 9.0f;

/// How far in front of the eye the box begins, measured along the direction of view; negative behind it. m
float nearest_depth(const glm::mat4& view, const Bounds& box) {
    float nearest = std::numeric_limits<float>::max();
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec4 at(corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                           corner & 4 ? box.high.z : box.low.z, 1.0f);
        nearest = std::min(nearest, -(view * at).z);
    }
    return nearest;
}

void set_filter(GLint filter) {
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
}

/// Into the texture bound; OpenGL turns sRGB into linear light as the shader reads it.
void fill(ColourMap map) {
    std::array<std::array<std::uint8_t, 3>, map_samples> texels;
    for (int i = 0; i < map_samples; ++i) {
        const glm::vec3 colour = glm::round(255.0f * colour_at(map, static_cast<float>(i) / (map_samples - 1)));
        for (int channel = 0; channel < 3; ++channel)
            texels[static_cast<std::size_t>(i)][static_cast<std::size_t>(channel)] =
                static_cast<std::uint8_t>(colour[channel]);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_SRGB8, map_samples, 0, GL_RGB, GL_UNSIGNED_BYTE, texels.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

}  // namespace

SpherePass::SpherePass(const std::filesystem::path& shaders)
    : exact_(shaders, {"spheres.vert", "spheres.frag", "lighting.frag"}),
      dots_(shaders, {"spheres.vert", "dots.frag", "lighting.frag"}) {
    glBindVertexArray(array_.name());
    for (GLuint place = 0; place < streams_.size(); ++place) {
        glBindBuffer(GL_ARRAY_BUFFER, streams_[place].name());
        glEnableVertexAttribArray(place);
        glVertexAttribPointer(place, 1, GL_FLOAT, GL_FALSE, 0, nullptr);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);

    for (std::size_t map = 0; map < maps_.size(); ++map) {
        glBindTexture(GL_TEXTURE_1D, maps_[map].name());
        fill(static_cast<ColourMap>(map));
        set_filter(GL_LINEAR);
    }
    glBindTexture(GL_TEXTURE_1D, palette_.name());
    set_filter(GL_NEAREST);
    glBindTexture(GL_TEXTURE_1D, 0);

    std::array<float, 2> sizes{};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes.data());
    biggest_sprite_ = sizes[1];
}

void SpherePass::draw(const View& view, const Spheres& spheres, const Bounds& bounds, const LightMap& light) {
    assert(spheres.x.size() == spheres.y.size() && spheres.x.size() == spheres.z.size() &&
           spheres.x.size() == spheres.value.size() && "every sphere needs x, y, z and a value");
    assert((spheres.radii.empty() || spheres.radii.size() == spheres.x.size()) && "a radius each, or none");
    if (spheres.x.empty()) return;
    upload(spheres);

    const float pixels_per_unit = 0.5f * static_cast<float>(view.height) * view.projection[1][1];
    const float room = nearest_depth(view.view, bounds) - spheres.radius;
    const bool all_small = 2.0f * spheres.radius * pixels_per_unit < biggest_dot * room;
    const ShaderProgram& program = all_small ? dots_ : exact_;
    program.use();
    bind_colours(program, spheres);  // unit 0
    light.bind(1);
    program.set("light_map", 1);
    program.set("light_from_world", light.from_world());
    program.set("to_light", glm::mat3(view.view) * LightMap::to_light());
    program.set("up", glm::mat3(view.view) * glm::vec3(0.0f, 0.0f, 1.0f));
    program.set("view", view.view);
    program.set("projection", view.projection);
    program.set("largest_radius", spheres.radius);
    program.set("pixels_per_unit", pixels_per_unit);
    program.set("biggest_sprite", biggest_sprite_);

    // Where a pixel has several samples, outlines are smoothed: half a pixel wider, covering only some samples there.
    GLint samples = 0;
    glGetIntegerv(GL_SAMPLES, &samples);
    program.set("margin", samples > 1 ? 0.5f : 0.0f);
    if (samples > 1) glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(array_.name());
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(spheres.x.size()));
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glBindTexture(GL_TEXTURE_2D, 0);  // the light map, still on unit 1
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_1D, 0);
}

void SpherePass::upload(const Spheres& spheres) {
    const std::array<std::span<const float>, 5> streams = {spheres.x, spheres.y, spheres.z, spheres.value,
                                                           spheres.radii};
    const bool alike = spheres.radii.empty();
    constexpr GLuint radius_place = 4;
    glBindVertexArray(array_.name());
    if (alike) {
        glDisableVertexAttribArray(radius_place);
        glVertexAttrib1f(radius_place, spheres.radius);
    } else {
        glEnableVertexAttribArray(radius_place);
    }
    for (std::size_t i = 0; i < streams.size() - (alike ? 1 : 0); ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, streams_[i].name());
        // A whole new store each time: the driver may still be drawing from the last one, and need not wait.
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(streams[i].size_bytes()), streams[i].data(),
                     GL_STREAM_DRAW);
    }
}

void SpherePass::bind_colours(const ShaderProgram& program, const Spheres& spheres) {
    const bool from_palette = !spheres.palette.empty();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_1D, from_palette ? palette_.name() : maps_[static_cast<std::size_t>(spheres.map)].name());
    program.set("colours", 0);
    // Both tables are read at (entry + 1/2) / entries, the middle of the entry.
    if (from_palette) {
        const auto entries = static_cast<float>(spheres.palette.size());
        glTexImage1D(GL_TEXTURE_1D, 0, GL_RGB32F, static_cast<GLsizei>(spheres.palette.size()), 0, GL_RGB, GL_FLOAT,
                     spheres.palette.data());
        program.set("colour_scale", 1.0f / entries);
        program.set("colour_offset", 0.5f / entries);
    } else {
        // A range of nothing shows its one value at the low end.
        const float range = spheres.high - spheres.low;
        const float scale = range > 0.0f ? (map_samples - 1.0f) / map_samples / range : 0.0f;
        program.set("colour_scale", scale);
        program.set("colour_offset", 0.5f / map_samples - spheres.low * scale);
    }
}

}  // namespace render
