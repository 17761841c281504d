# Dear ImGui with its GLFW and OpenGL 3 backends, as distributions package it: one library, no CMake
# config, and a pkg-config file without the backends' folder.
#
#   imgui::imgui     imported target; who uses the GLFW backend brings GLFW's functions (GlfwFunctions)
#   ImGui_VERSION    from imgui.h
find_path(ImGui_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_path(ImGui_BACKENDS_INCLUDE_DIR imgui_impl_glfw.h
          HINTS ${ImGui_INCLUDE_DIR} PATH_SUFFIXES backends imgui/backends)
find_library(ImGui_LIBRARY imgui)
find_library(ImGui_STB_LIBRARY stb)
mark_as_advanced(ImGui_INCLUDE_DIR ImGui_BACKENDS_INCLUDE_DIR ImGui_LIBRARY ImGui_STB_LIBRARY)

if(ImGui_INCLUDE_DIR)
  file(STRINGS ${ImGui_INCLUDE_DIR}/imgui.h version_line REGEX "^#define IMGUI_VERSION +\"")
  string(REGEX MATCH "[0-9]+(\\.[0-9]+)*" ImGui_VERSION "${version_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ImGui
  REQUIRED_VARS ImGui_LIBRARY ImGui_STB_LIBRARY ImGui_INCLUDE_DIR ImGui_BACKENDS_INCLUDE_DIR
  VERSION_VAR ImGui_VERSION)

if(ImGui_FOUND AND NOT TARGET imgui::imgui)
  find_package(Freetype REQUIRED)
  add_library(imgui::imgui UNKNOWN IMPORTED GLOBAL)
  set_target_properties(imgui::imgui PROPERTIES
    IMPORTED_LOCATION ${ImGui_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${ImGui_INCLUDE_DIR};${ImGui_BACKENDS_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "Freetype::Freetype;${ImGui_STB_LIBRARY};${CMAKE_DL_LIBS};m")
endif()
