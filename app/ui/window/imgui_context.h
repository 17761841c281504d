// Dear ImGui's context, owned, set up as this app wants it (no .ini file, no blinking).
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// Characters that results have added to the fonts.
struct LoadedText {
  std::string characters;
  std::array<session::KernelResultPtr, 2> results;  // a side: whose characters are in the fonts
  std::size_t readings = 0;                         // of own lessons, likewise
};

class ImGuiScope {
 public:
  // With fonts of its own, or with those of somebody else, who keeps them for longer.
  explicit ImGuiScope(ImFontAtlas* fonts = nullptr);
  ~ImGuiScope();
  ImGuiScope(const ImGuiScope&) = delete;
  ImGuiScope& operator=(const ImGuiScope&) = delete;

  // Where there are several: this one is ImGui's from now on.
  void use() const { ImGui::SetCurrentContext(context_); }

 private:
  ImGuiContext* context_;
};

// Fonts and style for `scale`, into the current context.
Result<void> set_scale(Ui& ui, const AppState& app, float scale);

// The factor that the person's settings put on top of the screen's.
[[nodiscard]] float text_scale(const session::Settings& settings);

// Makes the fonts anew when results or messages that have come hold characters that they lack, or
// the language is another. True when it did.
Result<bool> follow_text(Ui& ui, const AppState& app);

}  // namespace warplens::ui
