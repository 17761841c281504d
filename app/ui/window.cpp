#include <glad/gl.h>
// glad must come before GLFW.
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/ui/app.h"
#include "app/ui/grid_textures.h"
#include "app/ui/imgui_context.h"
#include "app/ui/keys.h"
#include "app/ui/ui_state.h"

namespace warplens::ui {
namespace {

constexpr int kFramesAfterEvent = 3;  // hover, layout and popups settle in the second and third
constexpr double kAnimationFrame = 1.0 / 60;

Key key_of(int key) {
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_PAGE_UP:
      return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
      return Key::page_down;
    case GLFW_KEY_Z:
      return Key::z;
    case GLFW_KEY_Y:
      return Key::y;
    case GLFW_KEY_L:
      return Key::l;
    case GLFW_KEY_T:
      return Key::t;
    case GLFW_KEY_R:
      return Key::r;
    case GLFW_KEY_Q:
      return Key::q;
    case GLFW_KEY_C:
      return Key::c;
    case GLFW_KEY_UP:
      return Key::up;
    case GLFW_KEY_DOWN:
      return Key::down;
    case GLFW_KEY_TAB:
      return Key::tab;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enter;
    case GLFW_KEY_LEFT_BRACKET:
      return Key::left_bracket;
    case GLFW_KEY_RIGHT_BRACKET:
      return Key::right_bracket;
    case GLFW_KEY_F1:
      return Key::f1;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return Key::minus;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      return Key::equal;
    default:
      return Key::other;
  }
}

// ImGui chains to this callback, which is set before its own.
void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
  if (action == GLFW_RELEASE) return;
  auto& presses = *static_cast<std::vector<KeyPress>*>(glfwGetWindowUserPointer(window));
  presses.push_back(
      {key_of(key), (modifiers & GLFW_MOD_SHIFT) != 0, (modifiers & GLFW_MOD_CONTROL) != 0});
}

class Window {
 public:
  static Result<std::unique_ptr<Window>> open(const session::Settings& settings);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] bool is_closing() const { return glfwWindowShouldClose(handle_) != 0; }
  [[nodiscard]] float content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(handle_, &x, &y);
    return std::max(x, 0.5f);
  }
  [[nodiscard]] bool is_hidden() const { return glfwGetWindowAttrib(handle_, GLFW_ICONIFIED) != 0; }
  void remember_size(session::Settings& settings) const;
  void present(const Look& look) const;
  std::vector<KeyPress> take_presses() { return std::exchange(presses_, {}); }

 private:
  Window() = default;
  GLFWwindow* handle_ = nullptr;
  std::vector<KeyPress> presses_;
  std::unique_ptr<ImGuiScope> imgui_;
  bool has_backends_ = false;
};

Result<std::unique_ptr<Window>> Window::open(const session::Settings& settings) {
  std::unique_ptr<Window> window(new Window);
  if (glfwInit() == 0) {
    return fail("no display to open a window on; 'warplens screenshot' draws a lesson without one");
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window->handle_ =
      glfwCreateWindow(settings.window_width, settings.window_height, "Warplens", nullptr, nullptr);
  if (window->handle_ == nullptr) {
    return fail("no window with OpenGL 3.3: install a driver for it, or Mesa (libgl1-mesa-dri)");
  }
  glfwMakeContextCurrent(window->handle_);
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail("the OpenGL driver could not be loaded");
  glfwSwapInterval(1);
  window->imgui_ = std::make_unique<ImGuiScope>();
  glfwSetWindowUserPointer(window->handle_, &window->presses_);
  glfwSetKeyCallback(window->handle_, on_key);
  ImGui_ImplGlfw_InitForOpenGL(window->handle_, true);
  ImGui_ImplOpenGL3_Init("#version 330");
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

void Window::remember_size(session::Settings& settings) const {
  int width = 0, height = 0;
  glfwGetWindowSize(handle_, &width, &height);
  if (width <= 0 || height <= 0) return;
  settings.window_width = static_cast<int>(static_cast<float>(width) / content_scale());
  settings.window_height = static_cast<int>(static_cast<float>(height) / content_scale());
}

void Window::present(const Look& look) const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 color = channels(look.window);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(handle_);
}

// Sleeps until something happens, or until the next frame of what animates.
class Pace {
 public:
  void wait(const AppState& app, const Ui& ui) {
    if (app.session.playback().is_moving() || app.session.busy()) {
      glfwWaitEventsTimeout(kAnimationFrame);
      frames_ = kFramesAfterEvent;
    } else if (frames_ > 0 || !ui.commands.empty()) {
      glfwPollEvents();
    } else {
      glfwWaitEvents();
      frames_ = kFramesAfterEvent;
    }
    frames_ = std::max(0, frames_ - 1);
  }
  // Seconds since the last call; a long sleep counts as one frame.
  double elapsed() {
    const double now = glfwGetTime();
    const double passed = std::clamp(now - last_, 0.0, 0.25);
    last_ = now;
    return passed;
  }

 private:
  int frames_ = kFramesAfterEvent;
  double last_ = 0;
};

Result<void> follow_scale(Ui& ui, const AppState& app, const Window& window) {
  const float wanted = window.content_scale() * app.settings.text_scale;
  if (ui.scale == wanted && ui.fonts.body != nullptr) return {};
  const auto scaled = set_scale(ui, app, wanted);
  if (!scaled.has_value()) return scaled;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  return {};
}

Result<void> draw_frame(AppState& app, Ui& ui, Window& window, double seconds) {
  if (auto scaled = follow_scale(ui, app, window); !scaled.has_value()) return scaled;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  for (const KeyPress& press : window.take_presses()) handle_key(ui, app, press);
  frame(app, ui, ImGui::GetIO().DisplaySize, seconds);
  ImGui::Render();
  window.present(*ui.look);
  return {};
}

void restore(AppState& app, const StartOptions& options) {
  app.settings_path = session::settings_path();
  auto settings = session::load_settings(app.settings_path);
  if (settings.has_value()) {
    app.settings = std::move(*settings);
  } else {
    app.notice = settings.error().message;
  }
  if (options.language) app.settings.language = *options.language;
}

Result<void> enter_first_step(AppState& app, const StartOptions& options) {
  const bool same_lesson = !options.lesson || *options.lesson == app.settings.lesson;
  const int step = options.step ? *options.step - 1 : same_lesson ? app.settings.step : 0;
  const auto entered = go_to_lesson(app, options.lesson.value_or(app.settings.lesson), step);
  if (entered.has_value() || options.lesson) return entered;
  return go_to_lesson(app, app.lessons.front().id, 0);  // a remembered lesson that is no more
}

std::filesystem::path state_path(const StartOptions& options) {
  if (!options.ui_state_file.empty()) return options.ui_state_file;
  const char* path = std::getenv("WARPLENS_UI_STATE");
  return path == nullptr ? "" : path;
}

Result<void> run_window(const StartOptions& options) {
  auto made = make_app_state(options.assets, glfwPostEmptyEvent);
  if (!made.has_value()) return fail(made.error());
  AppState& app = **made;
  restore(app, options);
  auto window = Window::open(app.settings);
  if (!window.has_value()) return fail(window.error());
  if (auto entered = enter_first_step(app, options); !entered.has_value()) return entered;

  Ui ui;
  GridTextures textures;
  ui.grid_texture = [&textures](const std::string& view, const scene::CellGrid& grid) {
    return textures.texture(view, grid);
  };
  UiStateFile state(state_path(options));
  Pace pace;
  while (!(*window)->is_closing() && !app.quit) {
    pace.wait(app, ui);
    const double seconds = pace.elapsed();
    if ((*window)->is_hidden()) continue;
    if (auto drawn = draw_frame(app, ui, **window, seconds); !drawn.has_value()) return drawn;
    const auto written = state.write(app, ui, ImGui::GetIO().DisplaySize);
    if (!written.has_value()) app.notice = written.error().message;
  }
  (*window)->remember_size(app.settings);
  save(app);
  made->reset();  // ends the worker while events can still be posted
  return {};
}

}  // namespace

int start_window(const StartOptions& options) {
  const Result<void> ran = run_window(options);
  if (ran.has_value()) return 0;
  std::fprintf(stderr, "warplens: %s\n", ran.error().message.c_str());
  return 1;
}

}  // namespace warplens::ui
