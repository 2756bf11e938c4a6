#include "sim/scene_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "sim/field_reader.hpp"
#include "sim/json_tree.hpp"
#include "sim/scene_checks.hpp"
#include "sim/scene_overrides.hpp"
#include "sim/wording.hpp"

namespace sim {
namespace {

constexpr std::size_t largest_file = 4'000'000;  // bytes; ten thousand volumes are about one million

std::string lines_of(const std::vector<SceneError>& errors) {
    std::string lines;
    for (const SceneError& error : errors) {
        if (!lines.empty()) lines += '\n';
        lines += error.text();
    }
    return lines;
}

/// In the order of the file, then of the overrides.
[[noreturn]] void refuse(std::vector<Complaint> complaints, const std::string& file_name,
                         const std::vector<std::string>& overrides) {
    std::ranges::stable_sort(complaints, {}, &Complaint::place);
    std::vector<SceneError> errors;
    for (Complaint& complaint : complaints) {
        const Place& place = complaint.place;
        const std::string where =
            place.change > 0 ? "--set " + in_one_line(overrides[static_cast<std::size_t>(place.change - 1)])
                             : file_name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
        errors.push_back({where, std::move(complaint.message)});
    }
    throw BadScene(std::move(errors));
}

std::string read_text(const std::filesystem::path& file) {
    const auto refuse_file = [&](const std::string& message) { return BadScene({{file.string(), message}}); };
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw refuse_file("is a folder, not a scene file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw refuse_file("cannot be opened: " + std::generic_category().message(errno));
    std::string text(largest_file + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) throw refuse_file("cannot be read");
    if (text.size() > largest_file) throw refuse_file("is larger than 4 MB; no scene is");
    return text;
}

}  // namespace

BadScene::BadScene(std::vector<SceneError> errors) : std::runtime_error(lines_of(errors)), errors_(std::move(errors)) {}

Scene parse_scene(std::string_view text, const std::string& file_name, const std::vector<std::string>& overrides) {
    std::vector<Complaint> complaints;
    std::optional<JsonNode> root = parse_json(text, complaints);
    if (!root) refuse(std::move(complaints), file_name, overrides);

    apply_overrides(*root, overrides, complaints);
    Scene scene;
    const FieldSources sources = read_fields(*root, scene, complaints);
    check_scene(scene, sources, complaints);
    if (!complaints.empty()) refuse(std::move(complaints), file_name, overrides);

    if (scene.name.empty()) {
        scene.name = as_utf8(std::filesystem::path(file_name).stem().string());
        std::ranges::replace_if(scene.name, is_control, ' ');
    }
    return scene;
}

Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
    return parse_scene(read_text(file), file.string(), overrides);
}

}  // namespace sim
