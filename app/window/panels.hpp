// The parts of the interface: each a function in a file of its own, reading and writing the workbench.
#pragma once

#include "app/window/workbench.hpp"

namespace app {

void draw_menu_bar(Workbench& bench);

// Sections of the side panel, drawn into the current window from top to bottom.
void time_panel(Workbench& bench);
void scene_panel(Workbench& bench);
void search_panel(Workbench& bench);
void broad_panel(Workbench& bench);
void cells_panel(Workbench& bench);
void colour_panel(Workbench& bench);
void cut_panel(Workbench& bench);
void brush_panel(Workbench& bench);
void probe_list_panel(Workbench& bench);
void parameters_panel(Workbench& bench);
void numbers_panel(Workbench& bench);

// The strip below the picture.
void timings_panel(Workbench& bench);
void probes_panel(Workbench& bench);
[[nodiscard]] bool has_probes(const Workbench& bench);         // the scene has some, or somebody set them in
[[nodiscard]] float least_width_of_probes(std::size_t plots);  // pixels: so many plots beside each other, all in sight
void energy_panel(Workbench& bench);
void log_panel(Workbench& bench);

// Over the picture.
void draw_clock(Workbench& bench);  // simulated time, pace, what is recorded
void draw_search_marks(
    Workbench& bench);  // what the search does for the picked particle, and what is shown of its cells
void draw_broad_marks(Workbench& bench);  // what is shown of the cells of the broad phase
void draw_probe_marks(Workbench& bench);  // where the probes are
void draw_comparison(Workbench& bench);   // of all searches, on one state
void draw_toasts(Workbench& bench);
void draw_keys(Workbench& bench);  // every key and what it does
void draw_scene_errors(Workbench& bench);
void show_open_dialog(Workbench& bench);  // from its next picture on
void draw_open_dialog(Workbench& bench);  // a browser of files
void show_commands(Workbench& bench);     // from its next picture on
void draw_commands(Workbench& bench);     // a line that does what is typed

}  // namespace app
