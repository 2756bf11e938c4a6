// Everything a key does, written once: the keyboard, the menu bar and the key overlay all read this list.
#pragma once

#include <span>
#include <string>

#include "app/window/workbench.hpp"

namespace app {

struct Action {
    const char* menu;      // which menu it stands in
    const char* name;      // what the menu and the overlay call it
    const char* key_name;  // as printed on the keyboard
    int key;               // GLFW_KEY_*
    bool with_ctrl;
    void (*run)(Workbench&);
    bool (*is_on)(const Workbench&);  // for what is switched on and off; null otherwise
};

/// Menu by menu, in their order.
[[nodiscard]] std::span<const Action> actions();

/// Whether the key closes what somebody types a name into. It works while the other keys are letters.
[[nodiscard]] bool leaves_dialog(const Workbench& bench, int key);

/// Runs what the key stands for; nothing when it stands for nothing. Digits of the keypad count as digits.
void press_key(Workbench& bench, int key, bool with_ctrl);

}  // namespace app
