// The particles, as point sprites: in each pixel the eye's ray meets the sphere exactly, unless all are so small
// that discs do.
#pragma once

#include <array>

#include "render/bounds.hpp"
#include "render/frame.hpp"
#include "render/gl_handles.hpp"
#include "render/light_map.hpp"
#include "render/shader_program.hpp"

namespace render {

class SpherePass {
public:
    explicit SpherePass(const std::filesystem::path& shaders);

    /// `bounds` of the spheres' centres.
    void draw(const View& view, const Spheres& spheres, const Bounds& bounds, const LightMap& light);

    [[nodiscard]] std::array<ShaderProgram*, 2> programs() noexcept { return {&exact_, &dots_}; }

private:
    void upload(const Spheres& spheres);
    /// Binds the colours to texture unit 0; the shader then looks them up by value * scale + offset.
    void bind_colours(const ShaderProgram& program, const Spheres& spheres);

    ShaderProgram exact_, dots_;
    VertexArray array_;
    std::array<Buffer, 5> streams_;  // x, y, z, value, radius: as they come, nothing is interleaved
    std::array<Texture, colour_map_names.size()> maps_;
    Texture palette_;
    float biggest_sprite_ = 1.0f;  // pixels, as the driver allows
};

}  // namespace render
