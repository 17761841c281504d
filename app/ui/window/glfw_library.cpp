#include "app/ui/window/glfw_library.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <cstdlib>

namespace {

// By name, as the library that was opened has them.
struct GlfwFunctions {
#define GLFW_FUNCTION(result, name, parameters, arguments) decltype(&::name) name = nullptr;
#include <glfw_functions.inc>
#undef GLFW_FUNCTION
};

GlfwFunctions opened_glfw;  // one for the process, as GLFW itself

template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

// What glfw3.h declares, for this program and for ImGui's backend.
extern "C" {
#define GLFW_FUNCTION(result, name, parameters, arguments) \
  result name parameters { return opened_glfw.name arguments; }
#include <glfw_functions.inc>
#undef GLFW_FUNCTION
}

namespace warplens::ui {

namespace {

// The library that could not be opened last is the reason.
tl::unexpected<Error> library_is_missing() {
  return fail(
      tr("no window can be opened here ({}): install libglfw3 and libx11-6; 'warplens screenshot' "
         "draws without a window",
         ::dlerror()));
}

}  // namespace

Result<void> open_glfw() {
  void* library = ::dlopen("libglfw.so.3", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return library_is_missing();
#define GLFW_FUNCTION(result, name, parameters, arguments) \
  if (!find_function(library, #name, opened_glfw.name))    \
    return fail(tr("libglfw.so.3 is too old, it has no {}: install a newer libglfw3", #name));
#include <glfw_functions.inc>
#undef GLFW_FUNCTION
  return {};
}

Result<void> start_glfw() {
#ifdef GLFW_PLATFORM
  if (std::getenv("WAYLAND_DISPLAY") == nullptr) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  if (glfwInit() != 0) return {};
  if (::dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL) == nullptr) return library_is_missing();
  return fail(
      tr("no display to open a window on; 'warplens screenshot' draws a lesson without one"));
}

}  // namespace warplens::ui
