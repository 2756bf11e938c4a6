# The window and the pictures: everything that needs OpenGL.
find_package(PkgConfig REQUIRED)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(FREETYPE REQUIRED IMPORTED_TARGET freetype2)  # what ImGui's better font builder needs
find_package(glfw3 REQUIRED)

# The interface's fonts come with the build (and go with an installation), so that the window looks alike everywhere.
# Roboto's digits are all equally wide: numbers that change do not jitter.
set(WEIR_FONTS /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF CACHE PATH "Folder with Roboto-Regular.ttf and Roboto-Medium.ttf")
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/assets)
foreach(font IN ITEMS Roboto-Regular.ttf Roboto-Medium.ttf)
  if(EXISTS ${WEIR_FONTS}/${font})
    file(COPY ${WEIR_FONTS}/${font} DESTINATION ${CMAKE_BINARY_DIR}/assets)
  else()
    message(WARNING "no ${WEIR_FONTS}/${font} (package fonts-roboto-unhinted): the window falls back to a plain font "
      "without signs such as ³ and °")
  endif()
endforeach()

weir_room(window
  SOURCES
    broad_view.cpp
    cut.cpp
    neighbour_counts.cpp
    picture_buffer.cpp
    pictures.cpp
    present.cpp
    search_view.cpp
    simulation.cpp
    snapshot.cpp
    solid_copies.cpp
    traffic_marks.cpp
    window_graphics.cpp
    window/actions.cpp
    window/broad_marks.cpp
    window/colour_range.cpp
    window/command_list.cpp
    window/energy_history.cpp
    window/folder_view.cpp
    window/fonts.cpp
    window/glfw_window.cpp
    window/history.cpp
    window/interface.cpp
    window/laboratory.cpp
    window/laboratory_comparison.cpp
    window/laboratory_parameters.cpp
    window/laboratory_probes.cpp
    window/laboratory_recording.cpp
    window/laboratory_scenes.cpp
    window/laboratory_solids.cpp
    window/laboratory_states.cpp
    window/legend.cpp
    window/line_plot.cpp
    window/log_ring.cpp
    window/mark_legend.cpp
    window/module_rows.cpp
    window/overlays.cpp
    window/panel_broad.cpp
    window/panel_brush.cpp
    window/panel_cells.cpp
    window/panel_colour.cpp
    window/panel_commands.cpp
    window/panel_compare.cpp
    window/panel_cut.cpp
    window/panel_emitters.cpp
    window/panel_energy.cpp
    window/panel_log.cpp
    window/panel_open.cpp
    window/panel_menu.cpp
    window/panel_numbers.cpp
    window/panel_parameters.cpp
    window/panel_probe_list.cpp
    window/panel_probes.cpp
    window/panel_scene.cpp
    window/panel_search.cpp
    window/panel_time.cpp
    window/panel_timings.cpp
    window/parameter_changes.cpp
    window/pick.cpp
    window/parameter_rows.cpp
    window/parameter_difference.cpp
    window/plot.cpp
    window/plot_key.cpp
    window/probe_editor.cpp
    window/probe_history.cpp
    window/probe_places.cpp
    window/search_marks.cpp
    window/scene_file.cpp
    window/scene_pictures.cpp
    window/solid_grip.cpp
    window/solid_rows.cpp
    window/settings_file.cpp
    window/theme.cpp
    window/ticks.cpp
    window/toasts.cpp
    window/view_control.cpp
    window/widgets.cpp
    window/window.cpp
  LINK weir_app weir_sim weir_render PkgConfig::IMGUI PkgConfig::FREETYPE glfw spdlog::spdlog nlohmann_json::nlohmann_json)
