// OpenGL's functions are the page's (app/platform/web/page/gl.js), there from the start.
#include "app/ui/window/imgui_opengl.h"

namespace warplens::ui {

Result<void> check_imgui_opengl() { return {}; }

}  // namespace warplens::ui
