// A run that goes on from a checkpoint cannot be told from one that was never interrupted.
#include "sim/checkpoint.hpp"

#include <gtest/gtest.h>

#include "sim/checksum.hpp"
#include "tests/sim/small_scenes.hpp"

using sim::World;

namespace {

std::string bytes_after(int frames) {
    World world(scenes::dam_break());
    for (int i = 0; i < frames; ++i) world.advance_frame();
    return sim::save_checkpoint(world);
}

std::string complaint_about(const std::string& bytes) {
    try {
        (void)sim::load_checkpoint(bytes, "some.weir");
        return "";
    } catch (const std::runtime_error& e) {
        return e.what();
    }
}

/// With the checksum of what it says now.
std::string sealed(std::string forged) {
    forged.resize(forged.size() - sizeof(std::uint64_t));
    const std::uint64_t sum = sim::checksum(forged);
    return forged.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

}  // namespace

TEST(Checkpoint, GoesOnToTheLastBit) {
    for (const char* module : {"uniform-hash", "all-pairs"}) {
        sim::Scene scene = scenes::dam_break();
        scene.neighbours = module;
        World whole(scene);
        for (int i = 0; i < 4; ++i) whole.advance_frame();
        World resumed = sim::load_checkpoint(sim::save_checkpoint(whole), "some.weir");
        EXPECT_EQ(resumed.state_hash(), whole.state_hash());
        EXPECT_EQ(resumed.frame(), 4u);
        resumed.set_threads(3);
        for (int i = 0; i < 3; ++i) {
            const auto expected = whole.advance_frame();
            const auto found = resumed.advance_frame();
            EXPECT_EQ(found.substeps, expected.substeps);
            EXPECT_EQ(found.time, expected.time);
            EXPECT_EQ(resumed.state_hash(), whole.state_hash()) << module << ", " << i + 1 << " frames later";
        }
    }
}

TEST(Checkpoint, BringsWhatWasChangedWhileRunning) {
    World world(scenes::dam_break());
    world.advance_frame();
    sim::Parameters parameters = world.parameters();
    parameters.gravity.x = 3.0f;
    world.set_parameters(parameters);
    world.set_neighbour_search("all-pairs");
    world.advance_frame();
    World resumed = sim::load_checkpoint(sim::save_checkpoint(world), "some.weir");
    EXPECT_EQ(resumed.parameters().gravity.x, 3.0f);
    EXPECT_EQ(resumed.neighbour_search(), "all-pairs");
    world.advance_frame();
    resumed.advance_frame();
    EXPECT_EQ(resumed.state_hash(), world.state_hash());
}

// Whether a frame was bad is looked at in the first step of the next one: of a run that is resumed there, too.
TEST(Checkpoint, RemembersThatItsFrameWasBad) {
    sim::Scene scene = scenes::dam_break();
    scene.fluids[0].sound_speed = 0.5f;  // sinks into itself
    scene.domain.max.z *= 2.0f;
    scene.gravity.z = -60.0f;
    World world(scene);
    std::string bytes;
    sim::FrameReport report;
    for (int frame = 0; frame < 200 && report.trouble.empty(); ++frame) {
        bytes = sim::save_checkpoint(world);
        report = world.advance_frame();
    }
    ASSERT_NE(report.trouble, "");
    ASSERT_EQ(report.substeps, 0u) << "found before its first step";
    EXPECT_EQ(sim::load_checkpoint(bytes, "some.weir").advance_frame().trouble, report.trouble);
}

TEST(Checkpoint, SaysWhatIsWrongWithOneThatIsNone) {
    EXPECT_NE(complaint_about("{}").find("some.weir is no checkpoint"), std::string::npos);
    EXPECT_NE(complaint_about("").find("is no checkpoint"), std::string::npos);
    std::string other = bytes_after(1);
    other[7] = '1';
    EXPECT_NE(complaint_about(other).find("another version"), std::string::npos);
}

TEST(Checkpoint, RefusesOneThatWasCutAnywhere) {
    const std::string whole = bytes_after(1);
    for (std::size_t length = 8; length < whole.size(); length += 1 + length / 3) {
        const std::string complaint = complaint_about(whole.substr(0, length));
        EXPECT_NE(complaint.find("is damaged"), std::string::npos) << length << ": " << complaint;
    }
}

TEST(Checkpoint, RefusesOneWithSomethingBehindIt) {
    const std::string whole = bytes_after(1);
    for (const std::size_t more : {1u, 8u, 4096u}) {
        EXPECT_NE(complaint_about(whole + std::string(more, 'x')).find("is damaged"), std::string::npos) << more;
        EXPECT_NE(complaint_about(whole + std::string(more, '\0')).find("is damaged"), std::string::npos) << more;
    }
}

// What is changed on purpose has a good checksum; it is refused, too, before anybody looks up what is not there.
TEST(Checkpoint, RefusesParticlesOfFluidsThatItsSceneHasNot) {
    const World world(scenes::dam_break());
    std::string forged = save_checkpoint(world);
    const std::size_t count = world.particles().size();
    // Which fluid a particle is of, a byte each and all zero, is the last of the arrays.
    const std::size_t at = forged.rfind(std::string(count, '\0'));
    ASSERT_NE(at, std::string::npos);
    for (std::size_t i = at; i < at + count; ++i) forged[i] = 7;
    const std::string complaint = complaint_about(sealed(forged));
    EXPECT_NE(complaint.find("other fluids or sizes"), std::string::npos) << complaint;
}

TEST(Checkpoint, RefusesLevelsOfTimeStepsThatThereAreNot) {
    std::string forged = save_checkpoint(World(scenes::dam_break()));
    // Before the checksum: the block of steps, whose second number is its finest level, and eight lists of nobody.
    constexpr std::size_t lists = 8 * sizeof(std::uint64_t);
    const std::size_t at = forged.size() - sizeof(std::uint64_t) - lists - 2 * sizeof(std::uint32_t);
    ASSERT_EQ(forged.substr(at, lists), std::string(lists, '\0'));
    forged[at] = sim::deepest_level_possible + 1;
    const std::string complaint = complaint_about(sealed(forged));
    EXPECT_NE(complaint.find("levels that there are not"), std::string::npos) << complaint;
}

TEST(Checkpoint, RefusesOneWithAFlippedBitAnywhere) {
    const std::string whole = bytes_after(1);
    ASSERT_EQ(complaint_about(whole), "");
    // The head says what it is; behind it stands the scene, which a reader of scenes would explain differently.
    for (std::size_t at = 8; at < whole.size(); at += at < 600 ? 1 : 1 + whole.size() / 80) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        const std::string complaint = complaint_about(damaged);
        EXPECT_EQ(complaint.find("some.weir is damaged"), 0u) << "byte " << at << ": " << complaint;
    }
}
