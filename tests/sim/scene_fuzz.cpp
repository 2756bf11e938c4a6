// Whatever happens to a scene file, the reader gives a scene or sensible errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "sim/fill.hpp"
#include "tests/sim/scene_text.hpp"

namespace sim::test {
namespace {

const std::string alphabet = "{}[]\",:0123456789.-+eE \n\ttruefalsnxyz_$\\/'\x00\x01\x7F\x80\xC3\xBC\xEF\xFF";

std::string mutated(std::string text, std::mt19937& random) {
    const auto any = [&](std::size_t below) {
        return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
    };
    for (std::size_t changes = 1 + any(4); changes > 0 && !text.empty(); --changes) {
        const std::size_t at = any(text.size());
        switch (any(6)) {
            case 0:
                text[at] = static_cast<char>(text[at] ^ (1 << any(8)));
                break;
            case 1:
                text[at] = alphabet[any(alphabet.size())];
                break;
            case 2:
                text.insert(at, 1, alphabet[any(alphabet.size())]);
                break;
            case 3:
                text.erase(at, 1 + any(8));
                break;
            case 4:
                text.insert(at, text.substr(any(text.size()), any(40)));
                break;
            default:
                text.resize(any(10) == 0 ? at : text.size());
                break;
        }
    }
    return text;
}

void expect_sensible(const BadScene& bad, const std::string& text) {
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    EXPECT_FALSE(bad.errors().empty());
    for (const SceneError& error : bad.errors()) {
        int line = 0, column = 0;
        ASSERT_EQ(std::sscanf(error.where.c_str(), "s:%d:%d", &line, &column), 2) << error.where;
        EXPECT_TRUE(line >= 1 && line <= lines) << error.text();
        EXPECT_TRUE(column >= 1 && column <= static_cast<int>(text.size()) + 1) << error.text();
        EXPECT_FALSE(error.message.empty());
        EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.text();
        EXPECT_EQ(error.message.find("json.exception"), std::string::npos) << error.text();
    }
}

/// How many of the mutations were still scenes.
int count_good(const std::string& original, int rounds) {
    std::mt19937 random(20240607);
    int good = 0;
    for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
        const std::string text = mutated(original, random);
        SCOPED_TRACE("round " + std::to_string(round) + ":\n" + text);
        try {
            const double count = count_particles(parse_scene(text, "s"));
            EXPECT_TRUE(count >= 1.0 && count <= max_particles);
            ++good;
        } catch (const BadScene& bad) {
            expect_sensible(bad, text);
        }
    }
    return good;
}

// Mutations that are all refused, or all harmless, would test nothing.
TEST(SceneFuzz, EveryMutationIsASceneOrSensibleErrors) {
    constexpr int rounds = 10'000;
    std::ifstream file(std::filesystem::path(WEIR_SCENES) / "double-dam-break.json", std::ios::binary);
    const std::string shipped(std::istreambuf_iterator<char>(file), {});
    for (const std::string& original : {good_scene, shipped}) {
        const int good = count_good(original, rounds);
        EXPECT_GT(good, rounds / 50);
        EXPECT_LT(good, rounds / 2);
    }
}

}  // namespace
}  // namespace sim::test
