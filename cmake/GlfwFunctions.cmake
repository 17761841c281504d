# Target `glfw_functions`: GLFW's functions as a list, glfw_functions.inc, made from its header:
#
#   GLFW_FUNCTION(const char*, glfwGetClipboardString, (GLFWwindow* window), (window))
#
# Nothing is linked: app/ui/window/glfw_library.cpp looks the functions up when a window is opened. Those
# that only Vulkan's programs see are left out.
if(TARGET glfw_functions)
  return()
endif()

find_path(GLFW_INCLUDE_DIR GLFW/glfw3.h REQUIRED)
file(STRINGS ${GLFW_INCLUDE_DIR}/GLFW/glfw3.h declarations REGEX "^GLFWAPI [^(]*\\([^()]*\\);$")

set(functions "")
foreach(declaration IN LISTS declarations)
  if(declaration MATCHES "Vk|Vulkan")
    continue()
  endif()
  string(REGEX MATCH "^GLFWAPI (.*[ *])(glfw[A-Za-z0-9]+)\\((.*)\\)" unused "${declaration}")
  string(STRIP "${CMAKE_MATCH_1}" result)
  set(name ${CMAKE_MATCH_2})
  set(parameters "${CMAKE_MATCH_3}")
  set(arguments "")
  if(NOT parameters STREQUAL "void")
    string(REGEX REPLACE "[^,]*[ *]([A-Za-z0-9_]+)(,|$)" "\\1\\2" arguments "${parameters}")
  endif()
  string(APPEND functions "GLFW_FUNCTION(${result}, ${name}, (${parameters}), (${arguments}))\n")
endforeach()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/glfw/glfw_functions.inc CONTENT "${functions}" @ONLY)
add_library(glfw_functions INTERFACE)
target_include_directories(glfw_functions SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/glfw
                                                           ${GLFW_INCLUDE_DIR})
