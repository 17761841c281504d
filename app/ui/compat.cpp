#include "app/ui/compat.h"

#include <imgui_internal.h>

namespace warplens::ui {

bool has_input_waiting() {
#if IMGUI_VERSION_NUM >= 18700
  return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
  return false;
#endif
}

}  // namespace warplens::ui
