#include "app/ui/window/glfw_window.h"

#define GLFW_INCLUDE_NONE  // OpenGL is declared by glad
#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>

#include "app/ui/compat.h"
#include "app/ui/window/glfw_library.h"
#include "app/ui/window/window_keys.h"
#include "viz/gl/dialect.h"
#include "viz/gl/offscreen.h"

namespace warplens::ui {
namespace {

InputState& heard_by(GLFWwindow* window) {
  return *static_cast<InputState*>(glfwGetWindowUserPointer(window));
}

Input& input_of(GLFWwindow* window) { return heard_by(window).input; }

// What ImGui takes itself is only noted here.
void note_input(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { input_of(w).any = true; });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { input_of(w).any = true; });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { input_of(w).any = true; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { input_of(w).any = true; });
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  input_of(window).dropped.assign(paths, paths + count);
}

// In place of ImGui's own, which hear of them in their frame.
void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  heard_by(window).keys.add(KeyEvent{key, scancode, action, modifiers});
}

void on_letter(GLFWwindow* window, unsigned letter) { heard_by(window).keys.add(Letter{letter}); }

// A monitor that was there the last time may be gone.
bool is_on_a_monitor(std::pair<int, int> place) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    if (place.first >= x && place.first < x + width && place.second >= y &&
        place.second < y + height) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<KeyPress> press_of(InputState& heard, int key, int action, int modifiers) {
  if (action == GLFW_RELEASE || (modifiers & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0)
    return std::nullopt;
  heard.repeats = action == GLFW_REPEAT ? heard.repeats + 1 : 0;
  return KeyPress{key_of(key), (modifiers & GLFW_MOD_SHIFT) != 0,
                  (modifiers & GLFW_MOD_CONTROL) != 0, heard.repeats};
}

Result<std::unique_ptr<Window>> Window::open(const session::Settings& settings) {
  std::unique_ptr<Window> window(new Window);
  TRY(start_glfw());
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window->handle_ =
      glfwCreateWindow(settings.window_width, settings.window_height, "Warplens", nullptr, nullptr);
  if (window->handle_ == nullptr) {
    return fail(
        tr("no window with OpenGL 3.3: install a driver for it, or Mesa (libgl1-mesa-dri)"));
  }
  if (const auto& place = settings.window_position; place && is_on_a_monitor(*place)) {
    glfwSetWindowPos(window->handle_, place->first, place->second);
  }
  glfwMakeContextCurrent(window->handle_);
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail(tr("the OpenGL driver could not be loaded"));
  glfwSwapInterval(1);
  window->imgui_ = std::make_unique<ImGuiScope>();
  glfwSetWindowUserPointer(window->handle_, &window->heard_);
  glfwSetDropCallback(window->handle_, on_drop);
  note_input(window->handle_);
  ImGui_ImplGlfw_InitForOpenGL(window->handle_, true);
  glfwSetKeyCallback(window->handle_, on_key);
  glfwSetCharCallback(window->handle_, on_letter);
  ImGui_ImplOpenGL3_Init(gl::kGlslVersion);
  window->has_backends_ = true;
  return window;
}

Window::~Window() {
  if (has_backends_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  imgui_.reset();
  if (handle_ != nullptr) glfwDestroyWindow(handle_);
  glfwTerminate();
}

std::vector<std::string> monitor_names() {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.emplace_back(glfwGetMonitorName(monitors[i]));
  return names;
}

namespace {

// That of the name; where there is none, the one that the window's middle is on; else the first.
GLFWmonitor* monitor_for(GLFWwindow* window, const std::string& name) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor* under = count > 0 ? monitors[0] : nullptr;
  for (int i = 0; i < count; ++i) {
    if (name == glfwGetMonitorName(monitors[i])) return monitors[i];
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    const int across = x + width / 2 - left, down = y + height / 2 - top;
    if (mode != nullptr && across >= 0 && across < mode->width && down >= 0 && down < mode->height)
      under = monitors[i];
  }
  return under;
}

}  // namespace

void Window::cover(const std::string& name) {
  GLFWmonitor* monitor = monitor_for(handle_, name);
  const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  if (!before_) {
    Place place;
    glfwGetWindowPos(handle_, &place.x, &place.y);
    glfwGetWindowSize(handle_, &place.width, &place.height);
    before_ = place;
  }
  covered_ = name;
  glfwSetWindowAttrib(handle_, GLFW_AUTO_ICONIFY, GLFW_FALSE);  // the speaker's window has its turn
  glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::follow_presentation(const session::Settings& settings) {
  if (settings.presentation && (!before_ || covered_ != settings.monitor))
    return cover(settings.monitor);
  if (settings.presentation || !before_) return;
  glfwSetWindowMonitor(handle_, nullptr, before_->x, before_->y, before_->width, before_->height,
                       GLFW_DONT_CARE);
  before_.reset();
}

void Window::use() const {
  imgui_->use();
  glfwMakeContextCurrent(handle_);
}

void Window::stay_open() { glfwSetWindowShouldClose(handle_, GLFW_FALSE); }
bool Window::is_closing() const { return glfwWindowShouldClose(handle_) != 0; }

bool Window::is_hidden() const { return glfwGetWindowAttrib(handle_, GLFW_ICONIFIED) != 0; }

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::max(x, 0.5f);
}

bool Window::remember_place(session::Settings& settings) const {
  int width = 0, height = 0;
  glfwGetWindowSize(handle_, &width, &height);
  if (width <= 0 || height <= 0 || before_) return false;
  std::pair<int, int> position;
  glfwGetWindowPos(handle_, &position.first, &position.second);
  const auto old_position = std::exchange(settings.window_position, position);
  const int old_width =
      std::exchange(settings.window_width,
                    static_cast<int>(std::lround(static_cast<float>(width) / content_scale())));
  const int old_height =
      std::exchange(settings.window_height,
                    static_cast<int>(std::lround(static_cast<float>(height) / content_scale())));
  return settings.window_width != old_width || settings.window_height != old_height ||
         settings.window_position != old_position;
}

Input Window::take_input() {
  // Newer versions of ImGui spread over frames what they were told of themselves.
  const std::vector<Typed> frame =
      has_input_waiting() ? std::vector<Typed>() : heard_.keys.take_frame();
  for (const Typed& typed : frame) {
    if (const auto* letter = std::get_if<Letter>(&typed)) {
      ImGui_ImplGlfw_CharCallback(handle_, *letter);
      continue;
    }
    const auto& [key, scancode, action, modifiers] = std::get<KeyEvent>(typed);
    ImGui_ImplGlfw_KeyCallback(handle_, key, scancode, action, modifiers);
    if (const auto press = press_of(heard_, key, action, modifiers)) hear(*press);
  }
  return std::exchange(heard_.input, {});
}

void Window::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Window::draw(const WindowTheme& colors) const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 color = channels(colors.window);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

gl::Image Window::read() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  return gl::read_pixels(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
}

void Window::present() { glfwSwapBuffers(handle_); }

}  // namespace warplens::ui
