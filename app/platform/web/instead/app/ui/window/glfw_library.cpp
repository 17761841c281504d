// GLFW's functions are the page's (app/platform/web/glfw.cpp), there from the start.
#include "app/ui/window/glfw_library.h"

namespace warplens::ui {

Result<void> open_glfw() { return {}; }
Result<void> start_glfw() { return {}; }

}  // namespace warplens::ui
