#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/features/features.h"
#include "app/features/panels.h"
#include "app/session/open_own.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/state/own_kernel.h"
#include "app/state/own_lessons.h"
#include "app/ui/feature_panels.h"
#include "app/ui/font_texture.h"
#include "app/ui/grid_textures.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/window/app.h"
#include "app/ui/window/frame.h"
#include "app/ui/window/glfw_library.h"
#include "app/ui/window/glfw_window.h"
#include "app/ui/window/pace.h"
#include "app/ui/window/saver.h"
#include "app/ui/window/speaker_window.h"
#include "app/ui/window/ui_state.h"
#include "kernels/base/error_line.h"

namespace warplens::ui {
namespace {

// Whether a file that may be saved is on the stage, or there are lessons of the person's own.
bool is_watching(const AppState& app) {
  return session::is_kernel_file(app.session.selection().capture) ||
         !app.own_lessons.folders.empty();
}

// What the window is awake for.
Pace::Now awake_for(const AppState& app, const Ui& ui, const Window& window, const Saver& saver) {
  const bool is_animated = app.session.playback().is_moving() || ui.state<Overlay>().animates;
  const bool shows_clock = app.settings.speaker && app.settings.presentation;
  return {.is_hidden = window.is_hidden(),
          .is_moving = saver.is_drawing() || is_animated || app.session.busy() || ui.is_making(),
          .has_commands = !ui.commands.empty() || window.has_input() || has_input_waiting(),
          .is_watching = is_watching(app) || shows_clock || ui.state<Message>().is_passing()};
}

void sleep_for(double seconds) {
  if (seconds == 0) return glfwPollEvents();
  seconds == Pace::kUntilSomethingHappens ? glfwWaitEvents() : glfwWaitEventsTimeout(seconds);
}

// Seconds since the last call; a long sleep counts as one frame.
class FrameClock {
 public:
  double elapsed() {
    const double now = glfwGetTime();
    return std::clamp(now - std::exchange(last_, now), 0.0, 0.25);
  }

 private:
  double last_ = 0;
};

Result<void> follow_scale(Ui& ui, const AppState& app, const Window& window) {
  const float wanted = window.content_scale() * text_scale(app.settings);
  if (ui.scale == wanted && ui.fonts.body != nullptr) {
    TRY(auto followed, follow_text(ui, app));
    if (!followed) return {};
  } else if (auto scaled = set_scale(ui, app, wanted); !scaled.has_value()) {
    return scaled;
  }
  renew_font_texture();
  return {};
}

// A picture of a panel, or of the whole window, that this frame was drawn for.
void keep_picture(const AppState& app, const Ui& ui, const Window& window, Saver& saver) {
  const auto panel = ui.widget_log.panels().find(ui.exports.picture);
  gl::Image image = window.read();
  if (panel != ui.widget_log.panels().end()) {
    image = cut(image, panel->second, ImGui::GetIO().DisplaySize.x);
  }
  saver.keep(std::move(image), app, ui.exports.picture);
}

Result<void> draw_frame(AppState& app, Ui& ui, Window& window, Saver& saver, double seconds) {
  TRY(follow_scale(ui, app, window));
  const Input input = window.take_input();
  Window::begin_frame();
  for (const KeyPress& press : input.presses) handle_key(ui, app, press);
  if (!input.dropped.empty()) open_dropped(app, input.dropped.front());
  watch_own_kernel(app);
  watch_lessons(app);
  frame(app, ui, ImGui::GetIO().DisplaySize, seconds);
  ImGui::Render();
  window.draw(*ui.theme);
  if (!ui.exports.picture.empty()) keep_picture(app, ui, window, saver);
  window.present();
  saver.follow(app, ui, ImGui::GetIO().DisplaySize);
  return {};
}

Result<void> enter_first_step(AppState& app, const session::WindowRequest& request) {
  const std::string& left = app.settings.lesson;
  const bool still_there =
      std::ranges::find(app.lessons, left, &lessons::Lesson::id) != app.lessons.end();
  const std::string lesson = request.lesson.value_or(still_there ? left : app.lessons.front().id);
  const int step = request.step ? *request.step - 1 : lesson == left ? app.settings.step : 0;
  return go_to_lesson(app, lesson, step);
}

Result<void> enter_path(AppState& app, const std::string& name) {
  TRY(auto path, path_named(app, name));
  const std::string id = path.id;
  TRY(add_path(app, std::move(path)));
  follow_path(app, id);
  return {};
}

// Where the person left off, or what the request names.
Result<void> enter(AppState& app, const session::WindowRequest& request) {
  const bool explored = app.settings.mode == "explore" && !request.lesson && !request.step;
  TRY(enter_first_step(app, request));
  if (explored && !restore_exploring(app)) explore(app);
  if (!request.path.empty()) TRY(enter_path(app, request.path));
  if (!request.capture.empty()) open_capture(app, request.capture);
  return request.link.empty() ? Result<void>() : open_link(app, request.link);
}

void tell_broken_lessons(AppState& app) {
  if (app.broken_lessons.empty() || !app.notice.empty()) return;
  app.notice = app.broken_lessons.front().message.in(app.language());
}

// Where a test asks for the widgets' rectangles and the state.
std::filesystem::path state_path() {
  const char* path = std::getenv("WARPLENS_UI_STATE");
  return path == nullptr ? "" : path;
}

// The first feature that does not want it asks the person.
bool all_may_close(AppState& app, Ui& ui) {
  return std::ranges::all_of(features::panels(), [&](const FeaturePanels& feature) {
    return feature.may_close == nullptr || feature.may_close(app, ui);
  });
}

Result<void> run_window(const session::WindowRequest& request) {
  TRY(open_glfw());
  TRY(auto made, make_app_state({}, glfwPostEmptyEvent, features::all(),
                                {.memory = request.memory,
                                 .lessons = request.lessons,
                                 .source_roots = request.source_roots}));
  AppState& app = *made;
  restore(app, session::settings_path());
  if (request.language) app.settings.language = *request.language;
  tell_broken_lessons(app);
  TRY(auto window, Window::open(app.settings));
  TRY(enter(app, request));

  Ui ui;
  GridTextures textures;
  ui.grid_texture = textures.drawer();
  if (!app.settings.introduction_seen) open_overlay(ui, Overlay::Kind::introduction);
  std::unique_ptr<SpeakerWindow> speaker;
  Saver saver(glfwPostEmptyEvent);
  UiStateFile state(state_path());
  if (state.is_wanted()) ui.widget_log.listen();
  Pace pace;
  FrameClock clock;
  window->follow_presentation(app.settings);
  while (true) {
    const bool is_asked_to_close = window->is_closing() || app.quit;
    if (is_asked_to_close && all_may_close(app, ui)) break;
    if (is_asked_to_close) window->stay_open();
    sleep_for(pace.sleep(awake_for(app, ui, *window, saver)));
    const double seconds = clock.elapsed();
    if (window->has_input() || !ui.commands.empty()) pace.settle_anew();
    if (window->is_hidden()) continue;
    app.monitors = monitor_names();
    TRY(draw_frame(app, ui, *window, saver, seconds));
    window->follow_presentation(
        app.settings);  // before the state says that it presents, or no more
    follow_speaker(speaker, app, *window);
    const WidgetLog* told = speaker == nullptr ? nullptr : &speaker->widget_log();
    const auto written = state.write(app, ui, ImGui::GetIO().DisplaySize, told);
    if (!written.has_value()) app.notice = written.error().message.in(app.language());
    if (pace.is_settled() && window->remember_place(app.settings)) save(app);
  }
  window->remember_place(app.settings);
  save(app);
  speaker.reset();
  made.reset();  // ends the worker while events can still be posted
  return {};
}

}  // namespace

int start_window(const session::WindowRequest& request) {
  const Result<void> ran = run_window(request);
  if (ran.has_value()) return 0;
  std::fprintf(
      stderr, "warplens: %s\n",
      error_line(ran.error(), language_of(request.language.value_or("")).value_or(Language::en))
          .c_str());
  return 1;
}

}  // namespace warplens::ui
