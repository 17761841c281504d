// Dear ImGui's context, owned, set up as this app wants it (no .ini file, no blinking).
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

class ImGuiScope {
 public:
  ImGuiScope();
  ~ImGuiScope();
  ImGuiScope(const ImGuiScope&) = delete;
  ImGuiScope& operator=(const ImGuiScope&) = delete;
};

// Fonts and style for `scale`, into the current context.
[[nodiscard]] Result<void> set_scale(Ui& ui, const AppState& app, float scale);

}  // namespace warplens::ui
