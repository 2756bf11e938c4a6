// Shaders that are edited while the program runs, by people who make mistakes.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/shader_program.hpp"
#include "tests/render/scratch_folder.hpp"
#include "tests/render/studio.hpp"

namespace {

namespace fs = std::filesystem;

/// A renderer on a copy of the shaders that a test may spoil.
struct Workshop {
    ScratchFolder folder;
    render::Offscreen offscreen{64, 48, 1};
    std::unique_ptr<render::Renderer> renderer;

    Workshop() { fs::copy(WEIR_SHADERS, folder.path(), fs::copy_options::recursive); }

    void open() { renderer = std::make_unique<render::Renderer>(folder.path()); }

    [[nodiscard]] std::string text(const std::string& name) const {
        std::ifstream in(folder.path() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    /// Each writing is a second after the last one, so that the test need not wait for the file system's clock.
    void write(const std::string& name, const std::string& text) {
        const fs::path file = folder.path() / name;
        const auto before = fs::last_write_time(file);
        std::ofstream(file) << text;
        fs::last_write_time(file, before + std::chrono::seconds(1));
    }

    render::Image picture() {
        render::Frame frame;
        frame.view = render::OrbitCamera{}.view(64, 48);
        offscreen.bind();
        renderer->draw(frame);
        return offscreen.read();
    }
};

std::string trouble_of(Workshop& workshop) {
    try {
        workshop.open();
    } catch (const std::runtime_error& trouble) {
        return trouble.what();
    }
    return "";
}

constexpr const char* green =
    "#version 330 core\nout vec4 colour;\nvoid main() { colour = vec4(0.0, 1.0, 0.0, 1.0); }\n";
constexpr const char* bad_third_line = "#version 330 core\nout vec4 colour;\nvoid main() { colour = nonsense; }\n";

TEST(Shaders, HaveMistakesPutAsFileAndLineFromEveryDriversWords) {
    const fs::path file = "shaders/grid.frag";
    EXPECT_EQ(render::readable_log("0:12(5): error: `x' undeclared\n", file),
              "shaders/grid.frag:12: error: `x' undeclared");
    EXPECT_EQ(render::readable_log("0(7) : error C1503: undefined\n", file),
              "shaders/grid.frag:7: error C1503: undefined");
    EXPECT_EQ(render::readable_log("ERROR: 0:3: 'x' : undeclared\n", file), "shaders/grid.frag:3: 'x' : undeclared");
    EXPECT_EQ(render::readable_log("0:1(1): a\n\nno place: b\n0:c: d\n", file),
              "shaders/grid.frag:1: a\nno place: b\n0:c: d");
}

TEST(Shaders, SayFileAndLineAndTheDriversWordsWhenBad) {
    Workshop workshop;
    workshop.write("grid.frag", bad_third_line);
    const std::string words = trouble_of(workshop);
    EXPECT_NE(words.find((workshop.folder.path() / "grid.frag").string() + ":3: "), std::string::npos) << words;
    EXPECT_NE(words.find("nonsense"), std::string::npos) << words;
}

TEST(Shaders, NameTheFilesThatDoNotFitTogether) {
    Workshop workshop;
    workshop.write("lines.frag",
                   "#version 330 core\nflat in mat2 colour_here;\nout vec4 c;\nvoid main() { c = vec4(colour_here[0], "
                   "colour_here[1]); }\n");
    const std::string words = trouble_of(workshop);
    EXPECT_NE(words.find("lines.vert"), std::string::npos) << words;
    EXPECT_NE(words.find("lines.frag"), std::string::npos) << words;
    EXPECT_NE(words.find("colour_here"), std::string::npos) << words;
}

TEST(Shaders, NameTheFileThatIsMissing) {
    Workshop workshop;
    fs::remove(workshop.folder.path() / "spheres.vert");
    EXPECT_NE(trouble_of(workshop).find((workshop.folder.path() / "spheres.vert").string()), std::string::npos);
}

TEST(Shaders, AreLeftAloneWhenNothingChanged) {
    Workshop workshop;
    workshop.open();
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty());
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty());
}

TEST(Shaders, TakeEffectWhileRunning) {
    Workshop workshop;
    workshop.open();
    workshop.write("background.frag", green);
    EXPECT_NE(pixel(workshop.picture(), 32, 24), glm::vec3(0.0f, 1.0f, 0.0f)) << "not before they are asked to";
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty());
    EXPECT_EQ(pixel(workshop.picture(), 32, 24), glm::vec3(0.0f, 1.0f, 0.0f));
}

TEST(Shaders, KeepTheLastGoodProgramAndComplainOnce) {
    Workshop workshop;
    workshop.write("background.frag", green);
    workshop.open();
    workshop.write("background.frag", bad_third_line);
    const std::vector<std::string> messages = workshop.renderer->reload_changed_shaders();
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find("background.frag:3: "), std::string::npos) << messages[0];
    EXPECT_EQ(pixel(workshop.picture(), 32, 24), glm::vec3(0.0f, 1.0f, 0.0f)) << "still draws";
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty()) << "the same mistake is not told twice";

    workshop.write("background.frag", std::string(bad_third_line) + "\n");
    EXPECT_EQ(workshop.renderer->reload_changed_shaders().size(), 1u) << "another try, another message";
    workshop.write("background.frag", green);
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty()) << "mended";
}

// Two programs are linked with it.
TEST(Shaders, ComplainOnceOfAFileThatIsShared) {
    Workshop workshop;
    workshop.open();
    workshop.write("lighting.frag", "#version 330 core\nvec3 shade(vec3 normal) { return nonsense; }\n");
    EXPECT_EQ(workshop.renderer->reload_changed_shaders().size(), 1u);
}

// Editors save by writing another file and renaming it.
TEST(Shaders, WaitForAFileThatIsBeingReplaced) {
    Workshop workshop;
    workshop.open();
    const fs::path file = workshop.folder.path() / "background.frag", aside = workshop.folder.path() / "aside";
    fs::rename(file, aside);
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty());
    fs::rename(aside, file);
    workshop.write("background.frag", green);
    EXPECT_TRUE(workshop.renderer->reload_changed_shaders().empty());
    EXPECT_EQ(pixel(workshop.picture(), 32, 24), glm::vec3(0.0f, 1.0f, 0.0f));
}

}  // namespace
