#include "app/window/scene_pictures.hpp"

#include <spdlog/spdlog.h>

#include <cstdint>
#include <exception>
#include <system_error>

#include "render/image.hpp"

namespace app {
namespace {

std::optional<render::Texture> loaded(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    try {
        const render::Image image = render::read_png(file);
        render::Texture texture;
        glBindTexture(GL_TEXTURE_2D, texture.name());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                     image.rgb.data());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
            glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
        glBindTexture(GL_TEXTURE_2D, 0);
        return texture;
    } catch (const std::exception& problem) {
        spdlog::warn("{}", problem.what());
        return std::nullopt;
    }
}

}  // namespace

ImTextureID ScenePictures::of(const std::string& scene) {
    const auto [place, is_new] = pictures_.try_emplace(scene);
    if (is_new) place->second = loaded(folder_ / (scene + ".png"));
    // ImGui's OpenGL backend takes the texture's name for a pointer.
    return place->second ? reinterpret_cast<ImTextureID>(std::uintptr_t{place->second->name()}) : nullptr;
}

}  // namespace app
