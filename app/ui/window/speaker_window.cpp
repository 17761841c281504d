#include "app/ui/window/speaker_window.h"

#define GLFW_INCLUDE_NONE  // OpenGL is declared by glad
#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <ctime>

#include "app/features/panels.h"
#include "app/state/app_state.h"
#include "app/ui/font_texture.h"
#include "app/ui/panels/speaker_panel.h"
#include "app/ui/theme.h"
#include "viz/gl/dialect.h"

namespace warplens::ui {
namespace {

constexpr int kSpeakerWidth = 1280, kSpeakerHeight = 800;

// A monitor that the class does not see; null: there is only one.
GLFWmonitor* other_monitor(const std::string& presented) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  const std::string shown =
      presented.empty() && count > 0 ? glfwGetMonitorName(monitors[0]) : presented;
  const auto other = std::find_if(monitors, monitors + count, [&](GLFWmonitor* monitor) {
    return shown != glfwGetMonitorName(monitor);
  });
  return other == monitors + count ? nullptr : *other;
}

void place(GLFWwindow* window, GLFWmonitor* monitor) {
  if (monitor == nullptr) return;
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  glfwSetWindowPos(window, x, y);
  glfwSetWindowSize(window, width, height);
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
}

}  // namespace

Result<std::unique_ptr<SpeakerWindow>> SpeakerWindow::open(const AppState& app,
                                                           const Window& main) {
  std::unique_ptr<SpeakerWindow> speaker(new SpeakerWindow);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  const std::string title =
      fmt::format("Warplens · {}", text(Str::speaker_title).in(app.language()));
  speaker->handle_ =
      glfwCreateWindow(kSpeakerWidth, kSpeakerHeight, title.c_str(), nullptr, nullptr);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  if (speaker->handle_ == nullptr)
    return fail(tr("no second window can be had here for the speaker's view"));
  place(speaker->handle_, other_monitor(app.settings.monitor));
  glfwSetWindowUserPointer(speaker->handle_, &speaker->heard_);
  glfwSetKeyCallback(speaker->handle_, [](GLFWwindow* w, int key, int, int action, int modifiers) {
    InputState& heard = static_cast<Heard*>(glfwGetWindowUserPointer(w))->keys;
    if (const auto press = press_of(heard, key, action, modifiers))
      heard.input.presses.push_back(*press);
  });
  glfwSetScrollCallback(speaker->handle_, [](GLFWwindow* w, double, double by) {
    static_cast<Heard*>(glfwGetWindowUserPointer(w))->wheel += static_cast<float>(by);
  });
  glfwMakeContextCurrent(speaker->handle_);
  glfwSwapInterval(0);  // the presenting window keeps the time
  speaker->imgui_ = std::make_unique<ImGuiScope>();
  ImGui_ImplOpenGL3_Init(gl::kGlslVersion);
  speaker->has_backend_ = true;
  main.use();
  return speaker;
}

SpeakerWindow::~SpeakerWindow() {
  if (handle_ == nullptr) return;
  GLFWwindow* current = glfwGetCurrentContext();
  ImGuiContext* context = ImGui::GetCurrentContext();
  glfwMakeContextCurrent(handle_);
  if (has_backend_) {
    imgui_->use();
    ImGui_ImplOpenGL3_Shutdown();
  }
  imgui_.reset();
  ImGui::SetCurrentContext(context);
  glfwMakeContextCurrent(current);
  glfwDestroyWindow(handle_);
}

bool SpeakerWindow::is_closing() const { return glfwWindowShouldClose(handle_) != 0; }

Result<void> SpeakerWindow::draw_view(const AppState& app) {
  float across = 1, down = 1;
  glfwGetWindowContentScale(handle_, &across, &down);
  const float scale = std::max(across, 0.5f) * app.settings.text_scale * 1.3f;
  if (ui_.fonts.body == nullptr || ui_.scale != scale || ui_.language != app.language()) {
    TRY(set_scale(ui_, app, scale));
    renew_font_texture();
  }
  ui_.language = app.language();
  ui_.features = &features::panels();
  const bool is_dark = app.settings.theme == "dark";
  const WindowTheme& colors =
      window_theme(is_dark ? scene::ThemeName::dark : scene::ThemeName::light);
  if (ui_.theme != &colors) apply_style(colors, ui_.scale);
  ui_.theme = &colors;

  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1.0f / 60;
  double x = 0, y = 0;
  glfwGetCursorPos(handle_, &x, &y);
  io.MousePos = {static_cast<float>(x), static_cast<float>(y)};
  io.MouseWheel = std::exchange(heard_.wheel, 0.0f);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ui_.widget_log.begin_frame();
  ui_.widget_log.listen();
  const auto minutes =
      std::chrono::duration_cast<std::chrono::minutes>(std::chrono::steady_clock::now() - since_);
  speaker_view(app, ui_, io.DisplaySize, {time_of_day(), static_cast<int>(minutes.count())});
  ImGui::Render();
  glViewport(0, 0, width, height);
  const ImVec4 color = channels(colors.window);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(handle_);
  return {};
}

Result<void> SpeakerWindow::draw(const AppState& app, Window& main) {
  for (const KeyPress& press : std::exchange(heard_.keys.input.presses, {})) main.hear(press);
  imgui_->use();
  glfwMakeContextCurrent(handle_);
  auto drawn = draw_view(app);
  main.use();
  return drawn;
}

void follow_speaker(std::unique_ptr<SpeakerWindow>& speaker, AppState& app, Window& main) {
  const auto end = [&](const Error& error) {
    app.settings.speaker = false;
    app.notice = error.message.in(app.language());
    speaker.reset();
  };
  if (speaker != nullptr && speaker->is_closing()) app.settings.speaker = false;
  if (!app.settings.speaker || !app.settings.presentation) return speaker.reset();
  if (speaker == nullptr) {
    auto opened = SpeakerWindow::open(app, main);
    if (!opened.has_value()) return end(opened.error());
    speaker = std::move(*opened);
  }
  if (const auto drawn = speaker->draw(app, main); !drawn.has_value()) end(drawn.error());
}

}  // namespace warplens::ui
