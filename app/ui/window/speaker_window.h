// The window of the speaker's view, beside the one that presents: on another monitor where there is
// one. It has OpenGL, ImGui and fonts of its own; its keys are the presenting window's.
#pragma once

#include <chrono>
#include <memory>

#include "app/ui/window/glfw_window.h"

namespace warplens::ui {

class SpeakerWindow {
 public:
  // `main`: it stays the one that is drawn into. Errors: no further window can be had.
  static Result<std::unique_ptr<SpeakerWindow>> open(const AppState& app, const Window& main);
  ~SpeakerWindow();
  SpeakerWindow(const SpeakerWindow&) = delete;
  SpeakerWindow& operator=(const SpeakerWindow&) = delete;

  [[nodiscard]] bool is_closing() const;
  // What the person presses in it goes to `main`.
  Result<void> draw(const AppState& app, Window& main);
  [[nodiscard]] const WidgetLog& widget_log() const { return ui_.widget_log; }

 private:
  SpeakerWindow() = default;
  Result<void> draw_view(const AppState& app);

  struct Heard {
    InputState keys;
    float wheel = 0;
  };
  GLFWwindow* handle_ = nullptr;
  Heard heard_;
  std::unique_ptr<ImGuiScope> imgui_;
  bool has_backend_ = false;
  Ui ui_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

// Opens it, draws it and closes it, as the settings want it. A window that cannot be had becomes
// the notice.
void follow_speaker(std::unique_ptr<SpeakerWindow>& speaker, AppState& app, Window& main);

}  // namespace warplens::ui
