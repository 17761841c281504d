// The app's window, with ImGui in it, and what the person does in it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/window/imgui_context.h"
#include "app/ui/window/key_queue.h"
#include "app/ui/window/keys.h"
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
  KeyQueue keys;
  int repeats = 0;  // of the key that is held down
};

// The press that GLFW tells of; nothing: a key that was let go of, or one with Alt or Super.
[[nodiscard]] std::optional<KeyPress> press_of(InputState& heard, int key, int action,
                                               int modifiers);

// Of this machine, by name.
[[nodiscard]] std::vector<std::string> monitor_names();

class Window {
 public:
  // ImGui and OpenGL draw into it from now on, after another window had its turn.
  void use() const;
  // Another window's keys are its own.
  void hear(const KeyPress& press) {
    heard_.input.presses.push_back(press);
    heard_.input.any = true;
  }

  // Where the settings say, if there is still a monitor. After open_glfw().
  static Result<std::unique_ptr<Window>> open(const session::Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] bool is_closing() const;
  void stay_open();  // in spite of having been asked to close
  // Full screen while the settings present, on their monitor; else as it was before.
  void follow_presentation(const session::Settings& settings);
  [[nodiscard]] bool is_hidden() const;
  [[nodiscard]] float content_scale() const;
  // Size and position; true when they are others than the settings know. Not of a full screen.
  bool remember_place(session::Settings& settings) const;

  // Of the frame that is begun next: ImGui hears of the same keys and letters.
  Input take_input();
  [[nodiscard]] bool has_input() const { return heard_.input.any || !heard_.keys.is_empty(); }

  static void begin_frame();
  void draw(const WindowTheme& colors) const;
  // What has been drawn and not yet presented.
  [[nodiscard]] gl::Image read() const;
  void present();

 private:
  Window() = default;
  void cover(const std::string& monitor);

  GLFWwindow* handle_ = nullptr;
  struct Place {
    int x = 0, y = 0, width = 0, height = 0;
  };
  std::optional<Place> before_;  // it covered a screen
  std::string covered_;          // the monitor that was asked for
  InputState heard_;
  std::unique_ptr<ImGuiScope> imgui_;
  bool has_backends_ = false;
};

}  // namespace warplens::ui
