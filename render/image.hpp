// Pixels, and PNG files of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace render {

/// sRGB, 8 bits a channel, red green blue, top row first.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};

/// The pixels of the framebuffer that is bound for reading.
[[nodiscard]] Image read_framebuffer(int width, int height);

/// Bytes of a PNG file.
[[nodiscard]] std::vector<std::uint8_t> encode_png(const Image& image);
/// Throws std::runtime_error naming the file.
[[nodiscard]] Image read_png(const std::filesystem::path& file);

/// How far two pictures differ: mean and largest difference of a channel, 0..255. Sizes must be equal.
struct Difference {
    double mean = 0.0;
    int largest = 0;
};
[[nodiscard]] Difference compare(const Image& a, const Image& b);

}  // namespace render
