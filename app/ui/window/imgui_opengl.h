// The OpenGL library that ImGui's backend opens by itself.
#pragma once

#include "kernels/base/result.h"

namespace warplens::ui {

// Before ImGui_ImplOpenGL3_Init(), which can only end the program. Error: there is no such library.
[[nodiscard]] Result<void> check_imgui_opengl();

}  // namespace warplens::ui
