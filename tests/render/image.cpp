// Pictures as files, and how far two of them differ.
#include "render/image.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/render/scratch_folder.hpp"

namespace {

render::Image noise(int width, int height) {
    render::Image image{width, height, {}};
    std::mt19937 rng(11);
    for (int i = 0; i < 3 * width * height; ++i) image.rgb.push_back(static_cast<std::uint8_t>(rng()));
    return image;
}

std::string words_of(const auto& action) {
    try {
        action();
    } catch (const std::exception& trouble) {
        return trouble.what();
    }
    return "";
}

TEST(Image, ComesBackFromAPngFileToTheLastBit) {
    const ScratchFolder folder;
    for (const auto& [width, height] : {std::pair(1, 1), std::pair(7, 3), std::pair(64, 48)}) {
        const render::Image image = noise(width, height);
        const std::vector<std::uint8_t> bytes = render::encode_png(image);
        const auto file = folder.path() / "noise.png";
        std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
        const render::Image back = render::read_png(file);
        EXPECT_EQ(back.width, width);
        EXPECT_EQ(back.height, height);
        EXPECT_EQ(back.rgb, image.rgb);
    }
}

TEST(Image, NamesTheFileItCannotRead) {
    const ScratchFolder folder;
    const auto missing = folder.path() / "missing.png", broken = folder.path() / "broken.png";
    std::ofstream(broken) << "not a picture";
    for (const auto& file : {missing, broken})
        EXPECT_NE(words_of([&] { (void)render::read_png(file); }).find(file.string()), std::string::npos) << file;
}

TEST(Image, DiffersNotAtAllFromItself) {
    const render::Difference difference = render::compare(noise(20, 10), noise(20, 10));
    EXPECT_EQ(difference.largest, 0);
    EXPECT_EQ(difference.mean, 0.0);
}

TEST(Image, DiffersByItsChangedChannels) {
    render::Image a{2, 2, std::vector<std::uint8_t>(12, 100)}, b = a;
    b.rgb[3] = 70;
    b.rgb[7] = 106;
    const render::Difference difference = render::compare(a, b);
    EXPECT_EQ(difference.largest, 30);
    EXPECT_DOUBLE_EQ(difference.mean, 3.0);
}

TEST(Image, CannotBeComparedWithOneOfAnotherSize) {
    const std::string words = words_of([] { (void)render::compare(noise(4, 3), noise(3, 4)); });
    EXPECT_NE(words.find("4 x 3"), std::string::npos) << words;
    EXPECT_NE(words.find("3 x 4"), std::string::npos) << words;
}

}  // namespace
