#include "app/window/folder_view.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "app/window/letters.hpp"

namespace app {

namespace fs = std::filesystem;

namespace {

bool can_be_opened(const fs::path& file) {
    return (file.extension() == ".json" && file.filename() != "schema.json") || file.extension() == ".weir";
}

}  // namespace

std::vector<FolderEntry> entries_of(const fs::path& folder) {
    std::vector<FolderEntry> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.')) continue;
        std::error_code unknown;  // a link that leads nowhere is not worth an error
        const bool is_folder = entry.is_directory(unknown);
        if (is_folder || (entry.is_regular_file(unknown) && can_be_opened(entry.path())))
            entries.push_back({name, is_folder});
    }
    std::ranges::sort(entries, {}, [](const FolderEntry& entry) { return std::pair(!entry.is_folder, entry.name); });
    return entries;
}

TypedPath typed_in(const fs::path& folder, const std::string& text) {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string::npos) return {folder, text};
    fs::path begun = text.substr(0, slash + 1);
    const char* home = std::getenv("HOME");
    if (text.starts_with("~/") && home != nullptr) begun = fs::path(home) / text.substr(2, slash + 1 - 2);
    return {(folder / begun).lexically_normal(), text.substr(slash + 1)};
}

std::vector<FolderEntry> that_begin(const std::vector<FolderEntry>& entries, const std::string& name) {
    std::vector<FolderEntry> found;
    for (const FolderEntry& entry : entries)
        if (begins_like(entry.name, name)) found.push_back(entry);
    return found;
}

const char* why_none(const std::vector<FolderEntry>& entries) {
    return entries.empty() ? "no scenes and no checkpoints" : "none that begins so";
}

std::string completed(const std::string& text, const std::string& name, const std::vector<FolderEntry>& candidates) {
    if (candidates.empty()) return text;
    std::string shared = candidates.front().name;
    for (const FolderEntry& candidate : candidates)
        shared.resize(static_cast<std::size_t>(std::ranges::mismatch(shared, candidate.name).in1 - shared.begin()));
    if (shared.size() < name.size()) return text;
    const bool is_whole_folder = candidates.size() == 1 && candidates.front().is_folder;
    return text.substr(0, text.size() - name.size()) + shared + (is_whole_folder ? "/" : "");
}

}  // namespace app
