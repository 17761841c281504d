#include "app/ui/font_texture.h"

#include <imgui_impl_opengl3.h>

#include "app/ui/compat.h"

namespace warplens::ui {

void renew_font_texture() {
  if (ImGui::GetFrameCount() == 0) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace warplens::ui
