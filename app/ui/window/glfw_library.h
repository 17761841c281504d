// GLFW's library, and with it X11's, opened when a window is wanted: a server has neither, and all
// but the window works there.
#pragma once

#include "kernels/base/result.h"

namespace warplens::ui {

// Before GLFW's first function is called, glfwPostEmptyEvent() too; it stays open. Errors: the
// library or one that it needs is missing, it is too old.
Result<void> open_glfw();

// glfwInit(), for X11 where Wayland does not run: from 3.4 on GLFW opens either library itself, and
// tries Wayland's first, which complains on stderr. Errors: X11 is missing, there is no display.
Result<void> start_glfw();

}  // namespace warplens::ui
