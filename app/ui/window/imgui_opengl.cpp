#include "app/ui/window/imgui_opengl.h"

#include <dlfcn.h>
#include <imgui_impl_opengl3.h>

#include "app/ui/compat.h"

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
