// The app's window, with ImGui in it, and what the person does in it.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "app/ui/window/imgui_context.h"
#include "app/ui/window/keys.h"
#include "app/ui/window/window_keys.h"
#include "viz/gl/image.h"

struct GLFWwindow;

namespace warplens::ui {

// What has come in since the last frame.
struct Input {
  std::vector<KeyPress> presses;
  std::vector<std::filesystem::path> dropped;
  bool any = false;
};

// What GLFW's callbacks write to.
struct InputState {
  Input input;
  KeyTaps taps;
  std::vector<unsigned> letters;  // of the next frame
};

class Window {
 public:
  // Where the settings say, if there is still a monitor. After open_glfw().
  static Result<std::unique_ptr<Window>> open(const session::Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] bool is_closing() const;
  void stay_open();  // in spite of having been asked to close
  [[nodiscard]] bool is_hidden() const;
  [[nodiscard]] float content_scale() const;
  // Size and position; true when they are others than the settings know.
  bool remember_place(session::Settings& settings) const;

  Input take_input() { return std::exchange(heard_.input, {}); }
  [[nodiscard]] bool has_input() const { return heard_.input.any; }

  static void begin_frame();
  void draw(const WindowTheme& colors) const;
  // What has been drawn and not yet presented.
  [[nodiscard]] gl::Image read() const;
  void present();

 private:
  Window() = default;
  GLFWwindow* handle_ = nullptr;
  InputState heard_;
  std::unique_ptr<ImGuiScope> imgui_;
  bool has_backends_ = false;
};

}  // namespace warplens::ui
