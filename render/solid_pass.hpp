// Solid things: meshes, each drawn as often as it is there with one call.
#pragma once

#include <map>
#include <memory>

#include "render/bounds.hpp"
#include "render/frame.hpp"
#include "render/gl_handles.hpp"
#include "render/light_map.hpp"
#include "render/shader_program.hpp"

namespace render {

class SolidPass {
public:
    explicit SolidPass(const std::filesystem::path& shaders);

    /// What is seen through comes after everything that may be behind it.
    void draw(const Frame& frame, const LightMap& light);

    [[nodiscard]] ShaderProgram& program() noexcept { return program_; }

private:
    /// A mesh in graphics memory.
    struct Stored {
        VertexArray array;
        Buffer corners, triangles;
    };

    void store_meshes(std::span<const Copies> solids);
    void upload_copies(std::span<const Copies> solids);
    void draw_all(std::span<const Copies> solids, bool is_cut) const;

    ShaderProgram program_;
    std::map<std::shared_ptr<const Mesh>, Stored> stored_;  // those of the last frame
    Buffer copies_;                                         // of all meshes, one after the other
};

}  // namespace render
