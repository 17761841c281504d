#include "app/ui/window/imgui_opengl.h"

#include <imgui_impl_opengl3.h>

#include "app/ui/compat.h"

namespace warplens::ui {

void begin_frame_of(const gl::OffscreenTarget& target) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void draw_into(const gl::OffscreenTarget& target, scene::Color ground) {
  target.bind();
  target.clear(ground);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace warplens::ui
