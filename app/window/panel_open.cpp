// The browser of files: what is typed narrows down both lists, Tab completes it, Enter opens it.
#include <imgui.h>
//
#include <imgui_stdlib.h>  // takes the names of the one above for granted
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <system_error>
#include <thread>

#include "app/window/letters.hpp"
#include "app/window/panels.hpp"
#include "app/window/theme.hpp"
#include "app/window/widgets.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr double listing_interval = 1.0;                   // s
constexpr std::chrono::milliseconds patience_for_new{30};  // a disk that answers so soon needs no second picture

OpenDialog::Listing listing_of(const fs::path& folder) {
    OpenDialog::Listing listing{folder, {}, {}};
    try {
        listing.entries = entries_of(folder);
    } catch (const fs::filesystem_error& error) {
        listing.trouble = folder.string() + ": " + error.code().message();
    }
    return listing;
}

/// Asks the disk in a thread of its own, which may hang as long as the disk does: nobody waits for it.
void list_folder(OpenDialog& dialog, const fs::path& folder) {
    const bool is_new = folder != dialog.asked_for;
    const auto has_come = [&](std::chrono::milliseconds patience) {
        return dialog.coming.valid() && dialog.coming.wait_for(patience) == std::future_status::ready;
    };
    if (is_new || (!dialog.coming.valid() && ImGui::GetTime() >= dialog.list_again)) {
        dialog.asked_for = folder;
        std::packaged_task<OpenDialog::Listing()> ask([folder] { return listing_of(folder); });
        dialog.coming = ask.get_future();
        std::thread(std::move(ask)).detach();
    }
    if (has_come(is_new ? patience_for_new : std::chrono::milliseconds(0))) {
        dialog.listing = dialog.coming.get();
        dialog.list_again = ImGui::GetTime() + listing_interval;
    } else if (is_new) {
        dialog.listing = {folder, {}, "reading the folder"};
    }
}

void go_to(OpenDialog& dialog, const fs::path& folder) {
    dialog.folder = folder;
    dialog.text.clear();
    dialog.trouble.clear();
    dialog.takes_keyboard = true;
}

void open(Workbench& bench, const std::string& name_or_path) {
    bench.laboratory.open_scene(name_or_path);
    bench.open.is_open = false;  // what is wrong with a scene is told in a list of its own
}

/// Letters of the title or the name, in whatever case.
bool is_meant(const ShippedScene& scene, const std::string& text) {
    return holds_letters(scene.title, text) || holds_letters(scene.name, text);
}

/// What Enter means: a folder is entered, a file opened, and of names begun the only one is meant.
void obey(Workbench& bench, const TypedPath& typed, const std::vector<FolderEntry>& entries,
          const std::vector<const ShippedScene*>& scenes) {
    OpenDialog& dialog = bench.open;
    std::error_code unknown;
    const fs::path whole = typed.whole();
    const auto shipped = std::ranges::find(scenes, dialog.text, &ShippedScene::name);
    if (dialog.text.empty()) return;
    if (fs::is_directory(whole, unknown)) return go_to(dialog, whole.lexically_normal());
    if (fs::exists(whole, unknown)) return open(bench, whole.string());
    if (shipped != scenes.end()) return open(bench, (*shipped)->name);
    if (entries.size() + scenes.size() == 1 && !entries.empty())
        return entries.front().is_folder ? go_to(dialog, typed.folder / entries.front().name)
                                         : open(bench, (typed.folder / entries.front().name).string());
    if (entries.empty() && scenes.size() == 1) return open(bench, scenes.front()->name);
    dialog.trouble = entries.size() + scenes.size() > 1 ? "several begin so: choose one, or type on"
                                                        : "there is no " + whole.string() + "; Tab completes a name";
    dialog.takes_keyboard = true;
}

void scene_list(Workbench& bench, const std::vector<const ShippedScene*>& scenes, ImVec2 size) {
    if (ImGui::BeginChild("shipped", size, true)) {
        const float gap = ImGui::GetStyle().ItemSpacing.x;
        for (const ShippedScene* scene : scenes) {
            ImGui::PushID(scene->name.c_str());
            // Picture, title and sentence are one thing to click, as high as the highest of them.
            const ImVec2 top = ImGui::GetCursorPos();
            const ImTextureID picture = bench.picture_of(scene->name);
            const float room = ImGui::GetContentRegionAvail().x;
            const ImVec2 shown = picture != nullptr ? scene_picture_size(room) : ImVec2{0.0f, 0.0f};
            const float left = top.x + shown.x + (picture != nullptr ? gap : 0.0f);
            const ImVec2 words = ImGui::CalcTextSize(scene->watch.c_str(), nullptr, false, top.x + room - left);
            const float title = ImGui::GetTextLineHeightWithSpacing();
            const float height = std::max(shown.y, title + (scene->watch.empty() ? 0.0f : words.y));
            if (ImGui::Selectable("##scene", false, 0, {0.0f, height})) open(bench, scene->name);
            mark(("open-scene-" + scene->name).c_str());
            const ImVec2 below = ImGui::GetCursorPos();
            ImGui::SetCursorPos(top);
            if (picture != nullptr) ImGui::Image(picture, shown);
            ImGui::SetCursorPos({left, top.y});
            ImGui::TextUnformatted(scene->title.c_str());
            ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
            ImGui::PushTextWrapPos();
            ImGui::SetCursorPos({left, top.y + title});
            ImGui::TextUnformatted(scene->watch.c_str());
            ImGui::PopTextWrapPos();
            ImGui::PopStyleColor();
            ImGui::SetCursorPos({below.x, below.y + 0.5f * ImGui::GetFontSize()});
            ImGui::PopID();
        }
        if (scenes.empty()) ImGui::TextDisabled("none of that name");
    }
    ImGui::EndChild();
}

void file_list(Workbench& bench, const fs::path& folder, const std::vector<FolderEntry>& entries, ImVec2 size) {
    OpenDialog& dialog = bench.open;
    if (ImGui::BeginChild("files", size, true)) {
        if (folder.has_parent_path() && folder != folder.root_path()) {
            if (ImGui::Selectable("../")) go_to(dialog, (folder / "..").lexically_normal());
            mark("open-parent");
        }
        for (const FolderEntry& entry : entries) {
            if (ImGui::Selectable((entry.name + (entry.is_folder ? "/" : "")).c_str())) {
                if (entry.is_folder)
                    go_to(dialog, folder / entry.name);
                else
                    open(bench, (folder / entry.name).string());
            }
            mark(("open-file-" + entry.name).c_str());
        }
        if (!dialog.listing.trouble.empty()) {
            ImGui::PushTextWrapPos();
            ImGui::TextDisabled("%s", dialog.listing.trouble.c_str());
            ImGui::PopTextWrapPos();
        } else if (entries.empty()) {
            ImGui::TextDisabled("%s", why_none(dialog.listing.entries));
        }
    }
    ImGui::EndChild();
}

/// The line for a path. Returns whether Enter was pressed.
bool path_line(OpenDialog& dialog) {
    if (dialog.takes_keyboard) {
        ImGui::SetKeyboardFocusHere();
        spdlog::debug("a path is asked for, in {}", dialog.folder.string());
    }
    dialog.takes_keyboard = false;
    const auto complete = [](ImGuiInputTextCallbackData* data) {
        const auto& state = *static_cast<const OpenDialog*>(data->UserData);
        const TypedPath typed =
            typed_in(state.folder, std::string(data->Buf, static_cast<std::size_t>(data->BufTextLen)));
        const std::string text = completed(data->Buf, typed.name, that_begin(state.listing.entries, typed.name));
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text.c_str());
        return 0;
    };
    ImGui::SetNextItemWidth(-1.0f);
    const bool is_entered = ImGui::InputTextWithHint(
        "##path", "type a name or a path; Tab completes, Enter opens", &dialog.text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion, complete, &dialog);
    mark("open-path");
    if (ImGui::IsItemEdited()) dialog.trouble.clear();
    return is_entered;
}

void contents(Workbench& bench) {
    OpenDialog& dialog = bench.open;
    const float font = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    const bool is_entered = path_line(dialog);
    const TypedPath typed = typed_in(dialog.folder, dialog.text);
    list_folder(dialog, typed.folder);
    const std::vector<FolderEntry> entries = that_begin(dialog.listing.entries, typed.name);
    std::vector<const ShippedScene*> scenes;
    for (const ShippedScene& scene : bench.laboratory.scenes())
        if (is_meant(scene, dialog.text)) scenes.push_back(&scene);

    if (!dialog.trouble.empty()) {
        ImGui::PushTextWrapPos();
        ImGui::PushStyleColor(ImGuiCol_Text, palette(bench.settings.theme).error);
        ImGui::TextUnformatted(dialog.trouble.c_str());
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
    }
    // Side by side where both can be read, else one above the other.
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool is_wide = room.x > 36.0f * font;
    const float heading = ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 each = is_wide ? ImVec2{0.5f * (room.x - gap), std::max(room.y - heading, font)}
                                : ImVec2{0.0f, std::max(0.5f * room.y - heading - gap, font)};
    ImGui::BeginGroup();
    ImGui::TextDisabled("Shipped scenes");
    scene_list(bench, scenes, each);
    ImGui::EndGroup();
    if (is_wide) ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::TextDisabled("%s", typed.folder.c_str());
    hint(typed.folder.string());
    file_list(bench, typed.folder, entries, each);
    ImGui::EndGroup();
    if (is_entered && dialog.is_open) obey(bench, typed, entries, scenes);
}

}  // namespace

void show_open_dialog(Workbench& bench) {
    OpenDialog& dialog = bench.open;
    dialog.text.clear();
    dialog.trouble.clear();
    dialog.is_open = dialog.takes_keyboard = true;
    if (!dialog.folder.empty()) return;
    // Where the scene is that runs, if it is somebody's own; else where the program was started.
    std::error_code unknown;
    const fs::path file = fs::absolute(bench.laboratory.scene_file(), unknown);
    const auto& shipped = bench.laboratory.scenes();
    const bool is_shipped = std::ranges::find(shipped, file.stem().string(), &ShippedScene::name) != shipped.end();
    dialog.folder = (is_shipped ? fs::current_path(unknown) : file.parent_path()).lexically_normal();
}

void draw_open_dialog(Workbench& bench) {
    OpenDialog& dialog = bench.open;
    if (!dialog.is_open) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float font = ImGui::GetFontSize();
    const ImVec2 size{std::min(52.0f * font, display.x), std::min(34.0f * font, 0.9f * display.y)};
    ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size, ImGuiCond_Always);
    bool stays = true;
    if (ImGui::Begin("Open a scene or a checkpoint", &stays,
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize |
                         ImGuiWindowFlags_NoMove))
        contents(bench);
    ImGui::End();
    if (!stays) dialog.is_open = false;
}

}  // namespace app
