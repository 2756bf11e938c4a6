// What a folder holds that can be opened, and where a path leads while somebody types it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace app {

struct FolderEntry {
    std::string name;
    bool is_folder;
};

/// Folders, then scenes and checkpoints, each by name; hidden ones are left out. Throws
/// std::filesystem::filesystem_error when it cannot be read.
[[nodiscard]] std::vector<FolderEntry> entries_of(const std::filesystem::path& folder);

/// A path typed in a folder: the folder it leads to, and what is begun of a name in there.
struct TypedPath {
    std::filesystem::path folder;
    std::string name;
    [[nodiscard]] std::filesystem::path whole() const { return folder / name; }
};

/// "~/" is the home folder.
[[nodiscard]] TypedPath typed_in(const std::filesystem::path& folder, const std::string& text);

/// What begins like `name`, whatever its case; all where nothing is begun.
[[nodiscard]] std::vector<FolderEntry> that_begin(const std::vector<FolderEntry>& entries, const std::string& name);

/// What to say where there are none of those.
[[nodiscard]] const char* why_none(const std::vector<FolderEntry>& entries);

/// The text with the begun name as long as it is sure: that of the only entry that begins so, or what several share.
/// Folders get a slash.
[[nodiscard]] std::string completed(const std::string& text, const std::string& name,
                                    const std::vector<FolderEntry>& candidates);

}  // namespace app
