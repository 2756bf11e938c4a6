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
    actions.cpp
    colour_range.cpp
    fonts.cpp
    glfw_window.cpp
    history.cpp
    interface.cpp
    laboratory.cpp
    laboratory_recording.cpp
    laboratory_scenes.cpp
    legend.cpp
    log_ring.cpp
    overlays.cpp
    panel_brush.cpp
    panel_colour.cpp
    panel_log.cpp
    panel_menu.cpp
    panel_numbers.cpp
    panel_parameters.cpp
    panel_scene.cpp
    panel_search.cpp
    panel_time.cpp
    panel_timings.cpp
    pick.cpp
    picture_buffer.cpp
    pictures.cpp
    plot.cpp
    present.cpp
    scene_file.cpp
    simulation.cpp
    snapshot.cpp
    theme.cpp
    ticks.cpp
    toasts.cpp
    view_control.cpp
    widgets.cpp
    window.cpp
    window_graphics.cpp
  LINK weir_app weir_sim weir_render PkgConfig::IMGUI PkgConfig::FREETYPE glfw spdlog::spdlog)
