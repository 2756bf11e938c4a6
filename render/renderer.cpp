#include "render/renderer.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "render/background_pass.hpp"
#include "render/grid_pass.hpp"
#include "render/light_map.hpp"
#include "render/line_pass.hpp"
#include "render/solid_pass.hpp"
#include "render/sphere_pass.hpp"

namespace render {

struct Renderer::Passes {
    LightMap light;
    BackgroundPass background;
    SolidPass solids;
    SpherePass spheres;
    GridPass grid;
    LinePass lines;

    explicit Passes(const std::filesystem::path& shaders)
        : background(shaders), solids(shaders), spheres(shaders), grid(shaders), lines(shaders) {}
};

Renderer::Renderer(const std::filesystem::path& shaders) : passes_(std::make_unique<Passes>(shaders)) {}

Renderer::~Renderer() = default;

void Renderer::draw(const Frame& frame) {
    glViewport(0, 0, frame.view.width, frame.view.height);
    glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    // The picture stays opaque: a desktop must not shine through where a pass left an opacity of its own behind.
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);

    const Bounds bounds = bounds_of(frame.spheres);
    passes_->light.update(frame.spheres, frame.solids, lit_bounds(frame, bounds));
    passes_->background.draw(frame.theme);
    if (!frame.see_through) passes_->solids.draw(frame, passes_->light);
    passes_->spheres.draw(frame.view, frame.spheres, bounds, passes_->light);
    passes_->grid.draw(frame, passes_->light);
    passes_->lines.draw(frame.view, frame.lines);
    if (frame.see_through) passes_->solids.draw(frame, passes_->light);

    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

std::vector<std::string> Renderer::reload_changed_shaders() {
    std::vector<std::string> messages;
    const auto [exact, dots] = passes_->spheres.programs();
    for (ShaderProgram* program : {&passes_->background.program(), &passes_->solids.program(), exact, dots,
                                   &passes_->grid.program(), &passes_->lines.program()})
        // Programs share files, whose mistakes are told once.
        if (auto message = program->reload_if_changed();
            message && std::ranges::find(messages, *message) == messages.end())
            messages.push_back(*std::move(message));
    return messages;
}

std::string Renderer::description() const {
    std::string text;
    for (const GLenum name : {GL_VENDOR, GL_RENDERER, GL_VERSION}) {
        if (!text.empty()) text += ", ";
        text += reinterpret_cast<const char*>(glGetString(name));
    }
    return text;
}

void load_gl(void (*(*get_proc_address)(const char*))()) {
    const int version = gladLoadGL(get_proc_address);
    if (version < GLAD_MAKE_VERSION(3, 3))
        throw std::runtime_error("the graphics driver offers OpenGL " + std::to_string(GLAD_VERSION_MAJOR(version)) +
                                 "." + std::to_string(GLAD_VERSION_MINOR(version)) + ", Weir needs 3.3 or newer");
}

}  // namespace render
