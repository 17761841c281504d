#include <glad/gl.h>
// glad must come before GLFW.
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/ui/app.h"
#include "app/ui/exploring.h"
#include "app/ui/font_texture.h"
#include "app/ui/grid_textures.h"
#include "app/ui/imgui_context.h"
#include "app/ui/keys.h"
#include "app/ui/overlay_window.h"
#include "app/ui/picture_export.h"
#include "app/ui/ui_state.h"
#include "viz/gl/offscreen.h"

namespace warplens::ui {
namespace {

constexpr int kFramesAfterEvent = 3;  // hover, layout and popups settle in the second and third
constexpr double kAnimationFrame = 1.0 / 60;

Key key_of(int key) {
  if (key >= GLFW_KEY_1 && key <= GLFW_KEY_6) {
    return static_cast<Key>(static_cast<int>(Key::digit_1) + key - GLFW_KEY_1);
  }
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
    case GLFW_KEY_E:
      return Key::e;
    case GLFW_KEY_B:
      return Key::b;
    case GLFW_KEY_X:
      return Key::x;
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
    case GLFW_KEY_COMMA:
      return Key::comma;
    case GLFW_KEY_PERIOD:
      return Key::period;
    case GLFW_KEY_N:
      return Key::n;
    case GLFW_KEY_0:
    case GLFW_KEY_KP_0:
      return Key::zero;
    case GLFW_KEY_F1:
      return Key::f1;
    case GLFW_KEY_F5:
      return Key::f5;
    case GLFW_KEY_F:
      return Key::f;
    case GLFW_KEY_G:
      return Key::g;
    case GLFW_KEY_I:
      return Key::i;
    case GLFW_KEY_M:
      return Key::m;
    case GLFW_KEY_S:
      return Key::s;
    case GLFW_KEY_P:
      return Key::p;
    case GLFW_KEY_SLASH:
    case GLFW_KEY_KP_DIVIDE:
      return Key::slash;
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

// What has come in since the last frame.
struct Input {
  std::vector<KeyPress> presses;
  std::vector<std::filesystem::path> dropped;
  bool any = false;
};

Input& input_of(GLFWwindow* window) {
  return *static_cast<Input*>(glfwGetWindowUserPointer(window));
}

// What ImGui takes itself is only noted here.
void note_input(GLFWwindow* window) {
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { input_of(w).any = true; });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { input_of(w).any = true; });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { input_of(w).any = true; });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned) { input_of(w).any = true; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { input_of(w).any = true; });
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  input_of(window).dropped.assign(paths, paths + count);
}

// ImGui chains to this callback, which is set before its own.
void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
  input_of(window).any = true;
  if (action == GLFW_RELEASE) return;
  input_of(window).presses.push_back(
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
  // Size and position; true when they are others than the settings know.
  bool remember_place(session::Settings& settings) const;
  void draw(const Look& look) const;
  // What has been drawn and not yet presented.
  [[nodiscard]] gl::Image read() const;
  void present() const { glfwSwapBuffers(handle_); }
  Input take_input() { return std::exchange(input_, {}); }
  [[nodiscard]] bool has_input() const { return input_.any; }

 private:
  Window() = default;
  GLFWwindow* handle_ = nullptr;
  Input input_;
  std::unique_ptr<ImGuiScope> imgui_;
  bool has_backends_ = false;
};

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
  if (const auto& place = settings.window_position; place && is_on_a_monitor(*place)) {
    glfwSetWindowPos(window->handle_, place->first, place->second);
  }
  glfwMakeContextCurrent(window->handle_);
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail("the OpenGL driver could not be loaded");
  glfwSwapInterval(1);
  window->imgui_ = std::make_unique<ImGuiScope>();
  glfwSetWindowUserPointer(window->handle_, &window->input_);
  glfwSetDropCallback(window->handle_, on_drop);
  glfwSetKeyCallback(window->handle_, on_key);
  note_input(window->handle_);
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

bool Window::remember_place(session::Settings& settings) const {
  int width = 0, height = 0;
  glfwGetWindowSize(handle_, &width, &height);
  if (width <= 0 || height <= 0) return false;
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

void Window::draw(const Look& look) const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 color = channels(look.window);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

gl::Image Window::read() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  return gl::read_pixels(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
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
  // Something came in while frames were still to be drawn, or what was drawn asks for more.
  void settle_anew() { frames_ = kFramesAfterEvent; }
  // Nothing more happens until the person does something.
  [[nodiscard]] bool is_settled() const { return frames_ == 0; }
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
  const float wanted = window.content_scale() * text_scale(app.settings);
  if (ui.scale == wanted && ui.fonts.body != nullptr) {
    auto followed = follow_text(ui, app);
    if (!followed.has_value()) return fail(followed.error());
    if (!*followed) return {};
  } else if (auto scaled = set_scale(ui, app, wanted); !scaled.has_value()) {
    return scaled;
  }
  renew_font_texture();
  return {};
}

// A picture of a panel, or of the whole window, that this frame was drawn for.
void keep_picture(const Ui& ui, const Window& window, PictureWriter& pictures) {
  const auto panel = ui.recorder.panels().find(ui.picture);
  gl::Image image = window.read();
  if (panel != ui.recorder.panels().end()) {
    image = cut(image, panel->second, ImGui::GetIO().DisplaySize.x);
  }
  pictures.write(std::move(image), pictures_folder(), ui.picture);
}

void report_pictures(Ui& ui, PictureWriter& pictures) {
  const auto done = pictures.take_done();
  if (!done) return;
  if (done->has_value()) {
    ui.message = {ui.say(Str::picture_saved, (*done)->string()), (*done)->string(), false};
  } else {
    ui.message = {done->error().message, {}, true};
  }
}

Result<void> draw_frame(AppState& app, Ui& ui, Window& window, PictureWriter& pictures,
                        double seconds) {
  if (auto scaled = follow_scale(ui, app, window); !scaled.has_value()) return scaled;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  const Input input = window.take_input();
  for (const KeyPress& press : input.presses) handle_key(ui, app, press);
  if (!input.dropped.empty()) open_dropped(app, input.dropped.front());
  frame(app, ui, ImGui::GetIO().DisplaySize, seconds);
  ImGui::Render();
  window.draw(*ui.look);
  if (!ui.picture.empty()) keep_picture(ui, window, pictures);
  window.present();
  return {};
}

Result<void> enter_first_step(AppState& app, const StartOptions& options) {
  const std::string& left = app.settings.lesson;
  const bool still_there =
      std::ranges::find(app.lessons, left, &lessons::Lesson::id) != app.lessons.end();
  const std::string lesson = options.lesson.value_or(still_there ? left : app.lessons.front().id);
  const int step = options.step ? *options.step - 1 : lesson == left ? app.settings.step : 0;
  return go_to_lesson(app, lesson, step);
}

// Where the person left off, or what the options name.
Result<void> enter(AppState& app, const StartOptions& options) {
  const bool explored = app.settings.mode == "explore" && !options.lesson && !options.step;
  if (auto entered = enter_first_step(app, options); !entered.has_value()) return entered;
  if (explored && !restore_exploring(app)) explore(app);
  if (!options.capture.empty()) open_capture(app, options.capture);
  return {};
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
  restore(app, session::settings_path());
  if (options.language) app.settings.language = *options.language;
  auto window = Window::open(app.settings);
  if (!window.has_value()) return fail(window.error());
  if (auto entered = enter(app, options); !entered.has_value()) return entered;

  Ui ui;
  GridTextures textures;
  ui.grid_texture = [&textures](const std::string& view, const scene::CellGrid& grid) {
    return textures.texture(view, grid);
  };
  if (!app.settings.introduction_seen) open_overlay(ui, Overlay::Kind::introduction);
  PictureWriter pictures(glfwPostEmptyEvent);
  UiStateFile state(state_path(options));
  Pace pace;
  while (!(*window)->is_closing() && !app.quit) {
    pace.wait(app, ui);
    const double seconds = pace.elapsed();
    if ((*window)->has_input() || !ui.commands.empty()) pace.settle_anew();
    if ((*window)->is_hidden()) continue;
    report_pictures(ui, pictures);
    if (auto drawn = draw_frame(app, ui, **window, pictures, seconds); !drawn.has_value())
      return drawn;
    const auto written = state.write(app, ui, ImGui::GetIO().DisplaySize);
    if (!written.has_value()) app.notice = written.error().message;
    if (pace.is_settled() && (*window)->remember_place(app.settings)) save(app);
  }
  (*window)->remember_place(app.settings);
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
