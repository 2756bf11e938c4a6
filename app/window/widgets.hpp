// Building blocks of the panels.
#pragma once

#include <imgui.h>

#include <string>

#include "sim/scene_fields.hpp"

namespace app {

/// Writes the last item's rectangle to the debug log when it first appears and whenever it moves:
/// "widget neighbours-combo 20 130 240 22". Whoever drives the window from outside finds it by that.
void mark(const char* name);

/// Whether to say more about the last item: the pointer is on it, and it is not drawn below a dialog.
[[nodiscard]] bool wants_hint(ImGuiHoveredFlags flags = ImGuiHoveredFlags_None);

/// Until the opposite is said: what is drawn lies below a dialog, over which its tooltips would be.
void draw_below_dialog(bool is_below);

/// A tooltip of wrapped text for the last item, after a short rest of the pointer.
void explain(const std::string& text);

/// The same at once, for items that take no clicks.
void hint(const std::string& text);

/// The same for a shipped scene: its picture, if there is one, above the text.
void explain_scene(ImTextureID picture, const std::string& watch);
/// Of a scene's small picture, in a place that is so wide.
[[nodiscard]] ImVec2 scene_picture_size(float room);

/// A label in the left part of the panel; the next item fills the right part.
void label(const char* text);
/// The same, with an accent when the value is not the scene's.
void label(const char* text, bool is_changed);

/// Opens the section of that title, scrolls to its row of that label and lights it up for a while. True once the row
/// was found, which is within the next few pictures or never.
void seek_row(const std::string& section, const std::string& label);
[[nodiscard]] bool has_found_row();

/// A slider for a number of a scene. Range, unit and explanation come from the field; `usual_max` is where the slider
/// ends when the field allows more (typing reaches further), 0 for the field's own maximum.
/// Right-click sets `scene_value` again. True when the value changed.
bool field_slider(const char* name, float& value, float scene_value, const sim::FieldInfo& field,
                  float usual_max = 0.0f, bool is_logarithmic = false, const char* zero = nullptr);

/// The same for a number that no scene has, with everything said here.
struct Dial {
    float min, max;
    const char* format;  // with the unit: "%.2f m"
    std::string help;
    bool is_logarithmic = false;
};
bool dial(const char* name, float& value, float usual, const Dial& dial);

/// One of x, y, z.
void axis_row(const char* name, int& axis);

/// A table for number_cells(): two of them beside each other where there is room. To be ended as any table if true.
[[nodiscard]] bool begin_numbers(const char* name);

/// The next two cells of a table: a name, a value at the right, and an explanation for both.
void number_cells(const char* name, const std::string& value, const std::string& help);

/// Moves the current window so far that all of it is seen, or its upper left part where it is too large: the program's
/// own window may have become smaller since it was placed.
void keep_in_sight();

/// A heading that opens and closes.
[[nodiscard]] bool section(const char* title, bool is_open_at_first, ImFont* font);

}  // namespace app
