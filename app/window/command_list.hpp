// Everything that can be done by its name: what keys do, scenes, modules and colourings, and the way to a parameter
// in the panel, found by a few letters.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace app {

struct Workbench;

struct Command {
    std::string name;  // "Scene: Pillars"
    std::string key;   // as printed on the keyboard; may be empty
    std::function<void(Workbench&)> run;
};

/// All there are now.
[[nodiscard]] std::vector<Command> commands(const Workbench& bench);

/// The numbers of those whose names hold every word of the text, in whatever case and order; names that begin with the
/// text come first.
[[nodiscard]] std::vector<std::size_t> found_in(std::span<const Command> commands, const std::string& text);

/// The line to type in, while it is open.
struct CommandLine {
    bool is_open = false;
    bool takes_keyboard = false;  // at its next picture
    std::string text;
    std::size_t chosen = 0;  // of those found
};

}  // namespace app
