// The dam break as it should look, against a picture that was looked at and kept. It may change when the look is
// changed on purpose: then look at the new one (the test says where it is) and put it in place of the old one.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/pictures.hpp"
#include "app/recording/atomic_file.hpp"
#include "render/image.hpp"
#include "sim/scene_reader.hpp"
#include "sim/world.hpp"

namespace {

constexpr int width = 640, height = 360;  // pixels

/// Early enough that the rounding of another instruction set has not grown into another splash.
render::Image dam_break_after(int frames) {
    sim::World world(sim::read_scene(std::filesystem::path(WEIR_SCENES) / "dam-break.json"));
    for (int i = 0; i < frames; ++i) world.advance_frame();
    const auto pictures = app::make_pictures(world.scene(), width, height);
    return {width, height, pictures->draw(world)};
}

}  // namespace

TEST(KeptPicture, TheDamBreakLooksAsItDid) {
    const render::Image now = dam_break_after(15);
    const std::filesystem::path made = std::filesystem::temp_directory_path() / "weir-dam-break.png";
    const auto png = render::encode_png(now);
    app::write_file(made, {reinterpret_cast<const char*>(png.data()), png.size()});

    const render::Image kept = render::read_png(WEIR_KEPT "/dam-break.png");
    ASSERT_EQ(kept.width, width);
    ASSERT_EQ(kept.height, height);
    const render::Difference difference = render::compare(now, kept);
    EXPECT_LT(difference.mean, 1.5) << "of 255; the new picture is " << made;
}

// The tolerance must not hide a fluid that is somewhere else.
TEST(KeptPicture, AnotherMomentLooksDifferent) {
    const render::Image kept = render::read_png(WEIR_KEPT "/dam-break.png");
    EXPECT_GT(render::compare(dam_break_after(12), kept).mean, 1.5);
}

// A column 60 mm high has fallen in a tenth of a second: its colours must have kept up with it by then.
TEST(Pictures, KeepTheirColoursUpWithWhatIsSoonOver) {
    sim::Scene scene = sim::read_scene(std::filesystem::path(WEIR_SCENES) / "dam-break.json");
    scene.volumes.resize(1);
    scene.domain.max = {0.24f, 0.06f, 0.12f};
    scene.spacing = 0.006f;
    scene.volumes[0].min = {0.0f, 0.0f, 0.0f};
    scene.volumes[0].max = {0.06f, 0.06f, 0.06f};
    scene.frame = 0.002f;
    sim::World world(scene);
    render::Image late{width, height, {}};
    {
        const auto pictures = app::make_pictures(scene, width, height);
        for (int i = 0; i < 50; ++i) {
            world.advance_frame();
            late.rgb = pictures->draw(world);
        }
    }
    // One that begins with this state has its range at once.
    const render::Image now{width, height, app::make_pictures(scene, width, height)->draw(world)};
    EXPECT_LT(render::compare(late, now).mean, 0.5) << "of 255";
}
