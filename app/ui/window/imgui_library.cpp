#include <dlfcn.h>

#include "app/ui/window/imgui_opengl.h"

namespace warplens::ui {

Result<void> check_imgui_opengl() {
  void* library = ::dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    return fail(
        tr("libGL.so.1, which draws pictures, was not found: install libgl1, libegl1 and "
           "libegl-mesa0"));
  ::dlclose(library);
  return {};
}

}  // namespace warplens::ui
