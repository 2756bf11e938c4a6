// The scenes in scenes/ are read, filled, and fit the schema that lies beside them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/fill.hpp"
#include "sim/scene_reader.hpp"
#include "sim/scene_schema.hpp"
#include "sim/solid_warnings.hpp"
#include "sim/traffic_text.hpp"
#include "tests/sim/shipped.hpp"

namespace sim {
namespace {

using nlohmann::json;

const std::filesystem::path folder = WEIR_SCENES;

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// The first key that an object lacks or should not have by the rules for its choices ("allOf") and the schema itself.
std::string misfit_of_choice(const json& schema, const json& object, const std::string& path) {
    std::vector<json> rules = {schema};
    for (const json& rule : schema.value("allOf", json::array())) {
        const json& deciding = rule.at("if").at("properties");
        const std::string key = deciding.begin().key();
        if (object.contains(key) && object[key] == deciding.front().at("const")) rules.push_back(rule.at("then"));
    }
    for (const json& rule : rules) {
        const json required = rule.value("required", json::array()),
                   properties = rule.value("properties", json::object());
        for (const json& key : required) {
            if (!object.contains(key)) return path + " lacks " + key.get<std::string>();
        }
        for (const auto& [key, allowed] : properties.items()) {
            if (allowed == false && object.contains(key)) return path + " may not have " + key;
        }
    }
    return "";
}

/// The first thing in a value that a schema as ours does not allow, or empty.
std::string misfit(const json& schema, const json& value, const std::string& path) {
    if (schema.contains("enum")) {
        return std::ranges::find(schema["enum"], value) == schema["enum"].end() ? path + " is no choice" : "";
    }
    const std::string type = schema.at("type");
    const bool fits = type == "object"    ? value.is_object()
                      : type == "array"   ? value.is_array()
                      : type == "number"  ? value.is_number()
                      : type == "integer" ? value.is_number_integer()
                      : type == "boolean" ? value.is_boolean()
                                          : value.is_string();
    if (!fits) return path + " is no " + type;
    if (value.is_number() && (value < schema.at("minimum") || value > schema.at("maximum")))
        return path + " is out of range";
    if (type == "array") {
        if (value.size() < schema.value("minItems", 0u) || value.size() > schema.value("maxItems", 1'000'000u))
            return path + " has a wrong length";
        for (const json& entry : value) {
            if (std::string wrong = misfit(schema.at("items"), entry, path + ".*"); !wrong.empty()) return wrong;
        }
    }
    if (type != "object") return "";
    for (const auto& [key, part] : value.items()) {
        if (!schema.at("properties").contains(key)) return path + " has unknown " + key;
        if (std::string wrong = misfit(schema["properties"][key], part, path + "." + key); !wrong.empty()) return wrong;
    }
    return misfit_of_choice(schema, value, path);
}

class ShippedScene : public testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] static std::filesystem::path file() { return scenes::file_of(GetParam()); }
};

TEST_P(ShippedScene, IsReadAndFilled) {
    const Scene scene = read_scene(file());
    EXPECT_FALSE(scene.watch.empty());
    const Particles particles = fill(scene);
    EXPECT_EQ(static_cast<double>(particles.size()), count_particles(scene));
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const glm::vec3 place(particles.x[i], particles.y[i], particles.z[i]);
        for (int axis = 0; axis < 3; ++axis) {
            // Half a spacing from the walls, where the fluid is complete.
            ASSERT_GT(place[axis], scene.domain.min[axis] + 0.49f * scene.spacing);
            ASSERT_LT(place[axis], scene.domain.max[axis] - 0.49f * scene.spacing);
        }
    }
}

TEST_P(ShippedScene, FitsTheSchemaBesideIt) {
    const json scene = json::parse(text_of(file()));
    EXPECT_EQ(misfit(json::parse(scene_schema_json()), scene, GetParam()), "");
    EXPECT_EQ(scene.at("$schema"), "./schema.json");
}

TEST_P(ShippedScene, IsMeantAsItIs) {
    const Scene scene = read_scene(file());
    EXPECT_EQ(solid_warnings(scene), std::vector<std::string>{});
    EXPECT_EQ(traffic_warnings(scene), std::vector<std::string>{});
}

// Where a few layers stand for two dimensions, walls beside them would rub all of the fluid.
TEST_P(ShippedScene, HasNoSideWallsWhereItStandsForTwoDimensions) {
    const Scene scene = read_scene(file());
    constexpr float slab = 9.0f;  // spacings; the narrowest tank with walls that are meant has ten
    for (int axis = 0; axis < 3; ++axis) {
        const float width = scene.domain.max[axis] - scene.domain.min[axis];
        EXPECT_TRUE(scene.domain.periodic[static_cast<std::size_t>(axis)] || width > slab * scene.spacing)
            << "xyz"[axis];
    }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, testing::ValuesIn(scenes::shipped()), scenes::parameter_name);

TEST(ShippedScenes, AreTheOnesPromised) {
    const std::vector<std::string> promised = {"big-dam-break",
                                               "channel-flow",
                                               "dam-break",
                                               "double-dam-break",
                                               "droplets",
                                               "floating-boxes",
                                               "fountain",
                                               "heap",
                                               "honey-and-water",
                                               "kleefsman-tank",
                                               "koshizuka-oka",
                                               "little-planet",
                                               "lobovsky",
                                               "martin-moyce-1",
                                               "martin-moyce-2",
                                               "mixed-sizes",
                                               "paper-dam-middle",
                                               "paper-dam-soft",
                                               "paper-dam-stiff",
                                               "pillars",
                                               "reference-tank-200k",
                                               "reference-tank-50k",
                                               "reference-tank-5k",
                                               "shaken-tank",
                                               "still-pool"};
    EXPECT_TRUE(std::ranges::includes(scenes::shipped(), promised));
}

// The default scene must run at once on any machine, the big one must be big.
TEST(ShippedScenes, HaveTheSizesTheyAreFor) {
    const auto count = [](const char* name) { return count_particles(read_scene(folder / name)); };
    EXPECT_EQ(count("dam-break.json"), 10'000);
    EXPECT_EQ(count("paper-dam-soft.json"), 1'600) << "as in the paper";
    EXPECT_EQ(count("big-dam-break.json"), 208'125);
}

TEST(SceneSchema, InTheFolderIsTheOneThatTheDescriptionGives) {
    EXPECT_EQ(text_of(folder / "schema.json"), scene_schema_json())
        << "the scene format has changed; renew its schema: weir list schema > scenes/schema.json";
}

TEST(SceneSchema, RefusesWhatTheReaderRefuses) {
    const json schema = json::parse(scene_schema_json());
    const json good = json::parse(text_of(folder / "dam-break.json"));
    const auto spoilt = [&](const char* pointer, const json& value) {
        json scene = good;
        scene[json::json_pointer(pointer)] = value;
        EXPECT_THROW((void)parse_scene(scene.dump(), "s"), BadScene) << pointer;
        return misfit(schema, scene, "scene");
    };
    EXPECT_EQ(spoilt("/spacing", "x"), "scene.spacing is no number");
    EXPECT_EQ(spoilt("/spacing", 0), "scene.spacing is out of range");
    EXPECT_EQ(spoilt("/volumes/0/radius", 1), "scene.volumes.* may not have radius");
    EXPECT_EQ(spoilt("/volumes/0/shape", "sphere"), "scene.volumes.* lacks centre");
    EXPECT_EQ(spoilt("/volumes/0/shape", "ball"), "scene.volumes.*.shape is no choice");
    EXPECT_EQ(spoilt("/fluids", json::array()), "scene.fluids has a wrong length");
    EXPECT_EQ(spoilt("/look", {{"color", "speed"}}), "scene.look has unknown color");
}

}  // namespace
}  // namespace sim
