// What the fuzzer found interesting or wrong once, again with this compiler, this machine and all threads.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/fuzz/boxes.hpp"
#include "tests/fuzz/cloud_of_bytes.hpp"
#include "tests/fuzz/neighbours.hpp"

namespace {

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST(FuzzNeighbours, FilesOfTheCorpusPass) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_FUZZ_CORPUS "/neighbours")) {
        ++files;
        EXPECT_EQ(fuzz::complaint_about(bytes_of(entry.path())), "") << entry.path();
    }
    EXPECT_GT(files, 20);
}

// Where there is no fuzzer, a little of what it does.
TEST(FuzzNeighbours, RandomBytesPass) {
    std::mt19937 random(70);
    for (int k = 0; k < 300; ++k) {
        std::vector<std::uint8_t> bytes(random() % 256u);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        ASSERT_EQ(fuzz::complaint_about(bytes), "") << "draw " << k;
    }
}

// A corpus of empty or equal clouds would pass, too.
TEST(FuzzNeighbours, TheCorpusHasCloudsOfManyKinds) {
    int masked = 0, mixed = 0, skinned = 0, crowded = 0, far = 0;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_FUZZ_CORPUS "/neighbours")) {
        const fuzz::Case c = fuzz::case_of(bytes_of(entry.path()));
        masked += !c.active.empty();
        mixed += c.cloud.reach.size() > 1;
        skinned += c.settings.skin > 0.0f;
        crowded += c.cloud.x.size() > 100;
        far += std::any_of(c.cloud.x.begin(), c.cloud.x.end(), [](float x) { return std::abs(x) > 1e20f; });
    }
    for (const int count : {masked, mixed, skinned, crowded, far}) EXPECT_GT(count, 2);
}

TEST(FuzzBoxes, FilesOfTheCorpusPass) {
    fuzz::BoxWork work;
    for (const auto& entry : std::filesystem::directory_iterator(WEIR_FUZZ_CORPUS "/boxes"))
        EXPECT_EQ(fuzz::complaint_about_boxes(bytes_of(entry.path()), &work), "") << entry.path();
    // A corpus in which nothing happens would pass, too.
    for (const int count : {work.puts, work.moves, work.removals, work.questions, work.planes}) EXPECT_GT(count, 2);
    EXPECT_GT(work.pairs, 100u);
    EXPECT_GT(work.hits, 100u);
}

TEST(FuzzBoxes, RandomBytesPass) {
    std::mt19937 random(71);
    for (int k = 0; k < 200; ++k) {
        std::vector<std::uint8_t> bytes(random() % 400u);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        ASSERT_EQ(fuzz::complaint_about_boxes(bytes), "") << "draw " << k;
    }
}
