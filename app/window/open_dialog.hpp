// A small browser of files: shipped scenes with what there is to see, folders, and a line to type a path in.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "app/window/folder_view.hpp"

namespace app {

struct OpenDialog {
    bool is_open = false;
    bool takes_keyboard = false;   // at its next picture
    std::filesystem::path folder;  // where it is; empty = not yet anywhere
    std::string text;              // as typed
    std::string trouble;           // why the last try failed

    // What the disk said last, asked again each second: it may be slow, and files come and go.
    struct Listing {
        std::filesystem::path folder;
        std::vector<FolderEntry> entries;
        std::string trouble;
    };
    Listing listing;
    std::filesystem::path asked_for;
    std::future<Listing> coming;
    double list_again = 0.0;  // ImGui's time
};

}  // namespace app
