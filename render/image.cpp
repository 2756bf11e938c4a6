#include "render/image.hpp"

#include <glad/gl.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace render {
namespace {

std::string size_of(const Image& image) { return std::to_string(image.width) + " x " + std::to_string(image.height); }

}  // namespace

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    const std::size_t row = 3 * static_cast<std::size_t>(width);
    image.rgb.resize(row * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);  // rows of three bytes a pixel have no padding
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);

    // OpenGL's first row is the bottom one.
    const auto row_at = [&](int y) { return image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * y; };
    for (int top = 0, bottom = height - 1; top < bottom; ++top, --bottom)
        std::swap_ranges(row_at(top), row_at(top + 1), row_at(bottom));
    return image;
}

std::vector<std::uint8_t> encode_png(const Image& image) {
    std::vector<std::uint8_t> bytes;
    const auto append = [](void* to, void* data, int size) {
        const auto* const first = static_cast<const std::uint8_t*>(data);
        auto& all = *static_cast<std::vector<std::uint8_t>*>(to);
        all.insert(all.end(), first, first + size);
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width))
        throw std::runtime_error("cannot encode a picture of " + size_of(image) + " pixels as PNG");
    return bytes;
}

Image read_png(const std::filesystem::path& file) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* const pixels = stbi_load(file.c_str(), &width, &height, &channels, 3);
    if (!pixels) throw std::runtime_error("cannot read the picture " + file.string() + ": " + stbi_failure_reason());
    Image image{
        width, height, {pixels, pixels + 3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)}};
    stbi_image_free(pixels);
    return image;
}

Difference compare(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height)
        throw std::invalid_argument("pictures of " + size_of(a) + " and " + size_of(b) +
                                    " pixels cannot be compared; draw both in one size");
    Difference difference;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) {
        const int distance = std::abs(int{a.rgb[i]} - int{b.rgb[i]});
        difference.mean += distance;
        difference.largest = std::max(difference.largest, distance);
    }
    if (!a.rgb.empty()) difference.mean /= static_cast<double>(a.rgb.size());
    return difference;
}

}  // namespace render
