// ImGui's OpenGL backend: the library that it opens by itself, and frames that no window shows.
#pragma once

#include "kernels/base/result.h"
#include "viz/gl/offscreen.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::ui {

// Before ImGui_ImplOpenGL3_Init(), which can only end the program. Error: there is no such library.
Result<void> check_imgui_opengl();

// A frame of ImGui's current context, as large as the target, a sixtieth of a second after the
// last.
void begin_frame_of(const gl::OffscreenTarget& target);
// What ImGui::Render() made of it, on ground of one colour; the target stays bound.
void draw_into(const gl::OffscreenTarget& target, scene::Color ground);

}  // namespace warplens::ui
